import type { APIRequestContext } from '@playwright/test'
import type { CatalogProduct, Celebrity, ImageTile } from '#shared/contract/catalog.ts'

type ImageList = { total: number; images: ImageTile[] }

/** Facts about the catalogue, read from the running server so that tests hard-code no names. */
export const readCatalogFacts = (request: APIRequestContext) => {
  const get = async <T>(path: string, params: Record<string, string> = {}): Promise<T> => {
    const reply = await request.get(path, { params })
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}`)
    return ((await reply.json()) as { data: T }).data
  }
  return {
    home: () =>
      get<{
        celebrities: { name: string }[]
        samples: { name: string }[]
        example: { products: { id: string; name: string }[] } | null
        newLooks: { image: string }[]
      }>('/api/home'),
    celebrities: async (style?: string) =>
      (await get<{ celebrities: Celebrity[] }>('/api/celebrities', style ? { style } : {}))
        .celebrities,
    images: (celebrities: string) => get<ImageList>('/api/images', { celebrities }),
    products: (celebrities: string) =>
      get<{ total: number; products: CatalogProduct[] }>('/api/products', { celebrities }),
    image: (url: string) =>
      get<{ celebrity: Celebrity; products: CatalogProduct[] }>('/api/image', { url }),
  }
}
