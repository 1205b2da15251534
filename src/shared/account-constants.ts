import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

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

/** Requests for an invitation. */
export const INVITE_REQUEST = { messageChars: 500, maxOpen: 10_000 } as const

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
  /** A key may call this many times as often as a person. */
  limitFactor: 5,
} as const

export const PASSKEYS = {
  challengeLifeMs: 15 * MINUTE_MS,
  maxPerUser: 20,
  nameMaxChars: 60,
} as const

export const PROFILE_PICTURE = { widthPx: 500, heightPx: 500 } as const

/** The event sent when a user is restored. */
export const SESSION_RESTORED_EVENT = 'Session Restored'
