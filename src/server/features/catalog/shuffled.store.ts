import type pg from 'pg'
import type { CatalogProduct, ImageTile } from '#shared/contract/catalog.ts'
import {
  PRODUCT_COLUMNS,
  PRODUCT_JOINS,
  productOf,
  type ProductRow,
  TILE_COLUMNS,
  tileOf,
} from './catalog.store.ts'
import {
  blockBitsFor,
  blockOrder,
  formatPosition,
  rangesFrom,
  type ShuffleRange,
  type WalkPosition,
  windowFor,
} from './shuffled-walk.ts'

export type Walk = {
  /** Null means all of them. */
  celebrityIds: readonly number[] | null
  /** How many rows there are altogether, from the stored counters. */
  total: number
  seed: number
  after: WalkPosition | null
  limit: number
}

export type ShuffledPage<T> = { rows: T[]; next: string | null }

type Place = { step: number; shuffle: number; id: string }
type Shelf<Row extends object, T> = {
  table: 'celebrity_images' | 'products'
  /** What is shown of a row, given the ids of a page as `chosen`. */
  shown: string
  read: (row: Row) => T
}

const IMAGES: Shelf<ImageTile, ImageTile> = {
  table: 'celebrity_images',
  shown: `SELECT chosen.step, chosen.shuffle, chosen.id, ${TILE_COLUMNS}
    FROM chosen JOIN celebrity_images image ON image.id = chosen.id
    JOIN celebrities celebrity ON celebrity.id = image.celebrity_id`,
  read: tileOf,
}

const PRODUCTS: Shelf<ProductRow, CatalogProduct> = {
  table: 'products',
  shown: `SELECT chosen.step, chosen.shuffle, ${PRODUCT_COLUMNS}
    FROM chosen JOIN products product ON product.id = chosen.id ${PRODUCT_JOINS}`,
  read: productOf,
}

/** The rows of these ranges in walking order: every range is a short stretch of an index. */
const readRanges = async <Row extends object>(
  pool: pg.Pool,
  shelf: Shelf<Row, unknown>,
  walk: Walk,
  ranges: ShuffleRange[],
) => {
  const isAll = walk.celebrityIds === null
  // Written out: with a parameter the planner expects thousands of rows, and plans anew every time.
  const most = Math.trunc(walk.limit) + 1
  const { rows } = await pool.query<Row & Place>({
    name: `walk-${shelf.table}-${isAll ? 'all' : 'chosen'}-${most}`,
    text: `
      WITH chosen AS MATERIALIZED (
        SELECT found.id, found.shuffle, range.step
        FROM unnest($1::int[], $2::int[], $3::int[]) AS range(low, high, step)
        ${isAll ? '' : 'CROSS JOIN unnest($6::int[]) AS wanted(celebrity_id)'}
        CROSS JOIN LATERAL (
          SELECT id, shuffle FROM ${shelf.table}
          WHERE shuffle BETWEEN range.low AND range.high
            ${isAll ? '' : 'AND celebrity_id = wanted.celebrity_id'}
            AND (range.low <> $4 OR (shuffle, id) > ($4, $5))
          ORDER BY shuffle, id LIMIT ${most}
        ) found
        ORDER BY range.step, found.shuffle, found.id LIMIT ${most}
      )
      ${shelf.shown} ORDER BY chosen.step, chosen.shuffle, chosen.id`,
    values: [
      ranges.map(({ low }) => low),
      ranges.map(({ high }) => high),
      ranges.map(({ step }) => step),
      walk.after?.shuffle ?? -1,
      walk.after?.id ?? 0,
      ...(isAll ? [] : [walk.celebrityIds]),
    ],
  })
  return rows
}

const pageShuffled = async <Row extends object, T>(
  pool: pg.Pool,
  shelf: Shelf<Row, T>,
  walk: Walk,
): Promise<ShuffledPage<T>> => {
  const { total, seed, after, limit } = walk
  const blockBits = after?.blockBits ?? blockBitsFor(total, walk.celebrityIds?.length ?? 1)
  const order = blockOrder(seed, blockBits)
  const width = windowFor(total, blockBits, limit + 1)
  const found: (Row & Place)[] = []
  // One more than shown tells whether there is a next page.
  for (let step = after?.step ?? 0; step < order.length && found.length <= limit; step += width) {
    const ranges = rangesFrom(order, blockBits, step, width, after)
    found.push(...(await readRanges(pool, shelf, walk, ranges)))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(shelf.read),
    next: last && found.length > limit ? formatPosition({ blockBits, ...placeOf(last) }) : null,
  }
}

const placeOf = ({ step, shuffle, id }: Place): Place => ({ step, shuffle, id })

export const pageImages = (pool: pg.Pool, walk: Walk) => pageShuffled(pool, IMAGES, walk)
export const pageProducts = (pool: pg.Pool, walk: Walk) => pageShuffled(pool, PRODUCTS, walk)
