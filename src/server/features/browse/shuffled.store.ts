import { z } from 'zod'
import type { CatalogProduct, ImageTile } from '#shared/contract/catalog.ts'
import { type Connection, readRows } from '#server/core/db/query.ts'
import {
  blockBitsFor,
  blockOrder,
  formatPosition,
  rangesFrom,
  type ShuffleRange,
  type WalkPosition,
  windowFor,
} from './shuffled-walk.ts'
import {
  PRODUCT_OF_WORN,
  SHOWN_COLUMNS,
  SHOWN_JOINS,
  shownRow,
  TILE_COLUMNS,
  tileRow,
} from '#server/features/search/index.ts'

export type Walk = {
  /** Null means all of them. */
  celebrityIds: readonly number[] | null
  total: number
  seed: number
  after: WalkPosition | null
  limit: number
}

type Place = { step: number; shuffle: number; id: string }

/** A table to page through. `shown` selects what a page shows, given its ids as `chosen`. */
type Shelf<T> = {
  name: 'images' | 'products'
  table: string
  /** Which of its rows, of all people and of chosen ones; each has an index of its own. */
  ofAll: string
  ofChosen: string
  shown: string
  row: z.ZodType<{ place: Place; value: T }>
}

const onShelf = { step: z.number(), shuffle: z.number(), id: z.string() }

const IMAGES: Shelf<ImageTile> = {
  name: 'images',
  table: 'catalog.looks',
  ofAll: 'true',
  ofChosen: 'true',
  shown: `SELECT chosen.step, chosen.shuffle, chosen.id, ${TILE_COLUMNS}
    FROM chosen JOIN catalog.looks look ON look.id = chosen.id
    JOIN catalog.people person ON person.id = look.person_id`,
  row: tileRow
    .extend(onShelf)
    .transform(({ step, shuffle, id, ...value }) => ({ place: { step, shuffle, id }, value })),
}

/** Each product once: in the feed, and for each of the chosen people. */
const PRODUCTS: Shelf<CatalogProduct> = {
  name: 'products',
  table: 'catalog.worn_items',
  ofAll: 'is_first',
  ofChosen: 'is_first_of_person',
  shown: `SELECT chosen.step, chosen.shuffle, ${SHOWN_COLUMNS}
    FROM chosen JOIN catalog.worn_items worn ON worn.id = chosen.id
    ${PRODUCT_OF_WORN} ${SHOWN_JOINS}`,
  row: shownRow.extend(onShelf).transform(({ step, shuffle, ...value }) => ({
    place: { step, shuffle, id: value.id },
    value,
  })),
}

/** The rows of these ranges in walking order; each range is a short stretch of an index. */
const readRanges = <T>(
  connection: Connection,
  shelf: Shelf<T>,
  walk: Walk,
  ranges: ShuffleRange[],
) => {
  const isAll = walk.celebrityIds === null
  // Inlined: with a parameter the planner expects thousands of rows and replans every time.
  const most = Math.trunc(walk.limit) + 1
  const statement = {
    name: `walk-${shelf.name}-${isAll ? 'all' : 'chosen'}-${most}`,
    text: `
      WITH chosen AS MATERIALIZED (
        SELECT found.id, found.shuffle, range.step
        FROM unnest($1::int[], $2::int[], $3::int[]) AS range(low, high, step)
        ${isAll ? '' : 'CROSS JOIN unnest($6::int[]) AS wanted(person_id)'}
        CROSS JOIN LATERAL (
          SELECT id, shuffle FROM ${shelf.table}
          WHERE shuffle BETWEEN range.low AND range.high
            AND ${isAll ? shelf.ofAll : `${shelf.ofChosen} AND person_id = wanted.person_id`}
            AND (range.low <> $4 OR (shuffle, id) > ($4, $5))
          ORDER BY shuffle, id LIMIT ${most}
        ) found
        ORDER BY range.step, found.shuffle, found.id LIMIT ${most}
      )
      ${shelf.shown} ORDER BY chosen.step, chosen.shuffle, chosen.id`,
  }
  return readRows(connection, shelf.row, statement, [
    ranges.map(({ low }) => low),
    ranges.map(({ high }) => high),
    ranges.map(({ step }) => step),
    walk.after?.shuffle ?? -1,
    walk.after?.id ?? 0,
    ...(isAll ? [] : [walk.celebrityIds]),
  ])
}

const pageShuffled = async <T>(connection: Connection, shelf: Shelf<T>, walk: Walk) => {
  const { total, seed, after, limit } = walk
  const blockBits = after?.blockBits ?? blockBitsFor(total, walk.celebrityIds?.length ?? 1)
  const order = blockOrder(seed, blockBits)
  const width = windowFor(total, blockBits, limit + 1)
  const found: { place: Place; value: T }[] = []
  // One extra row tells whether there is a next page.
  for (let step = after?.step ?? 0; step < order.length && found.length <= limit; step += width) {
    const ranges = rangesFrom(order, blockBits, step, width, after)
    found.push(...(await readRanges(connection, shelf, walk, ranges)))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ value }) => value),
    next: last && found.length > limit ? formatPosition({ blockBits, ...last.place }) : null,
  }
}

export const createShuffledStore = (connection: Connection) => ({
  images: (walk: Walk) => pageShuffled(connection, IMAGES, walk),
  products: (walk: Walk) => pageShuffled(connection, PRODUCTS, walk),
})
export type ShuffledStore = ReturnType<typeof createShuffledStore>
