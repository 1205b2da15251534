import type {
  CatalogProduct,
  ImageTile,
  Offer,
  PictureOrigin,
  ProductDetail,
} from '#shared/contract/catalog.ts'
import { parsePrice } from '#shared/domain/price.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { paths } from '#shared/paths.ts'
import { pictureUrl } from '#shared/pictures.ts'

const LISTED = 24
const PICTURE_PX = 1024

const itemList = (name: string, items: object[]) => ({
  '@type': 'ItemList',
  name,
  numberOfItems: items.length,
  itemListElement: items.map((item, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    ...item,
  })),
})

export const celebrityList = (title: string, people: readonly { name: string }[], origin: string) =>
  itemList(
    title,
    people.slice(0, LISTED).map(({ name }) => ({ name, url: origin + paths.celebrity.href(name) })),
  )

export const imageList = (name: string, images: readonly ImageTile[], origin: string) =>
  itemList(
    name,
    images.slice(0, LISTED).map(({ image, celebrity_name }) => ({
      name: celebrity_name,
      url: origin + paths.celebrityImage.href(image),
    })),
  )

export const productList = (name: string, products: readonly CatalogProduct[], origin: string) =>
  itemList(
    name,
    products.slice(0, LISTED).map((product) => ({ item: productFact(product, origin) })),
  )

/** The picture of a look, with whom it is from. */
export const pictureFacts = (
  { url, origin: from }: { url: string; origin?: PictureOrigin | undefined },
  name: string,
  origin: string,
) => ({
  '@type': 'ImageObject',
  name,
  contentUrl: origin + pictureUrl(url),
  ...(from?.credit && {
    creditText: from.credit,
    creator: { '@type': 'Person', name: from.credit },
  }),
  // Search engines want an address; a name is still a notice.
  ...(from?.licence &&
    (isHttpLink(from.licence) ? { license: from.licence } : { copyrightNotice: from.licence })),
  ...(from?.source && { isBasedOn: from.source }),
})

/** An offer needs a price with a stated amount and currency, and a link to the shop. */
const productFact = (product: CatalogProduct, origin: string) => {
  const price = parsePrice(product.price)
  const picture = product.product_image
  return {
    '@type': 'Product',
    name: product.name,
    ...(product.brand === null ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
    ...(picture === null ? {} : { image: origin + pictureUrl(picture, PICTURE_PX) }),
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

const offerFacts = (offer: Offer) =>
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

/** Several offers in one currency also as a range, which is what search engines show. */
const offersOf = (priced: ReturnType<typeof offerFacts>): object => {
  const amounts = priced.map(({ price }) => price)
  const [first] = priced
  if (
    priced.length < 2 ||
    priced.some(({ priceCurrency }) => priceCurrency !== first?.priceCurrency)
  )
    return priced
  return {
    '@type': 'AggregateOffer',
    priceCurrency: first?.priceCurrency,
    lowPrice: Math.min(...amounts),
    highPrice: Math.max(...amounts),
    offerCount: priced.length,
    offers: priced,
  }
}

/** None without a picture and a priced offer, which Google requires. */
export const productFacts = (
  { id, card, pictures, description, gtin, mpn, offers }: ProductDetail,
  origin: string,
): object[] => {
  const urls = pictures.length > 0 ? pictures : [card.product_image ?? card.celebrity_image]
  const image = urls.filter((url) => url !== '').map((url) => origin + pictureUrl(url, PICTURE_PX))
  const priced = offers.flatMap(offerFacts)
  if (image.length === 0 || priced.length === 0) return []
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
      offers: offersOf(priced),
    },
  ]
}

export const webSite = (name: string, origin: string) => ({
  '@type': 'WebSite',
  name,
  url: `${origin}/`,
})
