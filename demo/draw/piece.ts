import type { Hex } from './color.ts'
import type { Fabric } from './fabric.ts'
import type { Path } from './path.ts'

/** A line or patch clipped to its piece: a seam, lapel, pocket or button. */
export type Mark = {
  path: Path
  fill?: Hex
  stroke?: Hex
  width?: number
  opacity?: number
  dash?: string
}

/** One area of one item. Nothing is drawn outside pieces, so boxes can be measured from their outlines. */
export type Piece = {
  /** The product's id, or the part of the person. */
  owner: string
  /** Which one of a pair, if the two are worn far apart, like gloves. */
  part?: -1 | 1
  /** Higher covers lower; see `layers.ts`. */
  z: number
  path: Path
  fill: Fabric | Hex
  /** Rotation of the pattern, in degrees. */
  turn?: number
  /** Width of the shadow on the side away from the light. */
  shade?: number
  /** Width of the outline where cloth overlaps itself. */
  edge?: number
  opacity?: number
  marks?: readonly Mark[]
}
export const mark = (path: Path, fill: Hex, opacity = 1): Mark => ({ path, fill, opacity })
export const seam = (path: Path, stroke: Hex, width = 1.6, opacity = 0.8): Mark => ({
  path,
  stroke,
  width,
  opacity,
})
export const stitch = (path: Path, stroke: Hex, width = 1.1): Mark => ({
  path,
  stroke,
  width,
  opacity: 0.9,
  dash: '3 2.4',
})

export const baseOf = (fill: Fabric | Hex): Hex => (typeof fill === 'string' ? fill : fill.base)

export const backToFront = (pieces: readonly Piece[]): Piece[] =>
  [...pieces].sort((a, b) => a.z - b.z)
