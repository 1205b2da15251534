import { describe, expect, test } from 'vitest'
import { ANSWERS } from '#shared/finder-constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import {
  FIRST_VIEW,
  listAnswers,
  NO_REFINEMENT,
  listScanAnswers,
  withOwnProduct,
} from './answers.ts'
import { manualDetection } from './finder-state.ts'

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
    answers: { products: [], byWords: [], ...answers },
    scanned: [],
    termProducts: [],
    view: FIRST_VIEW,
    ...sources,
  })

const idsOf = (products: ReturnType<typeof listAnswers>) => products.map(({ id }) => id)

describe('the answers for an object', () => {
  test('are one list of what was found in any way, at most fifty', () => {
    const sources = {
      answers: { products: rows(8), byWords: rows(8, 20) },
      termProducts: [product('t1'), product('t2')],
    }
    expect(list(sources)).toHaveLength(18)
    expect(list({ answers: { products: rows(60) } })).toHaveLength(ANSWERS.maxProducts)
  })

  test('show what the terms found after the most alike, however many are of the kind', () => {
    const alike = Array.from({ length: 20 }, (_, index) => row(index, { labelMatch: 1 }))
    const rating = { seller: 'Maison Ada', labelMatch: 1, confidence: 0.8 }
    const byTerm = ['t1', 't2', 't3'].map((id) => product(id, rating))
    const listed = list({ label: 'shoes', answers: { products: alike }, termProducts: byTerm })
    expect(idsOf(listed).slice(0, 7)).toEqual(['0', '1', '2', 't1', 't2', 't3', '3'])
  })

  test('keep how alike a product is that the terms found too', () => {
    const same = product('9', {
      productLink: 'https://shop.example/9',
      confidence: 1,
    })
    const listed = list({ answers: { products: rows(10) }, termProducts: [same] })
    expect(listed[0]).toMatchObject({ id: '9', sureness: 'close' })
  })

  test('include what the terms found in our catalogue, and once what was found twice', () => {
    const same = product('0', { productLink: 'https://shop.example/0' })
    const listed = list({
      answers: { products: [row(0)] },
      termProducts: [same, product('t1')],
    })
    expect(idsOf(listed)).toEqual(['0', 't1'])
    expect(listed.map(({ isInCatalog }) => isInCatalog)).toEqual([true, true])
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
    expect(listed.map(({ id, price }) => [id, price])).toEqual([
      ['5', '$20'],
      ['1', '$10'],
    ])
  })

  test('have pages of their own only in the catalogue', () => {
    const listed = list({
      answers: { products: [row(1, { isAddedByUser: true }), row(2)] },
      scanned: [product('remote_1', { source: 'Google Lens' }), product('9')],
    })
    expect(listed.map(({ id, isInCatalog }) => [id, isInCatalog])).toEqual([
      ['1', false],
      ['2', true],
      ['remote_1', false],
    ])
  })

  test('are only those that can be refined once there are filters or words', () => {
    const refined = list({
      answers: { products: [row(1)] },
      scanned: [product('remote_1', { source: 'Google Lens' })],
      termProducts: [product('t1')],
      view: { ...FIRST_VIEW, refinement: { ...NO_REFINEMENT, q: 'in black' } },
    })
    expect(idsOf(refined)).toEqual(['1'])
  })

  test('leave out what is not this', () => {
    const listed = list({
      answers: { products: rows(2) },
      termProducts: [product('t1')],
      view: { ...FIRST_VIEW, dismissed: ['0', 't1'] },
    })
    expect(idsOf(listed)).toEqual(['1'])
  })
})

describe('what the user wrote', () => {
  const found = [{ ...product('1'), isInCatalog: true }]
  const scanned: ScanDetection = {
    ...manualDetection('a', { x: 0, y: 0, width: 9, height: 9 }),
    title: 'Coat 1',
    price: '$20',
    productLink: 'https://web.example/1',
    isManual: false,
    source: 'google_lens',
    products: [product('1')],
  }
  const own = (changes: Partial<ScanDetection>) =>
    withOwnProduct({ ...scanned, ...changes }, found).map(({ id, title, price }) => [
      id,
      title,
      price,
    ])

  test('comes before what was found', () => {
    expect(own({})).toEqual([['1', 'Coat 1', '$20']])
    expect(own({ title: 'My coat' })).toEqual([
      ['a', 'My coat', '$20'],
      ['1', 'Coat 1', '$20'],
    ])
    expect(own({ price: '$15' })).toEqual([['a', 'Coat 1', '$15']])
  })

  test('is one of the ten', () => {
    const products = Array.from({ length: 10 }, (_, index) => product(String(index)))
    const shown = listScanAnswers({ ...scanned, title: 'My coat', products })
    expect(shown.map(({ id }) => id)).toEqual(['a', '0', '1', '2', '3', '4', '5', '6', '7', '8'])
  })

  test('counts for a manual box once it is complete; 0 is a price', () => {
    const manual = { isManual: true, source: 'manual_detection' } as const
    expect(own({ ...manual, title: undefined })).toEqual([['1', 'Coat 1', '$20']])
    expect(own({ ...manual, title: 'Mine', price: '0' })[0]).toEqual(['a', 'Mine', '0'])
  })
})
