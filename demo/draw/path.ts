import { applyTo, distance, type Matrix, type Point } from './point.ts'

export type Command =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z']
export type Path = readonly Command[]

const pathCache = new Map<string, Path>()
/** Supports absolute M, L, C, Q and Z. Cached, because most drawings are constants. */
export const pathOf = (d: string): Path => {
  const cachedPath = pathCache.get(d)
  if (cachedPath) return cachedPath
  const path = parsePath(d)
  pathCache.set(d, path)
  return path
}

const parsePath = (d: string): Path => {
  const commands: Command[] = []
  let x = 0
  let y = 0
  for (const [, letter = '', rest = ''] of d.matchAll(/([MLCQZ])([^MLCQZ]*)/g)) {
    const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number)
    const at = (i: number) => n[i] ?? 0
    if (letter === 'Z') commands.push(['Z'])
    const size = letter === 'C' ? 6 : letter === 'Q' ? 4 : 2
    for (let i = 0; i + size <= n.length; i += size) {
      const endX = at(i + size - 2)
      const endY = at(i + size - 1)
      if (letter === 'C') commands.push(['C', at(i), at(i + 1), at(i + 2), at(i + 3), endX, endY])
      else if (letter === 'Q') {
        const [qx, qy] = [at(i), at(i + 1)]
        const third = (from: number, to: number) => from + (2 / 3) * (to - from)
        commands.push([
          'C',
          third(x, qx),
          third(y, qy),
          third(endX, qx),
          third(endY, qy),
          endX,
          endY,
        ])
      } else commands.push([letter === 'M' && i === 0 ? 'M' : 'L', endX, endY])
      x = endX
      y = endY
    }
  }
  return commands
}

const roundHundredth = (value: number) => Math.round(value * 100) / 100
export const svgOf = (path: Path): string => {
  let d = ''
  for (const command of path) {
    d += command[0]
    for (let i = 1; i < command.length; i++)
      d += (i > 1 ? ' ' : '') + roundHundredth(Number(command[i]))
  }
  return d
}

export const transformPath = (path: Path, m: Matrix): Path =>
  path.map((command): Command => {
    if (command[0] === 'Z') return command
    if (command[0] === 'C') {
      const [ax, ay] = applyTo(m, [command[1], command[2]])
      const [bx, by] = applyTo(m, [command[3], command[4]])
      const [x, y] = applyTo(m, [command[5], command[6]])
      return ['C', ax, ay, bx, by, x, y]
    }
    const [x, y] = applyTo(m, [command[1], command[2]])
    return [command[0], x, y]
  })

/** A curve through every point. Handles are a third of their segment, so uneven spacing does not overshoot. */
const curveThrough = (points: readonly Point[]): Command[] => {
  const commands: Command[] = []
  const tangent = (i: number): Point => {
    const before = points[Math.max(0, i - 1)] ?? [0, 0]
    const after = points[Math.min(points.length - 1, i + 1)] ?? [0, 0]
    const length = distance(before, after) || 1
    return [(after[0] - before[0]) / length, (after[1] - before[1]) / length]
  }
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]]
    if (!from || !to) continue
    if (points.length === 2) {
      commands.push(['L', to[0], to[1]])
      continue
    }
    const reach = distance(from, to) / 3
    const [out, into] = [tangent(i - 1), tangent(i)]
    commands.push([
      'C',
      from[0] + out[0] * reach,
      from[1] + out[1] * reach,
      to[0] - into[0] * reach,
      to[1] - into[1] * reach,
      to[0],
      to[1],
    ])
  }
  return commands
}

export const curve = (points: readonly Point[]): Path => {
  const first = points[0] ?? [0, 0]
  return [['M', first[0], first[1]], ...curveThrough(points)]
}
/** A closed shape made of smooth runs, with a corner between two runs. */
export const outline = (...runs: readonly (readonly Point[])[]): Path => {
  const commands: Command[] = []
  for (const run of runs) {
    const first = run[0]
    if (!first) continue
    commands.push([commands.length ? 'L' : 'M', first[0], first[1]], ...curveThrough(run))
  }
  return [...commands, ['Z']]
}
export const blob = (points: readonly Point[]): Path => {
  const n = points.length
  const at = (i: number): Point => points[(i + n) % n] ?? [0, 0]
  const loop = curveThrough([at(-1), ...points, at(0), at(1)])
  return [['M', at(0)[0], at(0)[1]], ...loop.slice(1, n + 1), ['Z']]
}
export const polygon = (points: readonly Point[]): Path => [
  ...points.map((p, i): Command => [i ? 'L' : 'M', p[0], p[1]]),
  ['Z'],
]
const ROUND = 0.5523
export const ellipse = ([x, y]: Point, rx: number, ry = rx): Path => {
  const [kx, ky] = [rx * ROUND, ry * ROUND]
  return [
    ['M', x - rx, y],
    ['C', x - rx, y - ky, x - kx, y - ry, x, y - ry],
    ['C', x + kx, y - ry, x + rx, y - ky, x + rx, y],
    ['C', x + rx, y + ky, x + kx, y + ry, x, y + ry],
    ['C', x - kx, y + ry, x - rx, y + ky, x - rx, y],
    ['Z'],
  ]
}

/** Points along the curve through `points`. */
export const samplePoints = (points: readonly Point[], steps = 5): Point[] => {
  const samples: Point[] = []
  let from: Point = points[0] ?? [0, 0]
  samples.push(from)
  for (const command of curveThrough(points)) {
    if (command[0] === 'C')
      for (let i = 1; i <= steps; i++) samples.push(onCubic(from, command, i / steps))
    else if (command[0] === 'L') samples.push([command[1], command[2]])
    from = samples.at(-1) ?? from
  }
  return samples
}
const onCubic = (
  from: Point,
  c: readonly ['C', number, number, number, number, number, number],
  t: number,
): Point => {
  const s = 1 - t
  const [k0, k1, k2, k3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return [
    k0 * from[0] + k1 * c[1] + k2 * c[3] + k3 * c[5],
    k0 * from[1] + k1 * c[2] + k2 * c[4] + k3 * c[6],
  ]
}

/** The polygons of a path, each curve split into `steps` lines. */
export const flattenPath = (path: Path, steps = 6): Point[][] => {
  const polygons: Point[][] = []
  let current: Point[] = []
  let from: Point = [0, 0]
  for (const command of path) {
    if (command[0] === 'M') {
      current = []
      polygons.push(current)
    }
    if (command[0] === 'Z') continue
    if (command[0] === 'C')
      for (let i = 1; i <= steps; i++) current.push(onCubic(from, command, i / steps))
    else current.push([command[1], command[2]])
    from = current.at(-1) ?? from
  }
  return polygons
}
