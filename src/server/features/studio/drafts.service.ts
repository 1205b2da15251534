import type { Core } from '#server/core/core.ts'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { z } from 'zod'
import { readPage } from '#server/core/db/query.ts'
import { isPermitted, type SessionUser } from '#server/core/http/caller.ts'
import { parseTimeCursor, refuseCursor } from '#server/core/http/cursor.ts'
import { AppError } from '#server/core/http/errors.ts'
import { createJobsStore, MAX_TURNS } from '#server/core/jobs/jobs.store.ts'
import { createCreatorsStore } from '#server/features/boards/index.ts'
import { factsOf, type UploadsService } from '#server/features/images/index.ts'
import { checkPicture } from '#server/vision/sharp-picture.ts'
import { DRAFT } from '#shared/studio-constants.ts'
import { getRole } from '#shared/contract/permissions.ts'
import {
  type Draft,
  type DraftChoice,
  type DraftContent,
  type DraftProduct,
  draftSchema,
  NO_OCCASION,
  type DraftSummary,
} from '#shared/contract/studio.ts'
import { readExifDay } from '#shared/domain/photo-date.ts'
import { findPersonNameProblem } from '#shared/domain/person-name.ts'
import { NAME_PROBLEMS } from '#shared/messages.ts'
import { toPlainLetters } from '#shared/domain/letters.ts'
import { toSlug } from '#shared/paths.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { isNameTaken } from './creator-names.service.ts'
import { createDraftsStore, type DraftRow, type Publisher } from './drafts.store.ts'

/** Single photos are scanned before those of archives, which have hundreds. */
export const SCAN_QUEUES = { photo: 'draft-scan', archive: 'archive-scan' } as const

const MAX_NAME_ATTEMPTS = 50

type DraftsDependencies = Pick<Core, 'pool' | 'pictures'> & {
  uploads: Pick<UploadsService, 'keep' | 'readOwn' | 'release'>
  /** Maps ids of products or worn items to ids of products. */
  productsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

const EMPTY: DraftContent = {
  person: '',
  portrait: null,
  takenOn: null,
  source: '',
  credit: '',
  licence: '',
  caption: '',
  disclosures: [],
  tags: [],
  occasion: NO_OCCASION,
  items: [],
}

const proposed = draftSchema.shape.proposals.valueType.shape.products
const offered = draftSchema.shape.offers

export const publisherOf = (user: SessionUser): Publisher => ({
  uid: user.uid,
  isEditor: isPermitted(user, 'publish'),
})

const cursorOf = (cursor: string | undefined) => {
  if (cursor === undefined) return null
  const { at, id } = parseTimeCursor(cursor)
  return z.uuid().safeParse(id).success ? { at, id } : refuseCursor()
}

export const savedElsewhere = () =>
  new AppError(409, STUDIO_ERRORS.savedElsewhere, { code: 'draft-changed' })

/** The content with other pictures in the place of these. */
const withPictures = (
  content: DraftContent,
  pictures: ReadonlyMap<string, string>,
): DraftContent => ({
  ...content,
  items: content.items.map((item) => {
    if (item.choice?.kind !== 'product') return item
    const { product } = item.choice
    const picture = pictures.get(product.picture ?? '') ?? product.picture
    return { ...item, choice: { ...item.choice, product: { ...product, picture } } }
  }),
})

/** Drafts: started with a photo, saved at every step, until they are published or deleted. */
export const createDrafts = ({ pool, pictures, uploads, productsOf }: DraftsDependencies) => {
  const store = createDraftsStore(pool)
  const creators = createCreatorsStore(pool)

  const requireDraft = async (id: string, publisher: Publisher): Promise<DraftRow> => {
    const draft = await store.find(id, publisher)
    if (!draft) throw new AppError(404, STUDIO_ERRORS.noSuchDraft)
    return draft
  }

  /** Nobody may pass for somebody who is in the catalogue. */
  const requirePageName = async (name: string) => {
    const problem = findPersonNameProblem(name)
    if (problem) throw new AppError(409, STUDIO_ERRORS.badPageName(NAME_PROBLEMS[problem]))
    if (await isNameTaken(pool, name, null)) throw new AppError(409, STUDIO_ERRORS.nameTaken(name))
  }

  /**
   * The creator's page, created at their first visit; null for editors. Until something is published, it
   * has the display name of the account, unless the creator chose another one.
   */
  const creatorOf = async (user: SessionUser) => {
    if (getRole(user) !== 'creator') return null
    const page = await creators.byUser(user.uid)
    if (page && (page.person_id !== null || page.is_named)) return page
    await requirePageName(user.displayName)
    if (page) {
      await creators.rename(user.uid, user.displayName)
      return creators.byUser(user.uid)
    }
    const slug =
      toPlainLetters(toSlug(user.displayName))
        .replaceAll(/[^a-z0-9-]+/g, '')
        .replaceAll(/-+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'creator'
    const names = Array.from({ length: MAX_NAME_ATTEMPTS }, (_, index) =>
      index === 0 ? slug : `${slug}-${index + 1}`,
    )
    await creators.create(user.uid, user.displayName, [...names, `${slug}-${Date.now()}`])
    return creators.byUser(user.uid)
  }

  /** Creators publish only themselves. A draft can be started before the page has a name. */
  const firstPerson = async (user: SessionUser) =>
    getRole(user) === 'creator'
      ? ((await creators.byUser(user.uid))?.display_name ?? user.displayName)
      : ''

  const present = async (row: DraftRow, uid: string): Promise<Draft> => {
    const objects = await store.objects(row.id)
    const proposals = Object.fromEntries(
      row.content.items.map(({ id }) => {
        const object = objects.find(({ item_id }) => item_id === id)
        const products = proposed.catch([]).parse(row.proposals[id] ?? [])
        const { embedding = null, garment = null } = object ?? {}
        return [id, { embedding, garment, products }]
      }),
    )
    const garments = objects
      .filter(({ others }) => others > 0)
      .map(({ garment, others }) => [garment, others] as const)
    const { id, state, photo, width, height, scan, updatedAt, version, content, look } = row
    const { isRemoved, published, publishAt, publishProblem, handedBy } = row
    const upload = row.user_id === uid ? row.upload : null
    const draft = { id, state, photo, width, height, scan, updatedAt, version, content, look }
    return {
      ...draft,
      published,
      publishAt,
      publishProblem,
      handedBy,
      isRemoved,
      upload,
      proposals,
      offers: offered.catch([]).parse(row.offers),
      garments: Object.fromEntries(garments),
    }
  }

  /** Cards have ids of worn items, which may disappear; ids of products last. */
  const withProductIds = async (content: DraftContent): Promise<DraftContent> => {
    const ids = content.items.flatMap(({ choice }) =>
      choice?.kind === 'product' && choice.product.id !== null ? [choice.product.id] : [],
    )
    if (ids.length === 0) return content
    const products = await productsOf(ids)
    const withProductId = (product: DraftProduct) => ({
      ...product,
      id: product.id === null ? null : (products.get(product.id) ?? product.id),
    })
    return {
      ...content,
      items: content.items.map((item) =>
        item.choice?.kind === 'product'
          ? { ...item, choice: { ...item.choice, product: withProductId(item.choice.product) } }
          : item,
      ),
    }
  }

  /** Photos of others wait for the first few of a user, not for all. */
  const takeTurn = async (id: string, queue: string) =>
    createJobsStore(pool, queue).takeTurn(id, await store.otherScans(id, MAX_TURNS))

  const save = async (
    id: string,
    publisher: Publisher,
    version: number,
    draftContent: DraftContent,
  ) => {
    await requireDraft(id, publisher)
    const content = await withProductIds(draftContent)
    if (!(await store.save({ id, version }, content, publisher.uid))) throw savedElsewhere()
    return version + 1
  }

  return {
    require: requireDraft,
    creatorOf,
    save,

    list: async (
      publisher: Publisher,
      query: {
        state?: DraftSummary['state'] | undefined
        after?: string | undefined
        waiting?: '1' | undefined
      },
    ) => {
      const after = cursorOf(query.after)
      const { page, next } = await readPage(
        (limit) =>
          store.list(publisher, {
            state: query.state ?? null,
            isWaiting: query.waiting !== undefined,
            after,
            limit,
          }),
        ({ cursor }) => cursor,
      )
      return { drafts: page.map(({ summary }) => summary), next }
    },

    find: async (id: string, publisher: Publisher) =>
      present(await requireDraft(id, publisher), publisher.uid),

    knownPhotos: store.knownPhotos,

    /** The photo is stored as an upload that only the user can see. */
    begin: async (
      user: SessionUser,
      bytes: Uint8Array,
      options: { takenOn: string | null; sha256: string | null; isArchive: boolean },
      signal: AbortSignal,
    ) => {
      const { uid } = user
      const sha256 =
        options.sha256 === null
          ? createHash('sha256').update(bytes).digest()
          : Buffer.from(options.sha256, 'hex')
      const sameDraftId = await store.idOfPhoto(uid, sha256)
      if (sameDraftId) return { id: sameDraftId, isNew: false }
      if ((await store.countOf(uid)) >= DRAFT.maxPerUser)
        throw new AppError(409, STUDIO_ERRORS.tooManyDrafts)
      await checkPicture(bytes)
      const takenOn = options.takenOn ?? (await readPhotoDay(bytes))
      const photo = await uploads.keep(uid, bytes, signal)
      const body = await uploads.readOwn(uid, photo)
      const facts =
        body && (await pictures({ lane: 'sent', visitor: uid, signal }, () => factsOf(body)))
      if (!facts) throw new AppError(422, STUDIO_ERRORS.unreadable)
      const content = { ...EMPTY, takenOn, person: await firstPerson(user) }
      const queue = options.isArchive ? SCAN_QUEUES.archive : SCAN_QUEUES.photo
      const id = await store.create({ uid, photo, sha256, facts, content }, queue)
      // The same photo was sent twice at once.
      if (id === null) {
        await uploads.release(uid, [photo])
        return { id: (await store.idOfPhoto(uid, sha256)) ?? '', isNew: false }
      }
      await takeTurn(id, queue)
      return { id, isNew: true }
    },

    scanAgain: async (id: string, publisher: Publisher) => {
      await requireDraft(id, publisher)
      await store.askForScan(id, SCAN_QUEUES.photo)
      await takeTurn(id, SCAN_QUEUES.photo)
    },

    /** Applies a choice to the user's other drafts where this garment is undecided. Returns their number. */
    applyToGarment: async (publisher: Publisher, garment: string, choice: DraftChoice) => {
      let drafts = 0
      for (const { id, item_id } of await store.undecided(publisher.uid, garment)) {
        const draft = await requireDraft(id, publisher)
        const items = draft.content.items.map((item) =>
          item.id === item_id && item.choice === null ? { ...item, choice } : item,
        )
        // Not saved if somebody changes the draft at the same time: they decide there.
        const content = await withProductIds({ ...draft.content, items })
        const isSaved = await store.save(draft, content, publisher.uid)
        if (isSaved) drafts += 1
      }
      return drafts
    },

    editors: store.editors,

    /** Uploads are private to their owner, so the new one gets copies of photo and product pictures. */
    handOver: async (
      id: string,
      publisher: Publisher,
      { version, editor }: { version: number; editor: string },
      signal: AbortSignal,
    ) => {
      const draft = await requireDraft(id, publisher)
      const { uid } = publisher
      if (draft.user_id !== uid) throw new AppError(403, STUDIO_ERRORS.notYours)
      if (draft.version !== version) throw savedElsewhere()
      if (!(await store.editors(uid)).some((colleague) => colleague.id === editor))
        throw new AppError(404, STUDIO_ERRORS.noSuchEditor)
      if (await store.hasSamePhoto(editor, id)) throw new AppError(409, STUDIO_ERRORS.notHandedOver)
      if ((await store.countOf(editor)) >= DRAFT.maxPerUser)
        throw new AppError(409, STUDIO_ERRORS.receiverIsFull)
      const copies = new Map<string, string>()
      const copyOf = async (upload: string) => {
        const known = copies.get(upload)
        if (known !== undefined) return known
        const body = await uploads.readOwn(uid, upload)
        const copy = body && (await uploads.keep(editor, body, signal))
        if (copy) copies.set(upload, copy)
        return copy
      }
      try {
        const photo = await copyOf(draft.upload)
        if (!photo) throw new AppError(410, STUDIO_ERRORS.unreadable)
        for (const { choice } of draft.content.items)
          if (choice?.kind === 'product' && choice.product.picture !== null)
            await copyOf(choice.product.picture)
        const content = withPictures(draft.content, copies)
        if (!(await store.handOver(draft, { to: editor, photo, content })))
          throw new AppError(409, STUDIO_ERRORS.notHandedOver)
      } catch (error) {
        await uploads.release(editor, [...copies.values()])
        throw error
      }
      await uploads.release(uid, [...copies.keys()])
    },

    remove: async (id: string, publisher: Publisher) => {
      const draft = await requireDraft(id, publisher)
      if (draft.state === 'published') throw new AppError(409, STUDIO_ERRORS.withdrawFirst)
      if (!(await store.remove(draft))) throw savedElsewhere()
      await uploads.release(draft.user_id, [
        draft.upload,
        ...draft.content.items.map(({ choice }) =>
          choice?.kind === 'product' ? choice.product.picture : null,
        ),
      ])
    },
  }
}
export type Drafts = ReturnType<typeof createDrafts>

/** What a JPEG can have. Other formats have room for megabytes of dates, which would stop the server. */
const MAX_EXIF_BYTES = 65_536

/** The day on which the camera took a photo, or null. */
export const readPhotoDay = async (bytes: Uint8Array): Promise<string | null> => {
  const { exif } = await sharp(bytes).metadata()
  return readExifDay(exif?.subarray(0, MAX_EXIF_BYTES).toString('latin1') ?? '')
}
