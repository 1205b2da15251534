import { MEGABYTE } from '#shared/byte-sizes.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { createCallerTurns } from '#server/core/http/caller-turns.ts'
import { requirePermission, type SessionUser } from '#server/core/http/caller.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { UploadsService } from '#server/features/images/index.ts'
import { DETECTION, SCAN_HISTORY } from '#shared/finder-constants.ts'
import type { ListEntry, ManualProduct } from '#shared/contract/library.ts'
import type { FavoriteProduct, ProductRecord } from '#shared/contract/products.ts'
import { type ScanDetection, scanDetectionSchema } from '#shared/contract/scan.ts'
import { type Category, parseCategory } from '#shared/domain/category.ts'
import { toDetection } from '#shared/domain/detection-record.ts'
import { type StoredDetection, storedDetectionSchema } from '#shared/domain/detection.ts'
import { toProductRecord } from '#shared/domain/favorite-record.ts'
import { chooseStoredSeller } from '#shared/domain/seller.ts'
import { UPLOADS_PATH } from '#shared/pictures.ts'
import type { ListSize, OwnProductStores, ProductChanges, Stores } from './library.store.ts'
import { LIBRARY_TEXT } from './library-messages.ts'

/**
 * Limits on each list of a user, so that nobody fills the disk, or keeps the server busy with reading and
 * writing a list.
 */
const OWN_LIST: ListSize = { rows: 2_000, bytes: 4 * MEGABYTE }

export type Pictures = {
  /** Throws if one of the user's own pictures is gone. */
  renew: (connection: Connection, uid: string, urls: readonly (string | null)[]) => Promise<void>
  /** Deletes pictures that none of the user's products shows any more. */
  release: (uid: string, urls: readonly (string | null)[]) => Promise<void>
}

const listPictures = (detection: StoredDetection) =>
  [detection.image_url, detection.thumbnail, detection.original_image_url].map((url) => url ?? null)

type SaveOptions = { isEdited: boolean; result?: ScanDetection | undefined }

/** A detection that was only found in an uploaded photo belongs to its scan, not to My Products. */
const shouldKeep = (detection: StoredDetection, { isEdited }: SaveOptions): boolean =>
  isEdited ||
  detection.type === 'my_product' ||
  !(detection.original_image_url ?? '').includes(UPLOADS_PATH)

/** Entries that are merged in one transaction. Other changes of the user's lists wait for its end. */
const MERGED_AT_ONCE = 50
const MERGES = { atOnce: 1, waiting: 3 }

const fullListError = () => new AppError(409, LIBRARY_TEXT.productsAreFull)

/** What gets no larger may always be changed. */
const requireRoom = async (
  products: Pick<Stores['products'], 'keptBytes'>,
  uid: string,
  before: ProductRecord | null,
  saved: ProductRecord,
) => {
  const isLarger = !before || JSON.stringify(saved).length > JSON.stringify(before).length
  if (isLarger && (await products.keptBytes(uid)) > OWN_LIST.bytes) throw fullListError()
}

type StoredProduct = { title: string; is_liked?: boolean | undefined }

/** Saved products are known by their titles, so a product that was renamed gets a new entry. */
const updateHeart = async (
  favorites: Stores['favorites'],
  uid: string,
  before: StoredProduct | null,
  saved: Parameters<Stores['favorites']['add']>[1] & StoredProduct,
) => {
  if (before?.is_liked && (before.title !== saved.title || !saved.is_liked))
    await favorites.remove(uid, before.title)
  if (saved.is_liked && !(await favorites.add(uid, saved, OWN_LIST)))
    throw new AppError(409, LIBRARY_TEXT.savedProductsAreFull)
}

export const createProductsService = (
  { products, inTransaction }: OwnProductStores,
  pictures: Pictures,
) => {
  const mergeTurns = createCallerTurns(MERGES)

  /**
   * Stores a detection or product, or changes the one with the same detection_id, and updates the saved
   * list to match its heart. Only invited users may add or keep; all users may change their own records.
   */
  const saveIn = async (
    { products, scans, favorites }: Stores,
    user: SessionUser,
    detection: StoredDetection,
    saving: SaveOptions,
  ) => {
    const { uid } = user
    const id = detection.detection_id ?? detection.product_id ?? randomUUID()
    const photo = detection.original_image_url ?? ''
    const before = await products.find(uid, id)
    const isKept = shouldKeep(detection, saving)
    const isNewlyKept = isKept && !(before && (await products.isKept(uid, id)))
    if (!before || isNewlyKept) requirePermission(user, 'add-products')
    if (isNewlyKept && (await products.countKept(uid)) >= OWN_LIST.rows) throw fullListError()
    const isMoved = photo !== '' && before?.original_image_url !== photo
    if (isMoved && (await scans.countOf(uid, photo)) >= SCAN_HISTORY.objectsPerScan)
      throw new AppError(409, LIBRARY_TEXT.scanIsFull)
    const saved = await products.upsert(uid, id, detection, isKept)
    if (isKept) await requireRoom(products, uid, isNewlyKept ? null : before, saved)
    if (saving.result) await scans.saveResult(uid, id, saving.result)
    await updateHeart(favorites, uid, before, saved)
    return saved
  }

  const save = async (user: SessionUser, detection: StoredDetection, saving: SaveOptions) => {
    const { saved, outdated } = await inTransaction(user.uid, async (stores, connection) => {
      await pictures.renew(connection, user.uid, listPictures(detection))
      const saved = await saveIn(stores, user, detection, saving)
      const outdated = await stores.scans.photosBeyond(user.uid, SCAN_HISTORY)
      if (outdated.length > 0) await stores.scans.forget(user.uid, outdated)
      return { saved, outdated }
    })
    if (outdated.length > 0) await pictures.release(user.uid, outdated)
    return saved
  }

  const mergeOwn = async (stores: Stores, user: SessionUser, entry: ListEntry) => {
    const { id, title, ...fields } = entry
    const name = entry.name ?? title ?? DETECTION.defaultName
    // Without an id, the name is the key, so that sending a list again adds no duplicates.
    const detection_id = entry.detection_id ?? id ?? `name:${name}`
    const record = { ...fields, name, detection_id, type: 'my_product' }
    await saveIn(stores, user, storedDetectionSchema.parse(record), { isEdited: true })
  }

  const mergeSaved = async (
    { products, favorites }: Stores,
    { uid }: SessionUser,
    entry: ListEntry,
  ) => {
    const id = entry.detection_id ?? entry.id
    const ownRecord = id ? await products.find(uid, id) : null
    const name = entry.name ?? entry.title
    const record =
      ownRecord ?? (name ? toProductRecord({ ...entry, name }, new Date().toISOString()) : null)
    if (record && (await favorites.add(uid, record, OWN_LIST)))
      await products.setLiked(uid, record.title, true)
  }

  return {
    save,
    list: (uid: string) => products.list(uid, 'kept', OWN_LIST),
    listDetected: (uid: string) => products.list(uid, 'detected', OWN_LIST),
    /** For the export of an account, which leaves nothing out, a part at a time. */
    exportList: (uid: string, list: 'kept' | 'detected') => (limit: number, offset: number) =>
      products.readPart(uid, list, limit, offset),

    change: async (user: SessionUser, id: string, changes: ProductChanges) => {
      const { uid } = user
      const { before, changed } = await inTransaction(uid, async ({ products, favorites }) => {
        const before = await products.find(uid, id)
        // Changing a detection of a scan keeps it in My Products.
        if (before && !(await products.isKept(uid, id))) requirePermission(user, 'add-products')
        const changed = before && (await products.change(uid, id, changes))
        if (!changed) throw notFoundError('product')
        await requireRoom(products, uid, before, changed)
        if (changed.is_liked) {
          if (before.title !== changed.title) await favorites.remove(uid, before.title)
          await favorites.add(uid, changed, OWN_LIST)
        }
        return { before, changed }
      })
      await pictures.release(uid, [before.image_url, before.thumbnail])
      return changed
    },

    /** Deleting a detection also removes its heart. */
    remove: async (uid: string, id: string) => {
      const removed = await inTransaction(uid, async ({ products, favorites }) => {
        const removed = await products.remove(uid, id)
        if (!removed) throw notFoundError('product')
        if (removed.is_liked) await favorites.remove(uid, removed.name)
        return removed
      })
      await pictures.release(uid, removed.pictures)
    },

    /**
     * Merges a client's lists without removing anything, so that a client with lost lists cannot empty ours.
     * Lists of one user wait for each other here, where they occupy no connection to the database.
     */
    merge: (
      user: SessionUser,
      lists: { saved: ListEntry[]; own: ListEntry[] },
      signal: AbortSignal,
    ) =>
      mergeTurns(user.uid, async () => {
        const merges = [
          { entries: lists.own, merge: mergeOwn },
          { entries: lists.saved, merge: mergeSaved },
        ]
        for (const { entries, merge } of merges)
          for (let from = 0; from < entries.length; from += MERGED_AT_ONCE) {
            signal.throwIfAborted()
            await inTransaction(user.uid, async (stores) => {
              for (const entry of entries.slice(from, from + MERGED_AT_ONCE))
                await merge(stores, user, entry)
            })
          }
      }),
  }
}
type ProductsService = ReturnType<typeof createProductsService>

/** Favorites. A detection's heart and its stored record always agree. */
export const createFavoritesService = (
  { favorites, inTransaction }: OwnProductStores,
  pictures: Pick<Pictures, 'renew'>,
) => ({
  list: (uid: string) => favorites.list(uid, OWN_LIST),
  exportList: (uid: string) => (limit: number, offset: number) =>
    favorites.readPart(uid, limit, offset),
  has: favorites.has,

  add: (uid: string, favorite: { product: FavoriteProduct } | { detection_id: string }) =>
    inTransaction(uid, async ({ favorites, products }, connection) => {
      const record =
        'product' in favorite
          ? toProductRecord(favorite.product, new Date().toISOString())
          : await products.find(uid, favorite.detection_id)
      if (!record) throw notFoundError('product')
      await pictures.renew(connection, uid, [record.image_url])
      const added = await favorites.add(uid, record, OWN_LIST)
      if (!added) throw new AppError(409, LIBRARY_TEXT.savedProductsAreFull)
      await products.setLiked(uid, record.title, true)
      return added
    }),

  remove: (uid: string, name: string) =>
    inTransaction(uid, async ({ favorites, products }) => {
      await favorites.remove(uid, name)
      await products.setLiked(uid, name, false)
    }),
})

type ManualEntry = ManualProduct & {
  currency?: string | undefined
  category?: Category | undefined
  photo_url?: string | undefined
}

/** Saves a product entered by hand, with its photo. */
export const createManualProducts = (
  products: Pick<ProductsService, 'save'>,
  uploads: Pick<UploadsService, 'keep' | 'readOwn' | 'release'>,
) => {
  const storeImage = async (
    uid: string,
    photo: Uint8Array | null,
    photoUrl: string | undefined,
  ) => {
    if (photo) return uploads.keep(uid, photo)
    if (photoUrl === undefined) return null
    if (!(await uploads.readOwn(uid, photoUrl))) throw notFoundError('picture')
    return photoUrl
  }

  const add = async (user: SessionUser, product: ManualEntry, photo: Uint8Array | null) => {
    const image = await storeImage(user.uid, photo, product.photo_url)
    try {
      const record = {
        name: product.title,
        price: product.price,
        currency: product.currency ?? DETECTION.defaultCurrency,
        category: product.category ?? parseCategory(product.title),
        type: 'my_product',
        confidence: 1,
        detection_id: `manual_${randomUUID()}`,
        product_link: product.website,
        seller: chooseStoredSeller({ productLink: product.website }),
        source: 'manual_detection',
        image_url: image,
        thumbnail: image,
      } as const
      return await products.save(user, record, { isEdited: true })
    } catch (error) {
      // The product was not saved, so its photo must not stay.
      await uploads.release(user.uid, [image])
      throw error
    }
  }

  return { add }
}

/** Earlier versions stored the embedding of an object as its `look`. */
const storedResultSchema = z.preprocess(
  (stored) =>
    typeof stored === 'object' && stored !== null && 'look' in stored
      ? { embedding: stored.look, ...stored }
      : stored,
  scanDetectionSchema,
)

/** A result of another shape is ignored, and its record is used instead. */
const readResult = (stored: unknown) => storedResultSchema.safeParse(stored).data ?? null

/** Detections are saved after a scan. All records of one photo make up a scan. */
export const createScansService = (
  { products, scans, inTransaction }: OwnProductStores,
  pictures: Pick<Pictures, 'release'>,
) => {
  const forget = async (uid: string, photos: readonly string[]) => {
    const forgotten = await inTransaction(uid, ({ scans }) => scans.forget(uid, photos))
    await pictures.release(uid, photos)
    return forgotten
  }

  return {
    list: scans.list,

    open: async (uid: string, photo: string) => {
      const results = new Map(
        (await scans.results(uid, photo)).map((row) => [row.detection_id, row]),
      )
      const records = await products.ofPhoto(uid, photo)
      if (records.length === 0) throw notFoundError('scan')
      return {
        photo,
        detections: records.map((record, index) =>
          toDetection(record, readResult(results.get(record.id)?.result), index),
        ),
        kept: records.map(({ id }) => id).filter((id) => results.get(id)?.is_kept),
      }
    },

    remove: async (uid: string, photo: string) => {
      if ((await forget(uid, [photo])) === 0) throw notFoundError('scan')
    },

    removeAll: async (uid: string) => {
      await forget(uid, await scans.photosBeyond(uid, { scans: 0, bytes: 0 }))
    },
  }
}
