export const CELEBRITY_IMAGE_TEXT = {
  productsFound: (products: number) => `Products found: ${products}`,
  alsoPictured: 'Also in this picture:',
  backToResult: 'Back to Result',
} as const

export const CELEBRITY_TEXT = {
  productsUsedBy: (celebrity: string) => `Products Used by ${celebrity}`,
  kindUsedBy: (kind: string, celebrity: string) => `${kind} Used by ${celebrity}`,
  seeAllLooks: 'See all looks',
} as const

export const SEARCH_TEXT = {
  recent: 'Recent searches',
  clearRecent: 'Clear recent searches',
  popular: 'Popular searches',
  categories: 'Categories',
  related: 'Related searches',
} as const
