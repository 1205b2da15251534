import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** Alerts on products and searches. */
export const ALERTS = {
  perSubscriber: 100,
  /** Alerts that one requester may ask for on behalf of an address that has not confirmed them. */
  maxUnconfirmed: 5,
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
  /** Emails of immediate alerts to one address; what follows waits and comes together. */
  mailsPerHour: 6,
  mailPauseMs: 10 * MINUTE_MS,
  /** Matches that could not be sent within this time are dropped. */
  newsMs: 7 * DAY_MS,
  /** Further matches are only counted. */
  perMail: 30,
  /** New matches of one saved search that are recorded at a time. */
  perSearch: 100,
  /** Saved searches are compared so many at a time, with so many changes at most. */
  searchesAtOnce: 20,
  changesPerRun: 2_000,
  /** Compared for this long, so that alerts on products do not wait. The rest follows. */
  compareMs: 15_000,
  /** For how long another server leaves searches to the one that compares them. */
  runLeaseMs: 5 * MINUTE_MS,
  /** A search that could not be compared is tried again with the newest changes it has missed. */
  retryMs: 10 * MINUTE_MS,
  retryChanges: 500,
} as const
