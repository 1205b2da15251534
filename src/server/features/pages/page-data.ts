import { succeeded } from '#shared/contract/call.ts'
import type { PreloadedPicture } from './page.ts'

export type PageInput = {
  params: Record<string, string>
  query: Record<string, string>
  /** The order of shuffled lists for this visitor; the client reads it from the data. */
  seed: number
  origin: string
}

export const buildAddress = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`

export const createSeededData = (
  path: string,
  celebrities: string,
  { seed }: PageInput,
  reply: object,
) => ({
  seed,
  [buildAddress(path, { celebrities, seed: String(seed) })]: succeeded(reply),
})

const MAX_PRELOADED = 2

export const listPreloads = (
  urls: readonly (string | null)[],
  shape: PreloadedPicture['shape'],
): PreloadedPicture[] =>
  urls
    .filter((url) => url !== null)
    .slice(0, MAX_PRELOADED)
    .map((url) => ({ url, shape }))
