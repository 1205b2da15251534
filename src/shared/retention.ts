import { EMAIL_SIGN_IN, INVITE, INVITE_REQUEST, SESSION } from './account-constants.ts'
import { ALERTS } from './alert-constants.ts'
import { SEARCH_RULES, UPLOAD } from './constants.ts'
import { SCAN } from './finder-constants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** How long data is kept before a sweep deletes it. The privacy page lists the same values. */
export const RETENTION = {
  auditLogMs: 365 * DAY_MS,
  /** Counted from when they were revoked or expired unused. */
  endedInvitesMs: 90 * DAY_MS,
  failedJobsMs: 30 * DAY_MS,
  searchCallsMs: 30 * DAY_MS,
  remotePicturesMs: 7 * DAY_MS,
  facebookDeletionsMs: 90 * DAY_MS,
  healthSamplesMs: DAY_MS,
  shopClicksMs: 730 * DAY_MS,
  lookViewsMs: 7 * DAY_MS,
  searchMissesMs: SEARCH_RULES.missDays * DAY_MS,
  priceChangesMs: 730 * DAY_MS,
  catalogEventsMs: 30 * DAY_MS,
  /** For an address without an account, counted from when its owner last opened or set alerts. */
  unusedAlertsMs: 365 * DAY_MS,
  alertMatchesMs: 90 * DAY_MS,
  webhookDeliveriesMs: 30 * DAY_MS,
} as const

const UNITS = [
  [365 * DAY_MS, 'year'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
] as const

/** A duration in the largest unit that divides it: '2 years', '90 days'. */
export const formatDuration = (ms: number): string => {
  const [unitMs, unit] = UNITS.find(([length]) => ms >= length && ms % length === 0) ?? [
    1_000,
    'second',
  ]
  const count = ms / unitMs
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Listed on the privacy page. */
export const RETAINED_DATA: readonly { data: string; period: string }[] = [
  {
    data: 'Your account, saved and added products, alerts, scans and their photos',
    period: 'until you delete them or your account',
  },
  {
    data: 'A photo that you upload and do not save',
    period: formatDuration(UPLOAD.unusedKeptMs),
  },
  { data: 'A scan while it runs, and its results afterwards', period: formatDuration(SCAN.keptMs) },
  {
    data: 'Your sessions on each device',
    period: `${formatDuration(SESSION.providerMs)} after your last visit, or until you sign out`,
  },
  { data: 'A code or link sent by email', period: formatDuration(EMAIL_SIGN_IN.lifeMs) },
  {
    data: 'An invitation that is not used',
    period: `${formatDuration(INVITE.codeLifeMs)}, and ${formatDuration(RETENTION.endedInvitesMs)} more after it ended or was revoked`,
  },
  {
    data: 'A request for an invitation',
    period: `at most ${formatDuration(INVITE_REQUEST.keptMs)}`,
  },
  { data: 'How often you searched web shops', period: formatDuration(RETENTION.searchCallsMs) },
  { data: 'Links to pictures of web shops', period: formatDuration(RETENTION.remotePicturesMs) },
  {
    data: 'The outcome of a deletion that Facebook asked for, without your name',
    period: formatDuration(RETENTION.facebookDeletionsMs),
  },
  {
    data: 'What administrators did, with names and email addresses',
    period: formatDuration(RETENTION.auditLogMs),
  },
  { data: 'Notices about content, for the yearly report', period: 'as long as the site exists' },
  {
    data: 'Alerts and whom you follow without an account, with your email address or your browser’s notifications',
    period: `until you delete them, or ${formatDuration(RETENTION.unusedAlertsMs)} after you last used them; ${formatDuration(ALERTS.unconfirmedMs)} if you do not confirm them`,
  },
  { data: 'What your alerts found', period: formatDuration(RETENTION.alertMatchesMs) },
  {
    data: 'Changes of prices and stock, without anything about you',
    period: formatDuration(RETENTION.catalogEventsMs),
  },
  {
    data: 'Your boards, and whom you follow',
    period: 'until you delete them or your account',
  },
  {
    data: 'How often links to shops were followed on a day, without anything about you',
    period: formatDuration(RETENTION.shopClicksMs),
  },
  {
    data: 'How often looks were opened on a day, without anything about you',
    period: formatDuration(RETENTION.lookViewsMs),
  },
  {
    data: 'How often words were searched without results on a day, without anything about you',
    period: formatDuration(RETENTION.searchMissesMs),
  },
  { data: 'Former prices of offers', period: formatDuration(RETENTION.priceChangesMs) },
  {
    data: 'Messages to other servers of the operator about what happened here, without your name',
    period: formatDuration(RETENTION.webhookDeliveriesMs),
  },
  { data: 'Background work that failed', period: formatDuration(RETENTION.failedJobsMs) },
  {
    data: 'How busy the servers were, without anything about you',
    period: formatDuration(RETENTION.healthSamplesMs),
  },
]
