import { MEGABYTE } from './byte-sizes.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** Memory cache, chunk size and refetch rule of catalogue results. */
export const CATALOG = {
  memoryCacheMs: 5 * MINUTE_MS,
  combinedChunkSize: 100,
  feedRefetchBelowEntries: 2_000,
  /** Not in the specification: the number of different orders; few, so that cached replies can be shared. */
  feedSeeds: 64,
} as const

/** Page sizes of the two grids and the sentinel distance that loads more. */
export const GRID = {
  productPageSize: 12,
  tilePageSize: 12,
  productSentinelPx: 100,
  tileSentinelPx: 0,
} as const

/** The breakpoint, and the scroll offset of the celebrity image view on mobile. */
export const LAYOUT = { mobileMaxWidthPx: 600, mobileScrollOffsetPx: 300 } as const

/** How much of a name is shown. */
export const TEXT_LIMITS = {
  productNameMobile: 35,
  productNameDesktop: 60,
  tileName: 60,
  namesMobile: 5,
  namesDesktop: 10,
} as const

export const SLIDESHOW = { slides: 4, intervalMs: 2_400, wheelThrottleMs: 300 } as const

/** The back arrow's fallback to Home. */
export const BACK_ARROW = { fallbackMs: 500 } as const

/** Text search; product search by term filters its results. */
export const TEXT_SEARCH = { maxCelebrities: 6, maxProducts: 24 } as const

/** What operators set for searches, and the searches that are counted for them. */
export const SEARCH_RULES = {
  words: 500,
  pins: 500,
  pinsPerQuery: 6,
  /** Of a word, a meaning or a query. */
  chars: 100,
  /** Searches without results, and as many with. */
  countedPerDay: 1_000,
  countedDays: 30,
  missesShown: 100,
} as const

/** Live lists: the heartbeat keeps proxies from closing an idle stream. */
export const LIVE = { heartbeatMs: 20 * SECOND_MS, streamsPerUser: 10 } as const

/** Maximum lengths of stored texts. */
export const FIELD_LIMITS = {
  idChars: 200,
  nameChars: 300,
  priceChars: 40,
  linkChars: 2_048,
  textChars: 2_000,
  listItems: 20,
} as const

/** Upload limits, checked by the client first and enforced by the server. */
export const UPLOAD = {
  maxBytes: 10 * MEGABYTE,
  maxPixels: 40_000_000,
  maxSidePx: 2_048,
  /** How long a picture is kept that no product shows. */
  unusedKeptMs: DAY_MS,
} as const

/** Limits of the image proxy (decision 015). */
export const IMAGE_PROXY = {
  maxBytes: 10 * MEGABYTE,
  timeoutMs: 5 * SECOND_MS,
  maxRedirects: 3,
  /** Few widths, so that few variants are created; other widths are rounded up. */
  widths: [64, 128, 192, 256, 384, 512, 640, 768, 1024, 1280, 1600, 2048],
} as const

/** Size of the picture that other sites show with a shared link. */
export const PREVIEW_CARD = { width: 1200, height: 630 } as const

/** People of the catalogue. */
export const PERSON = {
  /** Former names and those that administrators add. */
  otherNames: 50,
} as const
