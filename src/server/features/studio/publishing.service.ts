import type { AuditStore } from '#server/core/audit.store.ts'
import type { Connection } from '#server/core/db/query.ts'
import { requirePermission, type SessionUser } from '#server/core/http/caller.ts'
import { AppError, toError } from '#server/core/http/errors.ts'
import { createJobRunner } from '#server/core/jobs/runner.ts'
import type { TakedownService } from '#server/features/moderation/index.ts'
import { getRole, isAllowed, type PublisherRole } from '#shared/contract/permissions.ts'
import { getOwnLabel } from '#shared/domain/drawn-item.ts'
import { foldName, findPersonNameProblem } from '#shared/domain/person-name.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
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
import { isNameTaken } from './creator-names.service.ts'
import { type Drafts, publisherOf, savedElsewhere } from './drafts.service.ts'
import { createDraftsStore, type DraftRow, type Publisher } from './drafts.store.ts'
import {
  buildPublishedCard,
  claimOf,
  type DecidedItem,
  decidedItems,
  detailsOf,
  lookFactsOf,
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
const DUE_BATCH = 20
/** Of a draft that fails without anybody's fault, over an hour and a half. */
const MAX_TRIES = 5
const MAX_SCHEDULE_MS = 365 * DAY_MS

type PublishingDependencies = CatalogWriterDependencies &
  PublicFilesDependencies & {
    drafts: Drafts
    takedown: Pick<TakedownService, 'remove' | 'restoreWithdrawn' | 'showRestored'>
    note: AuditStore['note']
    /** Null if the account is gone or suspended. */
    findAccount: (uid: string) => Promise<SessionUser | null>
  }

type Schedule = { version: number; at: string }

const requireNotRemoved = ({ isRemoved }: Pick<DraftRow, 'isRemoved'>) => {
  if (isRemoved) throw new AppError(451, STUDIO_ERRORS.lookRemoved)
}

/** Whether somebody has to do something before another attempt can succeed. */
const isLasting = ({ status, message }: AppError) =>
  status < 500 && status !== 429 && message !== STUDIO_ERRORS.catalogBusy

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
  const { drafts, maintenance, takedown, note, findAccount, log } = dependencies
  const writeCatalog = createCatalogWriter(dependencies)
  const withPublicFiles = createWithPublicFiles(dependencies)

  const roleIn = (user: SessionUser): PublisherRole =>
    publisherOf(user).isEditor ? 'editor' : 'creator'

  /**
   * Products of shop pages that the catalogue lacks. Their pictures are copied, because they must outlive the
   * publisher's account.
   */
  const newProducts = async (
    { copyProductPicture }: PublicFiles,
    uid: string,
    role: PublisherRole,
    items: readonly DecidedItem[],
  ) => {
    const newProducts: (NewProduct & {
      place: number
      itemId: string
      picture: string | null
    })[] = []
    for (const [place, item] of items.entries()) {
      const { product } = item.choice
      if (product.id !== null) continue
      const picture = product.picture && (await copyProductPicture(uid, product.picture))
      newProducts.push({
        ...claimOf(item, role),
        label: getOwnLabel(item),
        details: detailsOf(item),
        place,
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

  const publishVersion = async (id: string, user: SessionUser, version: number) => {
    const publisher = publisherOf(user)
    const draft = await drafts.require(id, publisher)
    if (draft.version !== version) throw savedElsewhere()
    requireNotRemoved(draft)
    const role = roleIn(user)
    const creator = await drafts.creatorOf(user)
    if (!creator) requirePermission(user, 'publish')
    const person = creator?.display_name ?? draft.content.person
    const items = requirePublishable(draft.content, person)

    const published = await withPublicFiles(async (files) => {
      const photo = draft.look === null ? await files.readUpload(draft.user_id, draft.upload) : null
      if (draft.look === null && !photo) throw new AppError(410, STUDIO_ERRORS.unreadable)
      const newUrl = draft.look_url === null ? files.newLookUrl() : null
      if (newUrl !== null && photo) await files.writeLook(newUrl, photo)
      const addedProducts = await newProducts(files, draft.user_id, role, items)
      const catalogProducts = items.flatMap((item, place) =>
        item.choice.product.id === null
          ? []
          : [
              {
                ...claimOf(item, role),
                label: getOwnLabel(item),
                details: detailsOf(item),
                place,
                id: item.choice.product.id,
                box: item.box,
              },
            ],
      )
      const { content } = draft
      const look: Omit<LookToPublish, 'url'> = {
        person: { name: person, styleType: creator ? 'creator' : 'celebrity' },
        facts: draft,
        ...originOf(content),
        ...lookFactsOf(content),
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
        const isOfSomebodyElse = existingPerson && existingPerson.id !== creator?.person_id
        // At the first publication. Renaming the page checks again.
        const isNew = creator?.person_id === null
        if (creator && (isOfSomebodyElse || (isNew && (await isNameTaken(client, person, null)))))
          throw new AppError(409, STUDIO_ERRORS.nameTaken(person))
        const restored =
          draft.look_url !== null && draft.look === null
            ? await takedown.restoreWithdrawn(client, draft.look_url, user.uid)
            : null
        // A look that was withdrawn comes back at its address.
        const url = draft.look ?? newUrl ?? (restored ? draft.look_url : null) ?? files.newLookUrl()
        if (photo && url !== newUrl) await files.writeLook(url, photo)
        const respelledProducts =
          existingPerson && isRespelled
            ? await publishing.renamePerson(existingPerson.id, person)
            : []
        if (existingPerson && isRespelled)
          await createDraftsStore(client).respellPerson(existingPerson.id, person, id)
        const products = await publishing.productsOf(catalogProducts.map((product) => product.id))
        const worn = catalogProducts.map(({ id: requestedId, ...claim }) => {
          const productId = products.get(requestedId)
          if (productId !== undefined) return Object.assign(claim, { productId })
          const item = items.find(({ choice }) => choice.product.id === requestedId)
          throw new AppError(409, STUDIO_ERRORS.productGone(item?.choice.product.title ?? ''))
        })
        const result = await publishing.publish({ ...look, url }, worn, addedProducts, [
          ...respelledProducts,
          ...(restored ?? []),
        ])
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
          photo !== null &&
          !existingPerson?.isListed &&
          (await files.writePortrait(image, draft, photo))
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
      if (photo) await takedown.showRestored()
      return written
    })
    await note(user.uid, 'look-published', published.url, { subjectName: published.name })
    return {
      look: published.url,
      person: published.name,
      isOtherSpelling: published.name !== person,
    }
  }

  const running = new Map<string, ReturnType<typeof publishVersion>>()
  /** Publishing the same at the same moment, as two tabs do, is one publication. */
  const publish = (id: string, user: SessionUser, version: number) => {
    const key = `${id} ${version} ${user.uid}`
    const published =
      running.get(key) ?? publishVersion(id, user, version).finally(() => running.delete(key))
    running.set(key, published)
    return published
  }

  const publishScheduled = async (id: string, by: string | null, tries: number) => {
    // The attempts before ended the process.
    if (tries > MAX_TRIES) throw new Error('It was tried too often')
    const user = by === null ? null : await findAccount(by)
    if (!user || !isAllowed(getRole(user), 'publish-own'))
      throw new AppError(403, STUDIO_ERRORS.schedulerGone)
    const version = await createDraftsStore(maintenance).dueVersion(id, user.uid)
    // From here on, withdrawing or changing it gives it another version.
    if (version !== null) await publish(id, user, version)
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

    /** Only what could be published now, because nobody may be there to correct it then. */
    schedule: async (id: string, user: SessionUser, { version, at }: Schedule) => {
      const draft = await drafts.require(id, publisherOf(user))
      if (draft.version !== version) throw savedElsewhere()
      requireNotRemoved(draft)
      const wait = Date.parse(at) - Date.now()
      if (wait <= 0 || wait > MAX_SCHEDULE_MS) throw new AppError(409, STUDIO_ERRORS.badSchedule)
      const creator = await drafts.creatorOf(user)
      if (!creator) requirePermission(user, 'publish')
      requirePublishable(draft.content, creator?.display_name ?? draft.content.person)
      if (!(await createDraftsStore(maintenance).schedule(id, version, { at, by: user.uid })))
        throw savedElsewhere()
    },

    unschedule: async (id: string, user: SessionUser) => {
      await drafts.require(id, publisherOf(user))
      await createDraftsStore(maintenance).unschedule(id)
    },

    /** On several servers at once, one of them publishes each draft. */
    publishDue: async () => {
      const store = createDraftsStore(maintenance)
      for (let isMoreDue = true; isMoreDue;) {
        const due = await store.takeDue(DUE_BATCH)
        for (const { id, by, tries } of due)
          await publishScheduled(id, by, tries).catch(async (error: unknown) => {
            if (error instanceof AppError && isLasting(error))
              return store.noteScheduleProblem(id, error.message)
            log.warn({ err: error, draft: id }, 'A scheduled draft is not published yet')
            if (error instanceof AppError) await store.postpone(id)
            else if (tries >= MAX_TRIES)
              await store.noteScheduleProblem(id, STUDIO_ERRORS.notPublishedYet)
          })
        isMoreDue = due.length === DUE_BATCH
      }
    },

    /** What publishing the draft under this name would do. */
    checkPersonName: async (id: string, user: SessionUser, name: string) => {
      const publisher = publisherOf(user)
      const { look } = await drafts.require(id, publisher)
      const problem = name === '' ? null : findPersonNameProblem(name)
      if (problem) return { existing: null, publishedAs: name, problem: NAME_PROBLEMS[problem] }
      const person = await identifyPerson(maintenance, name, { look, publisher })
      const existing = person.existingPerson?.name ?? null
      const isCreator =
        existing === null && (await createCreatorsStore(maintenance).isNameOfNewPage(name))
      return {
        existing,
        publishedAs: person.name,
        problem: isCreator ? STUDIO_ERRORS.creatorIsCalled(name) : null,
      }
    },

    /** What `GET /api/image` will return for the published look. */
    preview: async (id: string, user: SessionUser) => {
      const draft = await drafts.require(id, publisherOf(user))
      const { content, photo, width, height, color } = draft
      const { caption, disclosures, topics: names, ...episode } = lookFactsOf(content)
      const origin = originOf(content)
      const isStated = Object.values(origin).some(Boolean)
      const creator = await drafts.creatorOf(user)
      const person = creator?.display_name ?? content.person
      const { existingPerson, name } = await identifyPerson(maintenance, person, {
        look: draft.look,
        publisher: publisherOf(user),
      })
      return {
        image: {
          url: photo,
          width,
          height,
          color,
          ...(isStated ? { origin } : {}),
          ...(caption === null ? {} : { caption }),
          ...(disclosures.length > 0 ? { disclosures } : {}),
          ...(names.length > 0 ? { topics: { names, ...episode } } : {}),
        },
        celebrity: {
          name,
          // A new person has no portrait yet.
          image: existingPerson?.isListed ? buildPortraitUrl(existingPerson.image) : photo,
          styleType: creator ? ('creator' as const) : ('celebrity' as const),
        },
        products: decidedItems(content).map((item) =>
          buildPublishedCard(item, roleIn(user), content),
        ),
        isOtherSpelling: name !== person,
      }
    },
  }
}
