import type { Hex } from './colour.ts'
import type { Fabric } from './fabric.ts'
import type { Path } from './path.ts'

/** A line or patch inside a piece, cut off at its edge: seams, lapels, pockets, buttons. */
export type Mark = {
  path: Path
  fill?: Hex
  stroke?: Hex
  width?: number
  opacity?: number
  dash?: string
}

/** One area of one thing. Nothing is drawn outside pieces, so their outlines are the truth about where things are. */
export type Piece = {
  /** The product's id, or what part of the person it is. */
  owner: string
  /** Which of a pair it belongs to, where the two are worn so far apart that each is a thing to see. */
  part?: -1 | 1
  /** Later covers earlier: see `layers.ts`. */
  z: number
  path: Path
  fill: Fabric | Hex
  /** How far the cloth's threads are turned, in degrees. */
  turn?: number
  /** Width of the shadow plane along the side away from the light. */
  shade?: number
  /** A hair line at the edge, where the same cloth overlaps itself. */
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
