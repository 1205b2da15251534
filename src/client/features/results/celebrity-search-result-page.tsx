import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import {
  AllCelebrities,
  knownNames,
  NoOneCalled,
  UnknownNames,
} from '#client/catalog/celebrity-names.tsx'
import { expireShortFeed, imagesQuery } from '#client/catalog/queries.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { usePrefetchedPictures } from '#client/ui/picture.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { GRID } from '#shared/constants.ts'
import { namesHeader } from '#shared/domain/celebrity.ts'
import { RESULTS_TEXT } from '#shared/messages.ts'
import { celebritiesValue, FEED } from '#shared/paths.ts'
import { LookGrid } from './look-grid.tsx'
import { ResultsActions, ResultsHead, useUrlSelection } from './results-head.tsx'

const CelebritySearchResultPage = () => {
  const selection = useUrlSelection()
  const isFeed = selection === FEED
  usePageTitle(isFeed ? RESULTS_TEXT.trendingFeed : namesHeader(selection, true))
  const query = useInfiniteQuery({ ...imagesQuery(selection), enabled: selection.length > 0 })
  const queries = useQueryClient()
  useEffect(() => (isFeed ? () => expireShortFeed(queries) : undefined), [isFeed, queries])
  const first = query.data?.pages[0]
  const { visible, upcoming, isComplete, sentinel } = usePagedList({
    items: query.data?.pages.flatMap((page) => page.images) ?? [],
    name: `images ${celebritiesValue(selection)}`,
    pageSize: GRID.tilePageSize,
    sentinelPx: GRID.tileSentinelPx,
    query,
  })
  usePrefetchedPictures(
    upcoming.map(({ image }) => image),
    'tile',
  )

  const unknown = first?.unknown ?? []
  const isUnknown = unknown.length > 0 && unknown.length === selection.length
  const isEmpty = selection.length === 0 || (query.isSuccess && visible.length === 0)
  const countText = isFeed
    ? first && first.total > 0 && `${first.total} looks, shuffled`
    : RESULTS_TEXT.imagesFoundFor(first?.total ?? 0)
  return (
    <div className="page">
      <ResultsHead
        selection={selection}
        names={knownNames(selection, unknown)}
        countText={first || isEmpty ? countText || '' : ''}
        actions={<ResultsActions selection={selection} view="looks" />}
      />
      {!isUnknown && <UnknownNames names={unknown} />}
      {query.isError && visible.length === 0 && <QueryError what="images" query={query} />}
      {isUnknown && <NoOneCalled names={unknown} />}
      {isEmpty && !isUnknown && (
        <EmptyState title={RESULTS_TEXT.empty} action={<AllCelebrities />}>
          Choose someone else, or browse all celebrities.
        </EmptyState>
      )}
      {query.isPending && !isEmpty && (
        <CardGrid kind="looks" items={[]} label="Images" isLoading renderCard={() => null} />
      )}
      {visible.length > 0 && <LookGrid tiles={visible} label="Images" />}
      {!isComplete && <div ref={sentinel} />}
    </div>
  )
}

export default CelebritySearchResultPage
