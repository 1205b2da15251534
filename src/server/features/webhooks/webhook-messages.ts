/** Why a webhook is refused or disabled, and why a message has no reply. */

export const WEBHOOK_SERVICE_TEXT = {
  missing: 'There is no such webhook, or it is disabled',
  tooMany: (limit: number) => `There are already ${limit} webhooks.`,
  secretChanged: 'AUTH_SECRET has changed. Please add this webhook again.',
  noReplyWithin: (seconds: number) => `No reply within ${seconds} seconds`,
  gone: 'The receiver replied with status 410 (gone).',
  notDelivered: (reply: string) =>
    `No message could be delivered for a day. Last attempt: ${reply}`,
  status: (status: number) => `status ${status}`,
} as const
