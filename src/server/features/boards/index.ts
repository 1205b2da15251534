import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import { AppError, notFoundError } from '#server/core/http/errors.ts'
import { enforceLimit } from '#server/core/http/rate-limits.store.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { fileResponse, type Images } from '#server/features/images/index.ts'
import { createTopicsReader } from '#server/features/catalog/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import { boardCalls, followingCalls, sharedBoardCalls } from '#shared/contract/boards.ts'
import { succeeded } from '#shared/contract/call.ts'
import { creatorCalls } from '#shared/contract/creators.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { buildBoardCard, createBoards } from './boards.service.ts'
import { createCreatorPages } from './creator-pages.ts'
import { createCreatorsStore, createFollowsStore } from './creators.store.ts'
import { BOARD_SERVICE_TEXT } from './boards-messages.ts'

/** How many people a user may follow. */
const FOLLOWING = { people: 500 } as const

export { type Boards, findItemPicture } from './boards.service.ts'
export { createBoardsStore } from './boards.store.ts'
export {
  createCreatorsStore,
  createFollowsStore,
  createListedPagesStore,
} from './creators.store.ts'
export { createSharedContentReader } from './shared-content.store.ts'
export { type CreatorPages } from './creator-pages.ts'

type Dependencies = { images: Images; rates: RatesService }

/** Boards, follows and the pages of creators. */
export const boardsFeature = (core: Core, { images, rates }: Dependencies) => {
  const { pool, atomically, limits } = core
  const boards = createBoards({ pool, atomically, rates: rates.current })
  const follows = createFollowsStore(pool)
  const creators = createCreatorsStore(pool)
  const creatorPages = createCreatorPages(creators)
  const topics = createTopicsReader(pool)
  const boardHandlers: Handlers<typeof boardCalls> = {
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
  }

  const sharedBoardHandlers: Handlers<typeof sharedBoardCalls> = {
    'GET /api/shared-boards/:token': async ({ params }) =>
      succeeded(await boards.readShared(params.token)),

    'GET /api/shared-boards/:token/picture': async ({ params, request, user, address }) => {
      const { picture: url } = buildBoardCard(await boards.readShared(params.token))
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
        { kind: 'board', id: token, facts: buildBoardCard(await boards.readShared(token)) },
        input,
      ),
  }

  const followHandlers: Handlers<typeof followingCalls> = {
    'GET /api/following': async ({ user: { uid } }) => succeeded(await follows.read(uid)),

    'POST /api/following/seen': async ({ user, body }) => follows.noteVisit(user.uid, body.until),

    'PUT /api/following/:name': ({ user: { uid }, params }) =>
      atomically(async (connection) => {
        const locked = createFollowsStore(connection)
        await locked.lock(uid)
        if ((await locked.count(uid)) >= FOLLOWING.people)
          throw new AppError(409, BOARD_SERVICE_TEXT.tooManyFollowed(FOLLOWING.people))
        if (!(await locked.follow(uid, params.name))) throw notFoundError('person')
      }),

    'DELETE /api/following/:name': async ({ user, params }) =>
      follows.unfollow(user.uid, params.name),
  }

  const creatorHandlers: Handlers<typeof creatorCalls> = {
    'GET /api/creators/:name': async ({ params }) =>
      succeeded(await creatorPages.read(params.name)),

    'GET /api/creators/:name/card': async ({ params: { name }, ...input }) => {
      const { displayName, portrait, looks } = await creatorPages.read(name)
      const facts = {
        name: displayName,
        brand: BOARD_SERVICE_TEXT.creator,
        price: BOARD_SERVICE_TEXT.looks(looks.length),
        picture: portrait,
      }
      return images.cardReply({ kind: 'creator', id: name, facts }, input)
    },

    'GET /api/collections': async ({ query }) =>
      succeeded({
        collections: await creators.collectionsNamed(query.q),
        creators: await creators.pagesNamed(query.q),
        topics: await topics.named(query.q),
      }),

    'GET /api/my-creator-page': async ({ user }) => {
      const creator = await creators.byUser(user.uid)
      return succeeded(
        creator && {
          name: creator.name,
          displayName: creator.display_name,
          about: creator.about,
          links: creator.links,
        },
      )
    },

    'PATCH /api/my-creator-page': async ({ user, body }) => {
      if (!(await creators.change(user.uid, body)))
        throw new AppError(404, BOARD_SERVICE_TEXT.noPageYet)
    },

    'PUT /api/my-creator-page/order': async ({ user, body }) => {
      if (body.looks) await creators.orderLooks(user.uid, body.looks)
      if (body.collections) await creators.orderCollections(user.uid, body.collections)
    },
  }

  return {
    boards,
    creators,
    creatorPages,
    feature: {
      routes: [
        calls(boardCalls, boardHandlers),
        calls(followingCalls, followHandlers),
        calls(creatorCalls, creatorHandlers),
        calls(sharedBoardCalls, sharedBoardHandlers),
      ],
    } satisfies Feature,
  }
}
export type BoardsFeature = ReturnType<typeof boardsFeature>

/** Sharing can be revoked, so caches must ask each time whether the board is still shared. */
const REVALIDATE = 'no-cache'
const PICTURE = { width: 768, format: 'jpeg' } as const
