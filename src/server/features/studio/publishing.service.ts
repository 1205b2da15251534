import type { AuditStore } from '#server/core/audit.store.ts'
import type { Connection } from '#server/core/db/query.ts'
import type { SessionUser } from '#server/core/http/caller.ts'
import { AppError, toError } from '#server/core/http/errors.ts'
import { createJobRunner } from '#server/core/jobs/runner.ts'
import type { TakedownService } from '#server/features/moderation/index.ts'
import type { PublisherRole } from '#shared/contract/permissions.ts'
import { getOwnLabel } from '#shared/domain/drawn-item.ts'
import { foldName, nameProblem } from '#shared/domain/person-name.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { createCreatorsStore } from '#server/features/boards/index.ts'
import {
  type CatalogWriterDependencies,
  createCatalogReader,
  createCatalogWriter,
  type LookToPublish,
  type NewProduct,
  buildPortraitUrl,
} from '#server/features/catalog/index.ts'
import { type Drafts, publisherOf } from './drafts.service.ts'
import { createDraftsStore, type DraftRow, type Publisher } from './drafts.store.ts'
import {
  cardOf,
  claimOf,
  type DecidedItem,
  decidedItems,
  requirePublishable,
  withListedProduct,
} from './publishable-items.ts'
import {
  createWithPublicFiles,
  type PublicFiles,
  type PublicFilesDependencies,
} from './published-pictures.ts'

const WITHDRAWAL = {
  reason: 'Withdrawn by its publisher',
  noticeId: null,
  isWithdrawal: true,
} as const
/** A base for `new URL`: pictures of this site are stored as paths. */
const NO_ORIGIN = 'http://localhost'
const ORPHAN_BATCH = 10

type PublishingDependencies = CatalogWriterDependencies &
  PublicFilesDependencies & {
    drafts: Drafts
    takedown: Pick<TakedownService, 'remove'>
    note: AuditStore['note']
  }

const savedElsewhere = () =>
  new AppError(409, STUDIO_ERRORS.savedElsewhere, { code: 'draft-changed' })

const requireNotRemoved = ({ isRemoved }: Pick<DraftRow, 'isRemoved'>) => {
  if (isRemoved) throw new AppError(451, STUDIO_ERRORS.lookRemoved)
}

/** Where the photo is from, as far as the draft says. */
const originOf = ({ source, credit, licence, takenOn }: DraftRow['content']) => ({
  source: source || null,
  credit: credit || null,
  licence: licence || null,
  takenOn,
})

/** Whom a name means, and the name under which they are published. */
const identifyPerson = async (
  client: Connection,
  typedName: string,
  { look, publisher }: { look: string | null; publisher: Publisher },
) => {
  const { people } = createCatalogReader(client)
  const existingPerson = await people.findByName(typedName)
  const isRespelled =
    existingPerson !== null &&
    existingPerson.name !== typedName &&
    // A former name is not another spelling.
    foldName(existingPerson.name) === foldName(typedName) &&
    look !== null &&
    (await people.mayRespell(look, existingPerson.id, publisher))
  const name = existingPerson && !isRespelled ? existingPerson.name : typedName
  return { existingPerson, isRespelled, name }
}

/** Publishes drafts as looks, and withdraws them. */
export const createPublishing = (dependencies: PublishingDependencies) => {
  const { drafts, maintenance, takedown, note, log } = dependencies
  const writeCatalog = createCatalogWriter(dependencies)
  const withPublicFiles = createWithPublicFiles(dependencies)

  const roleIn = (user: SessionUser): PublisherRole =>
    publisherOf(user).isEditor ? 'editor' : 'creator'

  /** Products from shop pages. Their pictures are copied, so that they outlive the account. */
  const newProducts = async (
    { copyUpload }: PublicFiles,
    uid: string,
    role: PublisherRole,
    items: readonly DecidedItem[],
  ) => {
    const newProducts: (NewProduct & { itemId: string; picture: string | null })[] = []
    for (const item of items) {
      const { product } = item.choice
      if (product.id !== null) continue
      const picture = product.picture && (await copyUpload(uid, product.picture, 'products'))
      newProducts.push({
        ...claimOf(item, role),
        label: getOwnLabel(item),
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

  const publish = async (id: string, user: SessionUser, version: number) => {
    const publisher = publisherOf(user)
    const draft = await drafts.require(id, publisher)
    if (draft.version !== version) throw savedElsewhere()
    requireNotRemoved(draft)
    const role = roleIn(user)
    const creator = await drafts.creatorOf(user)
    const person = creator?.display_name ?? draft.content.person
    const items = requirePublishable(draft.content, person)

    const published = await withPublicFiles(async (files) => {
      const copiedPhoto =
        draft.look === null ? await files.copyUpload(draft.user_id, draft.upload, 'looks') : null
      const url = draft.look ?? copiedPhoto?.url
      if (!url) throw new AppError(410, STUDIO_ERRORS.unreadable)
      const addedProducts = await newProducts(files, draft.user_id, role, items)
      const catalogProducts = items.flatMap((item) =>
        item.choice.product.id === null
          ? []
          : [
              {
                ...claimOf(item, role),
                label: getOwnLabel(item),
                id: item.choice.product.id,
                box: item.box,
              },
            ],
      )
      const { content } = draft
      const look: LookToPublish = {
        url,
        person: { name: person, styleType: creator ? 'creator' : 'celebrity' },
        facts: draft,
        ...originOf(content),
        publisher: { uid: user.uid, role },
      }

      const written = await writeCatalog(async (publishing, client) => {
        // The look may have been removed or withdrawn during the wait.
        const current = await createDraftsStore(client).read(id)
        if (current) requireNotRemoved(current)
        if (current?.look !== draft.look) throw savedElsewhere()
        const { existingPerson, isRespelled } = await identifyPerson(client, person, {
          look: draft.look,
          publisher,
        })
        if (creator && existingPerson && existingPerson.id !== creator.person_id)
          throw new AppError(409, STUDIO_ERRORS.nameTaken(person))
        const respelledProducts =
          existingPerson && isRespelled
            ? await publishing.renamePerson(existingPerson.id, person)
            : []
        if (existingPerson && isRespelled)
          await createDraftsStore(client).respellPerson(existingPerson.id, person, id)
        const products = await publishing.productsOf(catalogProducts.map((one) => one.id))
        const worn = catalogProducts.map(({ id: requestedId, ...claim }) => {
          const productId = products.get(requestedId)
          if (productId !== undefined) return Object.assign(claim, { productId })
          const item = items.find(({ choice }) => choice.product.id === requestedId)
          throw new AppError(409, STUDIO_ERRORS.productGone(item?.choice.product.title ?? ''))
        })
        const result = await publishing.publish(look, worn, addedProducts, respelledProducts)
        const [refusedProduct] = result.withheld
        if (refusedProduct !== undefined)
          throw new AppError(
            409,
            STUDIO_ERRORS.productRemoved(addedProducts[refusedProduct - 1]?.item.title ?? ''),
          )
        const { name, image } = result.person
        if (creator) await createCreatorsStore(client).setPerson(user.uid, result.person.id)
        // Other looks of the person may already be the source of a portrait.
        const hasPortrait =
          copiedPhoto !== null &&
          !existingPerson?.isListed &&
          (await files.writePortrait(image, draft, copiedPhoto.body))
        const listedProducts = new Map(
          result.products.map(({ line, id, ...listed }) => {
            const { itemId = '', picture = null } = addedProducts[line - 1] ?? {}
            return [itemId, { id, picture: listed.isNew ? picture : listed.picture }]
          }),
        )
        const listedItems = content.items.map((item) =>
          withListedProduct(item, listedProducts.get(item.id)),
        )
        const isSaved = await createDraftsStore(client).savePublished(id, version, {
          url,
          content: { ...content, person: name, items: listedItems },
          portrait: hasPortrait ? image : null,
        })
        if (!isSaved) throw savedElsewhere()
        await publishing.noteEvent(url)
        return { url, name, touched: result.touched, products: result.products }
      })
      for (const { line, isNew } of written.products) {
        const picture = addedProducts[line - 1]?.picture
        if (picture && !isNew) await files.deleteCopy(picture)
      }
      return written
    })
    await note(user.uid, 'look-published', published.url, { subjectName: published.name })
    return {
      look: published.url,
      person: published.name,
      isOtherSpelling: published.name !== person,
    }
  }

  return {
    publish,

    /** Looks of creators whose accounts are deleted; the database queues them. */
    orphans: createJobRunner(maintenance, log, {
      queue: 'look-withdrawal',
      batch: ORPHAN_BATCH,
      leaseMs: 5 * MINUTE_MS,
      tries: 10,
      restRatio: 0,
      work: async (looks) => {
        const failures = new Map<string, Error>()
        for (const look of looks)
          await takedown
            .remove({ ...WITHDRAWAL, address: look, actor: null, origin: NO_ORIGIN })
            .catch((error: unknown) => failures.set(look, toError(error)))
        return failures
      },
    }),

    /** Uses a takedown, which also clears caches and notifies other servers. */
    withdraw: async (id: string, user: SessionUser, origin: string) => {
      const draft = await drafts.require(id, publisherOf(user))
      if (draft.look === null) throw new AppError(409, STUDIO_ERRORS.notPublished)
      const store = createDraftsStore(maintenance)
      // The takedown keeps portraits while other looks exist, so it is told which one to delete.
      const portrait = await store.ownPortrait(id)
      const address = draft.look
      await takedown.remove({ ...WITHDRAWAL, actor: user.uid, origin, address, portrait })
      await store.noteWithdrawal(id)
    },

    /** What publishing the draft under this name would do. */
    checkName: async (id: string, user: SessionUser, name: string) => {
      const publisher = publisherOf(user)
      const { look } = await drafts.require(id, publisher)
      const problem = name === '' ? null : nameProblem(name)
      if (problem) return { existing: null, publishedAs: name, problem: NAME_PROBLEMS[problem] }
      const person = await identifyPerson(maintenance, name, { look, publisher })
      const existing = person.existingPerson?.name ?? null
      return { existing, publishedAs: person.name, problem: null }
    },

    /** What `GET /api/image` will return for the published look. */
    preview: async (id: string, user: SessionUser) => {
      const draft = await drafts.require(id, publisherOf(user))
      const { content, photo, width, height, color } = draft
      const origin = originOf(content)
      const isStated = Object.values(origin).some(Boolean)
      const creator = await drafts.creatorOf(user)
      const person = creator?.display_name ?? content.person
      const { existingPerson, name } = await identifyPerson(maintenance, person, {
        look: draft.look,
        publisher: publisherOf(user),
      })
      return {
        image: { url: photo, width, height, color, ...(isStated ? { origin } : {}) },
        celebrity: {
          name,
          // A new person has no portrait yet.
          image: existingPerson?.isListed ? buildPortraitUrl(existingPerson.image) : photo,
          styleType: creator ? ('creator' as const) : ('celebrity' as const),
        },
        products: decidedItems(content).map((item) => cardOf(item, roleIn(user), content)),
        isOtherSpelling: name !== person,
      }
    },
  }
}
