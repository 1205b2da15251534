/** What product pages say about attributes. */

export const ATTRIBUTE_TEXT = {
  type: 'Type',
  colors: 'Colour',
  pattern: 'Pattern',
  material: 'Material',
  sleeve: 'Sleeves',
  fit: 'Fit',
  departments: 'For',
  sold_as: 'Sold as',
} as const

export const ATTRIBUTE_VALUE_TEXT = {
  list: (values: readonly string[]) => values.join(', '),
  set: 'Set',
  packOf: (count: number) => `Pack of ${count}`,
} as const
