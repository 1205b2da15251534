import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import { execute, matchesRow, raw, readRow, readRows, readValue } from '#server/core/db/sql.ts'
import {
  CARD_COLUMNS,
  CARD_JOINS,
  cardRow,
  TILE_COLUMNS,
  tileRow,
  WORN_OF_PRODUCT,
  productIdOf,
} from '#server/features/search/index.ts'
import type { BoardItem } from '#shared/contract/boards.ts'

const boardRow = z.object({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  currency: z.string(),
  token: z.string().nullable(),
  until: isoTime.nullable(),
  isPublic: z.boolean(),
  updatedAt: isoTime,
})
export type BoardRow = z.output<typeof boardRow>

const summaryRow = z.object({
  id: z.string(),
  title: z.string(),
  items: z.number(),
  pictures: z.array(z.string()),
  isShared: z.boolean(),
})

const noteColumns = { item_id: z.string(), place: z.number(), note: z.string() }
const lookRow = tileRow.extend(noteColumns).transform(({ item_id: id, place, note, ...look }) => ({
  place,
  item: { id, kind: 'look' as const, note, look },
}))
const productRow = cardRow
  .extend(noteColumns)
  .transform(({ item_id: id, place, note, ...product }) => ({
    place,
    item: { id, kind: 'product' as const, note, product },
  }))

/** Whether anybody but the owner may see the board. An expired link counts as revoked. */
const IS_SHARED = `share_token IS NOT NULL AND (shared_until IS NULL OR shared_until > now())`

/** Whether the board may be listed, on this site and by search engines. */
export const IS_PUBLIC = `is_public AND ${IS_SHARED}`

const BOARD_COLUMNS = `id, title, about, currency, updated_at AS "updatedAt",
  CASE WHEN ${IS_SHARED} THEN share_token END AS token,
  CASE WHEN ${IS_SHARED} THEN shared_until END AS until,
  ${IS_PUBLIC} AS "isPublic"`

const MAX_PICTURES = 4

/** How many items of a `board` are in the catalogue, and the pictures of the first few. */
export const ITEM_SUMMARY = `SELECT count(picture)::int AS items,
    coalesce((array_agg(picture ORDER BY place))[:${MAX_PICTURES}], '{}') AS pictures
  FROM (SELECT item.place, coalesce(look.url, product.pictures[1], '') AS picture
    FROM board_items item
    LEFT JOIN catalog.looks look ON look.id = item.look_id
    LEFT JOIN catalog.products product ON product.id = item.product_id
    WHERE item.board_id = board.id AND num_nonnulls(look.id, product.id) = 1) pictured`

type Changes = {
  title?: string | undefined
  about?: string | undefined
  currency?: string | undefined
}

/** Every statement that changes a board also checks its owner. */
export const createBoardsStore = (connection: Connection) => ({
  list: (uid: string) =>
    readRows(connection, summaryRow)`
      SELECT board.id, title, ${raw(IS_SHARED)} AS "isShared", shown.items, shown.pictures
      FROM boards board CROSS JOIN LATERAL (${raw(ITEM_SUMMARY)}) shown
      WHERE user_id = ${uid} ORDER BY updated_at DESC, board.id DESC`,

  count: async (uid: string): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM boards WHERE user_id = ${uid}`) ?? 0,

  add: (uid: string, title: string): Promise<string | null> =>
    readValue(connection, z.string())`
      INSERT INTO boards (user_id, title) VALUES (${uid}, ${title}) RETURNING id`,

  find: (uid: string, id: string) =>
    readRow(connection, boardRow)`
      SELECT ${raw(BOARD_COLUMNS)} FROM boards WHERE user_id = ${uid} AND id = ${id}`,

  /** Locks the board until the transaction ends, so that counting its items and adding one is atomic. */
  lock: (uid: string, id: string) =>
    matchesRow(connection)`SELECT FROM boards WHERE user_id = ${uid} AND id = ${id} FOR UPDATE`,

  findShared: (token: string) =>
    readRow(connection, boardRow)`
      SELECT ${raw(BOARD_COLUMNS)} FROM boards WHERE share_token = ${token} AND ${raw(IS_SHARED)}`,

  /** Leaves out items that are no longer in the catalogue. */
  items: async (boardId: string): Promise<BoardItem[]> => {
    const looks = await readRows(connection, lookRow)`
      SELECT item.id AS item_id, item.place, item.note, ${raw(TILE_COLUMNS)} FROM board_items item
      JOIN catalog.looks look ON look.id = item.look_id
      JOIN catalog.people person ON person.id = look.person_id
      WHERE item.board_id = ${boardId}`
    const products = await readRows(connection, productRow)`
      SELECT item.id AS item_id, item.place, item.note, ${raw(CARD_COLUMNS)} FROM board_items item
      JOIN catalog.products product ON product.id = item.product_id
      ${raw(WORN_OF_PRODUCT)} ${raw(CARD_JOINS)}
      WHERE item.board_id = ${boardId}`
    return [...looks, ...products]
      .toSorted((a, b) => a.place - b.place || Number(a.item.id) - Number(b.item.id))
      .map(({ item }) => item)
  },

  change: (uid: string, id: string, { title, about, currency }: Changes) =>
    matchesRow(connection)`
      UPDATE boards SET title = coalesce(${title}, title), about = coalesce(${about}, about),
        currency = coalesce(${currency}, currency), updated_at = now() WHERE user_id = ${uid}
          AND id = ${id}`,

  remove: (uid: string, id: string) =>
    matchesRow(connection)`DELETE FROM boards WHERE user_id = ${uid} AND id = ${id}`,

  touch: (id: string) => execute(connection)`UPDATE boards SET updated_at = now() WHERE id = ${id}`,

  countItems: async (id: string): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM board_items WHERE board_id = ${id}`) ?? 0,

  lookId: (url: string) =>
    readValue(connection, z.string())`SELECT id FROM catalog.looks WHERE url = ${url}`,

  /** `id` is that of the product or of a worn item. */
  productId: (id: string) =>
    readValue(connection, z.string())`
      SELECT id FROM catalog.products
      WHERE id = ${productIdOf(id)}`,

  /** Adds an item at the end. An item that is already on the board keeps its place. */
  addItem: (boardId: string, item: { lookId?: string; productId?: string }) =>
    execute(connection)`
      INSERT INTO board_items (board_id, look_id, product_id, place)
      SELECT ${boardId}, ${item.lookId}, ${item.productId}, coalesce(max(place), 0) + 1
        FROM board_items WHERE board_id = ${boardId}
      ON CONFLICT DO NOTHING`,

  setNote: (boardId: string, itemId: string, note: string) =>
    matchesRow(connection)`
      UPDATE board_items SET note = ${note} WHERE board_id = ${boardId} AND id = ${itemId}`,

  removeItem: (boardId: string, itemId: string) =>
    matchesRow(connection)`DELETE FROM board_items WHERE board_id = ${boardId} AND id = ${itemId}`,

  /** Items that are not listed follow in their previous order. */
  setOrder: (boardId: string, itemIds: readonly string[]) =>
    execute(connection)`
      UPDATE board_items item SET place = placed.place
      FROM (SELECT item.id, row_number() OVER
          (ORDER BY array_position(${itemIds}::bigint[], item.id) NULLS LAST, item.place,
            item.id) AS place
        FROM board_items item WHERE item.board_id = ${boardId}) placed
      WHERE item.id = placed.id`,

  /** Keeps the link if the board is still shared. */
  share: (
    uid: string,
    id: string,
    { newToken, until, isPublic }: { newToken: string; until: string | null; isPublic: boolean },
  ) =>
    matchesRow(connection)`
      UPDATE boards SET share_token = CASE WHEN ${raw(IS_SHARED)} THEN share_token
        ELSE ${newToken} END,
        shared_until = ${until}, is_public = ${isPublic}, updated_at = now() WHERE user_id = ${uid}
          AND id = ${id}`,

  revoke: (uid: string, id: string) =>
    matchesRow(connection)`
      UPDATE boards SET share_token = NULL, shared_until = NULL, is_public = false,
        updated_at = now() WHERE user_id = ${uid} AND id = ${id}`,
})
export type BoardsStore = ReturnType<typeof createBoardsStore>
