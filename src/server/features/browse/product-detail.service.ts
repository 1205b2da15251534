import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { buildSearchLinks, type OtherShop } from '#server/core/search-elsewhere.ts'
import {
  ATTRIBUTE_TEXT,
  ATTRIBUTE_VALUE_TEXT,
  describeAttribute,
  listColors,
} from '#server/features/catalog/description/index.ts'
import {
  type CatalogProduct,
  offerSchema,
  type ProductDetail,
  type WornTile,
} from '#shared/contract/catalog.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { type Comparable, type Rates, showPrice } from '#shared/domain/price.ts'
import { compareByPrice } from '#shared/domain/price-comparison.ts'
import { REMOVED_TEXT } from '#shared/messages.ts'
import type {
  CatalogReader,
  DetailRow,
  OfferRow,
  ProductDetailStore,
} from '#server/features/catalog/index.ts'

type ProductDetailDependencies = {
  store: ProductDetailStore
  products: Pick<CatalogReader['products'], 'byKeys'>
  wornIn: (id: string) => Promise<WornTile[]>
  rates: () => Promise<Rates>
  /** Called with each product that somebody views. */
  noteView: (productId: string) => void
  otherShops: readonly OtherShop[]
}

const findProduct = async (store: ProductDetailDependencies['store'], id: string) => {
  const product = await store.product(id)
  const formerId = product ? null : await store.productOfRemoved(id)
  return formerId === null ? product : store.product(formerId)
}

export type ProductDetails = (id: string) => Promise<ProductDetail>

export const createProductDetail =
  ({
    store,
    products,
    wornIn,
    rates,
    noteView,
    otherShops,
  }: ProductDetailDependencies): ProductDetails =>
  async (id) => {
    const isValidId = /^\d{1,18}$/.test(id)
    const product = isValidId ? await findProduct(store, id) : null
    const card = product && (await products.byKeys([product.product_key])).get(product.product_key)
    if (!product || !card) {
      if (isValidId && (await store.isRemoved(id))) throw new AppError(410, REMOVED_TEXT)
      throw notFoundError('product')
    }
    noteView(product.id)
    const cheapestFirst = compareByPrice(await rates())
    const offers = (await store.offers(product.id)).toSorted(
      (a, b) => Number(isBuyable(b)) - Number(isBuyable(a)) || cheapestFirst(a, b),
    )
    const [best] = offers
    return {
      id: product.id,
      card,
      pictures: product.pictures,
      description: product.description,
      gtin: product.gtin,
      mpn: product.mpn,
      attributes: listAttributes(product),
      offers: offers.map((offer) => offerSchema.parse(offer)),
      history: best ? buildPriceHistory(best, await store.priceChanges(best.id)) : [],
      colours: listColors((await store.colours([product.id])).get(product.id) ?? [], product.id),
      credits: [...new Set(offers.flatMap(({ credit }) => credit ?? []))],
      wornIn: await wornIn(product.id),
      elsewhere: buildSearchLinks(otherShops, searchText(card)),
    }
  }

/** Name and brand, which many names already contain. */
const searchText = ({ name, brand }: Pick<CatalogProduct, 'name' | 'brand'>): string =>
  brand && !name.toLowerCase().includes(brand.toLowerCase()) ? `${brand} ${name}` : name

/** The texts of the preview image of a shared link. */
export const getCardFacts = ({ card, pictures, offers: [best] }: ProductDetail) => ({
  name: card.name,
  brand: card.brand,
  price: showPrice(best?.price ?? card.price, best?.currency ?? undefined) ?? '',
  picture: pictures[0] ?? card.product_image ?? (card.celebrity_image || null),
})

const isAttribute = (column: string): column is keyof typeof ATTRIBUTE_TEXT =>
  Object.hasOwn(ATTRIBUTE_TEXT, column)

const listAttributes = (product: DetailRow): ProductDetail['attributes'] =>
  Object.entries(ATTRIBUTE_TEXT).flatMap(([column, name]) => {
    if (!isAttribute(column)) return []
    const values = [product[column] ?? []].flat()
    const text = ATTRIBUTE_VALUE_TEXT.list(values.map((value) => describeAttribute(column, value)))
    return text ? [{ name, value: text, isSeen: product.seen.includes(column) }] : []
  })

/**
 * A change records the price before it, so each point takes its amount from the next change. Prices in
 * another currency than today's cannot be plotted beside it.
 */
const buildPriceHistory = (
  { amount, currency, first_seen_at }: OfferRow,
  changes: readonly (Comparable & { changed_at: Date })[],
): ProductDetail['history'] => {
  const oldestFirst = changes.toReversed()
  const starts = [first_seen_at, ...oldestFirst.map(({ changed_at }) => changed_at)]
  const prices: Comparable[] = [...oldestFirst, { amount, currency }]
  return starts.flatMap((at, index) => {
    const price = prices[index]
    if (!price || price.amount === null || price.currency !== currency) return []
    return [{ at: at.toISOString(), amount: price.amount }]
  })
}
