import { MEGABYTE } from './byte-sizes.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

/** Settings of the site. */
export const SITE = {
  nameChars: 60,
  imprintChars: 5_000,
  homePeople: 24,
  /** Twice the displayed size. */
  logoWidthPx: 480,
  logoHeightPx: 96,
} as const

/** What the terms and the contact page promise. */
export const PROMISES = {
  minimumAgeYears: 13,
  deletionBusinessDays: 7,
  contactReplyHours: 24,
} as const

/** Messages to the operator. */
export const CONTACT = { lineChars: 200, messageChars: 5_000 } as const

/** Notices about content. */
export const NOTICE = {
  addressChars: 4_000,
  explanationChars: 5_000,
  reasonChars: 2_000,
  nameChars: 300,
} as const

/** Messages to other servers about what happened here. */
export const WEBHOOKS = {
  maxWebhooks: 20,
  urlChars: 2_000,
  timeoutMs: 15 * SECOND_MS,
  /** Pauses after failed attempts, a day in total. */
  pausesMs: [
    5 * SECOND_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    HOUR_MS,
    2 * HOUR_MS,
    4 * HOUR_MS,
    8 * HOUR_MS,
    8 * HOUR_MS,
  ],
  replyChars: 1_000,
} as const

/** Limited because every page contains the rules. */
export const AFFILIATE = { rules: 200 } as const

export const CSV = { localChunkBytes: 10 * MEGABYTE } as const

/** A catalogue file is sent in parts. */
const IMPORT_PART_BYTES = 4 * MEGABYTE
const IMPORT_MAX_BYTES = 2 * 1024 * MEGABYTE
export const CATALOG_IMPORT = {
  partBytes: IMPORT_PART_BYTES,
  maxBytes: IMPORT_MAX_BYTES,
  maxParts: IMPORT_MAX_BYTES / IMPORT_PART_BYTES,
  /** After this time, files that were never imported are deleted. */
  keptMs: DAY_MS,
} as const

/** Jobs are counted up to this number, because counting a million would be slow. */
export const JOBS_COUNTED = 10_000
