import type {
  CatalogProduct,
  ImageTile,
  Offer,
  PictureOrigin,
  ProductDetail,
} from '#shared/contract/catalog.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { parsePrice } from '#shared/domain/price.ts'
import { paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'

const MAX_LISTED = 24
const PICTURE_PX = 1024

const createItemList = (name: string, items: object[]) => ({
  '@type': 'ItemList',
  name,
  numberOfItems: items.length,
  itemListElement: items.map((item, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    ...item,
  })),
})

export const describeCelebrityList = (
  title: string,
  people: readonly { name: string }[],
  origin: string,
) =>
  createItemList(
    title,
    people
      .slice(0, MAX_LISTED)
      .map(({ name }) => ({ name, url: origin + paths.celebrity.href(name) })),
  )

export const describeImageList = (name: string, images: readonly ImageTile[], origin: string) =>
  createItemList(
    name,
    images.slice(0, MAX_LISTED).map(({ image, celebrity_name }) => ({
      name: celebrity_name,
      url: origin + paths.celebrityImage.href(image),
    })),
  )

export const describeProductList = (
  name: string,
  products: readonly CatalogProduct[],
  origin: string,
) =>
  createItemList(
    name,
    products.slice(0, MAX_LISTED).map((product) => ({ item: summarizeProduct(product, origin) })),
  )

export const describePicture = (
  { url, origin: source }: { url: string; origin?: PictureOrigin | undefined },
  name: string,
  origin: string,
) => ({
  '@type': 'ImageObject',
  name,
  contentUrl: origin + buildPictureUrl(url),
  ...(source?.credit && {
    creditText: source.credit,
    creator: { '@type': 'Person', name: source.credit },
  }),
  // Search engines expect an address; a name becomes a copyright notice.
  ...(source?.licence &&
    (isHttpLink(source.licence)
      ? { license: source.licence }
      : { copyrightNotice: source.licence })),
  ...(source?.source && { isBasedOn: source.source }),
  ...(source?.takenOn && { dateCreated: source.takenOn }),
})

/** Includes an offer only if amount, currency and link are known. */
const summarizeProduct = (product: CatalogProduct, origin: string) => {
  const price = parsePrice(product.price)
  const picture = product.product_image
  return {
    '@type': 'Product',
    name: product.name,
    ...(product.brand === null ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
    ...(picture === null ? {} : { image: origin + buildPictureUrl(picture, PICTURE_PX) }),
    ...(price?.currency && isHttpLink(product.website)
      ? {
          offers: {
            '@type': 'Offer',
            price: price.amount,
            priceCurrency: price.currency,
            url: product.website,
          },
        }
      : {}),
  }
}

const AVAILABILITY: Readonly<Record<NonNullable<Offer['availability']>, string>> = {
  in_stock: 'InStock',
  out_of_stock: 'OutOfStock',
  preorder: 'PreOrder',
  backorder: 'BackOrder',
  removed: 'Discontinued',
}
const CONDITION = {
  new: 'NewCondition',
  refurbished: 'RefurbishedCondition',
  used: 'UsedCondition',
}

const describeOffer = (offer: Offer) =>
  !offer.amount || offer.currency === null || !isHttpLink(offer.url)
    ? []
    : [
        {
          '@type': 'Offer',
          price: offer.amount,
          priceCurrency: offer.currency,
          url: offer.url,
          ...(offer.availability && {
            availability: `https://schema.org/${AVAILABILITY[offer.availability]}`,
          }),
          ...(offer.condition && {
            itemCondition: `https://schema.org/${CONDITION[offer.condition]}`,
          }),
          ...(offer.shop && { seller: { '@type': 'Organization', name: offer.shop } }),
        },
      ]

/** Adds a price range to several offers in one currency, because search engines show it. */
const aggregateOffers = (pricedOffers: ReturnType<typeof describeOffer>): object => {
  const amounts = pricedOffers.map(({ price }) => price)
  const [first] = pricedOffers
  if (
    pricedOffers.length < 2 ||
    pricedOffers.some(({ priceCurrency }) => priceCurrency !== first?.priceCurrency)
  )
    return pricedOffers
  return {
    '@type': 'AggregateOffer',
    priceCurrency: first?.priceCurrency,
    lowPrice: Math.min(...amounts),
    highPrice: Math.max(...amounts),
    offerCount: pricedOffers.length,
    offers: pricedOffers,
  }
}

/** Empty without a picture or a priced offer, which Google requires. */
export const buildProductStructuredData = (
  { id, card, pictures, description, gtin, mpn, offers }: ProductDetail,
  origin: string,
): object[] => {
  const urls = pictures.length > 0 ? pictures : [card.product_image ?? card.celebrity_image]
  const image = urls
    .filter((url) => url !== '')
    .map((url) => origin + buildPictureUrl(url, PICTURE_PX))
  const pricedOffers = offers.flatMap(describeOffer)
  if (image.length === 0 || pricedOffers.length === 0) return []
  return [
    {
      '@type': 'Product',
      name: card.name,
      url: origin + paths.product.href(id, card.name),
      image,
      ...(description === null ? {} : { description }),
      ...(card.brand === null ? {} : { brand: { '@type': 'Brand', name: card.brand } }),
      ...(gtin && { gtin }),
      ...(mpn && { mpn }),
      offers: aggregateOffers(pricedOffers),
    },
  ]
}

export const describeWebSite = (name: string, origin: string) => ({
  '@type': 'WebSite',
  name,
  url: `${origin}/`,
})
