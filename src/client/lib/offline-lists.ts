import type { OfflineProduct } from '#shared/contract/offline-products.ts'
import { OFFLINE_CACHE } from './service-worker-names.ts'

/** Products for matching photos without a network, in a cache of the browser. */

export type OfflineSubject = { shop: string } | { celebrity: string }

export type OfflineList = {
  id: string
  subject: OfflineSubject
  name: string
  /** The version of its vectors. */
  version: string
  /** When it was downloaded. It is in the paths of the parts, so that a broken update changes nothing. */
  downloadedAt: number
  parts: number
  products: number
  bytes: number
  /** Addresses of the stored pictures. */
  pictures: string[]
}

export const buildOfflineListId = (subject: OfflineSubject): string =>
  'shop' in subject ? `shop-${subject.shop}` : `person-${subject.celebrity}`

export const canStoreOffline = (): boolean =>
  'caches' in globalThis && 'CompressionStream' in globalThis

const FOLDER = '/offline-products/'
const buildIndexPath = (id: string) => `${FOLDER}${encodeURIComponent(id)}`
export const buildPartPath = (
  { id, downloadedAt }: Pick<OfflineList, 'id' | 'downloadedAt'>,
  part: number,
) => `${buildIndexPath(id)}/${downloadedAt}/${part}`

const openCache = () => caches.open(OFFLINE_CACHE)

const getPath = ({ url }: Request) => new URL(url).pathname

export const readOfflineLists = async (): Promise<OfflineList[]> => {
  if (!canStoreOffline()) return []
  const cache = await openCache()
  const indexes = (await cache.keys()).filter(
    (request) => getPath(request).startsWith(FOLDER) && getPath(request).split('/').length === 3,
  )
  const lists = await Promise.all(
    indexes.map(async (request) => (await (await cache.match(request))?.json()) as OfflineList),
  )
  return lists.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Stores a part compressed, which leaves a quarter of it, and returns how many bytes it takes. */
export const cacheListPart = async (
  path: string,
  products: readonly OfflineProduct[],
  etag: string,
) => {
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
    products: (await text.json()) as OfflineProduct[],
  }
}

/** The size of the stored picture; null if it could not be fetched. */
export const storePicture = async (address: string): Promise<number | null> => {
  const cache = await openCache()
  const stored = await cache.match(address)
  if (stored) return (await stored.blob()).size
  const headers = { accept: 'image/avif,image/webp,*/*' }
  const response = await fetch(address, { headers }).catch(() => null)
  if (!response?.ok) return null
  const { size } = await response.clone().blob()
  await cache.put(address, response)
  return size
}

export const readPicture = async (address: string): Promise<Blob | null> =>
  (await (await openCache()).match(address))?.blob() ?? null

/** Deletes what belongs to no list: parts of earlier versions, and pictures without products. */
const deleteUnlistedFiles = async () => {
  const lists = await readOfflineLists()
  const neededPaths = new Set<string>()
  for (const list of lists) {
    neededPaths.add(buildIndexPath(list.id))
    for (let part = 0; part < list.parts; part += 1) neededPaths.add(buildPartPath(list, part))
    for (const picture of list.pictures) neededPaths.add(picture)
  }
  const cache = await openCache()
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!neededPaths.has(`${pathname}${search}`)) await cache.delete(request)
  }
}

export const storeOfflineList = async (list: OfflineList) => {
  await (await openCache()).put(buildIndexPath(list.id), new Response(JSON.stringify(list)))
  await deleteUnlistedFiles()
}

export const removeOfflineList = async (id: string) => {
  await (await openCache()).delete(buildIndexPath(id))
  await deleteUnlistedFiles()
}
