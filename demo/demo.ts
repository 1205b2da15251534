import type { DemoCatalog } from './catalog.ts'
import type { DemoPicture } from './pictures.ts'

/**
 * The only file of the demo that the rest of the project imports. Everything behind it is loaded on
 * first use, so a server with a catalogue of its own does not load the illustrator.
 */
export type { DemoRow } from './catalog.ts'
export type { DemoOffer } from './offers.ts'
export type { DemoPicture } from './pictures.ts'

/** The whole catalogue, without its pictures. */
export const readDemoCatalog = async (): Promise<DemoCatalog> =>
  (await import('./catalog.ts')).demoCatalog()

/** The picture behind a media key such as `demo/looks/….jpg`; null if the demo has none. */
export const drawDemoPicture = async (key: string): Promise<DemoPicture | null> => {
  if (key.startsWith('demo/shop/')) return (await import('./shop/shop.ts')).readShopPhoto(key)
  return key.startsWith('demo/') ? (await import('./pictures.ts')).renderDemoPicture(key) : null
}

/** The offers of every product, with their stock and former prices. */
export const readDemoOffers = async () => (await import('./offers.ts')).demoOffers()

/** What users of the demo's site add: pages, boards, suggestions and clicks. */
export const readDemoCommunity = async () => (await import('./community.ts')).demoCommunity()

/** What the drawings show and what the items of the shop say, for judging a search. */
export const readDrawnProducts = async () =>
  (await import('./wardrobe/wardrobe.ts')).wardrobe().products
export const readShopItems = async () => (await import('./shop/items.ts')).shopItems()

/** The shop whose feed fills an empty database beside the catalogue, and its cut-outs. */
export const readDemoShop = async () => {
  const [{ DEMO_SHOP }, { shopItems }] = await Promise.all([
    import('./shop/shop.ts'),
    import('./shop/items.ts'),
  ])
  const pictures = [...shopItems().keys()].map((id) => `/media/demo/cutouts/${id}.jpg`)
  return { ...DEMO_SHOP, pictures }
}

/** Photo number `index` of somebody in one of the looks, as JPEG. The same number gives the same photo. */
export const drawDemoPhoto = async (index: number): Promise<Buffer> =>
  (await (await import('./photos.ts')).makePhoto(index)).data
