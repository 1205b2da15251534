import type { PocketProduct } from '#shared/contract/pocket.ts'
import { POCKETS_CACHE } from './cache-names.ts'

/** What was taken along for matching without a network, in a cache of the browser. */

export type PocketOf = { shop: string } | { celebrity: string }

export type Pocket = {
  id: string
  of: PocketOf
  name: string
  /** Of its vectors. */
  version: string
  /** When it was taken: its parts are stored under it, so that a broken update changes nothing. */
  takenAt: number
  parts: number
  products: number
  bytes: number
  /** Addresses of the pictures that are here. */
  pictures: string[]
}

export const pocketId = (of: PocketOf): string =>
  'shop' in of ? `shop-${of.shop}` : `person-${of.celebrity}`

export const canTakeAlong = (): boolean =>
  'caches' in globalThis && 'CompressionStream' in globalThis

const FOLDER = '/pockets/'
const indexPath = (id: string) => `${FOLDER}${encodeURIComponent(id)}`
export const partPath = ({ id, takenAt }: Pick<Pocket, 'id' | 'takenAt'>, part: number) =>
  `${indexPath(id)}/${takenAt}/${part}`

const openCache = () => caches.open(POCKETS_CACHE)

const pathOf = ({ url }: Request) => new URL(url).pathname

export const listPockets = async (): Promise<Pocket[]> => {
  if (!canTakeAlong()) return []
  const cache = await openCache()
  const indexes = (await cache.keys()).filter(
    (request) => pathOf(request).startsWith(FOLDER) && pathOf(request).split('/').length === 3,
  )
  const found = await Promise.all(
    indexes.map(async (request) => (await (await cache.match(request))?.json()) as Pocket),
  )
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Titles and words shrink to a quarter; how many bytes are left of them all. */
export const keepPart = async (path: string, products: readonly PocketProduct[], etag: string) => {
  const text = new Blob([JSON.stringify(products)])
  const packed = await new Response(text.stream().pipeThrough(new CompressionStream('gzip'))).blob()
  const cache = await openCache()
  await cache.put(path, new Response(packed, { headers: { etag } }))
  return packed.size
}

export const readPart = async (path: string) => {
  const response = await (await openCache()).match(path)
  if (!response?.body) return null
  const text = new Response(response.body.pipeThrough(new DecompressionStream('gzip')))
  return {
    etag: response.headers.get('etag') ?? '',
    products: (await text.json()) as PocketProduct[],
  }
}

/** Its size, or null if it cannot be had. */
export const keepPicture = async (address: string): Promise<number | null> => {
  const cache = await openCache()
  const kept = await cache.match(address)
  if (kept) return (await kept.blob()).size
  const headers = { accept: 'image/avif,image/webp,*/*' }
  const response = await fetch(address, { headers }).catch(() => null)
  if (!response?.ok) return null
  const { size } = await response.clone().blob()
  await cache.put(address, response)
  return size
}

export const readPicture = async (address: string): Promise<Blob | null> =>
  (await (await openCache()).match(address))?.blob() ?? null

/** What belongs to no pocket: earlier parts, and pictures that nobody needs any more. */
const forgetTheRest = async () => {
  const pockets = await listPockets()
  const needed = new Set<string>()
  for (const pocket of pockets) {
    needed.add(indexPath(pocket.id))
    for (let part = 0; part < pocket.parts; part += 1) needed.add(partPath(pocket, part))
    for (const picture of pocket.pictures) needed.add(picture)
  }
  const cache = await openCache()
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!needed.has(`${pathname}${search}`)) await cache.delete(request)
  }
}

export const keepPocket = async (pocket: Pocket) => {
  await (await openCache()).put(indexPath(pocket.id), new Response(JSON.stringify(pocket)))
  await forgetTheRest()
}

export const removePocket = async (id: string) => {
  await (await openCache()).delete(indexPath(id))
  await forgetTheRest()
}
