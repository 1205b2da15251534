import type { Core } from '#server/core/core.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Images } from '#server/features/images/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import { boardCalls, sharedBoardCalls } from '#shared/contract/boards.ts'
import { creatorCalls } from '#shared/contract/creators.ts'
import { followingCalls } from '#shared/contract/following.ts'
import {
  boardHandlers,
  creatorHandlers,
  followHandlers,
  sharedBoardHandlers,
} from './boards.routes.ts'
import { createBoards } from './boards.service.ts'
import { createCreatorPages, createCreatorsStore } from './creators.store.ts'
import { createFollowsStore } from './follows.store.ts'

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
