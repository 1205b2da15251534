import { escapeHtml } from '#server/core/http/error-reply.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { type AffiliateRule, outgoingLink } from '#shared/domain/outgoing-link.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { displaySeller } from '#shared/domain/seller.ts'
import { PICTURE_SHAPES, pictureUrl } from '#shared/pictures.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { type Entry, picturePath } from './publications.service.ts'

export type Site = { name: string; origin: string; rules: readonly AffiliateRule[] }

export const pictureAddress = (url: string, { origin }: Site): string => origin + picturePath(url)

export const thumbnailAddress = (url: string, { origin }: Site): string =>
  origin + pictureUrl(url, PICTURE_SHAPES.avatar.widest)

/**
 * A link to the product's shop, labelled if it is an ad. `page` is the address to open instead in frames
 * that may not open windows.
 */
export const shopLink = (
  product: CatalogProduct,
  { origin, rules }: Site,
  page?: string,
): string => {
  const { website, shop, id, name, celebrity_name: person } = product
  if (!isHttpLink(website)) return ''
  const { href, rel, isAd } = outgoingLink(website, { rules, person, pageId: id })
  const address = href.startsWith('/') ? origin + href : href
  const seller = displaySeller({ seller: shop, productLink: website })
  const label = isAd ? `${PRODUCT_TEXT.ad}: ${seller}` : seller
  const attributes = [
    `href="${escapeHtml(address)}"`,
    `rel="${rel}"`,
    `aria-label="${escapeHtml(`${label}, ${name}`)}"`,
    ...(page === undefined ? [] : [`target="_blank"`, `data-page="${escapeHtml(page)}"`]),
  ]
  return `<a ${attributes.join(' ')}>${escapeHtml(label)}</a>`
}

export const productTitle = ({ name, brand }: CatalogProduct): string =>
  brand === null || name.includes(brand) ? name : `${brand} ${name}`

const productText = (product: CatalogProduct): string =>
  escapeHtml([productTitle(product), displayPrice(product.price)].filter(Boolean).join(', '))

/** The complete entry, so that feed readers need not open our page. */
export const entryHtml = (entry: Entry, site: Site): string => {
  const page = escapeHtml(site.origin + entry.path)
  const picture =
    entry.picture === null
      ? ''
      : `<p><a href="${page}"><img src="${escapeHtml(pictureAddress(entry.picture, site))}" alt="${escapeHtml(entry.title)}"></a></p>`
  const note = entry.note === '' ? '' : `<p>${escapeHtml(entry.note)}</p>`
  const products = entry.products.map((product) => {
    const link = shopLink(product, site)
    return `<li>${productText(product)}${link && ` (${link})`}</li>`
  })
  return `${picture}${note}${products.length > 0 ? `<ul>${products.join('')}</ul>` : ''}`
}
