import sharp, { type Sharp } from 'sharp'
import { darken, type Hex } from '#demo/draw/color.ts'
import { tintFor } from '#demo/product-picture.ts'
import { randomFrom } from '#demo/random.ts'
import { layDown, type Raster } from './shadows.ts'
import {
  type GarmentKind,
  getMaskFile,
  getPhotoFile,
  type ShopGarment,
  shopGarments,
} from './shop.ts'

/** Stretches the opacity around a half, so that an enlarged edge is as sharp as a small one. */
const EDGE = { slope: 2.4, offset: -128 * (2.4 - 1) } as const

const rawOf = async (picture: Sharp): Promise<Buffer> => picture.raw().toBuffer()

/** The garment alone, `width` pixels wide, with opacity. */
export const cutOut = async (id: string, width: number): Promise<Raster> => {
  const garment = shopGarments().get(id)
  if (!garment) throw new Error(`The demo shop has no garment ${id}`)
  const [left, top, right, bottom] = garment.box
  const area = { left, top, width: right - left, height: bottom - top }
  const size = {
    width: Math.round(width),
    height: Math.max(1, Math.round((width * area.height) / area.width)),
  }
  const fitted = { ...size, fit: 'fill', kernel: 'lanczos3' } as const
  const [colors, opacity] = await Promise.all([
    rawOf(
      sharp(getPhotoFile(id))
        .removeAlpha()
        .extract(area)
        .resize(fitted)
        .linear(garment.gain, 0)
        .sharpen({ sigma: 0.9, m1: 0.4, m2: 1.6 }),
    ),
    rawOf(
      sharp(getMaskFile(id))
        .extractChannel(0)
        .extract(area)
        .resize({ ...fitted, kernel: 'cubic' })
        .blur(Math.max(0.5, (0.9 * size.width) / area.width))
        .linear(EDGE.slope, EDGE.offset),
    ),
  ])
  const data = Buffer.alloc(size.width * size.height * 4)
  for (let pixel = 0; pixel < opacity.length; pixel++) {
    colors.copy(data, pixel * 4, pixel * 3, pixel * 3 + 3)
    data[pixel * 4 + 3] = opacity[pixel] ?? 0
  }
  return { data, ...size }
}

/** The largest share of the frame's width and height, so that garments of a kind have one scale. */
const SHARES: Readonly<Record<GarmentKind, readonly [number, number]>> = {
  top: [0.8, 0.66],
  outerwear: [0.82, 0.76],
  dress: [0.74, 0.86],
  skirt: [0.7, 0.7],
  pants: [0.62, 0.86],
  shorts: [0.68, 0.5],
  footwear: [0.72, 0.54],
  hat: [0.62, 0.46],
}
const ACCENTS: readonly Hex[] = ['#C98B6B', '#8FA37C', '#7C95B0', '#C4A24F', '#B07A8C', '#6F9C98']

/** The pastel ground of a garment's picture. */
const groundOf = (id: string, { hex }: ShopGarment): Hex =>
  tintFor(hex, randomFrom(`ground ${id}`).pick(ACCENTS))

/** The product picture of a garment as JPEG; null if there is none. */
export const renderCutOut = async (id: string, frame: { width: number; height: number }) => {
  const garment = shopGarments().get(id)
  if (!garment) return null
  const { width, height } = frame
  const [left, top, right, bottom] = garment.box
  const [across, down] = SHARES[garment.kind]
  const zoom = Math.min((width * across) / (right - left), (height * down) / (bottom - top))
  const raster = await cutOut(id, (right - left) * zoom)
  const color = groundOf(id, garment)
  const sheet = await rawOf(sharp({ create: { width, height, channels: 3, background: color } }))
  const place = {
    left: (width - raster.width) / 2,
    top: (height - raster.height) / 2 - height * 0.01,
  }
  layDown({ data: sheet, width, height }, raster, place, darken(color, 0.72))
  const data = await sharp(sheet, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return { data, width, height, color }
}
