import type { Path } from './path.ts'
import type { Piece } from './piece.ts'
import type { Matrix } from './point.ts'

export type VisibleBox = {
  x0: number
  y0: number
  x1: number
  y1: number
  /** Visible share of its own area, 0..1: neither covered nor outside the frame. */
  share: number
}
/** Only decides what covers what. Uncovered edges are computed exactly. */
const CELL = 1
const NEAR = 1
const STEPS = 6

type Bounds = { x0: number; y0: number; x1: number; y1: number }
type Owner = Bounds & {
  number: number
  area: number
  cells: number
  left: number
  top: number
  right: number
  bottom: number
}

/** A piece with its own transform. */
export type PlacedPiece = Pick<Piece, 'owner' | 'path'> & { matrix: Matrix }

/** Buffers reused between calls, because the catalogue measures hundreds of looks. */
let edges = new Float64Array(1 << 14)
let crossings = new Float64Array(1 << 14)
let winds = new Int8Array(1 << 14)
let starts = new Int32Array(1 << 10)
let ends = new Int32Array(1 << 10)

/** Writes the edges of a path under `m` to `edges`, four numbers each, and extends `bounds`. Returns the count. */
const collectEdges = (path: Path, m: Matrix, bounds: Bounds): number => {
  const [a, b, c, d, e, f] = m
  let count = 0
  let [startX, startY, x, y] = [0, 0, 0, 0]
  const lineTo = (toX: number, toY: number) => {
    if (count * 4 + 4 > edges.length) {
      const larger = new Float64Array(edges.length * 2)
      larger.set(edges)
      edges = larger
    }
    edges[count * 4] = x
    edges[count * 4 + 1] = y
    edges[count * 4 + 2] = toX
    edges[count * 4 + 3] = toY
    count++
    x = toX
    y = toY
    if (toX < bounds.x0) bounds.x0 = toX
    if (toX > bounds.x1) bounds.x1 = toX
    if (toY < bounds.y0) bounds.y0 = toY
    if (toY > bounds.y1) bounds.y1 = toY
  }
  for (const command of path) {
    if (command[0] === 'Z') continue
    if (command[0] === 'M') {
      if (x !== startX || y !== startY) lineTo(startX, startY)
      x = startX = a * command[1] + c * command[2] + e
      y = startY = b * command[1] + d * command[2] + f
      lineTo(x, y)
    } else if (command[0] === 'L')
      lineTo(a * command[1] + c * command[2] + e, b * command[1] + d * command[2] + f)
    else if (command[0] === 'C') {
      const [fromX, fromY] = [x, y]
      const [p1x, p1y] = [a * command[1] + c * command[2] + e, b * command[1] + d * command[2] + f]
      const [p2x, p2y] = [a * command[3] + c * command[4] + e, b * command[3] + d * command[4] + f]
      const [p3x, p3y] = [a * command[5] + c * command[6] + e, b * command[5] + d * command[6] + f]
      for (let i = 1; i <= STEPS; i++) {
        const t = i / STEPS
        const s = 1 - t
        const [k0, k1, k2, k3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
        lineTo(
          k0 * fromX + k1 * p1x + k2 * p2x + k3 * p3x,
          k0 * fromY + k1 * p1y + k2 * p2y + k3 * p3y,
        )
      }
    }
  }
  if (x !== startX || y !== startY) lineTo(startX, startY)
  return count
}

/** Fills the inside of the collected edges (non-zero rule) with `number`. Returns the area in cells. */
const paint = (
  grid: Uint16Array,
  columns: number,
  rows: number,
  count: number,
  number: number,
): number => {
  if (starts.length < rows + 1) {
    starts = new Int32Array(rows + 1)
    ends = new Int32Array(rows + 1)
  }
  starts.fill(0, 0, rows + 1)
  const rowsOf = (i: number): [number, number] => {
    const [ay, by] = [edges[i * 4 + 1] ?? 0, edges[i * 4 + 3] ?? 0]
    const [top, bottom] = ay < by ? [ay, by] : [by, ay]
    return [
      Math.max(0, Math.ceil(top / CELL - 0.5)),
      Math.min(rows - 1, Math.ceil(bottom / CELL - 0.5) - 1),
    ]
  }
  let total = 0
  for (let i = 0; i < count; i++) {
    const [from, to] = rowsOf(i)
    for (let row = from; row <= to; row++) starts[row] = (starts[row] ?? 0) + 1
    if (to >= from) total += to - from + 1
  }
  if (total > crossings.length) {
    crossings = new Float64Array(total * 2)
    winds = new Int8Array(total * 2)
  }
  let offset = 0
  for (let row = 0; row < rows; row++) {
    const size = starts[row] ?? 0
    starts[row] = ends[row] = offset
    offset += size
  }
  for (let i = 0; i < count; i++) {
    const [from, to] = rowsOf(i)
    const [ax, ay, bx, by] = [
      edges[i * 4] ?? 0,
      edges[i * 4 + 1] ?? 0,
      edges[i * 4 + 2] ?? 0,
      edges[i * 4 + 3] ?? 0,
    ]
    const slope = (bx - ax) / (by - ay)
    for (let row = from; row <= to; row++) {
      const x = ax + ((row + 0.5) * CELL - ay) * slope
      // Insertion sort: a row rarely has more than four crossings.
      let at = ends[row] ?? 0
      ends[row] = at + 1
      while (at > (starts[row] ?? 0) && (crossings[at - 1] ?? 0) > x) {
        crossings[at] = crossings[at - 1] ?? 0
        winds[at] = winds[at - 1] ?? 0
        at--
      }
      crossings[at] = x
      winds[at] = ay < by ? 1 : -1
    }
  }
  let area = 0
  for (let row = 0; row < rows; row++) {
    let winding = 0
    for (let i = starts[row] ?? 0; i < (ends[row] ?? 0) - 1; i++) {
      winding += winds[i] ?? 0
      if (winding === 0) continue
      const [from, to] = [crossings[i] ?? 0, crossings[i + 1] ?? 0]
      area += (to - from) / CELL
      const last = row * columns + Math.min(columns, Math.ceil(to / CELL - 0.5))
      for (let at = row * columns + Math.max(0, Math.ceil(from / CELL - 0.5)); at < last; at++)
        grid[at] = number
    }
  }
  return area
}

type Frame = { width: number; height: number }
export type PaintedScene = {
  grid: Uint16Array
  columns: number
  rows: number
  owners: Map<string, Owner>
}

/** Paints the pieces back to front. Each cell of the grid holds the number of its visible owner. */
export const paintOwners = (pieces: readonly PlacedPiece[], frame: Frame): PaintedScene => {
  const columns = Math.ceil(frame.width / CELL)
  const rows = Math.ceil(frame.height / CELL)
  const grid = new Uint16Array(columns * rows)
  const owners = new Map<string, Owner>()
  for (const { owner: name, path, matrix } of pieces) {
    let owner = owners.get(name)
    if (!owner) {
      owner = {
        number: owners.size + 1,
        area: 0,
        cells: 0,
        x0: Infinity,
        y0: Infinity,
        x1: -Infinity,
        y1: -Infinity,
        left: columns,
        top: rows,
        right: -1,
        bottom: -1,
      }
      owners.set(name, owner)
    }
    owner.area += paint(grid, columns, rows, collectEdges(path, matrix, owner), owner.number)
  }
  return { grid, columns, rows, owners }
}

/**
 * The visible box of each owner, in picture units. A side is the exact edge of the outline if that
 * edge is visible, and the edge of the visible part otherwise.
 */
export const visibleBoxes = (
  pieces: readonly PlacedPiece[],
  frame: Frame,
): Map<string, VisibleBox> => {
  const { grid, columns, rows, owners } = paintOwners(pieces, frame)
  const byNumber = [null, ...owners.values()]
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const number = grid[at] ?? 0
      if (number === 0) continue
      const owner = byNumber[number]
      if (!owner) continue
      owner.cells++
      if (column < owner.left) owner.left = column
      if (column > owner.right) owner.right = column
      if (row < owner.top) owner.top = row
      owner.bottom = row
    }
  }
  const boxes = new Map<string, VisibleBox>()
  for (const [name, owner] of owners) {
    // Too small for the grid. Small items are worn on top, so their outline is visible.
    const small = owner.x1 - owner.x0 < 8 * CELL || owner.y1 - owner.y0 < 3 * CELL
    if (owner.cells === 0 && !small) continue
    const edge = (exact: number, cells: number) =>
      small || Math.abs(exact - cells) <= NEAR * CELL ? exact : cells
    const box = {
      x0: Math.max(0, edge(owner.x0, owner.left * CELL)),
      y0: Math.max(0, edge(owner.y0, owner.top * CELL)),
      x1: Math.min(frame.width, edge(owner.x1, (owner.right + 1) * CELL)),
      y1: Math.min(frame.height, edge(owner.y1, (owner.bottom + 1) * CELL)),
    }
    if (box.x1 > box.x0 && box.y1 > box.y0)
      boxes.set(name, { ...box, share: Math.min(1, owner.cells / Math.max(1, owner.area)) })
  }
  return boxes
}
