import type { Core } from '#server/core/core.ts'
import { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { AuditStore } from '#server/core/audit.store.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { Storage } from '#server/core/storage/storage.ts'
import { CATALOG_IMPORT } from '#shared/site-constants.ts'
import { type AdminImport, importSchema } from '#shared/contract/admin-catalog.ts'
import type { ShopFiles } from './feed-runs.service.ts'
import { importCsv } from './import.service.ts'
import { type ImportRow, createCatalogImportsStore } from './catalog-imports.store.ts'
import { SHOPS_SERVICE_TEXT } from './ingest-messages.ts'
import { ENGLISH } from '#server/core/languages.ts'
import { restateMessage } from '#server/core/messages/restate-message.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'

const MAX_LISTED = 20
const MAX_KEPT = 200
/** As many as the command prints. */
const MAX_PROBLEMS = 100
const PROGRESS_EVERY_MS = 1_000
/** Merging a million rows reports no progress for minutes. */
const ALIVE_EVERY_MS = 20_000

type CatalogImportsDependencies = Pick<Core, 'pool' | 'maintenance' | 'storage' | 'log'> & {
  note: AuditStore['note']
}

const partKey = (id: string, number: number) =>
  `imports/${id}/${String(number).padStart(6, '0')}.bin`
const partsOf = (bytes: number) => Math.ceil(bytes / CATALOG_IMPORT.partBytes)

/** Drops the fields that only the import needs. */
const presentImport = (row: ImportRow): AdminImport => {
  const shown = importSchema.parse(row)
  const problems = shown.problems.map((problem) => ({
    ...problem,
    message: restateMessage(problem.message),
  }))
  return { ...shown, step: restateMessage(shown.step), problems }
}

async function* bytesOf(storage: Storage, { id, bytes }: ImportRow) {
  for (let number = 0; number < partsOf(bytes); number += 1) {
    const part = await storage.get(partKey(id, number))
    if (!part) throw new Error(`Part ${number} of import ${id} is missing`)
    yield part.body
  }
}

/** Uploaded files that shops are read from; they are kept as long as the shop. */
export const createShopFiles =
  ({ pool, storage }: Pick<CatalogImportsDependencies, 'pool' | 'storage'>): ShopFiles =>
  async (id) => {
    const file = await createCatalogImportsStore(pool).find(id)
    const last = file && (await storage.get(partKey(id, partsOf(file.bytes) - 1)))
    return file?.isFeed && last ? bytesOf(storage, file) : null
  }

/** Imports catalogue files that were uploaded in parts, through any server. */
export const createCatalogImports = ({
  pool,
  maintenance,
  storage,
  note,
  log,
}: CatalogImportsDependencies) => {
  const store = createCatalogImportsStore(pool)
  const running = new Set<Promise<void>>()
  let isClosing = false

  const requireImport = async (id: string) => {
    const row = await store.find(id)
    if (!row) throw notFoundError('import')
    return row
  }

  const deleteParts = async (id: string, bytes: number) => {
    for (let number = 0; number < partsOf(bytes); number += 1)
      await storage.delete(partKey(id, number))
  }

  /** Decodes across parts, because a character may be cut in half between two. */
  async function* textOf(file: ImportRow) {
    const decoder = new StringDecoder('utf8')
    for await (const bytes of bytesOf(storage, file)) {
      if (isClosing) throw new Error('The server is stopping')
      yield decoder.write(bytes)
    }
    yield decoder.end()
  }

  const run = async (file: ImportRow, actor: string) => {
    let savedAt = 0
    let latest = { rows: 0, step: 'reading' }
    let saving: Promise<void> = Promise.resolve()
    const saveProgress = () => {
      savedAt = performance.now()
      saving = saving.then(() => store.progress(file.id, latest)).catch(() => undefined)
    }
    const onProgress = (progress: { rows: number; step: string }) => {
      const isNextStep = progress.step !== latest.step
      latest = progress
      if (isNextStep || performance.now() - savedAt > PROGRESS_EVERY_MS) saveProgress()
    }
    const heartbeat = setInterval(saveProgress, ALIVE_EVERY_MS)
    const input = Readable.from(textOf(file))
    const result = await importCsv(maintenance, input, {
      replace: file.replaces,
      onProgress,
    }).finally(() => clearInterval(heartbeat))
    await saving
    const { errors, warnings, kept } = result.problems
    await note(actor, result.isImported ? 'catalogue-imported' : 'import-refused', file.id)
    await store.finish(file.id, result.isImported ? 'done' : 'refused', {
      ...result,
      errors,
      warnings,
      problems: kept.slice(0, MAX_PROBLEMS),
    })
  }

  const EMPTY_REPORT = {
    rows: 0,
    added: 0,
    changed: 0,
    removed: 0,
    errors: 0,
    warnings: 0,
    problems: [],
  }

  const runToEnd = async (file: ImportRow, actor: string) => {
    try {
      await run(file, actor)
    } catch (err) {
      log.error({ err, import: file.id }, 'A catalogue file could not be imported')
      await store.finish(file.id, 'failed', EMPTY_REPORT).catch(() => undefined)
      await note(actor, 'import-failed', file.id).catch(() => undefined)
    }
    await deleteParts(file.id, file.bytes).catch((err: unknown) =>
      log.warn({ err }, 'Parts of a catalogue file could not be deleted'),
    )
  }

  return {
    list: async () => (await store.list(MAX_LISTED)).map(presentImport),
    find: async (id: string) => presentImport(await requireImport(id)),
    create: store.create,

    putPart: async (id: string, number: number, body: Buffer) => {
      const { bytes, state } = await requireImport(id)
      if (state !== 'uploading') throw new AppError(409, SHOPS_SERVICE_TEXT.importStarted)
      // A part after the end would never be read or deleted.
      if (number >= partsOf(bytes)) throw new AppError(400, SHOPS_SERVICE_TEXT.noPart(number))
      const isLast = number === partsOf(bytes) - 1
      const expected = isLast ? bytes - number * CATALOG_IMPORT.partBytes : CATALOG_IMPORT.partBytes
      if (body.length !== expected)
        throw new AppError(400, SHOPS_SERVICE_TEXT.wrongPart(number, expected))
      await storage.put(partKey(id, number), body, 'application/octet-stream')
    },

    /** Runs in the background, because a large file takes longer than a request may. */
    start: async (id: string, actor: string) => {
      const file = await requireImport(id)
      for (let number = 0; number < partsOf(file.bytes); number += 1)
        if (!(await storage.get(partKey(id, number))))
          throw new AppError(409, SHOPS_SERVICE_TEXT.partMissing(number))
      if (!(await store.start(id))) throw new AppError(409, SHOPS_SERVICE_TEXT.importStarted)
      await note(actor, 'import-started', id)
      // Its report is for every reader.
      const work = runInLanguage(ENGLISH, () => runToEnd(file, actor)).finally(() =>
        running.delete(work),
      )
      running.add(work)
    },

    sweep: async () => {
      const old = await store.expired(CATALOG_IMPORT.keptMs)
      for (const id of old) await deleteParts(id, (await requireImport(id)).bytes)
      await store.forget(old, MAX_KEPT)
    },

    /** Ends running imports, which then change nothing. */
    close: async () => {
      isClosing = true
      await Promise.all(running)
    },
  }
}
