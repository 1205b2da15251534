/** How a shop offers a product, beside its price. */

export const OFFER_TEXT = {
  preOrder: 'Pre-order',
  shipsLater: 'Ships later',
  checkedMinutesAgo: (minutes: number) => `checked ${minutes} min ago`,
  checkedHoursAgo: (hours: number) => `checked ${hours} h ago`,
  checkedDaysAgo: (days: number) => `checked ${days} days ago`,
} as const
