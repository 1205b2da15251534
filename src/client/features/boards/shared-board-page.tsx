import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { createSharedBoardQuery } from '#client/catalog/boards/boards.ts'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { ShareButton } from '#client/catalog/share-button.tsx'
import { CommissionNote, ReportLink } from '#client/catalog/products/shop-link.tsx'
import { ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { EmptyState, FullPageSpinner, QueryError } from '#client/ui/state.tsx'
import { paths } from '#shared/paths.ts'
import { BOARD_TEXT } from '#shared/board-messages.ts'
import { buildEmbedPath } from '#shared/syndication.ts'
import { BoardHead, BoardItems } from './board-view.tsx'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

/** A board as everyone with its link sees it. */
const SharedBoardPage = () => {
  const { token = '' } = useParams()
  const query = useQuery(createSharedBoardQuery(token))
  const { data, error } = query
  usePageTitle(data?.title ?? null)
  if (error instanceof ApiError && error.status === 404)
    return <EmptyState isPage title={BOARD_TEXT.notFound} action={<FeedLink />} />
  if (error) return <QueryError title={BOARD_TEXT.notLoaded} query={query} />
  if (!data) return <FullPageSpinner message={UI_TEXT.loading} />
  const { title, items } = data
  return (
    <div className="page">
      <BoardHead
        board={data}
        actions={
          <ShareButton
            title={title}
            path={paths.sharedBoard.href(token)}
            embedPath={buildEmbedPath('board', token)}
            feed={{ kind: 'board', name: token }}
          />
        }
      />
      {items.length === 0 ? (
        <EmptyState title={BOARD_TEXT.empty} />
      ) : (
        <BoardItems title={title} items={items} />
      )}
      <CommissionNote />
      <ReportLink about={paths.sharedBoard.href(token)} />
    </div>
  )
}

export default SharedBoardPage
