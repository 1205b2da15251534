import type { Logger } from 'pino'
import type { AuditStore } from '#server/core/audit.store.ts'
import { type Atomically, type Connection, readPageById } from '#server/core/db/query.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { type CatalogRemoval, restoreInTransaction } from '#server/features/catalog/index.ts'
import {
  appearanceOf,
  fingerprintOf,
  isPortraitFrom,
  type PictureFiles,
  TAKEDOWN_CHANGED,
} from '#server/features/images/index.ts'
import { SEARCH_UNAVAILABLE } from '#server/features/search/index.ts'
import type { AdminTakedown } from '#shared/contract/takedown.ts'
import { findContent, type RemovableContent } from './find-content.ts'
import { composeRemovedMail, composeRestoredMail } from './notice-mail.ts'
import type { Notices } from './notices.service.ts'
import { createTakedownsStore, type TakedownRow, type TakedownsStore } from './takedowns.store.ts'
import { MODERATION_TEXT } from './moderation-messages.ts'

const PENDING_BATCH = 100

export type PictureAccess = {
  guard: { refresh: () => Promise<void> }
  /** Null in a command: servers remove the files when they are notified. */
  files: PictureFiles | null
  /** The bytes of a picture of the catalogue; null if there is none. */
  readPicture: (url: string, subject: { ownerUid: null }) => Promise<Uint8Array | null>
}

type TakedownDependencies = PictureAccess & {
  store: TakedownsStore
  content: RemovableContent
  notices: Notices
  removal: CatalogRemoval
  atomically: Atomically
  /** Resolves when searches show the current state of these products. */
  waitForSearch?: ((productIds: readonly string[]) => Promise<void>) | undefined
  note: AuditStore['note']
  log: Logger
}

type RemovalRequest = {
  address: string
  reason: string
  noticeId: string | null
  /** Null for a command. */
  actor: string | null
  /** The origin of this site. */
  origin: string
  /**
   * The publisher withdraws a look: no file is kept, and it may be published again at the same address.
   */
  isWithdrawal?: boolean
  /** The file name of a portrait that is deleted with the look. */
  portrait?: string | null
}

const toAdminTakedown = (row: TakedownRow): AdminTakedown => {
  const { notice_id: _, is_withdrawal: __, ...takedown } = row
  return takedown
}

/** Removes content from all pages, indexes, caches and files, and restores it. */
export const createTakedownService = (parts: TakedownDependencies) => {
  const { store, notices, removal, atomically, guard, files, readPicture, note, log } = parts
  const { content: reader, waitForSearch } = parts

  let following: Promise<void> = Promise.resolve()
  let applying: Promise<void> = Promise.resolve()

  /** Without a fingerprint only the URL is blocked, and the picture could return under another one. */
  const fingerprintPicture = async (url: string) => {
    try {
      const body = await readPicture(url, { ownerUid: null })
      return { url, print: body && (await fingerprintOf(body)) }
    } catch (err) {
      log.warn({ err, url }, 'Could not read a removed picture')
      return { url, print: null }
    }
  }

  const requireTakedown = async (id: string) => {
    const takedown = await store.find(id)
    if (!takedown) throw notFoundError('removal')
    return takedown
  }

  const readTraces = async (id: string) => {
    const copies = await store.findPossibleCopies(id)
    const pictures = await store.pictures(id)
    return {
      pictures,
      certainPortraits: copies.certainPortraits,
      urls: pictures.map(({ url }) => url),
      productIds: copies.product_ids,
      portraits: copies.portraits,
    }
  }

  /** Portraits that were cropped from a removed look. A portrait that the operator provided stays. */
  const findCroppedPortraits = async ({
    pictures,
    portraits,
    certainPortraits,
  }: Awaited<ReturnType<typeof readTraces>>) => {
    const names: string[] = []
    for (const name of portraits) {
      const body = await files?.readPortrait(name)
      const print = body && (await fingerprintOf(body))
      const isCroppedFromLook = pictures.some(
        ({ grid, aspect }) =>
          grid === null ||
          aspect === null ||
          (print && isPortraitFrom(appearanceOf(print), appearanceOf({ grid, aspect }))),
      )
      if (isCroppedFromLook || certainPortraits.includes(name)) names.push(name)
    }
    return names
  }

  /** Runs on one server at a time: a removal in progress would undo a restoration. */
  const syncFiles = async (id: string, isDone = true) => {
    if (!files) return
    await atomically(async (client) => {
      const isInForce = await store.lockFiles(client, id)
      const { doneAt, is_withdrawal: isWithdrawal } = await requireTakedown(id)
      // Another server has removed the files, and a new portrait may have the name of a former one.
      if (isInForce && doneAt) return
      if (isInForce) {
        const traces = await readTraces(id)
        await files.deleteLocalCopies(traces)
        await files.removeStored(id, { ...traces, portraits: await findCroppedPortraits(traces) })
        if (isWithdrawal) await files.deleteRemoved(id)
      } else await files.restoreStored(id)
      if (isDone) await store.markFilesSettled(client, id, isInForce)
    })
  }

  /** A takedown is complete only when searches no longer show its content. */
  const isGoneFromSearch = async (id: string): Promise<boolean> => {
    try {
      await waitForSearch?.(await store.touchedProducts(id))
      return true
    } catch (err) {
      if (!(err instanceof AppError && err.code === SEARCH_UNAVAILABLE)) throw err
      log.warn({ err, takedown: id }, 'The search index still shows the content of a takedown')
      return false
    }
  }

  /** Safe to repeat. If an import is running, the catalogue is changed after it has ended. */
  const applyTakedown = async (id: string) => {
    const { restoredAt } = await requireTakedown(id)
    const isDecided =
      restoredAt !== null ||
      (await removal.remove(id, (client) => store.claimRemoval(client, id))) !== 'import running'
    if (isDecided) await syncFiles(id, restoredAt !== null || (await isGoneFromSearch(id)))
  }

  /** Servers try again. Until then administrators see it among their tasks. */
  const applyOrNoteFailure = (id: string) =>
    applyTakedown(id).catch(async (err: unknown) => {
      log.error({ err, takedown: id }, 'Could not carry out a takedown')
      await store.noteFailure(id, err instanceof Error ? err.message : String(err))
    })

  const applyPending = async () => {
    for (const id of await store.pending(PENDING_BATCH)) await applyOrNoteFailure(id)
    await store.forgetWithdrawn()
  }

  const deleteCopiesOfTakedown = async (id: string) =>
    files?.deleteLocalCopies(await readTraces(id))

  const deleteAllLocalCopies = async () => {
    let after = '0'
    for (let ids = await store.inForceAfter(after, PENDING_BATCH); ids.length > 0;) {
      for (const id of ids)
        await deleteCopiesOfTakedown(id).catch((err: unknown) =>
          log.error({ err, takedown: id }, 'Could not delete the copies of a takedown'),
        )
      after = ids.at(-1) ?? after
      ids = await store.inForceAfter(after, PENDING_BATCH)
    }
  }

  const remove = async (request: RemovalRequest) => {
    const { address, reason, noticeId, actor, origin } = request
    const { isWithdrawal = false, portrait = null } = request
    const content = await findContent(reader, store, address, origin)
    const requireNotRemoved = async (own: TakedownsStore) => {
      if (await own.inForce(content, isWithdrawal))
        throw new AppError(409, MODERATION_TEXT.removedAlready)
    }
    await requireNotRemoved(store)
    const prints = await Promise.all(content.urls.map(fingerprintPicture))
    const about = { reason, noticeId, actor, isWithdrawal, portrait }
    const id = await atomically(async (client) => {
      const own = createTakedownsStore(client)
      await own.lockSubject(content.kind, content.subject)
      await requireNotRemoved(own)
      if (noticeId) await notices.decide(noticeId, 'open', 'removed', reason, client)
      return own.begin(content, prints, about)
    })
    await guard.refresh()
    await applyOrNoteFailure(id)
    await note(actor, isWithdrawal ? 'look-withdrawn' : 'content-removed', id)
    if (noticeId)
      await notices.notifySender(noticeId, (notice) => composeRemovedMail(notice, reason))
    return toAdminTakedown(await requireTakedown(id))
  }

  const restore = async (id: string, restoration: { actor: string | null; reason: string }) => {
    const takedown = await requireTakedown(id)
    const outcome = await removal.restore(id, (client) =>
      store.claimRestoration(client, id, restoration),
    )
    if (outcome === 'import running') throw new AppError(409, MODERATION_TEXT.importRuns)
    if (outcome === 'done already') throw new AppError(409, MODERATION_TEXT.restoredAlready)
    await guard.refresh()
    // Servers try again, and restore the files for a command.
    await syncFiles(id).catch((err: unknown) =>
      log.warn({ err }, 'Could not restore the files of a takedown yet'),
    )
    await note(restoration.actor, 'content-restored', id)
    if (!takedown.notice_id) return
    await notices.decide(takedown.notice_id, 'removed', 'restored', restoration.reason)
    await notices.notifySender(takedown.notice_id, (notice) =>
      composeRestoredMail(notice, restoration.reason),
    )
  }

  return {
    remove,
    restore,

    /**
     * Brings a withdrawn look back in the transaction of its publisher, who has locked the catalogue and
     * writes its files. Returns the products that it touches; null if there is nothing to bring back. After
     * the transaction, `showRestored` makes this server show the pictures at once.
     */
    restoreWithdrawn: async (client: Connection, url: string, actor: string) => {
      const own = createTakedownsStore(client)
      const products: string[] = []
      let isRestored = false
      // Earlier versions stored two if two requests came at once.
      for (const id of await own.withdrawalsOf(url)) {
        // Waits for a server that is still deleting the files: it would delete the new ones.
        await store.lockFiles(client, id)
        if (!(await own.claimRestoration(client, id, { actor, reason: 'Published again' })))
          continue
        isRestored = true
        products.push(...(await restoreInTransaction(client, id)))
      }
      return isRestored ? products : null
    },

    showRestored: () => guard.refresh(),
    applyPending,

    list: async (after: string | null) => {
      const { page, next } = await readPageById((limit) => store.list(after, limit))
      return { takedowns: page.map(toAdminTakedown), next }
    },

    dismissSimilar: async (takedownId: string, url: string) => {
      if (!(await store.dismissSuspect(takedownId, url)))
        throw new AppError(404, MODERATION_TEXT.notSimilar)
    },

    /** Each server deletes its own copies, also for takedowns whose notification it missed. */
    listenOn: (listener: Listener) => {
      const report = (err: unknown) =>
        log.error({ err }, 'Could not apply a takedown on this server')
      const follow = (forget: () => Promise<void>) => {
        following = following.then(guard.refresh).then(forget).catch(report)
        // The catalogue may be busy for a minute; what visitors see must not wait for it.
        applying = Promise.all([applying, following]).then(applyPending).catch(report)
      }
      return listener.listen(TAKEDOWN_CHANGED, {
        onMessage: (id) => follow(() => deleteCopiesOfTakedown(id)),
        onConnected: () => follow(deleteAllLocalCopies),
      })
    },

    /** Waits for the work in progress. */
    close: () => applying,
  }
}
export type TakedownService = ReturnType<typeof createTakedownService>
