import { randomBytes } from 'node:crypto'
import { type Atomically, type Connection } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { requirePermission, type SessionUser } from '#server/core/http/session.ts'
import type { CardFacts } from '#server/features/images/index.ts'
import { BOARDS, DETECTION } from '#shared/constants.ts'
import type { Board, BoardItem, SharedBoard } from '#shared/contract/boards.ts'
import { boardTotal } from '#shared/domain/board-total.ts'
import type { Rates } from '#shared/domain/money.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { BOARD_TEXT } from '#shared/product-messages.ts'
import { type BoardRow, type BoardsStore, createBoardsStore } from './boards.store.ts'

const TOKEN_BYTES = 16

const noBoard = () => new AppError(404, BOARD_TEXT.notFound)

type Parts = {
  pool: Connection
  atomically: Atomically
  rates: () => Promise<Rates>
}

type Sharing = { until: string | null; isPublic: boolean }
type Wanted = { look: string } | { product: string }

export const createBoards = ({ pool, atomically, rates }: Parts) => {
  const store = createBoardsStore(pool)

  const contentOf = async ({ id, title, about, currency }: BoardRow) => {
    const items = await store.items(id)
    const prices = items.flatMap((item) => (item.kind === 'product' ? [item.product.price] : []))
    const total = boardTotal(prices, currency, await rates(), DETECTION.defaultCurrency)
    return { title, about, items, total }
  }

  const read = async (uid: string, id: string): Promise<Board> => {
    const row = await store.find(uid, id)
    if (!row) throw noBoard()
    const { token, until, isPublic } = row
    const share = token === null ? null : { token, until, isPublic }
    return { id, ...(await contentOf(row)), share }
  }

  /** Changes a board that the user owns, and returns it as it is then. */
  const change = async (
    uid: string,
    id: string,
    work: (store: BoardsStore) => Promise<unknown>,
  ): Promise<Board> => {
    await atomically(async (connection) => {
      const inTransaction = createBoardsStore(connection)
      if (!(await inTransaction.hold(uid, id))) throw noBoard()
      if ((await work(inTransaction)) === false) throw new AppError(404, BOARD_TEXT.noSuchItem)
      await inTransaction.touch(id)
    })
    return read(uid, id)
  }

  const addItem = async (changed: BoardsStore, id: string, wanted: Wanted) => {
    if ((await changed.countItems(id)) >= BOARDS.items)
      throw new AppError(409, BOARD_TEXT.full(BOARDS.items))
    const [lookId, productId] =
      'look' in wanted
        ? [await changed.lookId(wanted.look), null]
        : [null, await changed.productId(wanted.product)]
    if (lookId === null && productId === null) throw new AppError(404, BOARD_TEXT.notInCatalogue)
    await changed.addItem(id, {
      ...(lookId !== null && { lookId }),
      ...(productId !== null && { productId }),
    })
  }

  return {
    list: store.list,
    read,

    add: async (uid: string, title: string): Promise<Board> => {
      if ((await store.count(uid)) >= BOARDS.perUser)
        throw new AppError(409, BOARD_TEXT.tooMany(BOARDS.perUser))
      return read(uid, (await store.add(uid, title)) ?? '')
    },

    change: (uid: string, id: string, changes: Parameters<BoardsStore['change']>[2]) =>
      change(uid, id, (held) => held.change(uid, id, changes)),

    remove: async (uid: string, id: string) => {
      if (!(await store.remove(uid, id))) throw noBoard()
    },

    addItem: (uid: string, id: string, wanted: Wanted) =>
      change(uid, id, (held) => addItem(held, id, wanted)),

    setNote: (uid: string, id: string, item: string, note: string) =>
      change(uid, id, (held) => held.setNote(id, item, note)),

    removeItem: (uid: string, id: string, item: string) =>
      change(uid, id, (held) => held.removeItem(id, item)),

    setOrder: (uid: string, id: string, items: readonly string[]) =>
      change(uid, id, (held) => held.setOrder(id, items)),

    /** Public boards are for those who may publish. */
    share: (user: SessionUser, id: string, { until, isPublic }: Sharing) => {
      if (isPublic) requirePermission(user, 'publish-own')
      if (until !== null && Date.parse(until) <= Date.now())
        throw new AppError(400, BOARD_TEXT.endsInThePast)
      const newToken = randomBytes(TOKEN_BYTES).toString('base64url')
      const { uid } = user
      return change(uid, id, (held) => held.share(uid, id, { newToken, until, isPublic }))
    },

    revoke: (uid: string, id: string) => change(uid, id, (held) => held.revoke(uid, id)),

    /** As everyone with the link sees it. Read anew each time: a revoked board must be gone at once. */
    shared: async (token: string): Promise<SharedBoard> => {
      const row = await store.findShared(token)
      if (!row) throw noBoard()
      const { isPublic, updatedAt } = row
      return { ...(await contentOf(row)), isPublic, updatedAt }
    },
  }
}
export type Boards = ReturnType<typeof createBoards>

/** Of a look or product; null without any. */
export const itemPicture = (item: BoardItem): string | null =>
  item.kind === 'look'
    ? item.look.image
    : (item.product.product_image ?? (item.product.celebrity_image || null))

/** What stands on the preview of its link. */
export const boardCard = ({ title, items, total }: SharedBoard): CardFacts => ({
  name: title,
  brand: BOARD_TEXT.items(items.length),
  price: total.priced > 0 ? (displayPrice(total.amount, total.currency) ?? '') : '',
  picture: items.map(itemPicture).find((picture) => picture !== null) ?? null,
})
