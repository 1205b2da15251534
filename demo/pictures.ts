import sharp from 'sharp'
import { renderFlatLay } from './shop/flat-lays.ts'
import { renderCutOut } from './shop/cut-outs.ts'
import type { Hex } from './draw/color.ts'
import type { Garment } from './garments/garment.ts'
import { grainTile } from './grain.ts'
import { productSvg, reliefOf, renderLitProduct, tintFor } from './product-picture.ts'
import { portraitSvg } from './portraits.ts'
import { lookSvg } from './scenes.ts'
import { buildCelebrityImageName } from '#shared/domain/celebrity.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

export type DemoPictureSvg = { svg: string; width: number; height: number }
export type DemoPicture = {
  data: Buffer
  width: number
  height: number
  /** Its background colour. */ color: string
}
type Drawing = DemoPictureSvg & { color: string }

export const PRODUCT_PICTURE = { width: 640, height: 800 } as const
const GRAIN = 22

const groundOf = ({ fabric, trim }: Garment): Hex => tintFor(fabric.base, trim)
const productDrawing = (id: string): Drawing | null => {
  const garment = wardrobe().productById.get(id)?.garment
  if (!garment) return null
  const { width, height } = PRODUCT_PICTURE
  const color = groundOf(garment)
  return { svg: productSvg(garment, color, width, height), width, height, color }
}
const lookDrawing = (id: string): Drawing | null => {
  const look = wardrobe().lookById.get(id)
  return look ? { ...lookSvg(look), color: look.ground[0] } : null
}
const portraitDrawing = (name: string): Drawing | null => {
  const { people, looks } = wardrobe()
  const person = people.find(
    (candidate) => buildCelebrityImageName(candidate.name) === `${name}.jpg`,
  )
  return person
    ? portraitSvg(
        person,
        looks.filter((look) => look.person === person),
      )
    : null
}
const DRAWINGS: Readonly<Record<string, (name: string) => Drawing | null>> = {
  looks: lookDrawing,
  products: productDrawing,
  celebrities: portraitDrawing,
}
const drawingOf = (key: string): Drawing | null => {
  const [, folder = '', name = ''] = /^demo\/([a-z]+)\/([a-z0-9-]+)\.jpg$/.exec(key) ?? []
  return Object.hasOwn(DRAWINGS, folder) ? (DRAWINGS[folder]?.(name) ?? null) : null
}

/** The drawing behind a key such as `demo/looks/….jpg`; null if there is none. */
export const demoPictureSvg = (key: string): DemoPictureSvg | null => {
  const drawing = drawingOf(key)
  return drawing && { svg: drawing.svg, width: drawing.width, height: drawing.height }
}
const LOOK = /^demo\/looks\/([a-z0-9-]+)\.jpg$/
const PRODUCT = /^demo\/products\/([a-z0-9-]+)\.jpg$/
const CUT_OUT = /^demo\/cutouts\/([0-9a-f]{8})\.jpg$/

/** The picture as JPEG; drawings have grain. */
export const renderDemoPicture = async (key: string): Promise<DemoPicture | null> => {
  const photo = CUT_OUT.exec(key)?.[1]
  if (photo !== undefined) return renderCutOut(photo, PRODUCT_PICTURE)
  const outfit = wardrobe().outfits.get(LOOK.exec(key)?.[1] ?? '')
  if (outfit) return renderFlatLay(outfit)
  const drawing = drawingOf(key)
  if (!drawing) return null
  const { width, height, color } = drawing
  const garment = wardrobe().productById.get(PRODUCT.exec(key)?.[1] ?? '')?.garment
  const relief = garment ? reliefOf(garment) : null
  const raw = { width, height, channels: 3 } as const
  const picture =
    garment && relief
      ? sharp((await renderLitProduct(garment, relief, color, { width, height })).data, { raw })
      : sharp(Buffer.from(drawing.svg))
  const data = await picture
    .composite([{ input: await grainTile(GRAIN), tile: true }])
    .removeAlpha()
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return { data, width, height, color }
}
