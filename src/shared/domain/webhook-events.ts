/**
 * Events of webhooks by their names, which calls take and messages have as `type`. `kind` is what the
 * database queues.
 */
export const WEBHOOK_EVENTS = {
  'look.published': { kind: 'look-published' },
  'look.withdrawn': { kind: 'look-withdrawn' },
  'product.added': { kind: 'product-added' },
  'product.removed': { kind: 'product-removed' },
  'product.price_changed': { kind: 'price-changed' },
  'product.sold_out': { kind: 'sold-out' },
  'product.back_in_stock': { kind: 'back-in-stock' },
  'scan.finished': { kind: 'scan-finished' },
  'notice.received': { kind: 'notice-received' },
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]

/** Sent on request, so that an operator sees whether a receiver works. */
export const TEST_EVENT = 'test'

/** The name of what the database queued; a kind that only a later version knows stays as it is. */
export const getWebhookEvent = (kind: string): string =>
  WEBHOOK_EVENT_NAMES.find((name) => WEBHOOK_EVENTS[name].kind === kind) ?? kind
