/** The orders of a list of products. */
export const SORT_LABELS = {
  relevance: 'Relevance',
  price: 'Price: low to high',
  'price-desc': 'Price: high to low',
  newest: 'Newest',
} as const
