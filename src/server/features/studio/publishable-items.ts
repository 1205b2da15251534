import { AppError } from '#server/core/http/errors.ts'
import type { CatalogProduct, WornDetails } from '#shared/contract/catalog.ts'
import type { PublisherRole } from '#shared/contract/permissions.ts'
import type { DraftChoice, DraftContent, DraftItem, DraftProduct } from '#shared/contract/studio.ts'
import type { Claim } from '#shared/domain/claim.ts'
import { isFutureDay } from '#shared/domain/photo-date.ts'
import { getOwnLabel } from '#shared/domain/drawn-item.ts'
import { fitsCatalog, isHttpLink } from '#shared/domain/links.ts'
import { findPersonNameProblem, foldName } from '#shared/domain/person-name.ts'
import { isTopicName, type Topic } from '#shared/domain/topic.ts'
import { isWithoutDetails } from '#shared/domain/worn-details.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'

export type DecidedItem = DraftItem & { choice: Extract<DraftChoice, { kind: 'product' }> }

const isDecided = (item: DraftItem): item is DecidedItem => item.choice?.kind === 'product'

/** Each product once, even if it appears several times in the photo. */
export const decidedItems = ({ items }: Pick<DraftContent, 'items'>): DecidedItem[] => {
  const seenProducts = new Set<string>()
  return items.filter(isDecided).filter(({ choice: { product } }) => {
    const name = product.id ?? `${product.link}\n${product.title}`
    const isFirst = !seenProducts.has(name)
    seenProducts.add(name)
    return isFirst
  })
}

/** The event or show of a look, then its tags. */
const topicsOf = ({ tags, occasion }: DraftContent): Topic[] => {
  // Each once, as it is spelled first.
  const firstTags = new Map<string, string>()
  for (const name of tags) {
    const key = foldName(name)
    if (!firstTags.has(key)) firstTags.set(key, name)
  }
  return [
    ...(occasion.name === '' ? [] : [{ kind: occasion.kind, name: occasion.name }]),
    ...[...firstTags.values()].map((name) => ({ kind: 'tag' as const, name })),
  ]
}

/** What a draft says about its look besides its picture and items. */
export const lookFactsOf = (content: DraftContent) => {
  const { caption, disclosures, occasion } = content
  const isShow = occasion.kind === 'show' && occasion.name !== ''
  return {
    caption: caption || null,
    disclosures,
    topics: topicsOf(content),
    season: isShow ? occasion.season : null,
    episode: isShow ? occasion.episode : null,
  }
}

export const detailsOf = ({ choice: { details } }: DecidedItem): WornDetails | null =>
  details && !isWithoutDetails(details) ? details : null

/** A product that the catalogue does not have yet is known by its link. */
export const requireProductLink = ({ id, title, link }: DraftProduct) => {
  if (id === null && !isHttpLink(link)) throw new AppError(409, STUDIO_ERRORS.productGone(title))
  if (id === null && !fitsCatalog(link)) throw new AppError(409, STUDIO_ERRORS.longLink(title))
}

/** The items of a draft, or a 409 that says what its publisher has to complete or correct. */
export const requirePublishable = (content: DraftContent, person: string): DecidedItem[] => {
  if (person === '') throw new AppError(409, STUDIO_ERRORS.noPerson)
  const problem = findPersonNameProblem(person)
  if (problem) throw new AppError(409, NAME_PROBLEMS[problem])
  if (isFutureDay(content.takenOn)) throw new AppError(409, STUDIO_ERRORS.futureDate)
  const items = decidedItems(content)
  if (items.length === 0) throw new AppError(409, STUDIO_ERRORS.noItems)
  const { source } = content
  if (source !== '' && !isHttpLink(source)) throw new AppError(409, STUDIO_ERRORS.badSource)
  for (const { name } of topicsOf(content))
    if (!isTopicName(name)) throw new AppError(409, STUDIO_ERRORS.badTopic(name))
  for (const { choice } of items) {
    const { source: itemSource = '' } = choice.details ?? {}
    if (itemSource !== '' && !isHttpLink(itemSource))
      throw new AppError(409, STUDIO_ERRORS.badItemSource(choice.product.title))
    requireProductLink(choice.product)
  }
  return items
}

/** Creators speak for themselves alone; editors also for a brand or the finder. */
export const claimOf = (
  { choice: { claimedBy, isExact } }: DecidedItem,
  role: PublisherRole,
): Claim => ({
  by: claimedBy === 'publisher' || role === 'creator' ? role : claimedBy,
  isExact,
})

/** An item's product card on the page of the published look. */
export const buildPublishedCard = (
  item: DecidedItem,
  role: PublisherRole,
  content: Pick<DraftContent, 'person'>,
): CatalogProduct => {
  const { product } = item.choice
  const label = getOwnLabel(item)
  const details = detailsOf(item)
  return {
    id: product.id ?? item.id,
    celebrity_name: content.person,
    celebrity_image: '',
    name: product.title,
    price: product.price,
    website: product.link,
    category: product.category,
    brand: product.brand,
    product_image: product.picture,
    box: item.box,
    claim: claimOf(item, role),
    ...(label === null ? {} : { label }),
    ...(details === null ? {} : { details }),
    // A product that the catalogue lacks gets the name of its link.
    ...(product.id === null || product.shop === null ? {} : { shop: product.shop }),
  }
}

type ListedProduct = { id: string; picture: string | null }

/** The item with the id and picture that its product now has in the catalogue. */
export const withListedProduct = (
  item: DraftItem,
  listedProduct: ListedProduct | undefined,
): DraftItem => {
  if (listedProduct === undefined || !isDecided(item)) return item
  const product: DraftProduct = { ...item.choice.product, ...listedProduct }
  return { ...item, choice: { ...item.choice, product } }
}

/** The content of a draft after an editor's correction of its look. */
export const correctedContent = (
  content: DraftContent,
  formerId: string,
  product: DraftProduct | null,
): DraftContent => ({
  ...content,
  items: content.items.map((item) => {
    if (!isDecided(item) || item.choice.product.id !== formerId) return item
    const choice = product
      ? ({ kind: 'product', product, isExact: true, claimedBy: 'publisher' } as const)
      : ({ kind: 'unknown' } as const)
    return { ...item, choice }
  }),
})
