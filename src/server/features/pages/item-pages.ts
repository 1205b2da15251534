import { type Browse, getCardFacts } from '#server/features/browse/index.ts'
import { succeeded } from '#shared/contract/call.ts'
import {
  type CatalogProduct,
  buildLookCardPath,
  buildProductCardPath,
  type ProductDetail,
} from '#shared/contract/catalog.ts'
import { isSimilarItem } from '#shared/domain/claim.ts'
import { CELEBRITY_IMAGE_TEXT } from '#shared/messages.ts'
import { decodeImageUrl, paths } from '#shared/paths.ts'
import {
  createBasicPage,
  NOT_FOUND_PAGE,
  listOembedLinks,
  catchNotFound,
  type Page,
} from './page.ts'
import {
  describePicture,
  buildProductStructuredData,
  describeProductList,
} from './structured-data.ts'
import { buildAddress, listPreloads, type PageInput } from './page-data.ts'

/** Names similar items only if there are no worn ones, and then calls them similar. */
const describeLook = (person: string, products: readonly CatalogProduct[]): string => {
  const worn = products.filter((product) => !isSimilarItem(product))
  const named = worn.length > 0 ? worn : products
  const names = named.slice(0, 3).map(({ name }) => name)
  const relation = worn.length > 0 || names.length === 0 ? ' with' : ', similar items:'
  return `${person}${relation} ${names.join(', ')}.`
}

const describePreview = (product: ProductDetail): string => {
  const { name, brand, price } = getCardFacts(product)
  return [brand === null ? name : `${name} by ${brand}`, price].filter(Boolean).join(', ')
}

/** Pages of a look and of a product. */
export const createItemPages = ({
  catalog,
  productDetail,
}: Pick<Browse, 'catalog' | 'productDetail'>) => {
  const celebrityImage = async (input: PageInput): Promise<Page> => {
    const url = decodeImageUrl(input.params['celebrityImage'] ?? '')
    if (url === null) return NOT_FOUND_PAGE
    const look = await catchNotFound(catalog.image(url))
    if ('status' in look) return look
    const { name } = look.celebrity
    const heading = CELEBRITY_IMAGE_TEXT.productsFound(look.products.length)
    return {
      ...createBasicPage(
        `${name}: ${heading}`,
        describeLook(name, look.products),
        paths.celebrityImage.href(url),
      ),
      picture: url,
      card: { path: buildLookCardPath(url), alt: `${name}, the whole look` },
      alternates: listOembedLinks(name, paths.celebrityImage.href(url), input.origin),
      structuredData: [
        describeProductList(`${name}: ${heading}`, look.products, input.origin),
        describePicture(look.image, name, input.origin),
      ],
      data: { [buildAddress('/api/image', { url })]: succeeded(look) },
      preload: listPreloads([url], 'look'),
    }
  }

  const product = async (input: PageInput): Promise<Page> => {
    const id = input.params['id'] ?? ''
    const detail = await catchNotFound(productDetail(id))
    if ('status' in detail) return detail
    const { name, brand, product_image, celebrity_image } = detail.card
    const shops = new Set(detail.offers.map(({ shop }) => shop)).size
    const picture = detail.pictures[0] ?? product_image ?? (celebrity_image || null)
    return {
      ...createBasicPage(
        brand === null || name.includes(brand) ? name : `${brand} ${name}`,
        detail.description ??
          `${name}: what it costs in ${shops === 1 ? '1 shop' : `${shops} shops`}, who wears it, and what is similar.`,
        paths.product.href(detail.id, name),
      ),
      picture,
      type: 'product',
      card: { path: buildProductCardPath(detail.id), alt: describePreview(detail) },
      structuredData: buildProductStructuredData(detail, input.origin),
      data: { [`/api/product/${id}`]: succeeded(detail) },
      preload: listPreloads([picture], 'look'),
    }
  }

  return { celebrityImage, product }
}
