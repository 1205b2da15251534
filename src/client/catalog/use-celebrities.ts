import { useInfiniteQuery } from '@tanstack/react-query'
import { usePagedList } from '#client/lib/use-paged-list.ts'
import type { StyleTab } from '#shared/domain/celebrity.ts'
import { celebritiesQuery } from './queries.ts'

/** Shows everything fetched so far; pages are small enough to show at once. */
const PAGE_SIZE = 48
const SENTINEL_PX = 600

export const useCelebrities = (tab: StyleTab) => {
  const query = useInfiniteQuery(celebritiesQuery(tab))
  const { shown, isComplete, sentinel } = usePagedList({
    items: query.data?.pages.flatMap((page) => page.celebrities) ?? [],
    name: `celebrities ${tab}`,
    pageSize: PAGE_SIZE,
    sentinelPx: SENTINEL_PX,
    query,
  })
  return {
    query,
    celebrities: shown,
    isComplete,
    sentinel,
    total: query.data?.pages[0]?.total ?? 0,
  }
}
