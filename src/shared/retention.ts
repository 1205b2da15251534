import { EMAIL_SIGN_IN, INVITE, SESSION } from './account-constants.ts'
import { SEARCH_RULES, UPLOAD } from './constants.ts'
import { SCAN } from './finder-constants.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { LOCALE_TEXT } from './locale-messages.ts'
import { OTHER_RETAINED_DATA_TEXT, RETAINED_DATA_TEXT } from './retention-messages.ts'

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
  searchCountsMs: SEARCH_RULES.countedDays * DAY_MS,
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
  return new Intl.NumberFormat(LOCALE_TEXT.locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(ms / unitMs)
}

/** In the order of the privacy page. */
const DATA_WITH_PERIOD = [
  'inviteRequestsMs',
  'expiredKeysMs',
  'searchCallsMs',
  'remotePicturesMs',
  'facebookDeletionsMs',
  'auditLogMs',
  'unusedAlertsMs',
  'unconfirmedAlertsMs',
  'alertMatchesMs',
  'catalogEventsMs',
  'shopClicksMs',
  'lookViewsMs',
  'searchCountsMs',
  'priceChangesMs',
  'webhookDeliveriesMs',
  'failedJobsMs',
  'healthSamplesMs',
] as const satisfies readonly (keyof typeof RETAINED_DATA_TEXT)[]

/** Each sentence of the privacy page about how long data is kept. */
export const listRetainedData = (): readonly string[] => [
  OTHER_RETAINED_DATA_TEXT.account,
  OTHER_RETAINED_DATA_TEXT.boards,
  OTHER_RETAINED_DATA_TEXT.photo(formatDuration(UPLOAD.unusedKeptMs)),
  OTHER_RETAINED_DATA_TEXT.scan(formatDuration(SCAN.keptMs)),
  OTHER_RETAINED_DATA_TEXT.sessions(formatDuration(SESSION.providerMs)),
  OTHER_RETAINED_DATA_TEXT.emailCode(formatDuration(EMAIL_SIGN_IN.lifeMs)),
  OTHER_RETAINED_DATA_TEXT.notices,
  OTHER_RETAINED_DATA_TEXT.invitation(
    formatDuration(INVITE.codeLifeMs),
    formatDuration(RETENTION.endedInvitesMs),
  ),
  ...DATA_WITH_PERIOD.map((key) => RETAINED_DATA_TEXT[key](formatDuration(RETENTION[key]))),
]
