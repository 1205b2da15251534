import type { Readable } from 'node:stream'
import { parseStyleType } from '#shared/domain/celebrity.ts'
import type { Database } from '#server/core/db/database.ts'
import {
  type CatalogRow,
  type CatalogRowInput,
  catalogRowSchema,
  CREDIT_COLUMNS,
  OPTIONAL_COLUMNS,
  REQUIRED_COLUMNS,
} from './catalog-row.ts'
import type { HomeSample } from '#server/features/catalog/index.ts'
import { pagesOf } from './feed-item.ts'
import { type FeedChanges, MAX_PROBLEMS } from './feed-parser.ts'
import { type CsvRecord, readCsv, ProblemList, WITHHELD } from './csv-reader.ts'
import {
  createImportStore,
  type ImportSession,
  type ImportStore,
  type SharedId,
} from '#server/features/catalog/index.ts'
import { type StagedItem, stagedRecords } from '#server/features/catalog/index.ts'
import { ROW_TEXT } from './feed-messages.ts'

const BATCH_ROWS = 5_000
const HOME_CELEBRITIES = 8

export type ImportOptions = {
  /** The names on Home, in order; by default unchanged. */
  home?: string[]
  /** The slideshow on Home; by default unchanged, or chosen from the catalogue if `replace` is set. */
  samples?: HomeSample[]
  /** Deletes rows that are not in the file; otherwise rows are only added and changed. */
  replace?: boolean
  onProgress?: (progress: { rows: number; step: string }) => void
}

export type ImportResult = {
  isImported: boolean
  rows: number
  added: number
  changed: number
  removed: number
  problems: ProblemList
}

type Pool = Database['pool']
type StagedRow = CatalogRow & { line: number }

type Source = {
  problems: ProblemList
  /** Passes on valid rows in batches and records problems. */
  read: (stage: (rows: StagedRow[]) => Promise<void>) => Promise<void>
}

/** Imports everything, or nothing if the source has an error. */
const importFrom = async (
  store: ImportStore,
  source: Source,
  { home, samples, replace = false, onProgress }: ImportOptions,
): Promise<ImportResult> => {
  const { problems } = source
  const result = { isImported: false, rows: 0, added: 0, changed: 0, removed: 0, problems }
  const report = (step: string) => onProgress?.({ rows: result.rows, step })
  await store.inTransaction(async (session) => {
    await source.read(async (rows) => {
      result.rows += rows.length
      // After the first error nothing is imported; reading continues only for the report.
      if (problems.errors === 0) await session.stage(stagedRecords(rows.map(stagedItem)))
      report(ROW_TEXT.steps.reading)
    })
    if (problems.errors > 0) return 'discard'
    await session.lock()
    for (const line of await session.withholdRemoved()) problems.warn(line, WITHHELD)
    report(ROW_TEXT.steps.people)
    await mergeStagedPeople(session, problems)
    for (const { line, former, owner } of await session.separateSharedLooks())
      problems.warn(line, ROW_TEXT.lookMoved(former, owner))
    await session.mergeLooks()
    report(ROW_TEXT.steps.products)
    Object.assign(result, await session.mergeItems())
    if (replace) result.removed = await session.removeUnstaged()
    report(ROW_TEXT.steps.counting)
    await session.recount()
    await session.rebuildWords()
    await session.describeChanged()
    await session.rankHome(home ?? null, HOME_CELEBRITIES)
    if (samples ?? replace) await session.replaceSamples(samples ?? [])
    await session.announceChange()
    result.isImported = true
    return 'keep'
  })
  if (result.isImported) await store.refreshStatistics()
  report(ROW_TEXT.steps.done)
  return result
}

const mergeStagedPeople = async (session: ImportSession, problems: ProblemList) => {
  const people = await session.stagedPeople()
  const catalogNames = await session.mergePeople(
    people.map(({ name, style_type }) => ({
      name,
      styleType: style_type ?? parseStyleType(name),
      isStated: style_type !== null,
    })),
  )
  const renamed = [...catalogNames].filter(([given, name]) => given !== name)
  if (renamed.length > 0) await session.renameStaged(renamed)
  for (const { name: given, line } of people) {
    const name = catalogNames.get(given) ?? given
    if (name !== given) problems.warn(line, ROW_TEXT.listedAs(given, name))
  }
}

/** A row of the specification's file is one worn item with one offer. */
const stagedItem = (row: StagedRow): StagedItem => ({
  line: row.line,
  title: row.name,
  price: row.price,
  url: row.website,
  brand: row.brand,
  category: row.category,
  pictures: row.product_image === null ? [] : [row.product_image],
  worn: {
    celebrity_name: row.celebrity_name,
    style_type: row.style_type,
    look_url: row.celebrity_image,
    look_width: row.image_width,
    look_height: row.image_height,
    look_color: row.image_color,
    look_source: row.image_source,
    look_credit: row.image_credit,
    look_licence: row.image_licence,
    box: row.box,
  },
})

const checkHeader = (columns: string[], problems: ProblemList) => {
  for (const column of REQUIRED_COLUMNS)
    if (!columns.includes(column)) problems.error(1, ROW_TEXT.columnMissing(column))
  const usedColumns = new Set<string>([...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS, ...CREDIT_COLUMNS])
  for (const column of columns)
    if (!usedColumns.has(column))
      problems.warn(1, column ? ROW_TEXT.columnUnused(column) : ROW_TEXT.unnamedColumn)
}

const parseRow = (
  line: number,
  values: CatalogRowInput | Record<string, string>,
  problems: ProblemList,
): StagedRow[] => {
  const parsed = catalogRowSchema.safeParse(values)
  if (parsed.success) return [{ ...parsed.data, line }]
  for (const { path, message } of parsed.error.issues)
    problems.error(line, ROW_TEXT.inColumn(path.join('.'), message))
  return []
}

/** Imports a streamed CSV file (`npm run catalog -- import`). */
export const importCsv = (pool: Pool, input: Readable, options: ImportOptions = {}) => {
  const problems = new ProblemList()
  let hasColumns = false
  const read: Source['read'] = async (stage) => {
    await readCsv({
      input,
      problems,
      batch: BATCH_ROWS,
      onHeader: (columns) => {
        checkHeader(columns, problems)
        hasColumns = problems.errors === 0
      },
      onRecords: async (records: CsvRecord[]) => {
        if (!hasColumns) return
        const rows = records.flatMap(({ line, values }) => parseRow(line, values, problems))
        await stage(rows)
      },
    })
  }
  return importFrom(createImportStore(pool), { problems, read }, options)
}

/** Imports rows from another source, such as the demo catalogue. Their index serves as line number. */
export const importRows = (
  pool: Pool,
  rows: Iterable<CatalogRowInput>,
  options: ImportOptions = {},
) => {
  const problems = new ProblemList()
  const read: Source['read'] = async (stage) => {
    let batch: StagedRow[] = []
    let line = 0
    for (const row of rows) {
      line += 1
      batch.push(...parseRow(line, row, problems))
      if (batch.length < BATCH_ROWS) continue
      await stage(batch)
      batch = []
    }
    await stage(batch)
  }
  return importFrom(createImportStore(pool), { problems, read }, options)
}

type ShopItems = {
  shopId: number
  /** Stages usable items in batches and returns which clusters changed. */
  read: (stage: (records: string) => Promise<void>) => Promise<FeedChanges>
  /** Throws if a feed with this many offers looks broken. */
  check: (offers: number) => void
  /** Throws if another shop sells the same; absent for a feed that was read before. */
  checkSeller?: ((shopId: number | null) => Promise<void>) | undefined
  /** Called with the lines of items that were removed after a notice. */
  onWithheld: (lines: readonly number[]) => void
  onSharedIds: (shared: readonly SharedId[]) => void
}

export type ShopImport = (
  items: ShopItems,
) => Promise<{ added: number; changed: number; unavailable: number; joined: number }>

/** Pages by which a new feed is compared with shops that there are. */
const COMPARED_PAGES = 200

/** Statistics are refreshed after changes of more than this share. */
const LARGE_CHANGE = 1 / 20

/**
 * Imports all of a shop's items in one transaction, or none. Items that the feed no longer has become
 * unavailable instead of being deleted, because favorites and looks refer to them.
 */
export const createFeedImporter =
  (store: ImportStore): ShopImport =>
  async ({ shopId, read, check, checkSeller, onWithheld, onSharedIds }) => {
    const result = { added: 0, changed: 0, unavailable: 0, joined: 0 }
    const changes = () => result.added + result.changed + result.unavailable
    let offers = 0
    await store.inTransaction(async (session) => {
      const { clusters } = await read((records) => session.stage(records))
      await session.lock()
      await session.noteRead(shopId, clusters)
      result.joined = await session.joinVariants()
      offers = await session.countOffers(shopId)
      check(offers)
      if (checkSeller) {
        const pages = pagesOf(await session.stagedAddresses(COMPARED_PAGES))
        await checkSeller(await session.findSeller(pages, shopId))
      }
      onSharedIds(await session.sharedIds(MAX_PROBLEMS))
      onWithheld(await session.withholdRemoved())
      await session.followIds(shopId)
      Object.assign(result, await session.mergeItems())
      result.unavailable = await session.markMissing(shopId)
      const hasNewContents = await session.keepContents(shopId)
      if (changes() === 0) return hasNewContents ? 'keep' : 'discard'
      const facts = await session.changedFacts()
      if (facts.looks.length > 0) await session.recount({ ...facts, people: [] })
      if (facts.any) await session.rebuildWords()
      await session.describeChanged()
      await session.announceChange()
      return 'keep'
    })
    if (changes() > offers * LARGE_CHANGE) await store.refreshStatistics()
    return result
  }
