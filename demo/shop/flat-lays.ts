import sharp from 'sharp'
import type { Hex } from '#demo/draw/color.ts'
import type { PaintedScene } from '#demo/draw/visible-boxes.ts'
import { randomFrom } from '#demo/random.ts'
import { cutOut } from './cut-outs.ts'
import type { Outfit } from './outfits.ts'
import { layDown, type Raster } from './shadows.ts'
import { type GarmentKind, shopGarments } from './shop.ts'
import { paintSurface, surfaceOf } from './surfaces.ts'

export const FLAT_LAY = { width: 840, height: 1120 } as const

/** Where the middle of a garment lies and the largest part of the frame that it takes. */
type Spot = { x: number; y: number; width: number; height: number; turn: number }
type Layout = Readonly<Partial<Record<GarmentKind, Spot>>>
const spot = (x: number, y: number, width: number, height: number, turn = 0): Spot => ({
  x,
  y,
  width,
  height,
  turn,
})

/** From the bottom to the top of the pile. */
const ORDER: readonly GarmentKind[] = [
  'outerwear',
  'pants',
  'skirt',
  'shorts',
  'dress',
  'top',
  'footwear',
  'hat',
]

const LAYOUTS: Readonly<Record<'layered' | 'dress' | 'coatDress' | 'simple', Layout>> = {
  layered: {
    outerwear: spot(0.3, 0.32, 0.56, 0.5, -7),
    top: spot(0.67, 0.3, 0.5, 0.36, 6),
    pants: spot(0.66, 0.68, 0.4, 0.56, 3),
    skirt: spot(0.64, 0.66, 0.44, 0.42, 4),
    shorts: spot(0.64, 0.64, 0.42, 0.32, 4),
    footwear: spot(0.26, 0.79, 0.36, 0.24, -8),
    hat: spot(0.79, 0.1, 0.25, 0.16, 9),
  },
  coatDress: {
    outerwear: spot(0.31, 0.36, 0.56, 0.56, -7),
    dress: spot(0.66, 0.47, 0.5, 0.68, 5),
    footwear: spot(0.27, 0.81, 0.36, 0.24, -6),
    hat: spot(0.28, 0.09, 0.25, 0.16, -9),
  },
  dress: {
    dress: spot(0.42, 0.46, 0.58, 0.76, -5),
    footwear: spot(0.75, 0.8, 0.37, 0.25, 9),
    hat: spot(0.76, 0.2, 0.34, 0.24, 10),
  },
  simple: {
    top: spot(0.44, 0.27, 0.62, 0.42, -5),
    pants: spot(0.5, 0.66, 0.44, 0.6, 4),
    skirt: spot(0.5, 0.63, 0.5, 0.46, 4),
    shorts: spot(0.5, 0.62, 0.48, 0.36, 4),
    footwear: spot(0.24, 0.85, 0.36, 0.22, -9),
    hat: spot(0.82, 0.15, 0.28, 0.2, 11),
  },
}

const kindOf = (id: string) => shopGarments().get(id)?.kind

const layoutFor = (garments: readonly string[]): Layout => {
  const has = (kind: GarmentKind) => garments.some((id) => kindOf(id) === kind)
  if (has('dress')) return has('outerwear') ? LAYOUTS.coatDress : LAYOUTS.dress
  return has('outerwear') ? LAYOUTS.layered : LAYOUTS.simple
}

type LaidPiece = { id: string; raster: Raster; left: number; top: number }

const turned = async ({ data, width, height }: Raster, degrees: number): Promise<Raster> => {
  const { data: pixels, info } = await sharp(data, { raw: { width, height, channels: 4 } })
    .rotate(degrees, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: pixels, width: info.width, height: info.height }
}

/** The garments of an outfit as they lie, the lowest first. */
const layOut = async (name: string, garments: readonly string[]): Promise<LaidPiece[]> => {
  const random = randomFrom(`flat lay ${name}`)
  const layout = layoutFor(garments)
  const isMirrored = random.odds(0.5)
  const laid: LaidPiece[] = []
  for (const kind of ORDER)
    for (const id of garments.filter((garment) => kindOf(garment) === kind)) {
      const place = layout[kind]
      const garment = shopGarments().get(id)
      if (!place || !garment) continue
      const [left, top, right, bottom] = garment.box
      const zoom = Math.min(
        (place.width * FLAT_LAY.width) / (right - left),
        (place.height * FLAT_LAY.height) / (bottom - top),
      )
      const degrees = (isMirrored ? -place.turn : place.turn) + random.between(-3, 3)
      const raster = await turned(
        await cutOut(id, (right - left) * zoom),
        Math.round(degrees * 10) / 10,
      )
      const x = (isMirrored ? 1 - place.x : place.x) + random.between(-0.015, 0.015)
      const y = place.y + random.between(-0.012, 0.012)
      laid.push({
        id,
        raster,
        left: Math.round(x * FLAT_LAY.width - raster.width / 2),
        top: Math.round(y * FLAT_LAY.height - raster.height / 2),
      })
    }
  return laid
}

/** Garments by id on the surface of `owner`, as JPEG. The same name gives the same picture. */
export const renderGarments = async (name: string, owner: string, garments: readonly string[]) => {
  const { width, height } = FLAT_LAY
  const surface = surfaceOf(owner)
  const sheet: Raster = { data: Buffer.alloc(width * height * 3), width, height }
  paintSurface(sheet, surface)
  for (const { raster, ...place } of await layOut(name, garments))
    layDown(sheet, raster, place, surface.shadow)
  const data = await sharp(sheet.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return { data, width, height, color: surface.base satisfies Hex }
}

const garmentsOf = ({ pieces }: Outfit) => pieces.map(({ item }) => item.id)

/** The creator's picture of an outfit. */
export const renderFlatLay = (outfit: Outfit) =>
  renderGarments(outfit.id, outfit.person.name, garmentsOf(outfit))

const OPAQUE = 127

type Owner = PaintedScene['owners'] extends Map<string, infer T> ? T : never

/** Which garment shows in each pixel. */
export const paintLaidPieces = async (outfit: Outfit): Promise<PaintedScene> => {
  const { width, height } = FLAT_LAY
  const grid = new Uint16Array(width * height)
  const laid = await layOut(outfit.id, garmentsOf(outfit))
  const owners = laid.map((_, index): Owner => ({
    number: index + 1,
    area: 0,
    cells: 0,
    x0: Infinity,
    y0: Infinity,
    x1: -Infinity,
    y1: -Infinity,
    left: Infinity,
    top: Infinity,
    right: -Infinity,
    bottom: -Infinity,
  }))
  for (const [index, { raster, left, top }] of laid.entries())
    for (let y = Math.max(0, -top); y < Math.min(raster.height, height - top); y++)
      for (let x = Math.max(0, -left); x < Math.min(raster.width, width - left); x++)
        if ((raster.data[(y * raster.width + x) * 4 + 3] ?? 0) > OPAQUE) {
          grid[(y + top) * width + x + left] = index + 1
          const owner = owners[index]
          if (owner) owner.area += 1
        }
  for (const [at, number] of grid.entries()) {
    const owner = owners[number - 1]
    if (!owner) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    owner.cells += 1
    owner.x0 = Math.min(owner.x0, x)
    owner.y0 = Math.min(owner.y0, y)
    owner.x1 = Math.max(owner.x1, x + 1)
    owner.y1 = Math.max(owner.y1, y + 1)
  }
  return {
    grid,
    columns: width,
    rows: height,
    owners: new Map(laid.map(({ id }, index) => [id, owners[index] as Owner])),
  }
}
