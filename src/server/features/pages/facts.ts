import type { CatalogProduct, ImageTile } from '#shared/contract/catalog.ts'
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

export const celebrityList = (title: string, found: readonly { name: string }[], origin: string) =>
  itemList(
    title,
    found.slice(0, LISTED).map(({ name }) => ({ name, url: origin + paths.celebrity.href(name) })),
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

export const webSite = (name: string, origin: string) => ({
  '@type': 'WebSite',
  name,
  url: `${origin}/`,
})
