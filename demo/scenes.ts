import { DAYLIGHT, piecesSvg, type Light } from './draw/svg.ts'
import type { Piece } from './draw/piece.ts'
import { compose, translation, scaling, type Matrix } from './draw/point.ts'
import { visibleBoxes, type VisibleBox } from './draw/visible-boxes.ts'
import { backdropSvg } from './backdrops.ts'
import { dressFigure } from './figure/dressed.ts'
import { randomFrom } from './random.ts'
import type { Format, Look } from './wardrobe/looks.ts'

/** In drawing units. Pictures have `PIXELS` times as many pixels. */
export const FRAMES: Readonly<
  Record<Format, { width: number; height: number; zoom: number; floor: number }>
> = {
  tall: { width: 600, height: 900, zoom: 1.06, floor: 862 },
  medium: { width: 600, height: 800, zoom: 0.95, floor: 768 },
  close: { width: 600, height: 750, zoom: 1.24, floor: 1010 },
}
export const PIXELS = 4 / 3

export const topOf = (pieces: readonly Piece[]): number => {
  let top = Infinity
  for (const { path } of pieces)
    for (const command of path) {
      if (command[0] === 'C') top = Math.min(top, command[2], command[4], command[6])
      else if (command[0] !== 'Z') top = Math.min(top, command[2])
    }
  return top
}

export type LookScene = {
  pieces: Piece[]
  matrix: Matrix
  width: number
  height: number
  floor: number
  light: Light
}
/** The pieces of a look and their position in the frame. */
export const sceneOf = (look: Look): LookScene => {
  const { width, height, zoom, floor } = FRAMES[look.format]
  const { figure, pieces } = dressFigure(
    look.person.appearance,
    look.pose,
    look.products.map(({ garment }) => garment),
    look.lightFrom,
  )
  const random = randomFrom(`place ${look.id}`)
  const x = width / 2 + random.between(-26, 26)
  const top = topOf(pieces)
  const headroom = 34
  // Big hair and hats shrink the figure to keep it in the frame; a close crop is aligned to the top.
  const fit =
    look.format === 'close' ? zoom : Math.min(zoom, (floor - headroom) / (figure.ground - top))
  const y = look.format === 'close' ? headroom - top * fit : floor - figure.ground * fit
  return {
    pieces,
    width,
    height,
    floor: look.format === 'close' ? y + figure.ground * fit : floor,
    light: { ...DAYLIGHT, from: look.lightFrom },
    matrix: compose(translation(x, y), scaling(fit)),
  }
}
export const lookSvg = (look: Look): { svg: string; width: number; height: number } => {
  const scene = sceneOf(look)
  const { width, height, floor, matrix, light } = scene
  const play = randomFrom(`play ${look.id}`).next()
  const x = matrix[4]
  const shadow =
    floor < height
      ? `<ellipse cx="${x - light.from * 34}" cy="${floor - 2}" rx="138" ry="11" fill="#1a0f2e" fill-opacity=".22"/>`
      : ''
  const [w, h] = [Math.round(width * PIXELS), Math.round(height * PIXELS)]
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}">` +
    backdropSvg(look.backdrop, { width, height, floor, colors: look.ground, play }) +
    shadow +
    `<g transform="matrix(${matrix.join(' ')})">${piecesSvg(scene.pieces, light)}</g></svg>`
  return { svg, width: w, height: h }
}

/** Products with a smaller visible share do not count as shown. */
const SHOWN = 0.14
/** The visible box of each product of a look, in drawing units. */
export const visibleProducts = (
  scene: Pick<LookScene, 'pieces' | 'matrix' | 'width' | 'height'>,
  ids: readonly string[],
): Map<string, VisibleBox> => {
  const boxes = visibleBoxes(
    scene.pieces.map(({ owner, path }) => ({ owner, path, matrix: scene.matrix })),
    scene,
  )
  return new Map(
    ids.flatMap((id) => {
      const box = boxes.get(id)
      return box && box.share >= SHOWN && box.x1 - box.x0 >= 4 && box.y1 - box.y0 >= 4
        ? [[id, box] as const]
        : []
    }),
  )
}
