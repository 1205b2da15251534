import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { GRID } from '#shared/constants.ts'
import { recallNumber, rememberNumber } from './browser-storage.ts'

type Paging = {
  shown: number
  fetched: number
  pageSize: number
}

/** The length after another page; only the last page may be short. */
export const computeGrownLength = ({ shown, fetched, pageSize }: Paging): number =>
  Math.min(shown + pageSize, Math.max(fetched, shown))

/** True before the visitor reaches the end of what was fetched. */
export const needsMore = ({ shown, fetched, pageSize }: Paging): boolean =>
  fetched < shown + pageSize

/**
 * Calls `onNear` when the element is within `distancePx` below the viewport, and again after every
 * render that leaves it there: an observer fires only when the element crosses its threshold.
 */
export const useSentinel = (distancePx: number, onNear: () => void) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear()
      },
      { rootMargin: `0px 0px ${distancePx}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  })

  return element
}

/** How many items of a list that is here as a whole are visible; grows near the end of the list. */
export const useGrowingCount = (length: number) => {
  const [count, setCount] = useState<number>(GRID.productPageSize)
  const sentinel = useSentinel(GRID.productSentinelPx, () => {
    if (count < length) setCount(count + GRID.productPageSize)
  })
  return { count, sentinel }
}

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
  const createInitialState = () => ({
    forKey: memoryKey,
    length: recallNumber(memoryKey) ?? pageSize,
  })
  const [{ forKey, length }, setState] = useState(createInitialState)
  if (forKey !== memoryKey) setState(createInitialState())

  const fetched = items.length
  const paging = { shown: length, fetched, pageSize }
  const shouldFetch = hasNextPage && !isFetching && needsMore(paging)
  useEffect(() => {
    if (shouldFetch) fetchNextPage()
  }, [shouldFetch, fetchNextPage])

  const sentinel = useSentinel(sentinelPx, () => {
    const newLength = computeGrownLength(paging)
    if (newLength === length) return
    rememberNumber(memoryKey, newLength)
    setState({ forKey: memoryKey, length: newLength })
  })
  return {
    visible: items.slice(0, length),
    /** The next page, whose pictures are prefetched. */
    upcoming: items.slice(length, length + pageSize),
    isComplete: !hasNextPage && length >= fetched,
    sentinel,
  }
}
