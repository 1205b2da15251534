import type { Logger } from 'pino'
import type { AdminTakedown } from '#shared/contract/takedown.ts'
import { decodeImageUrl, paths } from '#shared/paths.ts'
import type { Database } from '#server/core/db/database.ts'
import { type Atomically, type Connection, readPageById } from '#server/core/db/query.ts'
import { execute } from '#server/core/db/sql.ts'
import { codeOf } from '#server/core/error-code.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import { MEDIA_PREFIX } from '#server/core/storage/storage.ts'
import {
  appearanceOf,
  fingerprintOf,
  type ForgetPictures,
  isPortraitFrom,
  TAKEDOWN_CHANGED,
} from '#server/features/images/index.ts'
import { createCountsStore, describeProducts, IMPORT_LOCK } from '#server/features/ingest/index.ts'
import { SEARCH_UNAVAILABLE } from '#server/features/search/index.ts'
import { removalOn } from './catalog-removal.store.ts'
import { type NoticesService, removedMail, restoredMail } from './notices.service.ts'
import type { Content, TakedownRow, TakedownsStore } from './takedowns.store.ts'

/** Held by whoever carries out a takedown: among a million products each may take seconds. */
const TAKEDOWN_LOCK = 7_341_011
const WAIT_FOR_TAKEDOWNS = '60s'
/** A running import holds its lock for as long as it takes. */
const WAIT_FOR_IMPORT = '3s'
const LOCK_NOT_AVAILABLE = '55P03'

/** Whether this transaction is the one that does it; what it marks is kept with the rest. */
type Claim = (client: Connection) => Promise<boolean>
type Outcome = 'done' | 'done already' | 'import running'

/** Removes from the catalogue what a takedown names, and brings it back. */
export const createCatalogRemoval = (pool: Database['pool']) => {
  const locked = async (
    claim: Claim,
    work: (client: Connection) => Promise<void>,
  ): Promise<Outcome> => {
    const client = await pool.connect()
    let waitsForImport = false
    try {
      await client.query('BEGIN')
      // Takedowns take turns first, so that whoever else has the other lock is an import.
      await client.query(`SET LOCAL lock_timeout = '${WAIT_FOR_TAKEDOWNS}'`)
      await execute(client)`SELECT pg_advisory_xact_lock(${TAKEDOWN_LOCK})`
      await client.query(`SET LOCAL lock_timeout = '${WAIT_FOR_IMPORT}'`)
      waitsForImport = true
      await execute(client)`SELECT pg_advisory_xact_lock(${IMPORT_LOCK})`
      waitsForImport = false
      await client.query('SET LOCAL lock_timeout = 0')
      const isOurs = await claim(client)
      if (isOurs) {
        await work(client)
        await createCountsStore(client).announceChange()
      }
      await client.query('COMMIT')
      client.release()
      return isOurs ? 'done' : 'done already'
    } catch (error) {
      // Closing the connection undoes everything, even if a ROLLBACK would fail.
      client.release(true)
      if (waitsForImport && codeOf(error) === LOCK_NOT_AVAILABLE) return 'import running'
      throw error
    }
  }

  return {
    remove: (takedownId: string, claim: Claim) =>
      locked(claim, async (client) => {
        await describeProducts(client, await removalOn(client).remove(takedownId))
      }),

    restore: (takedownId: string, claim: Claim) =>
      locked(claim, async (client) => {
        await describeProducts(client, await removalOn(client).restore(takedownId))
      }),
  }
}
export type CatalogRemoval = ReturnType<typeof createCatalogRemoval>

const PRODUCT = /^\/(?:api\/)?product\/(\d{1,18})(?:\/|$)/
const LOOK_PREFIX = paths.celebrityImage.href('').replace(/[^/]*$/, '')
const PORTRAIT_PREFIX = `${MEDIA_PREFIX}celebrities/`

/** The path and query of an address of this site; null for other sites. */
export const ownAddress = (address: string, origin: string): URL | null => {
  const url = URL.canParse(address, origin) ? new URL(address, origin) : null
  return url?.origin === origin ? url : null
}

type Reader = Pick<TakedownsStore, 'look' | 'picture' | 'product'>

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    // Malformed percent-encoding.
    return null
  }
}

const pictureAt = async (store: Reader, url: string): Promise<Content | null> => {
  const portrait = url.startsWith(PORTRAIT_PREFIX)
    ? decoded(url.slice(PORTRAIT_PREFIX.length))
    : null
  // No database stores NUL, so no picture has such an address.
  if (`${url}${portrait}`.includes('\0')) return null
  return (await store.look(url)) ?? (await store.picture(url, portrait))
}

const contentOf = async (store: Reader, url: URL): Promise<Content | null> => {
  const [, product] = PRODUCT.exec(url.pathname) ?? []
  if (product) return store.product(product)
  const proxied = url.pathname === '/api/image-proxy' ? url.searchParams.get('url') : null
  if (proxied) return pictureAt(store, proxied)
  if (url.pathname.startsWith(MEDIA_PREFIX)) return pictureAt(store, url.pathname)
  if (!url.pathname.startsWith(LOOK_PREFIX)) return null
  const look = decodeImageUrl(url.pathname.slice(LOOK_PREFIX.length))
  return look === null ? null : store.look(look)
}

/** The look, picture or product behind an address of this site, or a picture by its own address. */
export const contentAt = async (
  store: Reader,
  address: string,
  origin: string,
): Promise<Content> => {
  const own = ownAddress(address, origin)
  const content = own ? await contentOf(store, own) : await pictureAt(store, address)
  if (!content)
    throw new AppError(
      404,
      'There is no look, picture or product of the catalogue at this address.',
    )
  return content
}

const AT_ONCE = 100

/** What is kept and known of pictures. */
export type Pictures = {
  guard: { refresh: () => Promise<void> }
  /** Null in a command: servers do it when they hear of the takedown. */
  files: ForgetPictures | null
  /** The bytes of a picture of the catalogue; null if there is none. */
  readPicture: (url: string, subject: { ownerUid: null }) => Promise<Uint8Array | null>
}

type Parts = Pictures & {
  store: TakedownsStore
  notices: NoticesService
  removal: CatalogRemoval
  atomically: Atomically
  /** Returns when searches show these products as the catalogue has them. */
  settleSearch?: ((productIds: readonly string[]) => Promise<void>) | undefined
  note: (
    actor: string | null,
    event: 'content-removed' | 'content-restored' | 'look-withdrawn',
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
  origin: string
  /** By its publisher: nothing of it is kept, and the same photo may be published again. */
  isWithdrawal?: boolean
}

const shownTakedown = (row: TakedownRow): AdminTakedown => {
  const { notice_id: _, is_withdrawal: __, ...takedown } = row
  return takedown
}

/** Removes content from every page, index, cache and file, and restores it. */
export const createTakedownService = (parts: Parts) => {
  const { store, notices, removal, atomically, guard, files, readPicture, note, log } = parts
  const { settleSearch } = parts

  let following: Promise<void> = Promise.resolve()
  let carryingOut: Promise<void> = Promise.resolve()

  /** Without it only the address is blocked, and the picture could come back under another one. */
  const printOf = async (url: string) => {
    try {
      const body = await readPicture(url, { ownerUid: null })
      return { url, print: body && (await fingerprintOf(body)) }
    } catch (err) {
      log.warn({ err, url }, 'A removed picture could not be read')
      return { url, print: null }
    }
  }

  const requireTakedown = async (id: string) => {
    const takedown = await store.find(id)
    if (!takedown) throw new AppError(404, 'There is no such takedown')
    return takedown
  }

  const tracesOf = async (id: string) => {
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
  }: Awaited<ReturnType<typeof tracesOf>>) => {
    const names: string[] = []
    for (const name of portraits) {
      const body = await files?.readPortrait(name)
      const print = body && (await fingerprintOf(body))
      const isMade = pictures.some(
        ({ grid, aspect }) =>
          grid === null ||
          aspect === null ||
          (print && isPortraitFrom(appearanceOf(print), appearanceOf({ grid, aspect }))),
      )
      if (isMade || absent.includes(name)) names.push(name)
    }
    return names
  }

  /** One server at a time: a removal that still goes on would undo a restoration. */
  const settleFiles = async (id: string, isDone = true) => {
    if (!files) return
    await atomically(async (client) => {
      const isInForce = await store.holdFiles(client, id)
      if (isInForce) {
        const traces = await tracesOf(id)
        await files.forgetHere(traces)
        await files.forgetStored(id, { ...traces, portraits: await madePortraits(traces) })
        if ((await requireTakedown(id)).is_withdrawal) await files.deleteRemoved(id)
      } else await files.restoreStored(id)
      if (isDone) await store.filesSettled(client, id, isInForce)
    })
  }

  /** A takedown is done only when searches no longer show it. */
  const isGoneFromSearch = async (id: string): Promise<boolean> => {
    try {
      await settleSearch?.(await store.touchedProducts(id))
      return true
    } catch (err) {
      if (!(err instanceof AppError && err.code === SEARCH_UNAVAILABLE)) throw err
      log.warn({ err, takedown: id }, 'Search has not followed a takedown yet')
      return false
    }
  }

  /** Safe to repeat. While an import runs, the catalogue follows when it has ended. */
  const carryOut = async (id: string) => {
    const { restoredAt } = await requireTakedown(id)
    const isDecided =
      restoredAt !== null ||
      (await removal.remove(id, (client) => store.claimRemoval(client, id))) !== 'import running'
    if (isDecided) await settleFiles(id, restoredAt !== null || (await isGoneFromSearch(id)))
  }

  const carryOutPending = async () => {
    for (const id of await store.pending(AT_ONCE)) await carryOut(id)
  }

  const forgetAllHere = async () => {
    let after = '0'
    for (let ids = await store.inForceAfter(after, AT_ONCE); ids.length > 0;) {
      for (const id of ids) await files?.forgetHere(await tracesOf(id))
      after = ids.at(-1) ?? after
      ids = await store.inForceAfter(after, AT_ONCE)
    }
  }

  const remove = async (wish: Wish) => {
    const { address, reason, noticeId, actor, origin, isWithdrawal = false } = wish
    const content = await contentAt(store, address, origin)
    if (await store.inForce(content.kind, content.subject))
      throw new AppError(409, 'This has been removed already.')
    const prints = await Promise.all(content.urls.map(printOf))
    if (noticeId) await notices.decide(noticeId, 'open', 'removed', reason)
    const id = await store.begin(content, prints, { reason, noticeId, actor, isWithdrawal })
    await guard.refresh()
    await carryOut(id)
    await note(actor, isWithdrawal ? 'look-withdrawn' : 'content-removed', id)
    if (noticeId) await notices.tell(noticeId, (notice) => removedMail(notice, reason))
    return shownTakedown(await requireTakedown(id))
  }

  const restore = async (id: string, by: { actor: string | null; reason: string }) => {
    const takedown = await requireTakedown(id)
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
      const { page, next } = await readPageById((limit) => store.list(after, limit))
      return { takedowns: page.map(shownTakedown), next }
    },

    dismissSimilar: async (takedownId: string, url: string) => {
      if (!(await store.dismissSuspect(takedownId, url)))
        throw new AppError(404, 'This picture is not among those that may be copies.')
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
        onMessage: (id) => follow(async () => files?.forgetHere(await tracesOf(id))),
        onConnected: () => follow(forgetAllHere),
      })
    },

    /** Ends with what it is doing. */
    close: () => carryingOut,
  }
}
export type TakedownService = ReturnType<typeof createTakedownService>
