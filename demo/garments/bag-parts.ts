import { type Path, pathOf, transformPath } from '#demo/draw/path.ts'
import { mark, type Mark, type Piece, seam, stitch } from '#demo/draw/piece.ts'
import type { Matrix, Point } from '#demo/draw/point.ts'
import { cord } from '#demo/draw/tube.ts'
import type { Figure } from '#demo/figure/skeleton.ts'
import { LAYER } from '#demo/layers.ts'
import type { Garment, Worn } from './garment.ts'

/** Where a carried bag hangs: from the fist or the crook of the arm. */
export const hangAt = (figure: Figure, worn: Worn): { at: Point; z: number } => {
  if (figure.flat) return { at: [0, 0], z: LAYER.bag }
  const hand = figure.hand(worn.hand)
  if (hand.pose.carries === 'crook') return { at: figure.arm(worn.hand).at(0, 0.68), z: LAYER.bag }
  const grip: Point = [hand.frame[0] * 14 + hand.frame[4], hand.frame[1] * 14 + hand.frame[5]]
  return { at: grip, z: LAYER.hands - 0.5 }
}

export type Art = {
  d: string
  fill?: string
  line?: string
  width?: number
  stitched?: boolean
  opacity?: number
}

const artMarks = (art: readonly Art[], frame: Matrix): Mark[] =>
  art.map(({ d, fill, line, width, stitched, opacity }) => {
    const path = transformPath(pathOf(d), frame)
    if (line) return stitched ? stitch(path, line, width) : seam(path, line, width, opacity ?? 0.9)
    return mark(path, fill ?? '#000', opacity ?? 1)
  })

export const solid = (
  garment: Garment,
  z: number,
  d: string | Path,
  frame: Matrix,
  art: readonly Art[] = [],
  fill: Piece['fill'] = garment.fabric,
): Piece => ({
  owner: garment.id,
  z,
  path: transformPath(typeof d === 'string' ? pathOf(d) : d, frame),
  fill,
  shade: 9,
  edge: 0.7,
  marks: artMarks(art, frame),
})

export const handles = (
  garment: Garment,
  z: number,
  lines: readonly (readonly Point[])[],
  frame: Matrix,
  width: number,
  fill: string,
): Piece[] =>
  lines.map((points) => ({
    owner: garment.id,
    z,
    path: transformPath(cord(points, width), frame),
    fill,
  }))
