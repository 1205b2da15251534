import { queryOptions } from '@tanstack/react-query'
import { ApiError, callUrl } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import {
  listPockets,
  partPath,
  type Pocket,
  pocketId,
  type PocketSubject,
  readPart,
  removePocket,
  storePart,
  storePicture,
  storePocket,
} from '#client/lib/pockets.ts'
import { POCKET } from '#shared/constants.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import type { PocketProduct, pocketCalls } from '#shared/contract/pocket.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import { pictureUrl } from '#shared/pictures.ts'

export const pocketsQuery = queryOptions({
  queryKey: ['pockets'],
  queryFn: listPockets,
  networkMode: 'always',
})

type Part = ReplyOf<(typeof pocketCalls)['GET /api/pocket']>['data'] & { etag: string }

/** Null if the part with this ETag is still current. */
const fetchPart = async (
  subject: PocketSubject,
  part: number,
  etag: string | null,
): Promise<Part | null> => {
  const response = await fetch(callUrl('GET /api/pocket', {}, { ...subject, part }), {
    // The reply is the same for everyone.
    credentials: 'omit',
    cache: 'no-store',
    ...(etag !== null && { headers: { 'if-none-match': etag } }),
  }).catch(() => null)
  if (response?.status === 304) return null
  if (!response?.ok) throw new ApiError(response?.status ?? 0, CALL_ERRORS.network)
  const { data } = (await response.json()) as { data: Omit<Part, 'etag'> }
  return { ...data, etag: response.headers.get('etag') ?? '' }
}

/** Few enough that the server can answer other visitors meanwhile. */
const PICTURES_AT_ONCE = 4

const storePictures = async (products: readonly PocketProduct[]) => {
  const waiting = [...new Set(products.map(({ picture }) => picture))]
    .filter((picture) => picture !== '')
    .slice(0, POCKET.pictures)
    .map((picture) => pictureUrl(picture, POCKET.pictureWidth))
  const pictures: string[] = []
  let bytes = 0
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (bytes >= POCKET.pictureBytes) return
      const size = await storePicture(next)
      if (size === null) continue
      bytes += size
      pictures.push(next)
    }
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work))
  return { pictures, bytes }
}

/** Stores what a shop sells or a person wears, or brings it up to date. */
export const downloadPocket = async (
  subject: PocketSubject,
  onProgress: (share: number) => void = () => undefined,
): Promise<Pocket> => {
  const id = pocketId(subject)
  const before = (await listPockets()).find((pocket) => pocket.id === id)
  const pocket = { id, of: subject, takenAt: Date.now(), name: '', version: '', parts: 1 }
  const products: PocketProduct[] = []
  let bytes = 0
  try {
    for (let part = 0; part < pocket.parts; part += 1) {
      const stored = before ? await readPart(partPath(before, part)) : null
      const update = await fetchPart(subject, part, stored?.etag ?? null)
      const { name, version, parts } = update ?? before ?? pocket
      Object.assign(pocket, { name, version, parts })
      const current = update ?? stored ?? { products: [], etag: '' }
      bytes += await storePart(partPath(pocket, part), current.products, current.etag)
      products.push(...current.products)
      onProgress((part + 1) / (parts + 1))
    }
    const pictures = await storePictures(products)
    const whole = {
      ...pocket,
      products: products.length,
      pictures: pictures.pictures,
      bytes: bytes + pictures.bytes,
    }
    await storePocket(whole)
    return whole
  } catch (error) {
    // Either call deletes the parts that have arrived; an earlier pocket stays as it was.
    await (before ? storePocket(before) : removePocket(id))
    throw error
  }
}

const FRESH_MS = 10 * 60_000

/** Brings the pockets up to date, because products may have been removed from the catalogue. */
export const refreshPockets = async () => {
  for (const { id, of: subject, takenAt } of await listPockets()) {
    if (Date.now() - takenAt < FRESH_MS) continue
    try {
      await downloadPocket(subject)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) await removePocket(id)
      else logProblem(`The pocket ${id} was not updated`, error)
    }
  }
}
