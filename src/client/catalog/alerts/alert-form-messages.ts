export const ALERT_FORM_TEXT = {
  percent: 'By at least',
  limit: (currency: string) => `At most, in ${currency}`,
  currency: 'Currency (prices in others are not compared)',
  size: 'Only in size (optional)',
  condition: 'Tell me when',
  frequency: 'Email me',
  accountHint: 'Your alerts are in the account menu.',
  mailHint:
    'No account needed. You confirm the alert by email, and every email has a link to stop them.',
  saveSearch: 'Save search',
  setAlert: 'Set alert',
  conditions: {
    stock: 'It is back in stock',
    below: 'The price is at most …',
    drop: 'The price falls by …',
    new: 'There are new products',
  },
  frequencies: { daily: 'Once a day at most', immediate: 'Right away' },
} as const

export const NOTIFICATION_TEXT = {
  refused: 'Your browser does not allow notifications from this site.',
} as const
