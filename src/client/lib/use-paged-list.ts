import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { grownList, needsMore } from './paged-list.ts'
import { recallNumber, rememberNumber } from './session-memory.ts'
import { useSentinel } from './use-sentinel.ts'

type Source<Item> = {
  items: readonly Item[]
  /** Distinguishes several lists on one page. */
  name: string
  pageSize: number
  sentinelPx: number
  query: { hasNextPage: boolean; isFetching: boolean; fetchNextPage: () => unknown }
}

/**
 * Shows a list page by page and fetches ahead. Remembers the length per history entry, so that
 * going back restores the scroll position.
 */
export const usePagedList = <Item>({
  items,
  name,
  pageSize,
  sentinelPx,
  query: { hasNextPage, isFetching, fetchNextPage },
}: Source<Item>) => {
  const { key } = useLocation()
  const memoryKey = `list:${key}:${name}`
  const recalled = () => ({ forKey: memoryKey, wanted: recallNumber(memoryKey) ?? pageSize })
  const [{ forKey, wanted }, setState] = useState(recalled)
  if (forKey !== memoryKey) setState(recalled())

  const fetched = items.length
  const paging = { shown: wanted, fetched, pageSize }
  const shouldFetch = hasNextPage && !isFetching && needsMore(paging)
  useEffect(() => {
    if (shouldFetch) fetchNextPage()
  }, [shouldFetch, fetchNextPage])

  const sentinel = useSentinel(sentinelPx, () => {
    const grown = grownList(paging)
    if (grown === wanted) return
    rememberNumber(memoryKey, grown)
    setState({ forKey: memoryKey, wanted: grown })
  })
  return {
    shown: items.slice(0, wanted),
    /** The next page, whose pictures are prefetched. */
    upcoming: items.slice(wanted, wanted + pageSize),
    isComplete: !hasNextPage && wanted >= fetched,
    sentinel,
  }
}
