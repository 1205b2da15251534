import { useInfiniteQuery } from '@tanstack/react-query'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import type { StyleTab } from '#shared/domain/celebrity.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { SelectableCelebrityCard, CelebrityLink, CreatorPageLink } from './celebrity-card.tsx'
import { createCelebritiesQuery } from '#client/catalog/queries.ts'
import { PEOPLE_TEXT } from './people-messages.ts'

/** Shows everything fetched so far; pages are small enough to show at once. */
const PAGE_SIZE = 48
const SENTINEL_PX = 600
const FIRST_ROW = 6

type CelebrityGridProps = { tab: StyleTab; label: string; isSelecting: boolean }

export const CelebrityGrid = ({ tab, label, isSelecting }: CelebrityGridProps) => {
  const query = useInfiniteQuery(createCelebritiesQuery(tab))
  const { visible, isComplete, sentinel } = usePagedList({
    items: query.data?.pages.flatMap((page) => page.celebrities) ?? [],
    name: `celebrities ${tab}`,
    pageSize: PAGE_SIZE,
    sentinelPx: SENTINEL_PX,
    query,
  })
  if (query.isError && visible.length === 0)
    return <QueryError title={PEOPLE_TEXT.notLoaded} query={query} />
  if (query.isSuccess && visible.length === 0)
    return (
      <EmptyState
        title={PEOPLE_TEXT.empty}
        action={<ButtonLink to={paths.home.href()}>{NAVIGATION_TEXT.home}</ButtonLink>}
      >
        {PEOPLE_TEXT.emptyHint}
      </EmptyState>
    )
  return (
    <>
      <CardGrid
        kind="celebrities"
        items={visible}
        label={label}
        isLoading={query.isPending}
        renderCard={(celebrity, index) => {
          const card = { celebrity, shape: 'celebrity', isPriority: index < FIRST_ROW } as const
          return isSelecting ? (
            <SelectableCelebrityCard {...card} />
          ) : (
            <>
              <CelebrityLink {...card} to={paths.celebritySearchResult.href([celebrity.name])} />
              <CreatorPageLink {...celebrity} className="small" />
            </>
          )
        }}
      />
      {!isComplete && <div ref={sentinel} />}
    </>
  )
}
