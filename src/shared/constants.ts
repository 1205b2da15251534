import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts'

const MEGABYTE = 1_024 * 1_024

/** Numbers of the specification. */

/** Invitations. The format and lifetime of codes and reference links are ours. */
export const INVITE = {
  codeLength: 6,
  /** 30 unambiguous symbols: no 0, 1, I, L, O or S. */
  codeAlphabet: '23456789ABCDEFGHJKMNPQRTUVWXYZ',
  codeLifeMs: 7 * DAY_MS,
  refBits: 128,
  /** Length of an invite user's one-time key, from the same alphabet, in groups of four. */
  keyLength: 16,
  sessionMs: 24 * HOUR_MS,
  statusCacheMs: 10 * MINUTE_MS,
  statusCacheKey: 'invite_status_cache_v1',
} as const

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

export const PROFILE_PICTURE = { widthPx: 500, heightPx: 500 } as const

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

/** Results without a box of their own are placed at 150 by 150, staggered. */
export const PLACED_BOX = { size: 150, step: 25 } as const

/** Text search; product search by term filters its results. */
export const TEXT_SEARCH = { maxCelebrities: 6, maxProducts: 24 } as const

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

/** How many words of a title make a product name. */
export const PRODUCT_NAME = { words: 6, longTitleChars: 50, wordsOfLongTitle: 4 } as const

/** A list of 20 known brands, matched in titles. */
export const KNOWN_BRANDS = [
  'Nike',
  'Adidas',
  'Puma',
  'Reebok',
  'New Balance',
  'Converse',
  'Vans',
  'Gucci',
  'Prada',
  'Chanel',
  'Dior',
  'Louis Vuitton',
  'Balenciaga',
  'Versace',
  'Burberry',
  'Zara',
  'H&M',
  'Uniqlo',
  "Levi's",
  'Ray-Ban',
] as const

/** A title with one of these, in any case, is a digital item. */
export const DIGITAL_ITEM_WORDS = [
  'digital download',
  'no physical product',
  'png',
  'jpeg',
  'clipart',
  'printable',
  'svg',
  'vector',
  'template',
  'pattern',
] as const

export const SELLER = { unknown: 'Unknown Seller', shop: 'Shop' } as const

/** Placeholders that sources use for missing values. */
export const NOT_AVAILABLE = 'N/A'

/** The price of the manual product form. */
export const MANUAL_PRICE = { min: 0, step: 0.01 } as const

/** What the terms and the contact page promise. */
export const PROMISES = {
  minimumAgeYears: 13,
  deletionBusinessDays: 7,
  contactReplyHours: 24,
} as const

export const CSV = { localChunkBytes: 10 * MEGABYTE } as const

/** Our own limits, which the specification does not name. */

/** A catalogue file is sent in parts. */
const IMPORT_PART_BYTES = 4 * 1024 * 1024
const IMPORT_MAX_BYTES = 2 * 1024 * 1024 * 1024
export const CATALOG_IMPORT = {
  partBytes: IMPORT_PART_BYTES,
  maxBytes: IMPORT_MAX_BYTES,
  maxParts: IMPORT_MAX_BYTES / IMPORT_PART_BYTES,
  /** Files that were never imported are deleted then. */
  keptMs: DAY_MS,
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

/** Requests for an invitation. */
export const INVITE_REQUEST = { messageChars: 500, maxOpen: 10_000, keptMs: 90 * DAY_MS } as const

/**
 * A provider user's session is extended while it is used, up to `maxMs`.
 * Invite users have the fixed INVITE.sessionMs.
 */
export const SESSION = {
  providerMs: 30 * DAY_MS,
  maxMs: 90 * DAY_MS,
  /** How long a sign-in counts as recent, for calls that need a recent one. */
  recentMs: 10 * MINUTE_MS,
} as const

/** Links and codes sent by email. */
export const EMAIL_SIGN_IN = {
  codeDigits: 8,
  lifeMs: 15 * MINUTE_MS,
  /** A code that any browser may enter is too long to guess, so wrong guesses never invalidate it. */
  sharedCodeDigits: 12,
  /** Well below the lifetime, so that the newest shared email is valid for another ten minutes. */
  sharedEveryMs: 5 * MINUTE_MS,
  tries: 5,
  /** Guesses at the codes of one address by all browsers that did not request them. */
  triesInAll: 30,
  /** The newest codes of an address are valid; more would make guessing easier. */
  codesAtOnce: 10,
  /** How long we remember that a browser signed in with an address. */
  browserKnownMs: 365 * DAY_MS,
} as const

/** Keys of programs. Expiry in days. */
export const API_KEYS = {
  nameMaxChars: 60,
  maxPerUser: 20,
  maxPerSite: 50,
  lifeDays: [30, 90, 365],
  /** How long a key that has expired is still listed. */
  expiredKeptMs: 30 * DAY_MS,
  /** A key may call this many times as often as a person. */
  limitFactor: 5,
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

export const PASSKEYS = {
  challengeLifeMs: 15 * MINUTE_MS,
  maxPerUser: 20,
  nameMaxChars: 60,
} as const

/** Links that make an administrator. */
export const SETUP = {
  linkLifeMs: DAY_MS,
  /** How long a browser remembers that it opened one. */
  openedForMs: HOUR_MS,
} as const

/** Limits on user lists, so that one user cannot fill the disk. */
export const OWN_LISTS = { savedProducts: 2_000, userProducts: 2_000 } as const

/** Boards of a user. */
export const BOARDS = {
  perUser: 100,
  items: 200,
  titleChars: 80,
  aboutChars: 1_000,
  noteChars: 500,
} as const

/** The page of a creator. */
export const CREATOR_PAGE = {
  aboutChars: 4_000,
  links: 12,
  labelChars: 60,
  looks: 200,
  nameChars: 60,
} as const

/** How many people a user may follow. */
export const FOLLOWING = { people: 500 } as const

/** Limited because every page contains the rules. */
export const AFFILIATE = { rules: 200 } as const

/** What operators set for searches, and the searches that are counted for them. */
export const SEARCH_RULES = {
  words: 500,
  pins: 500,
  pinsPerQuery: 6,
  /** Of a word, a meaning or a query. */
  chars: 100,
  missesPerDay: 1_000,
  missesShown: 100,
  missDays: 30,
} as const

/** How many scans of a user are stored, and how much of each. */
export const SCAN_HISTORY = { scans: 200, objectsPerScan: 60, resultChars: 32_768 } as const

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

/** Alerts on products and searches. */
export const ALERTS = {
  perSubscriber: 100,
  /** Alerts that one requester may ask for on behalf of an address that has not confirmed them. */
  maxUnconfirmed: 5,
  unconfirmedMs: 3 * DAY_MS,
  /** The newest requests that the page of an address lists. */
  maxPendingListed: 100,
  /** Beyond the limit of confirmations, one email in this time covers all requests. */
  sharedMailMs: HOUR_MS,
  devicesPerUser: 10,
  /** A device whose push service refuses every message for this long is removed. */
  deviceRefusedMs: DAY_MS,
  /** A digest collects matches for this long, and is sent at most this often. */
  collectMs: HOUR_MS,
  digestMs: DAY_MS,
  /** Matches that could not be sent within this time are dropped. */
  newsMs: 7 * DAY_MS,
  /** Further matches are only counted. */
  perMail: 30,
  /** New matches of one saved search that are recorded at a time. */
  perSearch: 100,
} as const

/** Size of the picture that other sites show with a shared link. */
export const PREVIEW_CARD = { width: 1200, height: 630 } as const

/** A shop's page that is read for the product form. */
export const PRODUCT_LINK = { timeoutMs: 10 * SECOND_MS, pageBytes: 4 * 1024 * 1024 } as const

/** Timeout and attempts of a provider call, and SerpApi's upload limits. */
export const REMOTE_SEARCH = {
  timeoutMs: 8 * SECOND_MS,
  tries: 2,
  /** For all attempts together, so that a slow provider delays no scan. */
  deadlineMs: 10 * SECOND_MS,
  serpApiImageMaxBytes: 500_000,
} as const

/** Billed provider calls per day (UTC), per user and in total. */
export const REMOTE_BUDGET = { callsPerUserDaily: 60, callsDaily: 1_000 } as const

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

/** Looks that are not published yet. */
export const DRAFT = {
  /** The name of the person. */
  nameChars: 200,
  linkChars: 2_000,
  /** The credit and the licence of the photo. */
  creditChars: 300,
  captionChars: 2_200,
  /** The name of an object of the photo. */
  labelChars: 200,
  items: 40,
  maxBytes: 256 * 1024,
  /** Drafts of one user. */
  maxPerUser: 5_000,
  proposals: 6,
  /** Size of a portrait cut from a draft's photo. */
  portraitPx: 512,
} as const

/** People of the catalogue. */
export const PERSON = {
  /** Former names and those that administrators add. */
  otherNames: 50,
} as const

/** Settings of the site. */
export const SITE = {
  nameChars: 60,
  imprintChars: 5_000,
  homePeople: 24,
  /** Twice the displayed size. */
  logoWidthPx: 480,
  logoHeightPx: 96,
} as const

export const PHOTO_PREPARATION = { jpegQuality: 0.9 } as const

/** Products listed for one object of a photo, by appearance and by words. */
export const ANSWERS = {
  products: DETECTION_SEARCH.maxResults,
  maxProducts: 5 * DETECTION_SEARCH.maxResults,
  minProducts: 6,
  byWords: 12,
} as const

/** The `source` of products of our own catalogue. */
export const CATALOG_SOURCE = 'Wearabouts'

/** Ids of web shops' products that look like an object; those found by words have other ids. */
export const REMOTE_MATCH_PREFIX = 'remote_'

/** Jobs are counted up to this number, because counting a million would be slow. */
export const JOBS_COUNTED = 10_000
