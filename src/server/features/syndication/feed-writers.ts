import { escapeHtml } from '#server/core/http/error-reply.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { SyndicationFormat } from '#shared/syndication.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { type AffiliateRule, buildOutgoingLink } from '#shared/domain/outgoing-link.ts'
import { parseCaption } from '#shared/domain/caption.ts'
import { describeClaim } from '#shared/domain/claim.ts'
import { listOriginParts } from '#shared/domain/picture-origin.ts'
import { listDetailParts } from '#shared/domain/worn-details.ts'
import { showPrice } from '#shared/domain/price.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { PICTURE_SHAPES, buildPictureUrl } from '#shared/pictures.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { type Entry, buildPicturePath, type Publication } from './publications.service.ts'
import { DISCLOSURE_TEXT } from '#shared/look-messages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { addPrefix } from '#server/core/languages.ts'
import { getLanguage } from '#server/core/messages/translation.ts'

type FeedInput = { publication: Publication; site: FeedSite; selfPath: string }

/** When an empty feed was changed: always the same, so that it counts as unchanged. */
const NEVER = new Date(0)

const changedAt = ({ entries }: Publication): Date =>
  new Date(Math.max(NEVER.getTime(), ...entries.map((entry) => entry.changedAt.getTime())))

const atom = ({ publication, site, selfPath }: FeedInput): string => {
  const { origin } = site
  const entries = publication.entries.map(
    (entry) => `<entry>
<id>${entry.id}</id>
<title>${escapeHtml(entry.title)}</title>
<link href="${escapeHtml(buildPageAddress(entry.path, site))}"/>
<published>${entry.addedAt.toISOString()}</published>
<updated>${entry.changedAt.toISOString()}</updated>
${entry.topics.map((topic) => `<category term="${escapeHtml(topic)}"/>\n`).join('')}<content type="html">${escapeHtml(renderEntry(entry, site))}</content>
</entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${LOCALE_TEXT.language}">
<id>${publication.id}</id>
<title>${escapeHtml(publication.title)}</title>
<subtitle>${escapeHtml(publication.about)}</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeHtml(origin + selfPath)}"/>
<link rel="alternate" type="text/html" href="${escapeHtml(buildPageAddress(publication.path, site))}"/>
<author><name>${escapeHtml(site.name)}</name></author>
<updated>${changedAt(publication).toISOString()}</updated>
${entries.join('\n')}
</feed>
`
}

const rss = ({ publication, site, selfPath }: FeedInput): string => {
  const { origin } = site
  const items = publication.entries.map(
    (entry) => `<item>
<guid isPermaLink="false">${entry.id}</guid>
<title>${escapeHtml(entry.title)}</title>
<link>${escapeHtml(buildPageAddress(entry.path, site))}</link>
<pubDate>${entry.addedAt.toUTCString()}</pubDate>
${entry.topics.map((topic) => `<category>${escapeHtml(topic)}</category>\n`).join('')}<description>${escapeHtml(renderEntry(entry, site))}</description>
</item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeHtml(publication.title)}</title>
<link>${escapeHtml(buildPageAddress(publication.path, site))}</link>
<description>${escapeHtml(publication.about || publication.title)}</description>
<language>${LOCALE_TEXT.language}</language>
<atom:link rel="self" type="application/rss+xml" href="${escapeHtml(origin + selfPath)}"/>
<lastBuildDate>${changedAt(publication).toUTCString()}</lastBuildDate>
${items.join('\n')}
</channel>
</rss>
`
}

const json = ({ publication, site, selfPath }: FeedInput): string => {
  const { origin } = site
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: publication.title,
    home_page_url: buildPageAddress(publication.path, site),
    feed_url: origin + selfPath,
    description: publication.about,
    ...(publication.picture && { icon: origin + publication.picture }),
    authors: [{ name: site.name, url: buildPageAddress('/', site) }],
    language: LOCALE_TEXT.language,
    items: publication.entries.map((entry) => ({
      id: entry.id,
      url: buildPageAddress(entry.path, site),
      title: entry.title,
      content_html: renderEntry(entry, site),
      ...(entry.picture && { image: buildPictureAddress(entry.picture, site) }),
      date_published: entry.addedAt.toISOString(),
      date_modified: entry.changedAt.toISOString(),
      ...(entry.topics.length > 0 && { tags: entry.topics }),
    })),
  })
}

export const FEED_WRITERS: Record<
  SyndicationFormat,
  { type: string; write: (feed: FeedInput) => string }
> = {
  atom: { type: 'application/atom+xml', write: atom },
  rss: { type: 'application/rss+xml', write: rss },
  json: { type: 'application/feed+json', write: json },
}

export type FeedSite = { name: string; origin: string; rules: readonly AffiliateRule[] }

/** In the language of the feed or embed. */
export const buildPageAddress = (path: string, { origin }: Pick<FeedSite, 'origin'>): string =>
  origin + addPrefix(getLanguage(), path)

export const buildPictureAddress = (url: string, { origin }: FeedSite): string =>
  origin + buildPicturePath(url)

export const buildThumbnailAddress = (url: string, { origin }: FeedSite): string =>
  origin + buildPictureUrl(url, PICTURE_SHAPES.avatar.widest)

/**
 * A link to the product's shop, labelled if it is an ad. `page` is the address to open instead in frames
 * that may not open windows.
 */
export const buildShopLink = (
  product: CatalogProduct,
  { origin, rules }: FeedSite,
  page?: string,
): string => {
  const { website, shop, id, name, celebrity_name: person } = product
  if (!isHttpLink(website)) return ''
  const { href, rel, isAd } = buildOutgoingLink(website, { rules, person, pageId: id })
  const address = href.startsWith('/') ? origin + href : href
  const seller = formatDisplaySeller({ seller: shop, productLink: website })
  const label = isAd ? `${PRODUCT_TEXT.ad}: ${seller}` : seller
  const attributes = [
    `href="${escapeHtml(address)}"`,
    `rel="${rel}"`,
    `aria-label="${escapeHtml(`${label}, ${name}`)}"`,
    ...(page === undefined ? [] : [`target="_blank"`, `data-page="${escapeHtml(page)}"`]),
  ]
  return `<a ${attributes.join(' ')}>${escapeHtml(label)}</a>`
}

export const buildProductTitle = ({ name, brand }: CatalogProduct): string =>
  brand === null || name.includes(brand) ? name : `${brand} ${name}`

/** Who claims that it is worn, whether it is the exact item, and what else they say. */
export const productClaim = ({ claim, details }: CatalogProduct): string => {
  const parts = listDetailParts(details).map(({ text, href }) => {
    const value = escapeHtml(text)
    return href === null
      ? value
      : `<a href="${escapeHtml(href)}" rel="noopener nofollow" target="_blank">${value}</a>`
  })
  return [...(claim ? [escapeHtml(describeClaim(claim))] : []), ...parts].join('. ')
}

/** Whom to credit for the picture, where it is from, its licence and day. */
export const renderOrigin = ({ origin }: Entry): string => {
  const parts = (origin === null ? [] : listOriginParts(origin)).map(({ label, text, href }) => {
    const value = escapeHtml(text)
    return `${label}: ${href === null ? value : `<a href="${escapeHtml(href)}" rel="noopener nofollow" target="_blank">${value}</a>`}.`
  })
  return parts.length === 0 ? '' : `<p><small>${parts.join(' ')}</small></p>`
}

/** What the publisher got for it, and what they write. */
export const renderCaption = ({ caption, disclosures }: Entry): string => {
  const labels = disclosures.map((disclosure) => DISCLOSURE_TEXT[disclosure]).join(', ')
  const lines = parseCaption(caption).map((parts) =>
    parts
      .map(({ text, isLink }) => {
        const value = escapeHtml(text)
        return isLink
          ? `<a href="${value}" rel="noopener nofollow ugc" target="_blank">${value}</a>`
          : value
      })
      .join(''),
  )
  return [
    labels && `<p><strong>${escapeHtml(labels)}</strong></p>`,
    caption && `<p>${lines.join('<br>')}</p>`,
  ].join('')
}

const describeProduct = (product: CatalogProduct): string =>
  escapeHtml([buildProductTitle(product), showPrice(product.price)].filter(Boolean).join(', '))

/** The complete entry, so that feed readers need not open our page. */
const renderEntry = (entry: Entry, site: FeedSite): string => {
  const page = escapeHtml(buildPageAddress(entry.path, site))
  const picture =
    entry.picture === null
      ? ''
      : `<p><a href="${page}"><img src="${escapeHtml(buildPictureAddress(entry.picture, site))}" alt="${escapeHtml(entry.title)}"></a></p>`
  const note = entry.note === '' ? '' : `<p>${escapeHtml(entry.note)}</p>`
  const products = entry.products.map((product) => {
    const link = buildShopLink(product, site)
    const claim = productClaim(product)
    return `<li>${describeProduct(product)}${link && ` (${link})`}${claim && `. ${claim}.`}</li>`
  })
  const list = products.length > 0 ? `<ul>${products.join('')}</ul>` : ''
  return `${renderCaption(entry)}${picture}${note}${list}${renderOrigin(entry)}`
}
