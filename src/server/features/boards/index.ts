import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { AppError } from '#server/core/http/errors.ts'
import { enforceLimit, type RateLimiter } from '#server/core/http/rate-limits.store.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { fileResponse, type Images } from '#server/features/images/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import { FOLLOWING } from '#shared/constants.ts'
import { boardCalls, followingCalls, sharedBoardCalls } from '#shared/contract/boards.ts'
import { succeeded } from '#shared/contract/call.ts'
import { creatorCalls } from '#shared/contract/creators.ts'
import { BOARD_TEXT } from '#shared/product-messages.ts'
import { boardCard, type Boards, createBoards } from './boards.service.ts'
import {
  createCreatorPages,
  createCreatorsStore,
  type CreatorPages,
  type CreatorsStore,
} from './creators.store.ts'
import { createFollowsStore, type FollowsStore } from './follows.store.ts'

export type { CreatorPages } from './creators.store.ts'
export { type Boards, itemPicture } from './boards.service.ts'
export { IS_PUBLIC } from './boards.store.ts'
export { createCreatorsStore, type CreatorsStore } from './creators.store.ts'

/** Boards, follows and the pages of creators. */
export const boardsFeature = (core: Core, images: Images, rates: RatesService) => {
  const { pool, atomically, limits } = core
  const boards = createBoards({ pool, atomically, rates: rates.current })
  const creators = createCreatorsStore(pool)
  const creatorPages = createCreatorPages(creators)
  return {
    boards,
    creators,
    creatorPages,
    feature: {
      routes: [
        calls(boardCalls, boardHandlers(boards)),
        calls(followingCalls, followHandlers(createFollowsStore(pool))),
        calls(creatorCalls, creatorHandlers({ ...images, store: creators, pages: creatorPages })),
        calls(sharedBoardCalls, sharedBoardHandlers({ boards, images, limits })),
      ],
    } satisfies Feature,
  }
}
export type BoardsFeature = ReturnType<typeof boardsFeature>

const boardHandlers = (boards: Boards): Handlers<typeof boardCalls> => ({
  'GET /api/boards': async ({ user }) => succeeded({ boards: await boards.list(user.uid) }),
  'POST /api/boards': async ({ user, body }) => succeeded(await boards.add(user.uid, body.title)),
  'GET /api/boards/:id': async ({ user, params }) =>
    succeeded(await boards.read(user.uid, params.id)),
  'PATCH /api/boards/:id': async ({ user, params, body }) =>
    succeeded(await boards.change(user.uid, params.id, body)),
  'DELETE /api/boards/:id': async ({ user, params }) => boards.remove(user.uid, params.id),
  'POST /api/boards/:id/items': async ({ user, params, body }) =>
    succeeded(await boards.addItem(user.uid, params.id, body)),
  'PATCH /api/boards/:id/items/:item': async ({ user, params, body }) =>
    succeeded(await boards.setNote(user.uid, params.id, params.item, body.note)),
  'DELETE /api/boards/:id/items/:item': async ({ user, params }) =>
    succeeded(await boards.removeItem(user.uid, params.id, params.item)),
  'PUT /api/boards/:id/order': async ({ user, params, body }) =>
    succeeded(await boards.setOrder(user.uid, params.id, body.items)),
  'PUT /api/boards/:id/share': async ({ user, params, body }) =>
    succeeded(await boards.share(user, params.id, body)),
  'DELETE /api/boards/:id/share': async ({ user, params }) =>
    succeeded(await boards.revoke(user.uid, params.id)),
})

/** Sharing can be revoked, so caches must ask each time whether the board is still shared. */
const REVALIDATE = 'no-cache'
const PICTURE = { width: 768, format: 'jpeg' } as const

type SharedParts = {
  boards: Boards
  images: Pick<Images, 'imageProxy' | 'cardReply'>
  limits: RateLimiter
}

const sharedBoardHandlers = ({
  boards,
  images,
  limits,
}: SharedParts): Handlers<typeof sharedBoardCalls> => ({
  'GET /api/shared-boards/:token': async ({ params }) =>
    succeeded(await boards.shared(params.token)),

  'GET /api/shared-boards/:token/picture': async ({ params, request, user, address }) => {
    const { picture: url } = boardCard(await boards.shared(params.token))
    if (url === null) throw new AppError(404, BOARD_TEXT.noPicture)
    const pictureRequest = { url, variant: PICTURE, signal: request.signal }
    const { body } = await images.imageProxy.read(pictureRequest, () =>
      enforceLimit(limits, 'imageProxy', { user, address }),
    )
    return fileResponse(request, body, {
      'content-type': 'image/jpeg',
      'cache-control': REVALIDATE,
      'cross-origin-resource-policy': 'cross-origin',
    })
  },

  'GET /api/shared-boards/:token/card': async ({ params: { token }, ...input }) =>
    images.cardReply(
      { kind: 'board', id: token, facts: boardCard(await boards.shared(token)) },
      input,
    ),
})

const followHandlers = (store: FollowsStore): Handlers<typeof followingCalls> => ({
  'GET /api/following': async ({ user: { uid } }) =>
    succeeded({ people: await store.people(uid), looks: await store.looks(uid) }),

  'POST /api/following/seen': async ({ user, body }) => {
    await store.noteVisit(user.uid, body.until)
  },

  'PUT /api/following/:name': async ({ user: { uid }, params }) => {
    if ((await store.count(uid)) >= FOLLOWING.people)
      throw new AppError(409, `You follow ${FOLLOWING.people} people already`)
    if (!(await store.follow(uid, params.name)))
      throw new AppError(404, 'There is nobody with this name')
  },

  'DELETE /api/following/:name': async ({ user, params }) => {
    await store.unfollow(user.uid, params.name)
  },
})

type CreatorParts = {
  store: CreatorsStore
  pages: CreatorPages
  cardReply: Images['cardReply']
}

const creatorHandlers = ({
  store,
  pages,
  cardReply,
}: CreatorParts): Handlers<typeof creatorCalls> => ({
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
    const creator = await store.byUser(user.uid)
    return succeeded(creator && { name: creator.name, about: creator.about, links: creator.links })
  },

  'PATCH /api/my-creator-page': async ({ user, body }) => {
    if (!(await store.change(user.uid, body))) throw new AppError(404, 'You have no page yet')
  },

  'PUT /api/my-creator-page/order': async ({ user, body }) => {
    if (body.looks) await store.orderLooks(user.uid, body.looks)
    if (body.collections) await store.orderCollections(user.uid, body.collections)
  },
})
