import { randomBytes } from 'node:crypto'
import { readDemoCommunity } from '#demo'
import type { Connection } from './core/db/query.ts'
import { createUsersStore } from './features/accounts/index.ts'
import { createBoardsStore, createCreatorsStore } from './features/boards/index.ts'
import { createCatalogReader, createDemoCatalog } from './features/catalog/index.ts'
import { createClicksStore } from './features/outgoing/index.ts'
import { createSuggestionsStore } from './features/studio/index.ts'

type Community = Awaited<ReturnType<typeof readDemoCommunity>>
type Creator = Community['creators'][number]

const TOKEN_BYTES = 16
const MAX_SUGGESTIONS_PER_ITEM = 1

const addBoards = async (connection: Connection, { uid, boards: given }: Creator) => {
  const boards = createBoardsStore(connection)
  const { looks } = createCatalogReader(connection)
  const products = await createDemoCatalog(connection).findProducts(
    given.flatMap(({ products: listed }) => listed.map(({ product }) => product)),
  )
  for (const { title, about, currency, ...board } of given) {
    const id = await boards.add(uid, title)
    if (id === null) continue
    await boards.change(uid, id, { about, currency })
    for (const url of board.looks) {
      const lookId = await looks.findId(url)
      if (lookId !== null) await boards.addItem(id, { lookId })
    }
    for (const { product, note } of board.products) {
      const productId = products.get(product)
      if (productId !== undefined) await boards.addItem(id, { productId, note })
    }
    const newToken = randomBytes(TOKEN_BYTES).toString('base64url')
    await boards.share(uid, id, { newToken, until: null, isPublic: true })
  }
}

const addCreator = async (connection: Connection, creator: Creator) => {
  const { uid, person, page, about, links } = creator
  if (!(await createUsersStore(connection).addInvented(uid, `${person} (demo)`))) return
  const creators = createCreatorsStore(connection)
  const { people } = createCatalogReader(connection)
  const personId = await people.findId(person, { isListed: true })
  await creators.create(uid, person, [page])
  await creators.change(uid, { about, links })
  // A real creator may have taken over the person before the demo was removed and restored.
  if (personId !== null && !(await creators.hasPage(personId)))
    await creators.setPerson(uid, personId)
  await addBoards(connection, creator)
}

/** Call inside a transaction, after the looks were added. Does nothing where the pages exist already. */
export const addDemoCommunity = async (connection: Connection) => {
  const { facts, creators, suggestions, clicks } = await readDemoCommunity()
  for (const { look, topics, ...episode } of facts)
    await createDemoCatalog(connection).describeLook(look, topics, episode)
  for (const creator of creators) await addCreator(connection, creator)
  const wornItems = await createDemoCatalog(connection).readWornItems()
  const findWorn = (look: string, item: number) =>
    wornItems.filter((worn) => worn.look === look)[item]
  for (const { look, item, ...suggestion } of suggestions) {
    const id = findWorn(look, item)?.id
    if (id !== undefined)
      await createSuggestionsStore(connection).add(
        { item: id, ...suggestion },
        MAX_SUGGESTIONS_PER_ITEM,
      )
  }
  await createClicksStore(connection).addFormer(
    clicks.flatMap(({ look, item, daysAgo, clicks: count }) => {
      const target = findWorn(look, item)
      return target ? [{ ...target, daysAgo, clicks: count }] : []
    }),
  )
}

/** Call inside a transaction, before the looks are removed, with which suggestions go. */
export const removeDemoCommunity = async (connection: Connection) => {
  const { creators } = await readDemoCommunity()
  const worn = await createDemoCatalog(connection).readWornItems()
  await createClicksStore(connection).removeOfLooks([...new Set(worn.map(({ lookId }) => lookId))])
  for (const { uid } of creators) await createUsersStore(connection).remove(uid)
}
