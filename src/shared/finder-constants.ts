import { MEGABYTE } from './byte-sizes.ts'
import { MINUTE_MS, SECOND_MS } from './durations.ts'

export const DETECTION = {
  frameUnits: 400,
  defaultName: 'Unknown Product',
  defaultCurrency: 'USD',
  defaultConfidence: 0.9,
  lensConfidenceFirst: 0.9,
  lensConfidenceStep: 0.05,
  shoppingConfidenceMin: 0.8,
  shoppingConfidenceMax: 1,
  shoppingIdPrefix: 'shopping_',
  lensIdPrefix: 'lens_',
} as const

/** Sizes in the units of the container. */
export const MANUAL_BOX = {
  shareOfContainer: 0.3,
  confidence: 0.5,
  category: 'clothing',
  minSize: 10,
} as const

export const SHOPPING_SEARCH = {
  defaultLimit: 10,
  perTitleLimit: 5,
  processedResults: 1,
} as const

/** Searching the products of one detection on the photo screen. */
export const DETECTION_SEARCH = {
  terms: 3,
  resultsPerTerm: 3,
  maxResults: 10,
  maxCompletenessScore: 3,
} as const

/** How long a scan runs without a reader, and how long its events are kept. */
export const SCAN = {
  resumeWithinMs: 5 * SECOND_MS,
  keptMs: MINUTE_MS,
  /** Scans of one user at a time, on all servers; a further one stops the oldest. */
  perOwner: 3,
  /** A scan whose server has not reported for this long is lost. */
  lostAfterMs: 6 * SECOND_MS,
  resumeTries: 4,
  /** Highest number of an event of a scan. The event that ends a lost scan has it, to be the last. */
  maxEventNumber: 1_000,
  maxDetections: 24,
  /** Weaker boxes sent beside the detections. */
  maxCandidates: 40,
  /** Of these, at most so many are offered to the visitor. */
  maxOffers: 3,
  /** Maximum crops sent to a provider per scan: the most certain ones. */
  remoteCrops: 6,
} as const

/** How many scans of a user are stored, and how much of each. */
export const SCAN_HISTORY = {
  scans: 200,
  /** Of all scans of a user together. */
  bytes: 32 * MEGABYTE,
  objectsPerScan: 60,
  resultChars: 32_768,
} as const

/** Products that a browser stores for matching offline. */
export const OFFLINE_LIST = {
  /** About five megabytes. */
  maxProducts: 10_000,
  partProducts: 512,
  /** Pictures stored with them: fewer than the image proxy's limit per minute, so that browsing still works. */
  pictures: 200,
  pictureBytes: 2 * MEGABYTE,
  pictureWidth: 128,
} as const

/** The finder for everyone, where photos are only in memory. */
export const FIND = {
  /** More than the client ever sends: a JPEG of at most UPLOAD.maxSidePx. */
  maxBytes: 6 * MEGABYTE,
  /** Scans that may wait for their turn. */
  maxWaiting: 40,
  /** Scans of one address at the same time, waiting or not. */
  perAddress: 4,
  /** A photo is held in memory no longer than this, however long the queue is. */
  maxMs: 3 * MINUTE_MS,
  /** Limits on what a browser sends about a photo that it scanned itself; far above what any model produces. */
  modelsChars: 200,
  vectorNumbers: 2_000,
  wordChars: 60,
  descriptionBytes: MEGABYTE / 2,
} as const

/** Products listed for one object of a photo, by appearance and by words. */
export const ANSWERS = {
  products: DETECTION_SEARCH.maxResults,
  maxProducts: 5 * DETECTION_SEARCH.maxResults,
  minProducts: 6,
  byWords: 12,
} as const

/** The `source` of products of our own catalogue. */
export const CATALOG_SOURCE = 'Wearabouts'

export const PHOTO_PREPARATION = { jpegQuality: 0.9 } as const
