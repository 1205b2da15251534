import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/**
 * Calls allowed in a window, counted per address or per user. `networkCalls`: those of all addresses of a
 * larger network together, where all visitors share a further limit that one network must not use up.
 */
export const RATE_LIMITS = {
  /** Pages that have to be rendered; cached pages are not counted. */
  page: { calls: 600, windowMs: MINUTE_MS, per: 'address' },
  /** All calls without a limit of their own together; counted by each server. */
  call: { calls: 3_000, windowMs: MINUTE_MS, per: 'user' },
  /** All calls of a key, or of all keys of a user. */
  key: { calls: 1_200, windowMs: MINUTE_MS, per: 'user' },
  signIn: { calls: 10, windowMs: MINUTE_MS, per: 'address' },
  auth: { calls: 100, windowMs: MINUTE_MS, per: 'address' },
  upload: { calls: 30, windowMs: HOUR_MS, per: 'user' },
  lens: { calls: 20, windowMs: HOUR_MS, per: 'user' },
  shopping: { calls: 120, windowMs: HOUR_MS, per: 'user' },
  /** One box of a photo, a fraction of a scan. */
  boxSearch: { calls: 300, windowMs: HOUR_MS, per: 'user' },
  imageProxy: { calls: 300, windowMs: MINUTE_MS, per: 'address' },
  /** Pages of shops read for the product form. */
  productLink: { calls: 60, windowMs: HOUR_MS, per: 'user' },
  /** Resized uploads, which no cache may keep. */
  ownPictures: { calls: 600, windowMs: MINUTE_MS, per: 'user' },
  search: { calls: 240, windowMs: MINUTE_MS, per: 'address' },
  export: { calls: 10, windowMs: MINUTE_MS, per: 'address' },
  scan: { calls: 120, windowMs: HOUR_MS, per: 'user' },
  /** The public finder, per user or, for visitors, per address. */
  find: { calls: 60, windowMs: HOUR_MS, per: 'user' },
  /** As many photos: a browser asks about the first object of a photo, then about the others. */
  findObjects: { calls: 120, windowMs: HOUR_MS, per: 'user' },
  /** Each open reader on a server that does not run the scan asks the database every second. */
  resumeScan: { calls: 120, windowMs: MINUTE_MS, per: 'user' },
  findBox: { calls: 300, windowMs: HOUR_MS, per: 'user' },
  findAddress: { calls: 30, windowMs: HOUR_MS, per: 'user' },
  similar: { calls: 240, windowMs: MINUTE_MS, per: 'address' },
  /** Hearts, edits and deletions; far above manual use. */
  saveProduct: { calls: 600, windowMs: HOUR_MS, per: 'user' },
  /** Lists of a user, which are up to 4 MB long; a browser reads them after every change. */
  ownLists: { calls: 240, windowMs: MINUTE_MS, per: 'user' },
  /** Shared boards, pages of creators, feeds and embeds, with up to 200 products each. */
  sharedLists: { calls: 300, windowMs: MINUTE_MS, per: 'address' },
  refreshImage: { calls: 10, windowMs: HOUR_MS, per: 'user' },
  live: { calls: 120, windowMs: MINUTE_MS, per: 'user' },
  emailsByCaller: { calls: 20, windowMs: HOUR_MS, per: 'address' },
  /** Counted by recipient and caller together, so that a stranger cannot use up the emails of the recipient. */
  emailsToAddress: { calls: 6, windowMs: 15 * MINUTE_MS, per: 'user' },
  /**
   * Emails to one recipient from all callers together, so that nobody floods a mailbox. Beyond it, all
   * requests share one email every five minutes: at most 30 per hour.
   */
  emailsToAddressInAll: { calls: 18, windowMs: HOUR_MS, per: 'user' },
  /** Guesses at codes that another browser requested, counted by recipient and caller together. */
  emailGuesses: { calls: 5, windowMs: 15 * MINUTE_MS, per: 'user' },
  testMails: { calls: 5, windowMs: HOUR_MS, per: 'user' },
  /** Invitations that an administrator creates. */
  adminMails: { calls: 200, windowMs: HOUR_MS, per: 'user' },
  inviteRequests: { calls: 5, windowMs: HOUR_MS, per: 'address', networkCalls: 30 },
  contact: { calls: 5, windowMs: HOUR_MS, per: 'address', networkCalls: 15 },
  /** From everybody together, so that nobody floods the operator's mailbox. */
  contactInAll: { calls: 200, windowMs: DAY_MS, per: 'address' },
  /** Far above what a person clicks; counted in the memory of each server. */
  click: { calls: 60, windowMs: MINUTE_MS, per: 'address' },
  notices: { calls: 10, windowMs: HOUR_MS, per: 'address', networkCalls: 30 },
  /** From everybody together, so that nobody fills the database, and closes the form for an hour at most. */
  noticesInAll: { calls: 500, windowMs: HOUR_MS, per: 'address' },
  /** Receipts, counted by recipient. */
  noticeMails: { calls: 5, windowMs: DAY_MS, per: 'user' },
  /** Photos of drafts; an archive has hundreds. */
  draftPhotos: { calls: 600, windowMs: HOUR_MS, per: 'user' },
  pageNameTries: { calls: 60, windowMs: HOUR_MS, per: 'user' },
  /** Names that a page did get. */
  pageNames: { calls: 5, windowMs: DAY_MS, per: 'user' },
  publish: { calls: 120, windowMs: HOUR_MS, per: 'user' },
  suggestions: { calls: 10, windowMs: HOUR_MS, per: 'address', networkCalls: 30 },
  /** From everybody together, so that nobody fills the database. */
  suggestionsInAll: { calls: 500, windowMs: HOUR_MS, per: 'address' },
  inviteTries: { calls: 5, windowMs: 15 * MINUTE_MS, per: 'user' },
  inviteTriesDaily: { calls: 20, windowMs: DAY_MS, per: 'user' },
  inviteTriesByAddress: { calls: 30, windowMs: HOUR_MS, per: 'address' },
  alerts: { calls: 120, windowMs: HOUR_MS, per: 'user' },
  /** Requests to confirm an alert, counted by recipient, whoever asks. Beyond it, one per hour. */
  alertMails: { calls: 10, windowMs: DAY_MS, per: 'user' },
  /** Browsers of visitors who follow somebody; each gets a first notification, which must arrive. */
  pushFollows: { calls: 30, windowMs: HOUR_MS, per: 'address' },
  /** A large shop has 32 parts. */
  offlineProducts: { calls: 300, windowMs: HOUR_MS, per: 'address' },
} as const
export type RateLimitName = keyof typeof RATE_LIMITS
