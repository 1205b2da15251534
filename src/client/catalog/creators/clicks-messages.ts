/** How often links to shops were followed. */

export const CLICKS_TEXT = {
  name: 'Name',
  clicks: 'Clicks',
  removedProduct: 'A removed product',
  removedLook: 'A removed look',
  lookOf: (person: string) => `Look: ${person}`,
  period: 'Period',
  download: 'Download CSV',
  notLoaded: 'Couldn’t load the clicks',
  empty: 'No clicks in this period',
  emptyHint:
    'Every real click on a link to a shop is counted, without cookies. Robots, previews and a creator’s own clicks are left out.',
  products: 'Products',
  looks: 'Looks',
  days: 'Days',
  periods: {
    '7': 'Last 7 days',
    '30': 'Last 30 days',
    '90': 'Last 90 days',
    '365': 'Last 12 months',
  },
  total: (clicks: number, formatted: string) =>
    clicks === 1
      ? `<b>${formatted}</b> click on links to shops`
      : `<b>${formatted}</b> clicks on links to shops`,
} as const
