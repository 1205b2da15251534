import sharp from 'sharp'
import { darken, lightness, mix, lighten, type Hex } from './draw/color.ts'
import { flattenPath, svgOf, type Path } from './draw/path.ts'
import { backToFront, type Piece } from './draw/piece.ts'
import { LEATHER, lightPieces, METAL, type Relief } from './draw/relief.ts'
import { piecesSvg } from './draw/svg.ts'
import { BODIES } from './figure/body.ts'
import { LAID_OUT } from './figure/pose.ts'
import { buildFigure } from './figure/skeleton.ts'
import { drawGarment } from './garments/draw-garment.ts'
import { heelOf } from './garments/shoe-parts.ts'
import { NOT_WORN, type Garment, type GarmentType } from './garments/garment.ts'
import { layDown, type Raster } from './shop/shadows.ts'
import { FEMININE } from './wardrobe/styles.ts'

type Frame = { width: number; height: number }

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

const typesOf = (relief: Relief, ...types: GarmentType[]) =>
  Object.fromEntries(types.map((type) => [type, relief]))
const RELIEFS: Readonly<Partial<Record<GarmentType, Relief>>> = {
  ...typesOf(METAL, 'earrings', 'necklace', 'bracelet', 'watch'),
  ...typesOf(LEATHER, 'tote', 'shoulderBag', 'clutch', 'backpack', 'bucketBag', 'crossbody'),
  ...typesOf(LEATHER, 'topHandle', 'sneakers', 'boots', 'heels', 'loafers', 'sandals', 'flats'),
  ...typesOf(LEATHER, 'belt', 'gloves', 'sunglasses', 'glasses'),
}
/** Cloth stays flat, like the clothes in the looks of celebrities. */
export const reliefOf = ({ type }: Garment): Relief | null => RELIEFS[type] ?? null

/** The drawing alone, without ground, light and shadow. */
const layOut = (garment: Garment, { width, height }: Frame) => {
  const pieces = flatLay(garment)
  const { x0, y0, x1, y1 } = boundsOf(pieces.map(({ path }) => path))
  const zoom = Math.min((width * FILL) / (x1 - x0), (height * FILL) / (y1 - y0))
  const place = `translate(${width / 2} ${height / 2 - height * 0.01}) scale(${zoom}) translate(${-(x0 + x1) / 2} ${-(y0 + y1) / 2})`
  return { pieces, zoom, place }
}

export const productSvg = (
  garment: Garment,
  ground: Hex,
  width: number,
  height: number,
): string => {
  const { pieces, zoom, place } = layOut(garment, { width, height })
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

/** The product on its ground, in the light and with the shadow of the cut-outs beside it. */
export const renderLitProduct = async (
  garment: Garment,
  relief: Relief,
  ground: Hex,
  frame: Frame,
): Promise<Raster> => {
  const { pieces, place } = layOut(garment, frame)
  const open = `<g transform="${place}">`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}">${open}${piecesSvg(pieces)}</g></svg>`
  const drawing = { data: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), ...frame }
  await lightPieces(drawing, pieces, open, relief)
  const background = sharp({ create: { ...frame, channels: 3, background: ground } })
  const sheet = { data: await background.raw().toBuffer(), ...frame }
  layDown(sheet, drawing, { left: 0, top: 0 }, darken(ground, 0.72))
  return sheet
}
