import type { Logger } from 'pino'
import type { AdminTakedown } from '#shared/contract/takedown.ts'
import type { Atomically } from '#server/core/db/query.ts'
import { type CatalogRemoval } from '#server/features/moderation/removal/removal.service.ts'
import type { ForgetPictures } from '#server/features/images/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { contentAt } from './content-at.ts'
import { appearanceOf, fingerprintOf, isPortraitFrom } from './fingerprint.ts'
import type { NoticesService } from './notices.service.ts'
import { TAKEDOWN_CHANGED, type TakedownGuard } from './picture-guard.ts'
import { removedMail, restoredMail } from './takedown-mails.ts'
import type { TakedownRow, TakedownsStore } from './takedowns.store.ts'

const PAGE = 50
const AT_ONCE = 100

type Parts = {
  store: TakedownsStore
  notices: NoticesService
  removal: CatalogRemoval
  /** Without time limits: a store may take its time. */
  atomically: Atomically
  guard: Pick<TakedownGuard, 'refresh'>
  /** Null in a command: servers do it when they hear of the takedown. */
  files: ForgetPictures | null
  /** The bytes of a picture of the catalogue; null if there is none. */
  readPicture: (url: string) => Promise<Buffer | null>
  /** The stored portrait with this file name. */
  readPortrait: (name: string) => Promise<Buffer | null>
  note: (
    actor: string | null,
    event: 'content-removed' | 'content-restored',
    subject: string,
  ) => Promise<void>
  log: Logger
}

type Wish = {
  address: string
  reason: string
  noticeId: string | null
  /** Null: a command. */
  actor: string | null
  /** Of this site. */
  origins: readonly string[]
}

const shown = (row: TakedownRow): AdminTakedown => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  subject: row.subject,
  reference: row.reference,
  reason: row.reason,
  removedAt: row.removed_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
  restoredAt: row.restored_at?.toISOString() ?? null,
  restoreReason: row.restore_reason,
  pictures: row.pictures,
  isRecognised: row.unrecognised === 0,
})

/** Removes content from every page, index, cache and file, and restores it. */
export const createTakedownService = (parts: Parts) => {
  const {
    store,
    notices,
    removal,
    atomically,
    guard,
    files,
    readPicture,
    readPortrait,
    note,
    log,
  } = parts

  let following: Promise<void> = Promise.resolve()
  let carryingOut: Promise<void> = Promise.resolve()

  /** Without it only the address is blocked, and the picture could come back under another one. */
  const printOf = async (url: string) => {
    try {
      const body = await readPicture(url)
      return { url, print: body && (await fingerprintOf(body)) }
    } catch (err) {
      log.warn({ err, url }, 'A removed picture could not be read')
      return { url, print: null }
    }
  }

  const found = async (id: string) => {
    const takedown = await store.find(id)
    if (!takedown) throw new AppError(404, 'There is no such takedown')
    return takedown
  }

  const forgottenOf = async (id: string) => {
    const derived = await store.derived(id)
    const pictures = await store.pictures(id)
    return {
      pictures,
      absent: derived.absent,
      urls: pictures.map(({ url }) => url),
      productIds: derived.product_ids,
      portraits: derived.portraits,
    }
  }

  /** Portraits that were made from a removed look. An operator's own picture of somebody stays. */
  const madePortraits = async ({
    pictures,
    portraits,
    absent,
  }: Awaited<ReturnType<typeof forgottenOf>>) => {
    const made: string[] = []
    for (const name of portraits) {
      const body = await readPortrait(name)
      const print = body && (await fingerprintOf(body))
      const isMade = pictures.some(
        ({ grid, aspect }) =>
          grid === null ||
          aspect === null ||
          (print && isPortraitFrom(appearanceOf(print), appearanceOf({ grid, aspect }))),
      )
      if (isMade || absent.includes(name)) made.push(name)
    }
    return made
  }

  /** One server at a time: a removal that still goes on would undo a restoration. */
  const settleFiles = async (id: string) => {
    if (!files) return
    await atomically(async (client) => {
      const isInForce = await store.holdFiles(client, id)
      if (isInForce) {
        const forgotten = await forgottenOf(id)
        await files.forgetHere(forgotten)
        await files.forgetStored(id, { ...forgotten, portraits: await madePortraits(forgotten) })
      } else await files.restoreStored(id)
      await store.filesSettled(client, id, isInForce)
    })
  }

  /** Safe to repeat. While an import runs, the catalogue follows when it has ended. */
  const carryOut = async (id: string) => {
    const { restored_at } = await found(id)
    const isDecided =
      restored_at !== null ||
      (await removal.remove(id, (client) => store.claimRemoval(client, id))) !== 'import running'
    if (isDecided) await settleFiles(id)
  }

  const carryOutPending = async () => {
    for (const id of await store.pending(AT_ONCE)) await carryOut(id)
  }

  const forgetAllHere = async () => {
    let after = '0'
    for (let ids = await store.inForceAfter(after, AT_ONCE); ids.length > 0;) {
      for (const id of ids) await files?.forgetHere(await forgottenOf(id))
      after = ids.at(-1) ?? after
      ids = await store.inForceAfter(after, AT_ONCE)
    }
  }

  const remove = async ({ address, reason, noticeId, actor, origins }: Wish) => {
    const content = await contentAt(store, address, origins)
    if (await store.inForce(content.kind, content.subject))
      throw new AppError(409, 'This has been removed already.')
    const prints = await Promise.all(content.urls.map(printOf))
    if (noticeId) await notices.decide(noticeId, 'open', 'removed', reason)
    const id = await store.begin(content, prints, { reason, noticeId, actor })
    await guard.refresh()
    await carryOut(id)
    await note(actor, 'content-removed', id)
    if (noticeId) await notices.tell(noticeId, (notice) => removedMail(notice, reason))
    return shown(await found(id))
  }

  const restore = async (id: string, by: { actor: string | null; reason: string }) => {
    const takedown = await found(id)
    const outcome = await removal.restore(id, (client) => store.claimRestoration(client, id, by))
    if (outcome === 'import running')
      throw new AppError(409, 'An import is running. Restore it when the import has ended.')
    if (outcome === 'done already') throw new AppError(409, 'This has been restored already.')
    await guard.refresh()
    // Servers try again, and do it for a command.
    await settleFiles(id).catch((err: unknown) =>
      log.warn({ err }, 'Files of a takedown could not be restored yet'),
    )
    await note(by.actor, 'content-restored', id)
    if (!takedown.notice_id) return
    await notices.decide(takedown.notice_id, 'removed', 'restored', by.reason)
    await notices.tell(takedown.notice_id, (notice) => restoredMail(notice, by.reason))
  }

  return {
    remove,
    restore,
    carryOutPending,

    list: async (after: string | null) => {
      const rows = await store.list(after, PAGE + 1)
      const page = rows.slice(0, PAGE)
      return {
        takedowns: page.map(shown),
        next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
      }
    },

    /** Each server forgets what it keeps itself, also of takedowns it did not hear of. */
    listenOn: (listener: Listener) => {
      const report = (err: unknown) => log.error({ err }, 'A takedown could not be followed')
      const follow = (forget: () => Promise<void>) => {
        following = following.then(guard.refresh).then(forget).catch(report)
        // The catalogue may be busy for a minute; what visitors see must not wait for it.
        carryingOut = Promise.all([carryingOut, following]).then(carryOutPending).catch(report)
      }
      return listener.listen(TAKEDOWN_CHANGED, {
        onMessage: (id) => follow(async () => files?.forgetHere(await forgottenOf(id))),
        onConnected: () => follow(forgetAllHere),
      })
    },

    /** Ends with what it is doing. */
    close: () => carryingOut,
  }
}
export type TakedownService = ReturnType<typeof createTakedownService>
