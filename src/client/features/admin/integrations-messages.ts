export const INTEGRATIONS_TEXT = {
  siteKeys: 'API keys of the site',
  siteKeysLead:
    'They belong to no account and keep working when an administrator leaves. <docs>API documentation</docs>',
  webhooks: 'Webhooks',
  webhooksNotLoaded: 'Couldn’t load webhooks',
  noWebhooks: 'No webhooks yet',
  addWebhook: 'Add a webhook',
  sendingTest: 'Sending a test message',
  enabled: 'Webhook enabled',
  removed: 'Webhook removed',
  disabledSince: (moment: string, reason: string) => `Disabled ${moment}. ${reason}`,
  dropped: (count: number) => ` ${count} events were dropped`,
  enableOf: (url: string) => `Enable ${url}`,
  enable: 'Enable',
  testOf: (url: string) => `Test ${url}`,
  test: 'Test',
  removeOf: (url: string) => `Remove ${url}`,
  removeQuestion: 'Remove this webhook?',
  removeExplanation: (url: string) =>
    `No more messages are sent to ${url}, and its list of deliveries is deleted.`,
  added: 'Webhook added',
  addedHint: 'Receivers check messages with this secret. Copy it now: it is not shown again.',
  secret: 'Secret',
  addHint: 'The site posts a signed message to this address when something happens.',
  noEvent: 'Please choose at least one event',
  address: 'Address',
  events: 'When',
  submit: 'Add webhook',
  deliveries: 'Deliveries',
  deliveriesNotLoaded: 'Couldn’t load deliveries',
  notSentYet: 'Not sent yet',
  sendingAgain: 'Sending the message again',
  data: 'Data',
  due: (moment: string) => `Due ${moment}`,
  sendAgainOf: (type: string, moment: string) => `Send again: ${type} of ${moment}`,
  sendAgain: 'Send again',
  waiting: (count: number) => `${count} waiting`,
  waitingAndFailed: (count: number, failures: number) =>
    `${count} waiting, failed attempts: ${failures}`,
  status: (status: number) => `Status ${status}`,
  statusAndReply: (status: number, reply: string) => `Status ${status}: ${reply}`,
  noDeliveries: 'No deliveries',
  states: {
    waiting: (attempts: number) =>
      attempts === 1 ? 'Waiting, 1 attempt' : `Waiting, ${attempts} attempts`,
    delivered: (attempts: number) =>
      attempts === 1 ? 'Delivered, 1 attempt' : `Delivered, ${attempts} attempts`,
    failed: (attempts: number) =>
      attempts === 1 ? 'Given up, 1 attempt' : `Given up, ${attempts} attempts`,
  },
} as const

/** When a webhook is called. */
export const WEBHOOK_EVENT_TEXT = {
  'look-published': 'A look is published',
  'look-withdrawn': 'A look is withdrawn',
  'product-added': 'A product is added',
  'product-removed': 'A product is removed',
  'price-changed': 'A price changes',
  'sold-out': 'An offer or a size is sold out',
  'back-in-stock': 'An offer or a size is back in stock',
  'scan-finished': 'A scan is finished',
  'notice-received': 'A notice about content is received',
} as const
