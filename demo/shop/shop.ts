import { readdir, readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import type { DemoPicture } from '#demo/pictures.ts'

/** The built server runs from another folder than the sources. */
const shopAbove = (folder: string): string => {
  const shop = join(folder, 'demo', 'shop')
  return existsSync(join(shop, 'feed.xml')) ? shop : shopAbove(dirname(folder))
}

const FOLDER = shopAbove(import.meta.dirname)

/** An invented shop with real photos of second-hand clothes, shoes and hats. */
export const DEMO_SHOP = {
  name: 'Second Look',
  feed: join(FOLDER, 'feed.xml'),
  credit: 'Photos: Clothing dataset by Alexey Grigorev and contributors (CC0)',
  /** Where they are served. */
  photos: async () =>
    (await readdir(join(FOLDER, 'photos'))).map((name) => `/media/demo/shop/${name}`),
} as const

const PHOTO = /^demo\/shop\/([0-9a-f]{8}\.webp)$/

/** The photo behind a key such as `demo/shop/….webp`; null if there is none. */
export const readShopPhoto = async (key: string): Promise<DemoPicture | null> => {
  const name = PHOTO.exec(key)?.[1]
  if (name === undefined) return null
  const data = await readFile(join(FOLDER, 'photos', name)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (!data) return null
  const photo = sharp(data)
  const { width, height } = await photo.metadata()
  const { r, g, b } = (await photo.stats()).dominant
  const color = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return { data, width, height, color }
}
