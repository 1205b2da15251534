import { darken, lightness, mix, lighten, type Hex } from './draw/color.ts'
import { piecesSvg } from './draw/svg.ts'
import { flattenPath, svgOf, type Path } from './draw/path.ts'
import { backToFront, type Piece } from './draw/piece.ts'
import { BODIES } from './figure/body.ts'
import { LAID_OUT } from './figure/pose.ts'
import { buildFigure } from './figure/skeleton.ts'
import { drawGarment } from './garments/draw-garment.ts'
import { heelOf } from './garments/shoe-parts.ts'
import { NOT_WORN, type Garment } from './garments/garment.ts'
import { FEMININE } from './wardrobe/styles.ts'

/** The garment laid flat. */
export const flatLay = (garment: Garment): Piece[] => {
  const body = FEMININE.has(garment.type) ? BODIES.slender : BODIES.lanky
  const figure = buildFigure(body, LAID_OUT, heelOf(garment.type, garment.cut), true)
  return backToFront(drawGarment(garment, figure, { ...NOT_WORN, open: garment.cut % 2 === 0 }))
}
export const boundsOf = (paths: readonly Path[]) => {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const path of paths)
    for (const polygon of flattenPath(path))
      for (const [x, y] of polygon) {
        x0 = Math.min(x0, x)
        x1 = Math.max(x1, x)
        y0 = Math.min(y0, y)
        y1 = Math.max(y1, y)
      }
  return { x0, y0, x1, y1 }
}
/** A pale tint of the garment's colour, distinct from light cloth too. */
export const tintFor = (hex: Hex, accent: Hex): Hex =>
  lightness(hex) > 0.78
    ? mix(lighten(accent, 0.62), '#E9DFCF', 0.45)
    : mix(lighten(hex, 0.8), '#F3EBDF', 0.4)

const FILL = 0.8

export const productSvg = (
  garment: Garment,
  ground: Hex,
  width: number,
  height: number,
): string => {
  const pieces = flatLay(garment)
  const { x0, y0, x1, y1 } = boundsOf(pieces.map(({ path }) => path))
  const zoom = Math.min((width * FILL) / (x1 - x0), (height * FILL) / (y1 - y0))
  const place = `translate(${width / 2} ${height / 2 - height * 0.01}) scale(${zoom}) translate(${-(x0 + x1) / 2} ${-(y0 + y1) / 2})`
  const silhouette = pieces.map(({ path }) => svgOf(path)).join('')
  const cast = [10, 7, 4.5]
    .map(
      (reach) =>
        `<path d="${silhouette}" transform="translate(${reach / zoom} ${(reach * 1.3) / zoom})" fill="${darken(ground, 0.5)}" fill-opacity=".09"/>`,
    )
    .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<rect width="${width}" height="${height}" fill="${ground}"/><g transform="${place}">${cast}${piecesSvg(pieces)}</g></svg>`
  )
}
