import {
  ALERTS,
  EMAIL_SIGN_IN,
  INVITE,
  INVITE_REQUEST,
  SCAN,
  SESSION,
  UPLOAD,
} from './constants.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'

/** How long the sweeps leave what nobody deletes. The privacy page lists the same values. */
export const RETENTION = {
  auditLogMs: 365 * DAY_MS,
  /** After they were revoked, or ended without having been used. */
  endedInvitesMs: 90 * DAY_MS,
  failedJobsMs: 30 * DAY_MS,
  searchCallsMs: 30 * DAY_MS,
  remotePicturesMs: 7 * DAY_MS,
  facebookDeletionsMs: 90 * DAY_MS,
  healthSamplesMs: DAY_MS,
  shopClicksMs: 730 * DAY_MS,
  lookViewsMs: 7 * DAY_MS,
  priceChangesMs: 730 * DAY_MS,
  catalogueEventsMs: 30 * DAY_MS,
  /** Of an address without an account, after its owner last opened or set them. */
  unusedAlertsMs: 365 * DAY_MS,
  alertMatchesMs: 90 * DAY_MS,
  webhookDeliveriesMs: 30 * DAY_MS,
} as const

const UNITS = [
  [365 * DAY_MS, 'year'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [60_000, 'minute'],
] as const

/** In the largest unit that divides it: '2 years', '90 days'. */
export const durationText = (ms: number): string => {
  const [unitMs, unit] = UNITS.find(([length]) => ms >= length && ms % length === 0) ?? [
    1_000,
    'second',
  ]
  const count = ms / unitMs
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What is kept, and for how long, for the privacy page. */
export const KEPT_DATA: readonly { what: string; kept: string }[] = [
  {
    what: 'Your account, saved and added products, alerts, scans and their photos',
    kept: 'until you delete them or your account',
  },
  {
    what: 'A photo that you upload and do not save',
    kept: durationText(UPLOAD.unusedKeptMs),
  },
  { what: 'A scan while it runs, and its results afterwards', kept: durationText(SCAN.keptMs) },
  {
    what: 'Your sessions on each device',
    kept: `${durationText(SESSION.providerMs)} after your last visit, or until you sign out`,
  },
  { what: 'A code or link sent by email', kept: durationText(EMAIL_SIGN_IN.lifeMs) },
  {
    what: 'An invitation that is not used',
    kept: `${durationText(INVITE.codeLifeMs)}, and ${durationText(RETENTION.endedInvitesMs)} more after it ended or was revoked`,
  },
  { what: 'A request for an invitation', kept: `at most ${durationText(INVITE_REQUEST.keptMs)}` },
  { what: 'How often you searched web shops', kept: durationText(RETENTION.searchCallsMs) },
  { what: 'Links to pictures of web shops', kept: durationText(RETENTION.remotePicturesMs) },
  {
    what: 'The outcome of a deletion that Facebook asked for, without your name',
    kept: durationText(RETENTION.facebookDeletionsMs),
  },
  {
    what: 'What administrators did, with names and email addresses',
    kept: durationText(RETENTION.auditLogMs),
  },
  { what: 'Notices about content, for the yearly report', kept: 'as long as the site exists' },
  {
    what: 'Alerts by email without an account, with the address',
    kept: `until you delete them, or ${durationText(RETENTION.unusedAlertsMs)} after you last used them; ${durationText(ALERTS.unconfirmedMs)} if you do not confirm them`,
  },
  { what: 'What your alerts found', kept: durationText(RETENTION.alertMatchesMs) },
  {
    what: 'Changes of prices and stock, without anything about you',
    kept: durationText(RETENTION.catalogueEventsMs),
  },
  {
    what: 'Your boards, and whom you follow',
    kept: 'until you delete them or your account',
  },
  {
    what: 'How often links to shops were followed on a day, without anything about you',
    kept: durationText(RETENTION.shopClicksMs),
  },
  {
    what: 'How often looks were opened on a day, without anything about you',
    kept: durationText(RETENTION.lookViewsMs),
  },
  { what: 'Former prices of offers', kept: durationText(RETENTION.priceChangesMs) },
  {
    what: 'Messages to other servers of the operator about what happened here, without your name',
    kept: durationText(RETENTION.webhookDeliveriesMs),
  },
  { what: 'Background work that failed', kept: durationText(RETENTION.failedJobsMs) },
  {
    what: 'How busy the servers were, without anything about you',
    kept: durationText(RETENTION.healthSamplesMs),
  },
]
