/** Events of webhooks, by the kind that the database queues. Receivers see `type`. */
export const WEBHOOK_EVENTS = {
  'look-published': { type: 'look.published', label: 'A look is published' },
  'look-withdrawn': { type: 'look.withdrawn', label: 'A look is withdrawn' },
  'product-added': { type: 'product.added', label: 'A product is added' },
  'product-removed': { type: 'product.removed', label: 'A product is removed' },
  'price-changed': { type: 'product.price_changed', label: 'A price changes' },
  'sold-out': { type: 'product.sold_out', label: 'An offer or a size is sold out' },
  'back-in-stock': { type: 'product.back_in_stock', label: 'An offer or a size is back in stock' },
  'scan-finished': { type: 'scan.finished', label: 'A scan is finished' },
  'notice-received': { type: 'notice.received', label: 'A notice about content is received' },
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]]

/** Sent on request, so that an operator sees whether a receiver works. */
export const TEST_EVENT = 'test'

/** The `type` of a message. */
export const webhookType = (kind: string): string =>
  Object.hasOwn(WEBHOOK_EVENTS, kind) ? WEBHOOK_EVENTS[kind as WebhookEvent].type : kind
