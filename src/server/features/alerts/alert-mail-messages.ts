/** Emails and notifications about alerts. */

export const ALERT_MAIL_TEXT = {
  manyAlerts: (count: number) => `${count} new alerts`,
  more: (count: number) => `And ${count} more.`,
  yourAlerts: 'Your alerts',
  unsubscribe: 'Unsubscribe',
  confirmSubject: 'Confirm your alert',
  confirmLead: 'Somebody, hopefully you, asked for this alert to be sent to this address:',
  confirmHint: 'To confirm it, open this link and press the button there:',
  confirmManySubject: 'Confirm your alerts',
  confirmManyLead:
    'Several alerts were requested for this address, perhaps not all of them by you.',
  confirmManyHint:
    'To see them and confirm yours, open this link. It also lists what is requested later:',
  names: (names: readonly string[]) => names.join(', '),
  savedSearch: 'A saved search',
  invalidPushKey: 'This is not a browser’s push key',
  subjects: {
    below: (name: string) => `Price alert: ${name}`,
    drop: (name: string) => `Price alert: ${name}`,
    stock: (name: string) => `Back in stock: ${name}`,
    new: (name: string) => `New: ${name}`,
  },
  reason: 'You get this email because you asked for alerts.',
  retention: (period: string) =>
    `We keep your alert and your address until you delete them, or until ${period} after you last used them.`,
  ignoreOne: (period: string) =>
    `If it was not you, ignore this email: without your confirmation, nothing is sent, and the request is deleted after ${period}.`,
  ignoreMany: (period: string) =>
    `If you asked for none, ignore this email: without your confirmation, nothing is sent, and the request is deleted after ${period}.`,
} as const
