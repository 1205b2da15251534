import { type Browse, getCardFacts } from '#server/features/browse/index.ts'
import { succeeded } from '#shared/contract/call.ts'
import {
  type CatalogProduct,
  buildLookCardPath,
  buildProductCardPath,
  type ProductDetail,
} from '#shared/contract/catalog.ts'
import { isSimilarItem } from '#shared/domain/claim.ts'
import { HOME_TEXT } from '#shared/messages.ts'
import { decodeImageUrl, paths } from '#shared/paths.ts'
import {
  createBasicPage,
  createNotFoundPage,
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
import { PAGE_TEXT } from './page-messages.ts'

/** Names similar items only if there are no worn ones, and then calls them similar. */
const describeLook = (person: string, products: readonly CatalogProduct[]): string => {
  const worn = products.filter((product) => !isSimilarItem(product))
  const named = worn.length > 0 ? worn : products
  const names = named.slice(0, 3).map(({ name }) => name)
  return worn.length > 0 || names.length === 0
    ? PAGE_TEXT.lookWith(person, names)
    : PAGE_TEXT.lookLike(person, names)
}

const describePreview = (product: ProductDetail): string => {
  const { name, brand, price } = getCardFacts(product)
  return [brand === null ? name : PAGE_TEXT.productBy(name, brand), price]
    .filter(Boolean)
    .join(', ')
}

/** Pages of a look and of a product. */
export const createItemPages = ({
  catalog,
  productDetail,
}: Pick<Browse, 'catalog' | 'productDetail'>) => {
  const celebrityImage = async (input: PageInput): Promise<Page> => {
    const url = decodeImageUrl(input.params['celebrityImage'] ?? '')
    if (url === null) return createNotFoundPage()
    const look = await catchNotFound(catalog.image(url))
    if ('status' in look) return look
    const { name } = look.celebrity
    const title = PAGE_TEXT.lookTitle(name, look.products.length)
    return {
      ...createBasicPage(title, describeLook(name, look.products), paths.celebrityImage.href(url)),
      picture: url,
      card: { path: buildLookCardPath(url), alt: HOME_TEXT.wholeLook(name) },
      alternates: listOembedLinks(name, paths.celebrityImage.href(url), input.origin),
      structuredData: [
        describeProductList(title, look.products, input.origin),
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
        detail.description ?? PAGE_TEXT.aboutProduct(name, shops),
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
