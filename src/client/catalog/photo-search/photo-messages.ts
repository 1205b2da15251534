/** Photos to try the finder with, in words. */

export const SAMPLE_TEXT = {
  jacket: 'Sample: a red leather jacket and jeans',
  dress: 'Sample: a floral dress and a hat',
  street: 'Sample: two people in a street',
} as const
