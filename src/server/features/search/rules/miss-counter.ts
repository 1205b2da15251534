import { SEARCH_RULES } from '#shared/constants.ts'
import type { ProductFilterQuery, productSearchCalls } from '#shared/contract/product-search.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { isOfWordsAlone } from './words-alone.ts'
import type { createSearchMissesStore, SearchMissCount } from './search-rules.store.ts'

type SearchReply = Pick<
  ReplyOf<(typeof productSearchCalls)['GET /api/search/products']>['data'],
  'total' | 'products' | 'corrected'
>
type SearchQuery = ProductFilterQuery & { after?: string | undefined }

/** Email addresses and telephone numbers, which somebody may paste by mistake. */
const PERSONAL = /@|\d(?:[\s./()-]?\d){6}/

/** What an operator should know of a search; null if it found what was typed. */
const readMiss = (
  query: SearchQuery,
  reply: SearchReply,
): Omit<SearchMissCount, 'searches'> | null => {
  const { q = '', after } = query
  if (after !== undefined || !isOfWordsAlone(query) || PERSONAL.test(q)) return null
  const typed = splitIntoWords(q).join(' ').slice(0, SEARCH_RULES.chars).trim()
  if (typed === '') return null
  if (reply.products.length === 0) return { query: typed, readAs: null }
  const { corrected } = reply
  return corrected?.reason === 'spelling' ? { query: typed, readAs: corrected.query } : null
}

/**
 * Counts in memory, and writes now and then, what searches found nothing or were corrected. `observe` reads
 * a reply once; what it returns is called for every visitor who gets that reply, from the cache too.
 */
export const createMissCounter = (
  store: Pick<ReturnType<typeof createSearchMissesStore>, 'add'>,
) => {
  let counts = new Map<string, SearchMissCount>()
  const count = (miss: Omit<SearchMissCount, 'searches'>, searches: number) => {
    const key = JSON.stringify([miss.query, miss.readAs])
    const entry = counts.get(key)
    if (entry) entry.searches += searches
    else if (counts.size < SEARCH_RULES.missesPerDay) counts.set(key, { ...miss, searches })
  }
  return {
    observe: (query: SearchQuery, reply: SearchReply): (() => void) | undefined => {
      const miss = readMiss(query, reply)
      return miss ? () => count(miss, 1) : undefined
    },

    write: async () => {
      if (counts.size === 0) return
      const batch = counts
      counts = new Map()
      try {
        await store.add([...batch.values()])
      } catch (error) {
        for (const miss of batch.values()) count(miss, miss.searches)
        throw error
      }
    },
  }
}
