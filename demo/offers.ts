import { demoCatalog, type DemoRow } from './catalog.ts'
import { type Random, randomFrom } from './random.ts'
import { shopItems } from './shop/items.ts'
import { readStatedFacts, type StatedFacts } from './stated-facts.ts'
import type { OfferTerms } from '#shared/contract/catalog.ts'
import { formatDisplayPrice, parsePrice } from '#shared/domain/price.ts'

/** A price that an offer had until `days` ago. */
type FormerPrice = { days: number; price: string; amount: number; currency: string }
type Stock = {
  availability: 'in_stock' | 'out_of_stock' | 'preorder'
  sizes: string[]
  condition: 'new' | 'used'
}
/** What a shop says about a product beside its price, and what the price was in the last weeks. */
export type DemoOffer = Stock & {
  /** The product's link in the catalogue. */
  product: string
  url: string
  /** The shop of the link in the catalogue if it is that offer. */
  shop: { host: string; name: string } | null
  price: string
  amount: number
  currency: string
  terms: OfferTerms
  /** Of the product, if no feed states it. */
  stated: StatedFacts | null
  former: FormerPrice[]
}

type Store = { host: string; name: string; currency: string; level: number }
/** Invented shops with many brands. */
const STORES: readonly Store[] = [
  { host: 'galerie-nord.example.com', name: 'Galerie Nord', currency: 'EUR', level: 1.02 },
  { host: 'harper-vale.example.com', name: 'Harper & Vale', currency: 'GBP', level: 1.04 },
  { host: 'union-edit.example.com', name: 'Union Edit', currency: 'USD', level: 0.98 },
  { host: 'alpenhaus.example.com', name: 'Alpenhaus', currency: 'CHF', level: 1.08 },
  { host: 'studio-kaze.example.com', name: 'Studio Kaze', currency: 'JPY', level: 0.95 },
  { host: 'bazar-lumiere.example.com', name: 'Bazar Lumière', currency: 'EUR', level: 0.93 },
]
const RESALE: Store = {
  host: 'rewoven.example.com',
  name: 'Rewoven',
  currency: 'EUR',
  level: 0.96,
}

/** About what a euro buys; the shops round to their own prices anyway. */
const PER_EURO: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.08,
  GBP: 0.86,
  CHF: 0.95,
  JPY: 162,
}

/** Where shops ship and for how much, by their currency. */
const SHIPPING: Readonly<Record<string, { to: string; amount: number }>> = {
  EUR: { to: 'DE', amount: 4.9 },
  USD: { to: 'US', amount: 7 },
  GBP: { to: 'GB', amount: 3.95 },
  CHF: { to: 'CH', amount: 8 },
  JPY: { to: 'JP', amount: 700 },
}
/** Orders of so many times the cost are sent for nothing. */
const FREE_FROM = 20
const FEW = { share: 0.14, most: 4 } as const

const WEEKS = 12
const OLDEST_DAYS = WEEKS * 7
/** Shares of products with offers of several shops. */
const SHARED = { new: 0.64, used: 0.44 } as const

const roundPrice = (amount: number, currency: string): number => {
  if (currency === 'JPY') return Math.max(500, Math.round(amount / 100) * 100)
  if (amount > 150) return Math.round(amount / 5) * 5
  return Math.max(4, Math.round(amount * 2) / 2)
}
const pricedAt = (amount: number, currency: string) => ({
  amount,
  currency,
  price: formatDisplayPrice(amount, currency) ?? '',
})

/** No change, a drop that stayed, or a sale of a week or two. */
const historyOf = (amount: number, currency: string, random: Random): FormerPrice[] => {
  const kind = random.next()
  const former = (days: number, factor: number) => ({
    days,
    ...pricedAt(roundPrice(amount * factor, currency), currency),
  })
  if (kind < 0.45) return []
  if (kind < 0.8) {
    const days = random.whole(2, OLDEST_DAYS - 20)
    const drop = former(days, random.between(1.12, 1.45))
    return random.odds(0.3)
      ? [
          former(Math.min(OLDEST_DAYS - 1, days + random.whole(9, 18)), random.between(1.5, 1.7)),
          drop,
        ]
      : [drop]
  }
  const ended = random.whole(5, 40)
  // Newest last: before the sale the price was today's.
  return [former(ended + random.whole(7, 14), 1), former(ended, random.between(0.68, 0.85))]
}

const SIZES: Readonly<Record<string, readonly string[]>> = {
  clothing: ['XS', 'S', 'M', 'L', 'XL'],
  footwear: ['36', '37', '38', '39', '40', '41', '42', '43'],
}
const ONE_SIZE = ['One size']
const sizesOf = (category: string, random: Random): string[] => {
  const all = SIZES[category]
  if (!all) return ONE_SIZE
  const sizes = all.filter(() => random.odds(0.68))
  return sizes.length > 0 ? sizes : [random.pick(all)]
}
/** The cost of shipping, and of some new things only the last pieces, in as many sizes. */
const termsOf = (
  { availability, condition, sizes }: Stock,
  { url, amount, currency }: Pick<DemoOffer, 'url' | 'amount' | 'currency'>,
): { terms: OfferTerms; sizes: string[] } => {
  const random = randomFrom(`terms ${url}`)
  const cost = SHIPPING[currency] ?? { to: 'DE', amount: 5 }
  const shipping = amount >= cost.amount * FREE_FROM ? { ...cost, amount: 0 } : cost
  const isFew = availability === 'in_stock' && condition === 'new' && random.odds(FEW.share)
  const left = random.whole(1, FEW.most)
  return isFew
    ? { terms: { left, shipping }, sizes: sizes.slice(0, left) }
    : { terms: { shipping }, sizes }
}

const availabilityOf = (random: Random): Stock['availability'] =>
  random.odds(0.07) ? 'out_of_stock' : random.odds(0.02) ? 'preorder' : 'in_stock'

const newStock = (category: string, random: Random): Stock => ({
  availability: availabilityOf(random),
  sizes: sizesOf(category, random),
  condition: 'new',
})

type Sold = Pick<DemoRow, 'website' | 'category'> & { amount: number; currency: string }

const offerOf = (
  store: Store,
  sold: Sold,
  stock: Stock,
  level: number,
  random: Random,
): DemoOffer => {
  const euros = sold.amount / (PER_EURO[sold.currency] ?? 1)
  const amount = roundPrice(
    euros * level * store.level * (PER_EURO[store.currency] ?? 1),
    store.currency,
  )
  const url = `https://${store.host}${new URL(sold.website).pathname}`
  return {
    ...stock,
    ...termsOf(stock, { url, amount, currency: store.currency }),
    product: sold.website,
    url,
    shop: { host: store.host, name: store.name },
    ...pricedAt(amount, store.currency),
    stated: null,
    former: historyOf(amount, store.currency, random),
  }
}

/** The offers of a product that a brand sells in its own shop, its own first. */
const offersOfNew = (row: DemoRow, stated: StatedFacts | null): DemoOffer[] => {
  const random = randomFrom(`offers ${row.website}`)
  const { amount, currency } = parsePrice(row.price) ?? { amount: 0, currency: null }
  const sold = { ...row, amount, currency: currency ?? 'EUR' }
  const stock = newStock(row.category, random)
  const own: DemoOffer = {
    ...stock,
    ...termsOf(stock, { url: row.website, amount, currency: sold.currency }),
    product: row.website,
    url: row.website,
    shop: null,
    price: row.price,
    amount,
    currency: sold.currency,
    stated,
    former: historyOf(amount, sold.currency, random),
  }
  if (!random.odds(SHARED.new)) return [own]
  const stores = random.shuffle(STORES).slice(0, random.whole(1, 3))
  const others = stores.map((store) =>
    offerOf(store, sold, newStock(row.category, random), random.between(0.9, 1.12), random),
  )
  return [own, ...others]
}

/** The offers of a second-hand garment in other shops: resold, or new for more. */
const offersOfUsed = (row: Pick<DemoRow, 'website' | 'category'>, id: string): DemoOffer[] => {
  const random = randomFrom(`offers ${id}`)
  const item = shopItems().get(id)
  if (!item) return []
  const { amount, currency, size } = item
  const own: DemoOffer = {
    availability: random.odds(0.06) ? 'out_of_stock' : 'in_stock',
    sizes: [size],
    condition: 'used',
    product: row.website,
    url: row.website,
    shop: null,
    ...pricedAt(amount, currency),
    terms: { shipping: { amount: 4.5, to: 'DE' } },
    stated: null,
    former: historyOf(amount, currency, random),
  }
  if (!random.odds(SHARED.used)) return [own]
  const sold = { ...row, amount, currency }
  const resold = offerOf(
    RESALE,
    sold,
    { availability: availabilityOf(random), sizes: [size], condition: 'used' },
    random.between(0.85, 1.25),
    random,
  )
  const others = random
    .shuffle(STORES)
    .slice(0, random.whole(0, 2))
    .map((store) =>
      offerOf(
        store,
        sold,
        {
          ...newStock(row.category, random),
          sizes: [...new Set([size, ...sizesOf(row.category, random)])],
        },
        random.between(2.2, 3),
        random,
      ),
    )
  return [own, resold, ...others]
}

/** The offers of every product of the demo. */
export const demoOffers = (): DemoOffer[] => {
  const rows = new Map(demoCatalog().rows.map((row) => [row.website, row]))
  const items = new Map([...shopItems().values()].map(({ id, url }) => [url, id]))
  const drawn = [...rows.values()].filter(({ website }) => !items.has(website))
  const used = [...items].flatMap(([website, id]) =>
    offersOfUsed({ website, category: rows.get(website)?.category ?? 'clothing' }, id),
  )
  const facts = readStatedFacts()
  const offersOf = (row: DemoRow) => offersOfNew(row, facts.get(row.website) ?? null)
  return [...drawn.flatMap(offersOf), ...used]
}
