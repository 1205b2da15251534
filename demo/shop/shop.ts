import { readFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { Hex } from '#demo/draw/color.ts'
import type { DemoPicture } from '#demo/pictures.ts'

/** The built server runs from another folder than the sources. */
const shopAbove = (folder: string): string => {
  const shop = join(folder, 'demo', 'shop')
  return existsSync(join(shop, 'feed.xml')) ? shop : shopAbove(dirname(folder))
}

const FOLDER = shopAbove(import.meta.dirname)

export type GarmentKind =
  | 'top'
  | 'outerwear'
  | 'dress'
  | 'skirt'
  | 'pants'
  | 'shorts'
  | 'footwear'
  | 'hat'
/** A garment and where it is in its photo. */
export type ShopGarment = {
  kind: GarmentKind
  /** The median of its pixels. */
  hex: Hex
  /** Left, top, right and bottom of its mask in pixels. */
  box: readonly [number, number, number, number]
  /** How much lighter a shop would show a photo that was taken in a dim room. */
  gain: number
}

let garments: ReadonlyMap<string, ShopGarment> | null = null
/** By the name of the photo: what the shop sells, and what the samples of Home show. */
export const shopGarments = (): ReadonlyMap<string, ShopGarment> =>
  (garments ??= new Map(
    Object.entries(
      JSON.parse(readFileSync(join(FOLDER, 'garments.json'), 'utf8')) as Record<
        string,
        ShopGarment
      >,
    ),
  ))

export const getPhotoFile = (id: string) => join(FOLDER, 'photos', `${id}.webp`)
/** The garment's opacity in its photo, as large as the photo. */
export const getMaskFile = (id: string) => join(FOLDER, 'masks', `${id}.webp`)

/** An invented shop with real photos of second-hand clothes, shoes and hats. */
export const DEMO_SHOP = {
  name: 'Second Look',
  feed: join(FOLDER, 'feed.xml'),
  credit: 'Photos: Clothing dataset by Alexey Grigorev and contributors (CC0)',
} as const

const PHOTO = /^demo\/shop\/([0-9a-f]{8})\.webp$/

/** The seller's photo behind a key such as `demo/shop/….webp`; null if there is none. */
export const readShopPhoto = async (key: string): Promise<DemoPicture | null> => {
  const id = PHOTO.exec(key)?.[1]
  if (id === undefined || !shopGarments().has(id)) return null
  const data = await readFile(getPhotoFile(id))
  const photo = sharp(data)
  const { width, height } = await photo.metadata()
  const { r, g, b } = (await photo.stats()).dominant
  const color = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return { data, width, height, color }
}
