import type { BoardsFeature } from '#server/features/boards/index.ts'
import { buildBoardCardPath } from '#shared/contract/boards.ts'
import { succeeded } from '#shared/contract/call.ts'
import { buildCreatorCardPath } from '#shared/contract/creators.ts'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import {
  createBasicPage,
  createMovedPage,
  listFeedLinks,
  listOembedLinks,
  catchNotFound,
  type Page,
} from './page.ts'
import type { PageInput } from './page-data.ts'
import { PAGE_TEXT } from './page-messages.ts'

/** Pages of boards and of creators. */
export const createBoardPages = (boards: BoardsFeature) => {
  /** The browser loads the board, because only its owner may see it. */
  const board = async (input: PageInput): Promise<Page> => ({
    ...createBasicPage(
      BOARD_TEXT.title,
      PAGE_TEXT.yourBoard,
      paths.board.href(input.params['id'] ?? ''),
    ),
    isIndexed: false,
  })

  const sharedBoard = async (input: PageInput): Promise<Page> => {
    const token = input.params['token'] ?? ''
    const shared = await catchNotFound(boards.boards.readShared(token))
    if ('status' in shared) return { ...shared, isCached: false }
    const { title, about, items, isPublic } = shared
    const page = createBasicPage(
      title,
      about || BOARD_TEXT.items(items.length),
      paths.sharedBoard.href(token),
    )
    return {
      ...page,
      isIndexed: isPublic,
      isCached: false,
      card: { path: buildBoardCardPath(token), alt: title },
      alternates: [
        ...listFeedLinks(title, { kind: 'board', name: token }),
        ...listOembedLinks(title, paths.sharedBoard.href(token), input.origin),
      ],
      data: { [`/api/shared-boards/${token}`]: succeeded(shared) },
    }
  }

  const creator = async (input: PageInput): Promise<Page> => {
    const name = input.params['name'] ?? ''
    const found = await catchNotFound(boards.creatorPages.readWithOwner(name))
    if ('status' in found) return { ...found, isCached: false }
    const { page: creatorPage, isListed } = found
    const { displayName } = creatorPage
    if (creatorPage.name !== name)
      return { ...createMovedPage(paths.creator.href(creatorPage.name)), isCached: false }
    const path = paths.creator.href(name)
    return {
      ...createBasicPage(displayName, PAGE_TEXT.aboutCreator(displayName), path),
      isIndexed: isListed,
      // Its text and order change independently of the catalogue.
      isCached: false,
      card: { path: buildCreatorCardPath(name), alt: displayName },
      alternates: [
        ...listFeedLinks(displayName, { kind: 'creator', name }),
        ...listOembedLinks(displayName, path, input.origin),
      ],
      data: { [`/api/creators/${encodeURIComponent(name)}`]: succeeded(creatorPage) },
    }
  }

  return { board, sharedBoard, creator }
}
