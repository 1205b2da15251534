import type { RETENTION } from './retention.ts'

/** What the privacy page says about how long data is kept. */

export const OTHER_RETAINED_DATA_TEXT = {
  account:
    'Your account, saved and added products, alerts, scans and their photos: until you delete them or your account.',
  boards: 'Your boards, and whom you follow: until you delete them or your account.',
  photo: (period: string) => `A photo that you upload and do not save: ${period}.`,
  scan: (period: string) => `A scan while it runs, and its results afterwards: ${period}.`,
  sessions: (period: string) =>
    `Your sessions on each device: ${period} after your last visit, or until you sign out.`,
  emailCode: (period: string) => `A code or link sent by email: ${period}.`,
  notices: 'Notices about content, for the yearly report: as long as the site exists.',
  invitation: (life: string, period: string) =>
    `An invitation that is not used: ${life}, and ${period} more after it ended or was revoked.`,
} as const

export const RETAINED_DATA_TEXT = {
  inviteRequestsMs: (period: string) => `A request for an invitation: at most ${period}.`,
  expiredKeysMs: (period: string) => `An API key that has expired: ${period}.`,
  searchCallsMs: (period: string) => `How often you searched web shops: ${period}.`,
  remotePicturesMs: (period: string) => `Links to pictures of web shops: ${period}.`,
  facebookDeletionsMs: (period: string) =>
    `The outcome of a deletion that Facebook asked for, without your name: ${period}.`,
  auditLogMs: (period: string) =>
    `What administrators did, with names and email addresses: ${period}.`,
  unusedAlertsMs: (period: string) =>
    `Alerts and whom you follow without an account, with your email address or your browser’s notifications: until you delete them, or ${period} after you last used them.`,
  unconfirmedAlertsMs: (period: string) =>
    `Alerts that you asked for by email and did not confirm: ${period}.`,
  alertMatchesMs: (period: string) => `What your alerts found: ${period}.`,
  catalogEventsMs: (period: string) =>
    `Changes of prices and stock, without anything about you: ${period}.`,
  shopClicksMs: (period: string) =>
    `How often links to shops were followed on a day, without anything about you: ${period}.`,
  lookViewsMs: (period: string) =>
    `How often looks were opened on a day, without anything about you: ${period}.`,
  searchCountsMs: (period: string) =>
    `How often words were searched on a day, without anything about you: ${period}.`,
  priceChangesMs: (period: string) => `Former prices of offers: ${period}.`,
  webhookDeliveriesMs: (period: string) =>
    `Messages to other servers of the operator about what happened here, without your name: ${period}.`,
  failedJobsMs: (period: string) => `Background work that failed: ${period}.`,
  healthSamplesMs: (period: string) =>
    `How busy the servers were, without anything about you: ${period}.`,
} as const satisfies Record<
  Exclude<keyof typeof RETENTION, 'endedInvitesMs'>,
  (period: string) => string
>
