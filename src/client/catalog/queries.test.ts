import { InfiniteQueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { provideInitialData } from '#client/lib/initial-data.ts'
import { createQueryClient } from '#client/lib/query.ts'
import { CATALOG } from '#shared/constants.ts'
import { EVERYONE } from '#shared/paths.ts'
import { expireShortFeed, createImagesQuery } from './queries.ts'

const SEED = 1
const feedOf = (entries: number) => ({
  success: true,
  message: '',
  data: {
    total: entries,
    celebrities: [],
    unknown: [],
    images: Array.from({ length: entries }, () => ({})),
    next: null,
  },
})

/** Shows the feed as a mounted screen does; returns how to leave it. */
const openFeed = (queries: QueryClient) =>
  new InfiniteQueryObserver(queries, createImagesQuery(EVERYONE)).subscribe(() => undefined)

afterEach(() => provideInitialData({}))

it.each([
  [CATALOG.feedRefetchBelowEntries - 1, 1],
  [CATALOG.feedRefetchBelowEntries, 0],
])(
  'a feed of %i entries that came with the page is fetched %i times on return',
  (entries, times) => {
    const send = vi.fn(async () => Response.json(feedOf(entries)))
    vi.stubGlobal('fetch', send)
    provideInitialData({
      seed: SEED,
      [`/api/images?celebrities=${EVERYONE}&seed=${SEED}`]: feedOf(entries),
    })
    const queries = createQueryClient()
    const leave = openFeed(queries)
    expect(send).not.toHaveBeenCalled()
    leave()
    expireShortFeed(queries)
    openFeed(queries)()
    expect(send).toHaveBeenCalledTimes(times)
    queries.clear()
  },
)
