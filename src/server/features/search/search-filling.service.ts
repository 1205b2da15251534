import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import { isDatabaseUnavailable, retryAfterShardMove } from '#server/core/db/pools.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { CHUNK_SIZE, type OnProgress, readChunks } from './search-comparison.service.ts'
import {
  type CopyTarget,
  createCopySource,
  createCopyStore,
  createDestinationStore,
  createFillStore,
  createDocumentReplacer,
  type Destination,
} from './search-copy.store.ts'
import { isContentLost, isSearchUnavailable } from './search-errors.ts'
import { OUTBOX_PARTS } from './search-outbox.store.ts'
import { createSchemaStore, readShape } from './search-schema.store.ts'

/** How often a server checks that the search database is filled. */
const CHECK_EVERY_MS = 5_000

/** Old products, because new ones may be on their way. */
const SAMPLE_SIZE = 32
const NO_COLUMNS: CopyTarget = { columns: [], hasVectors: false }

type FillingDependencies = {
  remote: Pick<Database, 'maintenance'>
  catalog: Pick<Database, 'maintenance'>
  shards: number
  /** Reads from the catalogue which database is searched. */
  refresh: () => Promise<Destination | null>
  signal: AbortSignal
  log: Logger
}

/** Creates the tables of the search database and copies all documents into them. */
export const createSearchFilling = (dependencies: FillingDependencies) => {
  const { refresh, shards, signal, log } = dependencies
  const { maintenance: remote } = dependencies.remote
  const { maintenance: catalog } = dependencies.catalog
  const atomically = createAtomically(remote)
  const destination = createDestinationStore(catalog)
  const schema = createSchemaStore(remote)
  let target: CopyTarget | null = null
  let checkNow = () => {}

  /** Creates the tables; from now on, changes are noted for them. */
  const prepare = async (): Promise<{ target: CopyTarget; token: string }> => {
    await destination.add()
    const row = await destination.read()
    if (!row) throw new Error('The destination of the search documents was not stored')
    await schema.addVectorExtension().catch((err: unknown) => {
      if (isDatabaseUnavailable(err)) throw err
      log.info({ err }, 'The search database has no pgvector: vectors stay in the main database')
    })
    const shape = await readShape(catalog)
    await atomically((client) => createSchemaStore(client).ensure(shape, shards))
    target = {
      columns: shape.columns.map(({ name }) => name),
      hasVectors: await schema.hasVectors(),
    }
    const fill = createFillStore(remote, row.token)
    if (!(await fill.read())) {
      // The search database is empty, or belongs to another catalogue.
      await fill.begin()
      await destination.setFilled(false)
    }
    await refresh()
    return { target, token: row.token }
  }

  /** Continues an interrupted copy. False if another server or command is copying. */
  const rebuild = async (onProgress: OnProgress = () => {}): Promise<boolean> => {
    const { target: prepared, token } = await prepare()
    const holder = await remote.connect()
    try {
      if (!(await createFillStore(holder, token).lock())) return false
      const total = await createCopySource(catalog, prepared).count()
      const progress = await createFillStore(remote, token).read()
      let done = 0
      const chunks = readChunks(catalog, prepared, progress?.filled_until ?? '0')
      for await (const { above, upTo } of chunks) {
        signal.throwIfAborted()
        await atomically(async (client) => {
          for (let part = 0; part < OUTBOX_PARTS; part += 1)
            await createCopyStore(client, prepared).lockPart(part, 'wait')
          await createDocumentReplacer(client, prepared)(catalog, { above, upTo })
          await createFillStore(client, token).note(upTo)
        })
        done += CHUNK_SIZE
        onProgress(Math.min(done, total), total)
      }
      await schema.analyze()
      await createFillStore(remote, token).complete()
      await destination.setFilled(true, prepared.hasVectors)
      await refresh()
      return true
    } finally {
      holder.release(true)
    }
  }

  /** False after an upgrade, until all documents have been written in the background. */
  const hasAllDocuments = () => createCopySource(catalog, NO_COLUMNS).isComplete()

  /** True if the search database was dropped, recreated or emptied after it had been filled. */
  const hasLostContent = async ({ token, has_vectors }: Destination): Promise<boolean> => {
    try {
      if (!(await schema.hasTables())) return true
      if (has_vectors && !(await schema.hasVectors())) return true
      if (!(await createFillStore(remote, token).read())?.is_filled) return true
      // Changes still arrive after all documents have been deleted, so it need not be empty.
      const ids = await createCopySource(catalog, NO_COLUMNS).oldestIds(SAMPLE_SIZE)
      const copies = await retryAfterShardMove(() =>
        createCopyStore(remote, NO_COLUMNS).countOf(ids),
      )
      return copies < ids.length / 2
    } catch (error) {
      // While it does not answer, nothing is known about its content.
      if (isSearchUnavailable(error)) return isContentLost(error)
      throw error
    }
  }

  /** Searches read the catalogue's database until everything has been copied again. */
  const startOver = async () => {
    log.warn('The search database has lost its content and is filled again')
    await destination.setFilled(false)
    await refresh()
    const { token } = await prepare()
    await createFillStore(remote, token).begin()
  }

  const checkContent = async () => {
    if (!target) await prepare()
    const row = await refresh()
    // Without a row, a command has detached the search database.
    if (!row || (row.is_filled && !(await hasLostContent(row)))) return
    if (row.is_filled) await startOver()
    if (await hasAllDocuments()) await rebuild()
  }

  return {
    prepare,
    rebuild,
    /** What is copied; null until the tables exist. */
    target: () => target,

    /** Fills the search database once it is reachable, and again if it loses its content. */
    keepFilled: async () => {
      while (!signal.aborted) {
        const requested = new Promise<void>((resolve) => (checkNow = resolve))
        await checkContent().catch((err: unknown) => {
          if (!signal.aborted) log.error({ err }, 'The search database could not be filled')
        })
        const ended = new AbortController()
        const rest = delay(CHECK_EVERY_MS, undefined, {
          signal: AbortSignal.any([signal, ended.signal]),
        })
        await Promise.race([rest.catch(() => undefined), requested])
        ended.abort()
      }
    },
    /** Ends the pause between two checks, after a search has missed a table. */
    checkNow: () => checkNow(),
  }
}
