export const PAGED_PRODUCTS_TEXT = {
  notLoaded: 'Couldn’t load products',
} as const
