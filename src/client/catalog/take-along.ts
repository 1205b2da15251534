import { queryOptions } from '@tanstack/react-query'
import { ApiError, callUrl } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import {
  keepPart,
  keepPicture,
  keepPocket,
  listPockets,
  partPath,
  type Pocket,
  pocketId,
  type PocketOf,
  readPart,
  removePocket,
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

/** Null if the server has nothing else than what is here. */
const askFor = async (of: PocketOf, part: number, etag: string | null): Promise<Part | null> => {
  const init = etag === null ? {} : { headers: { 'if-none-match': etag } }
  const response = await fetch(callUrl('GET /api/pocket', {}, { ...of, part }), {
    // Whoever is signed in gets the same.
    credentials: 'omit',
    cache: 'no-store',
    ...init,
  }).catch(() => null)
  if (response?.status === 304) return null
  if (!response?.ok) throw new ApiError(response?.status ?? 0, CALL_ERRORS.network)
  const { data } = (await response.json()) as { data: Omit<Part, 'etag'> }
  return { ...data, etag: response.headers.get('etag') ?? '' }
}

/** As many as fit, a few at a time so that others are served too. */
const PICTURES_AT_ONCE = 4

const keepPictures = async (products: readonly PocketProduct[]) => {
  const waiting = [...new Set(products.map(({ picture }) => picture))]
    .filter((picture) => picture !== '')
    .slice(0, POCKET.pictures)
    .map((picture) => pictureUrl(picture, POCKET.pictureWidth))
  const pictures: string[] = []
  let bytes = 0
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (bytes >= POCKET.pictureBytes) return
      const size = await keepPicture(next)
      if (size === null) continue
      bytes += size
      pictures.push(next)
    }
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work))
  return { pictures, bytes }
}

/** Takes what a shop sells or a person wears along, or brings it up to date. */
export const takeAlong = async (
  of: PocketOf,
  onProgress: (share: number) => void = () => undefined,
): Promise<Pocket> => {
  const id = pocketId(of)
  const before = (await listPockets()).find((pocket) => pocket.id === id)
  const pocket = { id, of, takenAt: Date.now(), name: '', version: '', parts: 1 }
  const products: PocketProduct[] = []
  let bytes = 0
  try {
    for (let part = 0; part < pocket.parts; part += 1) {
      const kept = before ? await readPart(partPath(before, part)) : null
      const sent = await askFor(of, part, kept?.etag ?? null)
      const { name, version, parts } = sent ?? before ?? pocket
      Object.assign(pocket, { name, version, parts })
      const { products: some, etag } = sent ?? kept ?? { products: [], etag: '' }
      bytes += await keepPart(partPath(pocket, part), some, etag)
      products.push(...some)
      onProgress((part + 1) / (parts + 1))
    }
    const pictures = await keepPictures(products)
    const whole = {
      ...pocket,
      products: products.length,
      pictures: pictures.pictures,
      bytes: bytes + pictures.bytes,
    }
    await keepPocket(whole)
    return whole
  } catch (error) {
    // Also forgets the parts that were already here, and leaves an earlier pocket as it was.
    await (before ? keepPocket(before) : removePocket(id))
    throw error
  }
}

const FRESH_MS = 10 * 60_000

/** Whoever is online again must not be shown what has been removed. */
export const refreshPockets = async () => {
  for (const { id, of, takenAt } of await listPockets()) {
    if (Date.now() - takenAt < FRESH_MS) continue
    try {
      await takeAlong(of)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) await removePocket(id)
      else logProblem('What was taken along is as it was', error)
    }
  }
}
