import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { grownList, needsMore } from './paged-list.ts'
import { recallNumber, rememberNumber } from './session-memory.ts'
import { useSentinel } from './use-sentinel.ts'

type Source<Item> = {
  items: readonly Item[]
  /** Tells one list from another on the same page. */
  name: string
  pageSize: number
  sentinelPx: number
  hasMore: boolean
  isFetching: boolean
  onFetchMore: () => unknown
}

/**
 * Shows a fetched list page by page, fetches ahead of what is shown, and remembers how far the
 * visitor came, so that coming back finds the page as long as it was left.
 */
export const usePagedList = <Item>({
  items,
  name,
  pageSize,
  sentinelPx,
  hasMore,
  isFetching,
  onFetchMore,
}: Source<Item>) => {
  const { key } = useLocation()
  const memoryKey = `list:${key}:${name}`
  const [{ forKey, wanted }, setState] = useState({ forKey: '', wanted: pageSize })
  if (forKey !== memoryKey)
    setState({ forKey: memoryKey, wanted: recallNumber(memoryKey) ?? pageSize })

  const fetched = items.length
  const paging = { shown: wanted, fetched, pageSize }
  const shouldFetch = hasMore && !isFetching && needsMore(paging)
  useEffect(() => {
    if (shouldFetch) onFetchMore()
  }, [shouldFetch, onFetchMore])

  const sentinel = useSentinel(sentinelPx, () => {
    const grown = grownList(paging)
    if (grown === wanted) return
    rememberNumber(memoryKey, grown)
    setState({ forKey: memoryKey, wanted: grown })
  })
  return {
    shown: items.slice(0, wanted),
    /** The page after the one in view: its pictures are worth fetching now. */
    upcoming: items.slice(wanted, wanted + pageSize),
    isComplete: !hasMore && wanted >= fetched,
    sentinel,
  }
}
