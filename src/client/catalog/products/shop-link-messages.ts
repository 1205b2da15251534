export const SHOP_LINK_TEXT = {
  productInNewTab: (product: string) => `: ${product} (opens in a new tab)`,
  report: 'Report',
} as const
