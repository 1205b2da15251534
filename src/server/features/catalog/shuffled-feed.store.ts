import { z } from 'zod'
import type { Connection } from '#server/core/db/query.ts'
import { raw, readRows, sql } from '#server/core/db/sql.ts'
import {
  CARD_COLUMNS,
  CARD_JOINS,
  cardRow,
  PRODUCT_OF_WORN,
  TILE_COLUMNS,
  tileRow,
} from './cards.store.ts'
import { CATALOG } from '#shared/constants.ts'
import type { CatalogProduct, ImageTile } from '#shared/contract/catalog.ts'

/**
 * A shuffled order that is stable per seed and costs the same at any size (decision 010).
 *
 * Every row has a fixed pseudo-random `shuffle` number below 2^31. The range is divided into 2^bits
 * blocks; a seed permutes the blocks, and a page reads one or a few of them along the index. Sorting
 * by a hash of the seed would read every row for every page.
 */
const SHUFFLE_BITS = 31
const MAX_BLOCK_BITS = 10
/** Small blocks shuffle well; very small ones make a page read too many. */
const ROWS_PER_BLOCK = 4
/** Blocks are uneven, so reading slightly more than needed saves a second query. */
const MARGIN = 1.3

type FeedCursor = {
  blockBits: number
  step: number
  shuffle: number
  id: string
}

type ShuffleRange = { low: number; high: number; step: number }

/** `lists`: the number of celebrities that are read in each block. */
export const chooseBlockBits = (total: number, lists: number): number => {
  const rowsPerBlock = Math.max(ROWS_PER_BLOCK, lists / 4)
  // Math.log2 may round a power of two down, and processors differ in which.
  const bits = 31 - Math.clz32(Math.max(1, total / rowsPerBlock))
  return Math.min(MAX_BLOCK_BITS, bits)
}

/** How many blocks probably contain this many rows. */
export const countBlocksToRead = (total: number, blockBits: number, rows: number): number => {
  const rowsPerBlock = Math.max(1, total) / 2 ** blockBits
  return Math.min(2 ** blockBits, Math.ceil((rows * MARGIN) / rowsPerBlock) + 1)
}

const createRandom = (seed: number) => {
  let state = (seed + 0x9e3779b9) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const shuffleBlocks = (seed: number, blockBits: number): Uint16Array => {
  const order = Uint16Array.from({ length: 2 ** blockBits }, (_, index) => index)
  const random = createRandom(seed % CATALOG.feedSeeds)
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const lastValue = order[last] ?? 0
    order[last] = order[other] ?? 0
    order[other] = lastValue
  }
  return order
}

/** The `shuffle` ranges from `step` on; the first starts at `position`. */
export const listShuffleRanges = (
  order: Uint16Array,
  blockBits: number,
  step: number,
  count: number,
  position: FeedCursor | null,
): ShuffleRange[] => {
  const size = 2 ** (SHUFFLE_BITS - blockBits)
  return Array.from(order.subarray(step, step + count), (block, index) => {
    const low = block * size
    const hasCursor = position !== null && position.step === step + index
    return { low: hasCursor ? position.shuffle : low, high: low + size - 1, step: step + index }
  })
}

export const formatCursor = ({ blockBits, step, shuffle, id }: FeedCursor): string =>
  [blockBits, step, shuffle, id].join('.')

/** Null for a cursor that we did not create. */
export const parseCursor = (cursor: string): FeedCursor | null => {
  const match = /^(\d{1,2})\.(\d{1,4})\.(\d{1,10})\.(\d{1,18})$/.exec(cursor)
  if (!match) return null
  const [, blockBits = '', step = '', shuffle = '', id = ''] = match
  const position = { blockBits: +blockBits, step: +step, shuffle: +shuffle, id }
  const isValid =
    position.blockBits <= MAX_BLOCK_BITS &&
    position.step < 2 ** position.blockBits &&
    position.shuffle < 2 ** SHUFFLE_BITS
  return isValid ? position : null
}

export type FeedRequest = {
  celebrityIds: readonly number[] | null
  total: number
  seed: number
  after: FeedCursor | null
  limit: number
  except?: readonly string[]
}

type RowPosition = { step: number; shuffle: number; id: string }

/** A table to page through. `pageSql` reads the rows whose ids `chosen` lists. */
type FeedTable<T> = {
  name: 'images' | 'products'
  table: string
  /** Conditions on the rows of all people and of selected ones; each has its own index. */
  ofAll: string
  ofChosen: string
  pageSql: string
  row: z.ZodType<{ position: RowPosition; value: T }>
}

const positionColumns = { step: z.number(), shuffle: z.number(), id: z.string() }

const IMAGES: FeedTable<ImageTile> = {
  name: 'images',
  table: 'catalog.looks',
  ofAll: 'true',
  ofChosen: 'true',
  pageSql: `SELECT chosen.step, chosen.shuffle, chosen.id, ${TILE_COLUMNS}
    FROM chosen JOIN catalog.looks look ON look.id = chosen.id
    JOIN catalog.people person ON person.id = look.person_id`,
  row: tileRow
    .extend(positionColumns)
    .transform(({ step, shuffle, id, ...value }) => ({ position: { step, shuffle, id }, value })),
}

/** Lists each product once: in the feed, and for each selected person. */
const PRODUCTS: FeedTable<CatalogProduct> = {
  name: 'products',
  table: 'catalog.worn_items',
  ofAll: 'is_first',
  ofChosen: 'is_first_of_person',
  pageSql: `SELECT chosen.step, chosen.shuffle, ${CARD_COLUMNS}
    FROM chosen JOIN catalog.worn_items worn ON worn.id = chosen.id
    ${PRODUCT_OF_WORN} ${CARD_JOINS}`,
  row: cardRow.extend(positionColumns).transform(({ step, shuffle, ...value }) => ({
    position: { step, shuffle, id: value.id },
    value,
  })),
}

/** The rows of these ranges in the order of the seed; each range is a short stretch of an index. */
const readRanges = <T>(
  connection: Connection,
  table: FeedTable<T>,
  request: FeedRequest,
  ranges: ShuffleRange[],
) => {
  const isAll = request.celebrityIds === null
  const { except = [] } = request
  // Inlined, because with a parameter the planner expects thousands of rows and plans again every time.
  const rowLimit = Math.trunc(request.limit) + 1
  const name = `feed-${table.name}-${isAll ? 'all' : 'chosen'}-${rowLimit}${except.length > 0 ? '-except' : ''}`
  const shuffle = request.after?.shuffle ?? -1
  return readRows(connection, table.row, { name })`
      WITH chosen AS MATERIALIZED (
        SELECT candidate.id, candidate.shuffle, range.step
        FROM unnest(${ranges.map(({ low }) => low)}::int[], ${ranges.map(({ high }) => high)}::int[],
          ${ranges.map(({ step }) => step)}::int[]) AS range(low, high, step)
        ${isAll ? raw('') : sql`CROSS JOIN unnest(${request.celebrityIds}::int[]) AS selected(person_id)`}
        CROSS JOIN LATERAL (
          SELECT id, shuffle FROM ${raw(table.table)}
          WHERE shuffle BETWEEN range.low AND range.high
            AND ${raw(isAll ? table.ofAll : `${table.ofChosen} AND person_id = selected.person_id`)}
            AND (range.low <> ${shuffle} OR (shuffle, id) > (${shuffle}, ${request.after?.id ?? 0}))
            ${except.length > 0 ? sql`AND id <> ALL (${except}::bigint[])` : raw('')}
          ORDER BY shuffle, id LIMIT ${raw(rowLimit)}
        ) candidate
        ORDER BY range.step, candidate.shuffle, candidate.id LIMIT ${raw(rowLimit)}
      )
      ${raw(table.pageSql)} ORDER BY chosen.step, chosen.shuffle, chosen.id`
}

const readPage = async <T>(connection: Connection, table: FeedTable<T>, request: FeedRequest) => {
  const { total, seed, after, limit } = request
  const blockBits = after?.blockBits ?? chooseBlockBits(total, request.celebrityIds?.length ?? 1)
  const order = shuffleBlocks(seed, blockBits)
  const width = countBlocksToRead(total, blockBits, limit + 1)
  const rows: { position: RowPosition; value: T }[] = []
  // One extra row tells whether there is a next page.
  for (let step = after?.step ?? 0; step < order.length && rows.length <= limit; step += width) {
    const ranges = listShuffleRanges(order, blockBits, step, width, after)
    rows.push(...(await readRanges(connection, table, request, ranges)))
  }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(({ value }) => value),
    next: last && rows.length > limit ? formatCursor({ blockBits, ...last.position }) : null,
  }
}

export const createShuffledFeedStore = (connection: Connection) => ({
  images: (request: FeedRequest) => readPage(connection, IMAGES, request),
  products: (request: FeedRequest) => readPage(connection, PRODUCTS, request),
})
export type ShuffledFeedStore = ReturnType<typeof createShuffledFeedStore>
