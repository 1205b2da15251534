import { EMAIL_SIGN_IN, INVITE, SESSION } from './account-constants.ts'
import { SEARCH_RULES, UPLOAD } from './constants.ts'
import { SCAN } from './finder-constants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'

/** How long data is kept before a sweep deletes it. */
export const RETENTION = {
  auditLogMs: 365 * DAY_MS,
  /** Counted from when they were revoked or expired unused. */
  endedInvitesMs: 90 * DAY_MS,
  inviteRequestsMs: 90 * DAY_MS,
  /** An API key that has expired is still listed. */
  expiredKeysMs: 30 * DAY_MS,
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
  unconfirmedAlertsMs: 3 * DAY_MS,
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

const OTHER_DATA = [
  {
    data: 'Your account, saved and added products, alerts, scans and their photos',
    period: 'until you delete them or your account',
  },
  { data: 'Your boards, and whom you follow', period: 'until you delete them or your account' },
  { data: 'A photo that you upload and do not save', period: formatDuration(UPLOAD.unusedKeptMs) },
  { data: 'A scan while it runs, and its results afterwards', period: formatDuration(SCAN.keptMs) },
  {
    data: 'Your sessions on each device',
    period: `${formatDuration(SESSION.providerMs)} after your last visit, or until you sign out`,
  },
  { data: 'A code or link sent by email', period: formatDuration(EMAIL_SIGN_IN.lifeMs) },
  { data: 'Notices about content, for the yearly report', period: 'as long as the site exists' },
]

/** What each period is about, in the order of the privacy page, with what has to be said besides the period. */
const DATA_WITH_PERIOD: Record<
  keyof typeof RETENTION,
  { data: string; say?: (period: string) => string }
> = {
  endedInvitesMs: {
    data: 'An invitation that is not used',
    say: (period) =>
      `${formatDuration(INVITE.codeLifeMs)}, and ${period} more after it ended or was revoked`,
  },
  inviteRequestsMs: { data: 'A request for an invitation', say: (period) => `at most ${period}` },
  expiredKeysMs: { data: 'An API key that has expired' },
  searchCallsMs: { data: 'How often you searched web shops' },
  remotePicturesMs: { data: 'Links to pictures of web shops' },
  facebookDeletionsMs: {
    data: 'The outcome of a deletion that Facebook asked for, without your name',
  },
  auditLogMs: { data: 'What administrators did, with names and email addresses' },
  unusedAlertsMs: {
    data: 'Alerts and whom you follow without an account, with your email address or your browser’s notifications',
    say: (period) => `until you delete them, or ${period} after you last used them`,
  },
  unconfirmedAlertsMs: { data: 'Alerts that you asked for by email and did not confirm' },
  alertMatchesMs: { data: 'What your alerts found' },
  catalogEventsMs: { data: 'Changes of prices and stock, without anything about you' },
  shopClicksMs: {
    data: 'How often links to shops were followed on a day, without anything about you',
  },
  lookViewsMs: { data: 'How often looks were opened on a day, without anything about you' },
  searchMissesMs: {
    data: 'How often words were searched without results on a day, without anything about you',
  },
  priceChangesMs: { data: 'Former prices of offers' },
  webhookDeliveriesMs: {
    data: 'Messages to other servers of the operator about what happened here, without your name',
  },
  failedJobsMs: { data: 'Background work that failed' },
  healthSamplesMs: { data: 'How busy the servers were, without anything about you' },
}

/** Listed on the privacy page. */
export const RETAINED_DATA: readonly { data: string; period: string }[] = [
  ...OTHER_DATA,
  ...(Object.keys(DATA_WITH_PERIOD) as (keyof typeof RETENTION)[]).map((key) => {
    const { data, say } = DATA_WITH_PERIOD[key]
    const period = formatDuration(RETENTION[key])
    return { data, period: say ? say(period) : period }
  }),
]
