import { describe, expect, test } from 'vitest'
import { FIRST_VIEW, NO_WISH } from '#client/features/photo-finder/scan/finder-state.ts'
import { ANSWERS } from '#shared/constants.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'
import { listAnswers } from './answers.ts'

type Sources = Parameters<typeof listAnswers>[0]
type Alike = Sources['answers']['products'][number]

const row = (id: number, more: Partial<Alike> = {}): Alike => ({
  id: String(id),
  name: `Coat ${id}`,
  price: '$20',
  website: `https://shop.example/${id}`,
  brand: null,
  category: 'clothing',
  product_image: null,
  box: null,
  celebrity_name: 'Ines Okafor',
  celebrity_image: '/media/look.jpg',
  similarity: 0.8,
  certainty: 'close',
  isAddedByUser: false,
  ...more,
})
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => row(from + index))

const product = (id: string, more: Partial<ScanProduct> = {}): ScanProduct => ({
  id,
  title: `Coat ${id}`,
  price: '$20',
  productLink: `https://web.example/${id}`,
  source: 'Wearabouts',
  sureness: 'similar',
  ...more,
})

const list = ({
  answers,
  ...sources
}: Partial<Omit<Sources, 'answers'>> & {
  answers?: Partial<Sources['answers']>
}) =>
  listAnswers({
    label: 'coat',
    answers: { products: [], byWords: [], hasMore: false, applied: [], ...answers },
    scanned: [],
    termProducts: [],
    view: FIRST_VIEW,
    ...sources,
  })

const idsOf = ({ groups }: ReturnType<typeof listAnswers>) =>
  Object.fromEntries(groups.map(({ title, products }) => [title, products.map(({ id }) => id)]))

describe('the answers for an object', () => {
  test('are at most ten in all, more when asked for', () => {
    const sources = {
      answers: { products: rows(8), byWords: rows(8, 20) },
      termProducts: [product('t1'), product('t2')],
    }
    const first = list(sources)
    expect([first.count, first.hasMore]).toEqual([10, true])
    const more = list({ ...sources, view: { ...FIRST_VIEW, count: ANSWERS.maxProducts } })
    expect([more.count, more.hasMore]).toEqual([18, false])
  })

  test('include what the terms found in our catalogue, and once what was found twice', () => {
    const same = product('0', { productLink: 'https://shop.example/0' })
    const listed = list({
      answers: { products: [row(0)] },
      termProducts: [same, product('t1')],
    })
    expect(idsOf(listed)).toEqual({ 'Close match': ['0'], 'Found by words': ['t1'] })
    expect(listed.groups.at(-1)?.products[0]?.isInCatalogue).toBe(true)
  })

  test('leave out what has no price, N/A or is digital, and put uncertain prices last', () => {
    const products = [
      row(1, { price: '$10*' }),
      row(2, { price: '' }),
      row(3, { price: 'N/A' }),
      row(4, { name: 'Coat sewing pattern download' }),
      row(5),
    ]
    const listed = list({ answers: { products } })
    expect(idsOf(listed)).toEqual({ 'Close match': ['5', '1'] })
    expect(listed.groups[0]?.products.map(({ price }) => price)).toEqual(['$20', '$10'])
  })

  test('are grouped by likeness, web shops by look among them, then by words', () => {
    const listed = list({
      answers: {
        products: [
          row(1, { certainty: null }),
          row(2, { certainty: 'same item' }),
          row(3, { certainty: 'similar' }),
        ],
        byWords: [row(4)],
      },
      scanned: [
        product('remote_1', { source: 'Google Lens' }),
        product('shopping_1', { source: 'Google Shopping' }),
        product('9'),
      ],
    })
    expect(idsOf(listed)).toEqual({
      'Same item': ['2'],
      Similar: ['3', 'remote_1'],
      'Closest we have': ['1'],
      'Found by words': ['4', 'shopping_1'],
    })
  })

  test('are only those that can be refined once there are filters or words', () => {
    const refined = list({
      answers: { products: [row(1)] },
      scanned: [product('remote_1', { source: 'Google Lens' })],
      termProducts: [product('t1')],
      view: { ...FIRST_VIEW, wish: { ...NO_WISH, q: 'in black' } },
    })
    expect([idsOf(refined), refined.isRefined]).toEqual([{ 'Close match': ['1'] }, true])
  })

  test('leave out what is not this', () => {
    const listed = list({
      answers: { products: rows(2) },
      termProducts: [product('t1')],
      view: { ...FIRST_VIEW, dismissed: ['0', 't1'] },
    })
    expect(idsOf(listed)).toEqual({ 'Close match': ['1'] })
  })
})
