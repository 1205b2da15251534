import { randomBytes } from 'node:crypto'
import type { Atomically, Connection } from '#server/core/db/query.ts'
import { requirePermission, type SessionUser } from '#server/core/http/caller.ts'
import { AppError } from '#server/core/http/errors.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import type { CardFacts } from '#server/features/images/index.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import { BOARDS } from '#shared/studio-constants.ts'
import type { Board, BoardItem, SharedBoard } from '#shared/contract/boards.ts'
import { sumBoardPrices, showPrice, type Rates } from '#shared/domain/price.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { type BoardRow, type BoardsStore, createBoardsStore } from './boards.store.ts'

const TOKEN_BYTES = 16

const noBoardError = () => new AppError(404, BOARD_TEXT.notFound)

type BoardsDependencies = {
  pool: Connection
  atomically: Atomically
  rates: () => Promise<Rates>
}

type Sharing = { until: string | null; isPublic: boolean }
type ItemReference = { look: string } | { product: string }

export const createBoards = ({ pool, atomically, rates }: BoardsDependencies) => {
  const store = createBoardsStore(pool)

  const readContent = async ({ id, title, about, currency }: BoardRow) => {
    const items = await store.items(id)
    const prices = items.flatMap((item) => (item.kind === 'product' ? [item.product.price] : []))
    const total = sumBoardPrices(prices, currency, await rates(), DETECTION.defaultCurrency)
    return { title, about, items, total }
  }

  const readBoard = async (uid: string, id: string): Promise<Board> => {
    const row = await store.find(uid, id)
    if (!row) throw noBoardError()
    const { token, until, isPublic } = row
    const share = token === null ? null : { token, until, isPublic }
    return { id, ...(await readContent(row)), share }
  }

  /** Changes a board that the user owns, and returns the changed board. */
  const changeBoard = async (
    uid: string,
    id: string,
    applyChange: (store: BoardsStore, connection: Connection) => Promise<unknown>,
  ): Promise<Board> => {
    await atomically(async (connection) => {
      const lockedStore = createBoardsStore(connection)
      if (!(await lockedStore.lock(uid, id))) throw noBoardError()
      if ((await applyChange(lockedStore, connection)) === false)
        throw new AppError(404, BOARD_TEXT.noSuchItem)
      await lockedStore.touch(id)
    })
    return readBoard(uid, id)
  }

  const addItem = async (
    store: BoardsStore,
    connection: Connection,
    id: string,
    reference: ItemReference,
  ) => {
    if ((await store.countItems(id)) >= BOARDS.items)
      throw new AppError(409, BOARD_TEXT.full(BOARDS.items))
    const catalog = createCatalogReader(connection)
    const [lookId, productId] =
      'look' in reference
        ? [await catalog.looks.findId(reference.look), null]
        : [null, (await catalog.products.find(reference.product))?.id ?? null]
    if (lookId === null && productId === null) throw new AppError(404, BOARD_TEXT.notInCatalog)
    await store.addItem(id, {
      ...(lookId !== null && { lookId }),
      ...(productId !== null && { productId }),
    })
  }

  return {
    list: store.list,
    read: readBoard,

    add: async (uid: string, title: string): Promise<Board> => {
      const id = await atomically(async (connection) => {
        const locked = createBoardsStore(connection)
        await locked.lockAll(uid)
        if ((await locked.count(uid)) >= BOARDS.perUser)
          throw new AppError(409, BOARD_TEXT.tooMany(BOARDS.perUser))
        return locked.add(uid, title)
      })
      return readBoard(uid, id ?? '')
    },

    change: (uid: string, id: string, changes: Parameters<BoardsStore['change']>[2]) =>
      changeBoard(uid, id, (store) => store.change(uid, id, changes)),

    remove: async (uid: string, id: string) => {
      if (!(await store.remove(uid, id))) throw noBoardError()
    },

    addItem: (uid: string, id: string, reference: ItemReference) =>
      changeBoard(uid, id, (store, connection) => addItem(store, connection, id, reference)),

    setNote: (uid: string, id: string, item: string, note: string) =>
      changeBoard(uid, id, (store) => store.setNote(id, item, note)),

    removeItem: (uid: string, id: string, item: string) =>
      changeBoard(uid, id, (store) => store.removeItem(id, item)),

    setOrder: (uid: string, id: string, items: readonly string[]) =>
      changeBoard(uid, id, (store) => store.setOrder(id, items)),

    /** Only publishers may make a board public. */
    share: (user: SessionUser, id: string, { until, isPublic }: Sharing) => {
      if (isPublic) requirePermission(user, 'publish-own')
      if (until !== null && Date.parse(until) <= Date.now())
        throw new AppError(400, BOARD_TEXT.endsInThePast)
      const newToken = randomBytes(TOKEN_BYTES).toString('base64url')
      const { uid } = user
      return changeBoard(uid, id, async (store) => {
        if (await store.isRemoved(id)) throw new AppError(403, BOARD_TEXT.removed)
        return store.share(uid, id, { newToken, until, isPublic })
      })
    },

    revoke: (uid: string, id: string) => changeBoard(uid, id, (store) => store.revoke(uid, id)),

    /** The board as seen through its link. Never cached: revoking must take effect at once. */
    readShared: async (token: string): Promise<SharedBoard> => {
      const row = await store.findShared(token)
      if (!row) throw noBoardError()
      const { isPublic, updatedAt } = row
      return { ...(await readContent(row)), isPublic, updatedAt }
    },
  }
}
export type Boards = ReturnType<typeof createBoards>

export const findItemPicture = (item: BoardItem): string | null =>
  item.kind === 'look'
    ? item.look.image
    : (item.product.product_image ?? (item.product.celebrity_image || null))

/** The preview card of a shared board. */
export const buildBoardCard = ({ title, items, total }: SharedBoard): CardFacts => ({
  name: title,
  brand: BOARD_TEXT.items(items.length),
  price: total.priced > 0 ? (showPrice(total.amount, total.currency) ?? '') : '',
  picture: items.map(findItemPicture).find((picture) => picture !== null) ?? null,
})
