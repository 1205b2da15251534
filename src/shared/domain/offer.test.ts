import { expect, test } from 'vitest'
import { listSizesElsewhere } from './offer.ts'

const inStock = (...sizes: string[]) => ({ availability: 'in_stock' as const, sizes })

test.each([
  ['what the first shop lacks, once', [inStock('M'), inStock('S', 'M'), inStock('S', 'L')], 'S L'],
  [
    'nothing of a shop that is sold out',
    [inStock('M'), { ...inStock('S'), availability: 'out_of_stock' as const }],
    '',
  ],
  ['nothing with a single shop', [inStock('M')], ''],
  ['nothing without shops', [], ''],
])('sizes at other shops: %s', (_, offers, sizes) => {
  expect(listSizesElsewhere(offers).join(' ')).toBe(sizes)
})
