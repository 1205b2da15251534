import { DAY_MS } from './durations.ts'
/** Looks that are not published yet. */
export const DRAFT = {
  /** The name of the person. */
  nameChars: 200,
  linkChars: 2_000,
  /** The credit and the licence of the photo. */
  creditChars: 300,
  captionChars: 2_200,
  /** The name of a tag, event or show. */
  topicChars: 100,
  tags: 20,
  /** Of a season, and of an episode in it. */
  episodes: 9_999,
  wornSizeChars: 40,
  codeChars: 60,
  /** The name of an object of the photo. */
  labelChars: 200,
  items: 40,
  /** The least width and height of an object, as a fraction of the photo's. */
  minSide: 0.001,
  maxBytes: 256 * 1024,
  /** Drafts of one user. */
  maxPerUser: 5_000,
  proposals: 6,
  /** Size of a portrait cut from a draft's photo. */
  portraitPx: 512,
} as const

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
  /** A name that was in use for less time leads nowhere afterwards. */
  keptNameMs: 7 * DAY_MS,
  formerNames: 20,
} as const
