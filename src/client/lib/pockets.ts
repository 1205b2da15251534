import type { PocketProduct } from '#shared/contract/pocket.ts'
import { POCKETS_CACHE } from './service-worker-names.ts'

/** Pockets: products for matching photos without a network, in a cache of the browser. */

export type PocketSubject = { shop: string } | { celebrity: string }

export type Pocket = {
  id: string
  of: PocketSubject
  name: string
  /** The version of its vectors. */
  version: string
  /** When it was downloaded. It is in the paths of the parts, so that a broken update changes nothing. */
  takenAt: number
  parts: number
  products: number
  bytes: number
  /** Addresses of the stored pictures. */
  pictures: string[]
}

export const pocketId = (subject: PocketSubject): string =>
  'shop' in subject ? `shop-${subject.shop}` : `person-${subject.celebrity}`

export const canStorePockets = (): boolean =>
  'caches' in globalThis && 'CompressionStream' in globalThis

const FOLDER = '/pockets/'
const indexPath = (id: string) => `${FOLDER}${encodeURIComponent(id)}`
export const partPath = ({ id, takenAt }: Pick<Pocket, 'id' | 'takenAt'>, part: number) =>
  `${indexPath(id)}/${takenAt}/${part}`

const openCache = () => caches.open(POCKETS_CACHE)

const pathOf = ({ url }: Request) => new URL(url).pathname

export const listPockets = async (): Promise<Pocket[]> => {
  if (!canStorePockets()) return []
  const cache = await openCache()
  const indexes = (await cache.keys()).filter(
    (request) => pathOf(request).startsWith(FOLDER) && pathOf(request).split('/').length === 3,
  )
  const pockets = await Promise.all(
    indexes.map(async (request) => (await (await cache.match(request))?.json()) as Pocket),
  )
  return pockets.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Stores a part compressed, which leaves a quarter of it, and returns how many bytes it takes. */
export const storePart = async (path: string, products: readonly PocketProduct[], etag: string) => {
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

/** Deletes what belongs to no pocket: parts of earlier versions, and pictures without products. */
const deleteUnused = async () => {
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

export const storePocket = async (pocket: Pocket) => {
  await (await openCache()).put(indexPath(pocket.id), new Response(JSON.stringify(pocket)))
  await deleteUnused()
}

export const removePocket = async (id: string) => {
  await (await openCache()).delete(indexPath(id))
  await deleteUnused()
}
