import type { Core } from '#server/core/core.ts'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { AuditStore } from '#server/core/audit.store.ts'
import { isLockTimeout } from '#server/core/db/pools.ts'
import { createAtomically } from '#server/core/db/query.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { isStorageKey, MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import { portraitUrl, type UploadsService } from '#server/features/images/index.ts'
import type { TakedownService } from '#server/features/moderation/index.ts'
import { DRAFT } from '#shared/constants.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { PublisherRole } from '#shared/contract/permissions.ts'
import type {
  DraftBox,
  DraftChoice,
  DraftContent,
  DraftItem,
  DraftProduct,
} from '#shared/contract/studio.ts'
import { defaultPortrait, pixelRegion, scaleBox } from '#shared/domain/box.ts'
import { celebrityImageName } from '#shared/domain/celebrity.ts'
import type { Claim } from '#shared/domain/claim.ts'
import { isHttpLink } from '#shared/domain/links.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { type Drafts, publisherOf } from './drafts.service.ts'
import { createDraftsStore, type DraftRow } from './drafts.store.ts'
import { type LookToPublish, type NewProduct, publishingOn } from './publishing.store.ts'

const JPEG = 'image/jpeg'
const WITHDRAWAL = {
  reason: 'Withdrawn by its publisher',
  noticeId: null,
  isWithdrawal: true,
} as const
/** A base for `new URL`: pictures of this site are stored as paths. */
const NO_ORIGIN = 'http://localhost'
const ORPHAN_BATCH = 100

type Parts = Pick<Core, 'maintenance' | 'storage' | 'log'> & {
  drafts: Drafts
  uploads: Pick<UploadsService, 'readOwn' | 'release'>
  takedown: Pick<TakedownService, 'remove'>
  /** Resolves when searches show the current state of these products. */
  settleSearch: ((productIds: readonly string[]) => Promise<void>) | undefined
  note: AuditStore['note']
}

type DecidedItem = DraftItem & { choice: Extract<DraftChoice, { kind: 'product' }> }

const isDecided = (item: DraftItem): item is DecidedItem => item.choice?.kind === 'product'

/** Each product once, even if it appears several times in the photo. */
const decidedItems = ({ items }: DraftContent): DecidedItem[] => {
  const seenProducts = new Set<string>()
  return items.filter(isDecided).filter(({ choice: { product } }) => {
    const name = product.id ?? `${product.link}\n${product.title}`
    const isFirst = !seenProducts.has(name)
    seenProducts.add(name)
    return isFirst
  })
}

const claimOf = ({ choice: { claimedBy, isExact } }: DecidedItem, role: PublisherRole): Claim => ({
  by: claimedBy === 'publisher' ? role : claimedBy,
  isExact,
})

/** The card of an item as the look's page shows it. */
const cardOf = (item: DecidedItem, role: PublisherRole, content: DraftContent): CatalogProduct => {
  const { product } = item.choice
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
    ...(product.shop === null ? {} : { shop: product.shop }),
  }
}

const cutPortrait = (photo: Buffer, box: DraftBox, size: DraftRow) =>
  sharp(photo)
    .extract(pixelRegion(scaleBox(box, size.width, size.height), size))
    .resize(DRAFT.portraitPx, DRAFT.portraitPx, { fit: 'cover' })
    .jpeg({ quality: 85 })
    .toBuffer()

/** The content of a draft after an editor's correction of its look. */
const correctedContent = (
  content: DraftContent,
  formerId: string,
  product: DraftProduct | null,
): DraftContent => ({
  ...content,
  items: content.items.map((item) => {
    if (item.choice?.kind !== 'product' || item.choice.product.id !== formerId) return item
    const choice = product
      ? ({ kind: 'product', product, isExact: true, claimedBy: 'publisher' } as const)
      : ({ kind: 'unknown' } as const)
    return { ...item, choice }
  }),
})

/** Publishes drafts as looks, and withdraws them. */
export const createPublishing = (parts: Parts) => {
  const { drafts, maintenance, storage, uploads, takedown, settleSearch, note, log } = parts
  const atomically = createAtomically(maintenance)

  const roleIn = (user: SessionUser): PublisherRole =>
    publisherOf(user).isEditor ? 'editor' : 'creator'

  /** Makes a public copy, because uploads are served only to their owner. */
  const makePublic = async (uid: string, upload: string, folder: 'looks' | 'products') => {
    const body = await uploads.readOwn(uid, upload)
    if (!body) return null
    const key = `${folder}/${randomUUID()}.jpg`
    await storage.put(key, body, JPEG)
    return { url: MEDIA_PREFIX + key, body }
  }

  /** Products from shop pages. Their pictures are copied, so that they outlive the account. */
  const newProducts = async (uid: string, role: PublisherRole, items: readonly DecidedItem[]) => {
    const newProducts: (NewProduct & { itemId: string; picture: string | null })[] = []
    for (const item of items) {
      const { product } = item.choice
      if (product.id !== null) continue
      const picture = product.picture && (await makePublic(uid, product.picture, 'products'))
      newProducts.push({
        ...claimOf(item, role),
        itemId: item.id,
        box: item.box,
        picture: picture ? picture.url : null,
        item: {
          line: newProducts.length + 1,
          title: product.title,
          price: product.price,
          url: product.link,
          brand: product.brand,
          category: product.category,
          pictures: picture ? [picture.url] : [],
        },
      })
    }
    return newProducts
  }

  /** Saves a portrait for a new person only. */
  const savePortrait = async (name: string, draft: DraftRow, photo: Buffer) => {
    const image = celebrityImageName(name)
    const key = `celebrities/${image}`
    // Names in other scripts have no valid file name.
    if (!isStorageKey(key)) return null
    const portrait = draft.content.portrait ?? defaultPortrait(draft)
    await storage.put(key, await cutPortrait(photo, portrait, draft), JPEG)
    return image
  }

  const settle = async (productIds: readonly string[]) => {
    await settleSearch?.(productIds).catch((err: unknown) =>
      log.warn({ err }, 'The search index does not show a published look yet'),
    )
  }

  /** An import may lock the catalogue for longer than a request waits. */
  const refuseWhenBusy = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      if (isLockTimeout(cause)) throw new AppError(409, STUDIO_ERRORS.catalogBusy, { cause })
      throw cause
    }
  }

  const publish = async (id: string, user: SessionUser, version: number) => {
    const publisher = publisherOf(user)
    const draft = await drafts.require(id, publisher)
    if (draft.version !== version)
      throw new AppError(409, STUDIO_ERRORS.savedElsewhere, { code: 'draft-changed' })
    const role = roleIn(user)
    const creator = await drafts.creatorOf(user)
    const person = creator?.display_name ?? draft.content.person
    if (person === '') throw new AppError(409, STUDIO_ERRORS.noPerson)
    const items = decidedItems(draft.content)
    if (items.length === 0) throw new AppError(409, STUDIO_ERRORS.noItems)
    const { source } = draft.content
    if (source !== '' && !isHttpLink(source)) throw new AppError(409, STUDIO_ERRORS.badSource)
    for (const { choice } of items)
      if (choice.product.id === null && !isHttpLink(choice.product.link))
        throw new AppError(409, STUDIO_ERRORS.productGone(choice.product.title))

    const copied =
      draft.look === null ? await makePublic(draft.user_id, draft.upload, 'looks') : null
    const url = draft.look ?? copied?.url
    if (!url) throw new AppError(410, STUDIO_ERRORS.unreadable)
    const addedProducts = await newProducts(draft.user_id, role, items)
    const catalogProducts = items.flatMap((item) =>
      item.choice.product.id === null
        ? []
        : [{ ...claimOf(item, role), id: item.choice.product.id, box: item.box }],
    )
    const { content } = draft
    const look: LookToPublish = {
      url,
      person: { name: person, styleType: creator ? 'creator' : 'celebrity' },
      facts: draft,
      takenOn: content.takenOn,
      source: content.source || null,
      credit: content.credit || null,
      licence: content.licence || null,
      publisher: { uid: user.uid, role },
    }

    const write = () =>
      atomically(async (client) => {
        const publishing = publishingOn(client)
        await publishing.lock()
        const somebody = await publishing.findPerson(person)
        if (creator && somebody && somebody.id !== creator.person_id)
          throw new AppError(409, STUDIO_ERRORS.nameTaken(person))
        const products = await publishing.productsOf(catalogProducts.map((one) => one.id))
        const worn = catalogProducts.map(({ id: given, ...one }) => {
          const productId = products.get(given)
          if (productId !== undefined) return Object.assign(one, { productId })
          const item = items.find(({ choice }) => choice.product.id === given)
          throw new AppError(409, STUDIO_ERRORS.productGone(item?.choice.product.title ?? ''))
        })
        const result = await publishing.publish(look, worn, addedProducts)
        const [refusedProduct] = result.withheld
        if (refusedProduct !== undefined)
          throw new AppError(
            409,
            STUDIO_ERRORS.productRemoved(addedProducts[refusedProduct - 1]?.item.title ?? ''),
          )
        if (creator) await publishing.ownPerson(user.uid, result.personId)
        const portrait = somebody || !copied ? null : await savePortrait(person, draft, copied.body)
        const listedIds = new Map(
          result.products.map((one) => [addedProducts[one.line - 1]?.itemId ?? '', one.id]),
        )
        const inCatalog = (item: DraftItem): DraftItem => {
          const productId = listedIds.get(item.id)
          if (productId === undefined || item.choice?.kind !== 'product') return item
          const picture = addedProducts.find(({ itemId }) => itemId === item.id)?.picture ?? null
          const product: DraftProduct = { ...item.choice.product, id: productId, picture }
          return { ...item, choice: { ...item.choice, product } }
        }
        await createDraftsStore(client).published(id, {
          url,
          content: { ...content, person, items: content.items.map(inCatalog) },
          portrait,
        })
        await publishing.noteEvent('look-published', url)
        await publishing.announce()
        return result.touched
      })

    try {
      await settle(await refuseWhenBusy(write))
    } catch (error) {
      // Publishing failed, so nothing refers to the copies.
      for (const picture of [copied?.url, ...addedProducts.map((one) => one.picture)])
        if (picture) await storage.delete(picture.slice(MEDIA_PREFIX.length))
      throw error
    }
    await note(user.uid, 'look-published', url, { subjectName: person })
    return { look: url }
  }

  /** Replaces a worn item by another product, or removes it, for an editor. */
  const correct = async (wornId: string, uid: string, product: DraftProduct | null) => {
    const picture =
      product?.id === null && product.picture
        ? await makePublic(uid, product.picture, 'products')
        : null
    const write = () =>
      atomically(async (client) => {
        const publishing = publishingOn(client)
        await publishing.lock()
        const worn = await publishing.wornItem(wornId)
        if (!worn) throw new AppError(404, STUDIO_ERRORS.notWorn)
        const productId = product?.id
          ? (await publishing.productsOf([product.id])).get(product.id)
          : null
        if (product?.id && !productId)
          throw new AppError(409, STUDIO_ERRORS.productGone(product.title))
        const item = product && {
          line: 1,
          title: product.title,
          price: product.price,
          url: product.link,
          brand: product.brand,
          category: product.category,
          pictures: picture ? [picture.url] : [],
        }
        const result = await publishing.replaceWorn(
          worn,
          productId ? { productId: productId } : item && { item },
        )
        if (!result) throw new AppError(409, STUDIO_ERRORS.productRemoved(product?.title ?? ''))
        const store = createDraftsStore(client)
        const instead = product && {
          ...product,
          id: result.productId,
          picture: picture?.url ?? product.picture,
        }
        for (const draft of await store.ofLook(worn.url))
          await store.save(
            draft.id,
            draft.version,
            correctedContent(draft.content, worn.product_id, instead),
          )
        await publishing.announce()
        return result.touched
      })
    await settle(await refuseWhenBusy(write))
    await note(uid, 'look-corrected', wornId)
  }

  return {
    publish,
    correct,

    /** Looks of creators who have deleted their accounts. */
    withdrawOrphans: async () => {
      const store = createDraftsStore(maintenance)
      for (const look of await store.looksOfDeletedCreators(ORPHAN_BATCH))
        await takedown.remove({ ...WITHDRAWAL, address: look, actor: null, origin: NO_ORIGIN })
    },

    /** Uses a takedown, which also clears caches and notifies other servers. */
    withdraw: async (id: string, user: SessionUser, origin: string) => {
      const draft = await drafts.require(id, publisherOf(user))
      if (draft.look === null) throw new AppError(409, STUDIO_ERRORS.notPublished)
      // Another look of this person may stay, and their portrait with it.
      if (draft.portrait) await storage.delete(`celebrities/${draft.portrait}`)
      await createDraftsStore(maintenance).withdrawn(id)
      await publishingOn(maintenance).noteEvent('look-withdrawn', draft.look)
      await takedown.remove({ ...WITHDRAWAL, address: draft.look, actor: user.uid, origin })
    },

    /** What `GET /api/image` will return for the published look. */
    preview: async (id: string, user: SessionUser) => {
      const draft = await drafts.require(id, publisherOf(user))
      const { content, photo, width, height, color } = draft
      const { source, credit, licence } = content
      const origin = { source: source || null, credit: credit || null, licence: licence || null }
      const isStated = source !== '' || credit !== '' || licence !== ''
      const creator = await drafts.creatorOf(user)
      const person = creator?.display_name ?? content.person
      const isKnown = (await publishingOn(maintenance).findPerson(person)) !== null
      return {
        image: { url: photo, width, height, color, ...(isStated ? { origin } : {}) },
        celebrity: {
          name: person,
          // A new person has no portrait yet.
          image: isKnown ? portraitUrl(celebrityImageName(person)) : photo,
          styleType: creator ? ('creator' as const) : ('celebrity' as const),
        },
        products: decidedItems(content).map((item) => cardOf(item, roleIn(user), content)),
      }
    },
  }
}
export type Publishing = ReturnType<typeof createPublishing>
