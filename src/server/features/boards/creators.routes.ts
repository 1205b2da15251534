import { AppError } from '#server/core/http/errors.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import type { Images } from '#server/features/images/index.ts'
import { succeeded } from '#shared/contract/call.ts'
import type { creatorCalls, CreatorPage } from '#shared/contract/creators.ts'
import type { CreatorsStore } from './creators.store.ts'
import { htmlFromMarkdown } from './markdown.ts'

/** Pages of creators as everyone sees them. */
export const createCreatorPages = (store: CreatorsStore) => ({
  read: async (name: string): Promise<CreatorPage> => {
    const creator = await store.byName(name)
    if (!creator) throw new AppError(404, 'There is no creator with this name')
    return {
      name: creator.name,
      displayName: creator.display_name,
      person: creator.person,
      portrait: creator.portrait,
      about: htmlFromMarkdown(creator.about),
      links: creator.links,
      looks: creator.person_id === null ? [] : await store.looks(creator),
      collections: await store.collections(creator.user_id),
    }
  },
})
export type CreatorPages = ReturnType<typeof createCreatorPages>

type Parts = {
  store: CreatorsStore
  pages: CreatorPages
  cardReply: Images['cardReply']
}

export const creatorHandlers = ({
  store,
  pages,
  cardReply,
}: Parts): Handlers<typeof creatorCalls> => ({
  'GET /api/creators/:name': async ({ params }) => succeeded(await pages.read(params.name)),

  'GET /api/creators/:name/card': async ({ params: { name }, ...input }) => {
    const { displayName, portrait, looks } = await pages.read(name)
    const count = looks.length === 1 ? '1 look' : `${looks.length} looks`
    const facts = { name: displayName, brand: 'Creator', price: count, picture: portrait }
    return cardReply({ kind: 'creator', id: name, facts }, input)
  },

  'GET /api/collections': async ({ query }) =>
    succeeded({ collections: await store.collectionsNamed(query.q) }),

  'GET /api/my-creator-page': async ({ user }) => {
    const own = await store.byUser(user.uid)
    return succeeded(own && { name: own.name, about: own.about, links: own.links })
  },

  'PATCH /api/my-creator-page': async ({ user, body }) => {
    if (!(await store.change(user.uid, body))) throw new AppError(404, 'You have no page yet')
  },

  'PUT /api/my-creator-page/order': async ({ user, body }) => {
    if (body.looks) await store.orderLooks(user.uid, body.looks)
    if (body.collections) await store.orderCollections(user.uid, body.collections)
  },
})
