import { expect, it } from 'vitest'
import type { Offer, ProductDetail } from '#shared/contract/catalog.ts'
import { buildProductStructuredData } from './structured-data.ts'

const OFFER: Offer = {
  shop: 'Second Look',
  url: 'https://second-look.example.com/1',
  price: '€16',
  amount: 16,
  currency: 'EUR',
  availability: 'in_stock',
  condition: 'used',
  sizes: [],
  checkedAt: null,
  seenAt: '2026-01-01T00:00:00.000Z',
}
const PRODUCT: ProductDetail = {
  id: '7',
  card: {
    id: '7',
    celebrity_name: '',
    celebrity_image: '',
    name: 'Polo shirt',
    price: '€16',
    website: '',
    category: null,
    brand: 'Almara',
    product_image: '/media/a.jpg',
    box: null,
  },
  pictures: ['/media/a.jpg'],
  description: 'Cotton piqué.',
  gtin: '04006381333931',
  mpn: 'P-7',
  attributes: [],
  offers: [OFFER, { ...OFFER, shop: 'Other', amount: 20, availability: null, condition: null }],
  history: [],
  colours: [],
  credits: [],
  wornIn: [],
  elsewhere: [],
}
const ORIGIN = 'https://wearabouts.test'

type FactOffer = { price: number; priceCurrency: string; availability?: string; url: string }
type Fact = {
  name: string
  image: string[]
  offers: { offers: FactOffer[] }
}

/** developers.google.com/search/docs/appearance/structured-data/merchant-listing, 'required'. */
const requiredProblems = ({ name, image, offers: { offers } }: Fact): string[] => [
  ...(name.trim() ? [] : ['name']),
  ...(image.length > 0 && image.every((url) => URL.canParse(url)) ? [] : ['image']),
  ...(offers.length > 0 ? [] : ['offers']),
  ...offers.flatMap(({ price, priceCurrency, availability, url }) => [
    ...(price > 0 ? [] : ['offers.price']),
    ...(/^[A-Z]{3}$/.test(priceCurrency) ? [] : ['offers.priceCurrency']),
    ...(availability === undefined || /^https:\/\/schema\.org\/[A-Z]/.test(availability)
      ? []
      : ['offers.availability']),
    ...(URL.canParse(url) ? [] : ['offers.url']),
  ]),
]

it("has every field of a product that Google requires, and leaves out what it can't state", () => {
  const [fact] = buildProductStructuredData(PRODUCT, ORIGIN)
  expect(requiredProblems(fact as unknown as Fact)).toEqual([])
  expect(fact).toMatchObject({
    brand: { name: 'Almara' },
    description: 'Cotton piqué.',
    gtin: '04006381333931',
    mpn: 'P-7',
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: 16,
      highPrice: 20,
      offers: [{ price: 16 }, { price: 20 }],
    },
  })
})

it.each([
  ['no offer', { offers: [] }],
  ['no price', { offers: [{ ...OFFER, amount: null }] }],
  ['a price of nothing', { offers: [{ ...OFFER, amount: 0 }] }],
  ['no currency', { offers: [{ ...OFFER, currency: null }] }],
  ['no picture', { pictures: [], card: { ...PRODUCT.card, product_image: null } }],
])('with %s it is no Product for a search engine', (_, changes) => {
  expect(buildProductStructuredData({ ...PRODUCT, ...changes }, ORIGIN)).toEqual([])
})
