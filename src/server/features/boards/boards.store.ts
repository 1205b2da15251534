import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  hasRow,
  raw,
  readRow,
  readRows,
  readValue,
} from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
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

type ItemReference = { lookId: string | null; productId: string | null }

/** The columns of `SUMMARY`. */
export const summaryColumns = { items: z.number(), pictures: z.array(z.string()) }
const summaryRow = z.object({
  id: z.string(),
  title: z.string(),
  isShared: z.boolean(),
  ...summaryColumns,
})
const itemRow = z.object({
  id: z.string(),
  note: z.string(),
  lookId: z.string().nullable(),
  productId: z.string().nullable(),
})

/** Nothing of a suspended user is shown. */
export const IS_OWNER_ACTIVE = `EXISTS (SELECT FROM users WHERE users.id = user_id
  AND suspended_at IS NULL)`

/** What is listed, on this site and by search engines, is of people who may publish. */
export const IS_OWNER_PUBLISHER = `EXISTS (SELECT FROM users WHERE users.id = user_id
  AND suspended_at IS NULL AND (is_admin OR publisher_role IS NOT NULL))`

/** Whether anybody but the owner may see the board. An expired link counts as revoked. */
const IS_SHARED = `share_token IS NOT NULL AND (shared_until IS NULL OR shared_until > now())
  AND ${IS_OWNER_ACTIVE}
  AND id::text NOT IN (SELECT subject FROM takedowns WHERE kind = 'board' AND restored_at IS NULL)`

/** Whether the board may be listed. */
export const IS_PUBLIC = `is_public AND ${IS_SHARED} AND ${IS_OWNER_PUBLISHER}`

const BOARD_COLUMNS = `id, title, about, currency, updated_at AS "updatedAt",
  CASE WHEN ${IS_SHARED} THEN share_token END AS token,
  CASE WHEN ${IS_SHARED} THEN shared_until END AS until,
  ${IS_PUBLIC} AS "isPublic"`

const MAX_PICTURES = 4
const SHOWN_ITEMS = `FROM board_items item
  LEFT JOIN catalog.looks look ON look.id = item.look_id
  LEFT JOIN catalog.products product ON product.id = item.product_id
  WHERE item.board_id = board.id AND coalesce(look.id, product.id) IS NOT NULL`

/** How many items of a `board` are in the catalogue, and the pictures of the first few. */
export const SUMMARY = `(SELECT count(*)::int ${SHOWN_ITEMS}) AS items,
  ARRAY(SELECT coalesce(look.url, product.pictures[1], '') ${SHOWN_ITEMS}
    ORDER BY item.place, item.id LIMIT ${MAX_PICTURES}) AS pictures`

const listIds = (items: readonly ItemReference[]) => ({
  looks: items.flatMap(({ lookId }) => lookId ?? []),
  products: items.flatMap(({ productId }) => productId ?? []),
})

type Changes = {
  title?: string | undefined
  about?: string | undefined
  currency?: string | undefined
}

/** Every statement that changes a board also checks its owner. */
export const createBoardsStore = (connection: Connection) => ({
  list: (uid: string) =>
    readRows(connection, summaryRow)`
      SELECT board.id, title, ${raw(IS_SHARED)} AS "isShared", ${raw(SUMMARY)}
      FROM boards board WHERE user_id = ${uid} ORDER BY updated_at DESC, board.id DESC`,

  count: async (uid: string): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM boards WHERE user_id = ${uid}`) ?? 0,

  /** Until the transaction ends, so that counting the user's boards and adding one is atomic. */
  lockAll: (uid: string) =>
    execute(connection)`
      SELECT pg_advisory_xact_lock(hashtextextended('boards of ' || ${uid}::text, 0))`,

  add: (uid: string, title: string): Promise<string | null> =>
    readValue(connection, z.string())`
      INSERT INTO boards (user_id, title) VALUES (${uid}, ${title}) RETURNING id`,

  find: (uid: string, id: string) =>
    readRow(connection, boardRow)`
      SELECT ${raw(BOARD_COLUMNS)} FROM boards WHERE user_id = ${uid} AND id = ${id}`,

  /** Locks the board until the transaction ends, so that counting its items and adding one is atomic. */
  lock: (uid: string, id: string) =>
    hasRow(connection)`SELECT FROM boards WHERE user_id = ${uid} AND id = ${id} FOR UPDATE`,

  isRemoved: (id: string) =>
    hasRow(connection)`
      SELECT FROM takedowns WHERE kind = 'board' AND subject = ${id} AND restored_at IS NULL`,

  findShared: (token: string) =>
    readRow(connection, boardRow)`
      SELECT ${raw(BOARD_COLUMNS)} FROM boards WHERE share_token = ${token} AND ${raw(IS_SHARED)}`,

  /** Leaves out items that are no longer in the catalogue. */
  items: async (boardId: string): Promise<BoardItem[]> => {
    const items = await readRows(connection, itemRow)`
      SELECT id, note, look_id AS "lookId", product_id AS "productId" FROM board_items
      WHERE board_id = ${boardId} ORDER BY place, id`
    const ids = listIds(items)
    const catalog = createCatalogReader(connection)
    const looks = await catalog.looks.readTiles(ids.looks)
    const products = await catalog.products.readCards(ids.products)
    return items.flatMap(({ id, note, lookId, productId }): BoardItem[] => {
      const look = looks.get(lookId ?? '')
      if (look) return [{ id, kind: 'look', note, look }]
      const product = products.get(productId ?? '')
      return product ? [{ id, kind: 'product', note, product }] : []
    })
  },

  change: (uid: string, id: string, { title, about, currency }: Changes) =>
    affectsRow(connection)`
      UPDATE boards SET title = coalesce(${title}, title), about = coalesce(${about}, about),
        currency = coalesce(${currency}, currency), updated_at = now() WHERE user_id = ${uid}
          AND id = ${id}`,

  remove: (uid: string, id: string) =>
    affectsRow(connection)`DELETE FROM boards WHERE user_id = ${uid} AND id = ${id}`,

  touch: (id: string) => execute(connection)`UPDATE boards SET updated_at = now() WHERE id = ${id}`,

  countItems: async (id: string): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int FROM board_items WHERE board_id = ${id}`) ?? 0,

  /** Adds an item at the end. An item that is already on the board keeps its place and note. */
  addItem: (boardId: string, item: { lookId?: string; productId?: string; note?: string }) =>
    execute(connection)`
      INSERT INTO board_items (board_id, look_id, product_id, note, place)
      SELECT ${boardId}, ${item.lookId}, ${item.productId}, ${item.note ?? ''},
        coalesce(max(place), 0) + 1
      FROM board_items WHERE board_id = ${boardId}
      ON CONFLICT DO NOTHING`,

  setNote: (boardId: string, itemId: string, note: string) =>
    affectsRow(connection)`
      UPDATE board_items SET note = ${note} WHERE board_id = ${boardId} AND id = ${itemId}`,

  removeItem: (boardId: string, itemId: string) =>
    affectsRow(connection)`DELETE FROM board_items WHERE board_id = ${boardId} AND id = ${itemId}`,

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
    affectsRow(connection)`
      UPDATE boards SET share_token = CASE WHEN ${raw(IS_SHARED)} THEN share_token
        ELSE ${newToken} END,
        shared_until = ${until}, is_public = ${isPublic}, updated_at = now() WHERE user_id = ${uid}
          AND id = ${id}`,

  revoke: (uid: string, id: string) =>
    affectsRow(connection)`
      UPDATE boards SET share_token = NULL, shared_until = NULL, is_public = false,
        updated_at = now() WHERE user_id = ${uid} AND id = ${id}`,
})
export type BoardsStore = ReturnType<typeof createBoardsStore>
