/** Every number of the specification stands once, here; the section it comes from is in the comment. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MEGABYTE = 1_024 * 1_024

/** §9 and §3; how codes and reference links are made and how long they live: the identity design. */
export const INVITE = {
  codeLength: 6,
  /** 30 symbols, none read as another: no 0, 1, I, L, O, and no S beside the 5. */
  codeAlphabet: '23456789ABCDEFGHJKMNPQRTUVWXYZ',
  codeLifeMs: 7 * DAY_MS,
  refBits: 128,
  /** The one-time key of an invite user: so many symbols of the same alphabet, in groups of four. */
  keyLength: 16,
  sessionMs: 24 * HOUR_MS,
  statusCacheMs: 10 * MINUTE_MS,
  statusCacheKey: 'invite_status_cache_v1',
} as const

/** Sliding life of a provider user's session; invite users have INVITE.sessionMs, hard. */
export const SESSION = { providerMs: 30 * DAY_MS } as const

/** Lists that grow by hand; a limit keeps one person from filling the disk. */
export const OWN_LISTS = { savedProducts: 2_000, userProducts: 2_000 } as const

/** Live lists: a heartbeat keeps proxies from closing a quiet stream. */
export const LIVE = { heartbeatMs: 20 * SECOND_MS, streamsPerUser: 10 } as const

/** §9: catalogue results kept in memory, chunks of combined entries, when the feed is fetched again. */
export const CATALOG = {
  memoryCacheMs: 5 * MINUTE_MS,
  combinedChunkSize: 100,
  feedRefetchBelowEntries: 2_000,
  /** Ours: seeds that differ by this give the same order, so that the memory cache can serve everyone. */
  feedSeeds: 64,
} as const

/** §9: paging of the two grids, and how near the sentinel must come before more is loaded. */
export const GRID = {
  productPageSize: 12,
  tilePageSize: 12,
  productSentinelPx: 100,
  tileSentinelPx: 0,
} as const

/** §9: the one breakpoint, and the scroll of the celebrity image view on mobile. */
export const LAYOUT = { mobileMaxWidthPx: 600, mobileScrollOffsetPx: 300 } as const

/** §9: how much of a name is shown. */
export const TEXT_LIMITS = {
  productNameMobile: 35,
  productNameDesktop: 60,
  tileName: 60,
  namesMobile: 5,
  namesDesktop: 10,
} as const

/** §2 and §9. */
export const SLIDESHOW = { slides: 4, intervalMs: 2_400, wheelThrottleMs: 300 } as const

/** §9: the back arrow goes Home when history did not move. */
export const BACK_ARROW = { fallbackMs: 500 } as const

/** §7 and §9. */
export const PROFILE_PICTURE = { widthPx: 500, heightPx: 500 } as const

/** §3 and §9. */
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

/** §4 and §9: sizes in the units of whatever holds the box. */
export const MANUAL_BOX = {
  shareOfContainer: 0.3,
  confidence: 0.5,
  category: 'clothing',
  minSize: 10,
} as const

/** Search by words; product search by term (§7) filters its results. */
export const TEXT_SEARCH = { maxCelebrities: 6, maxProducts: 24 } as const

/** §7 and §9. */
export const SHOPPING_SEARCH = {
  defaultLimit: 10,
  perTitleLimit: 5,
  processedResults: 1,
} as const

/** §7 and §9: searching the products of one detection on the photo screen. */
export const DETECTION_SEARCH = {
  terms: 3,
  resultsPerTerm: 3,
  shown: 10,
  maxCompletenessScore: 3,
} as const

/** §9: words kept of a title when it becomes a product name. */
export const PRODUCT_NAME = { words: 6, longTitleChars: 50, wordsOfLongTitle: 4 } as const

/** §9: a known brand list of 20 names; only ever looked for in titles. */
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

/** §5: a title with one of these, in any case, is a digital item. */
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

/** §5 and §9. */
export const SELLER = { unknown: 'Unknown Seller', shop: 'Shop' } as const

/** §5: what a source writes where it knows nothing. */
export const NOT_AVAILABLE = 'N/A'

/** §2 and §5: the price of the manual product form. */
export const MANUAL_PRICE = { min: 0, step: 0.01 } as const

/** Ours: the longest texts a user or a source may give, since everything stored has a limit. */
export const FIELD_LIMITS = {
  idChars: 200,
  nameChars: 300,
  priceChars: 40,
  linkChars: 2_048,
  textChars: 2_000,
  listItems: 20,
} as const

/** §9: what the terms and the contact page promise. */
export const PROMISES = {
  minimumAgeYears: 13,
  deletionBusinessDays: 7,
  contactReplyHours: 24,
} as const

/** §9. */
export const CSV = { localChunkBytes: 10 * MEGABYTE } as const

/** The identity design, 'Uploads': the client refuses early what the server would refuse anyway. */
export const UPLOAD = {
  maxBytes: 10 * MEGABYTE,
  maxPixels: 40_000_000,
  maxSidePx: 2_048,
  /** Ours: how long a picture is kept that no product shows. */
  unusedKeptMs: DAY_MS,
} as const

/** The identity design, 'Image proxy'. */
export const IMAGE_PROXY = {
  maxBytes: 10 * MEGABYTE,
  timeoutMs: 5 * SECOND_MS,
  maxRedirects: 3,
  ports: [80, 443],
  /** Ours: few widths, so that few variants are made and kept. A width between two becomes the larger. */
  widths: [64, 128, 192, 256, 384, 512, 640, 768, 1024, 1280, 1600, 2048],
} as const

/** The identity design: calls allowed in a window, per address or per user. */
export const RATE_LIMITS = {
  signIn: { calls: 10, windowMs: MINUTE_MS, per: 'address' },
  auth: { calls: 100, windowMs: MINUTE_MS, per: 'address' },
  upload: { calls: 30, windowMs: HOUR_MS, per: 'user' },
  lens: { calls: 20, windowMs: HOUR_MS, per: 'user' },
  shopping: { calls: 120, windowMs: HOUR_MS, per: 'user' },
  /** Ours: one box of a photo, a fraction of a scan. */
  boxSearch: { calls: 300, windowMs: HOUR_MS, per: 'user' },
  imageProxy: { calls: 300, windowMs: MINUTE_MS, per: 'address' },
  /** Ours: words typed into the search field, and whole catalogues taken away. */
  search: { calls: 240, windowMs: MINUTE_MS, per: 'address' },
  export: { calls: 10, windowMs: MINUTE_MS, per: 'address' },
  /** Ours: photos scanned on this server, and similar products asked for. */
  scan: { calls: 120, windowMs: HOUR_MS, per: 'user' },
  similar: { calls: 240, windowMs: MINUTE_MS, per: 'address' },
  /** Hearts, edits and deletions: far above what a hand can do. */
  saveProduct: { calls: 600, windowMs: HOUR_MS, per: 'user' },
  refreshImage: { calls: 10, windowMs: HOUR_MS, per: 'user' },
  live: { calls: 120, windowMs: MINUTE_MS, per: 'user' },
  inviteTries: { calls: 5, windowMs: 15 * MINUTE_MS, per: 'user' },
  inviteTriesDaily: { calls: 20, windowMs: DAY_MS, per: 'user' },
  inviteTriesByAddress: { calls: 30, windowMs: HOUR_MS, per: 'address' },
} as const
export type RateLimitName = keyof typeof RATE_LIMITS

/** The search providers' facts: time-out and tries of one remote call, and one provider's upload. */
export const REMOTE_SEARCH = {
  timeoutMs: 8 * SECOND_MS,
  tries: 2,
  serpApiImageMaxBytes: 500_000,
} as const

/** What one server may ask of a provider that bills per call, per person and in all, each day (UTC). */
export const REMOTE_BUDGET = { callsPerUserDaily: 60, callsDaily: 1_000 } as const

/** Ours: a scan that lost its reader goes on this long for it to come back, and is kept this long. */
export const SCAN = {
  resumeWithinMs: 5 * SECOND_MS,
  keptMs: MINUTE_MS,
  resumeTries: 4,
  /** What is searched of one photo: more boxes than this nobody looks at. */
  maxDetections: 24,
  /** Crops of one scan that may be sent to a provider: the surest ones. */
  remoteCrops: 6,
} as const

/** How a client makes a photo smaller before it travels. */
export const PHOTO_PREPARATION = { jpegQuality: 0.9 } as const

/** What a match says of its origin where that is our own catalogue. */
export const CATALOG_SOURCE = 'Wearabouts'
