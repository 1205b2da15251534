import type { PaintedScene } from './visible-boxes.ts'

/** Costs of a straight and a diagonal step: integers, so that every processor agrees. */
const STRAIGHT = 3
const DIAGONAL = 4

/** The distance of each cell from the nearest cell of another owner or the frame. */
export const depths = ({ grid, columns }: PaintedScene): Uint16Array => {
  const depth = new Uint16Array(grid.length)
  // Forwards from the neighbours above and to the left, then backwards from the other four.
  for (const step of [1, -1] as const) {
    const above = -step * columns
    const neighbours = [-step, above, above - step, above + step]
    for (let cell = 0; cell < grid.length; cell++) {
      const at = step === 1 ? cell : grid.length - 1 - cell
      const owner = grid[at] ?? 0
      if (owner === 0) continue
      const column = at % columns
      const isAtFrame =
        column === 0 || column === columns - 1 || at < columns || at >= grid.length - columns
      const ownDepth = step === 1 ? Infinity : (depth[at] ?? 0)
      let nearest = isAtFrame ? STRAIGHT : ownDepth
      for (let index = 0; index < neighbours.length; index++) {
        const other = at + (neighbours[index] ?? 0)
        const cost = index < 2 ? STRAIGHT : DIAGONAL
        const through = grid[other] === owner ? (depth[other] ?? 0) + cost : cost
        if (through < nearest) nearest = through
      }
      depth[at] = nearest
    }
  }
  return depth
}

/** The cell of each owner that is furthest inside it. */
export const deepestPoints = (scene: PaintedScene): Map<string, { x: number; y: number }> => {
  const { grid, columns, owners } = scene
  const depth = depths(scene)
  const deepest: number[] = []
  for (let at = 0; at < grid.length; at++) {
    const owner = grid[at] ?? 0
    const best = deepest[owner]
    if (best === undefined || (depth[at] ?? 0) > (depth[best] ?? 0)) deepest[owner] = at
  }
  return new Map(
    [...owners].flatMap(([name, { number }]) => {
      const at = deepest[number]
      if (at === undefined) return []
      const column = at % columns
      return [[name, { x: column + 0.5, y: (at - column) / columns + 0.5 }] as const]
    }),
  )
}
