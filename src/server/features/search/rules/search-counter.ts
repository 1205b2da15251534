import { SEARCH_RULES } from '#shared/constants.ts'
import type { ProductFilterQuery, productSearchCalls } from '#shared/contract/product-search.ts'
import type { ReplyOf } from '#shared/contract/call.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { isOfWordsAlone } from './words-alone.ts'
import type { createSearchCountsStore, SearchCount } from './search-rules.store.ts'

type SearchReply = Pick<
  ReplyOf<(typeof productSearchCalls)['GET /api/search/products']>['data'],
  'products' | 'corrected' | 'relaxed'
>
type SearchQuery = ProductFilterQuery & { after?: string | undefined }
type Outcome = Omit<SearchCount, 'searches'> & { list: 'misses' | 'hits' }

/** Email addresses and telephone numbers, which somebody may paste by mistake. */
const PERSONAL = /@|\d(?:[\s./()-]?\d){6}/

/**
 * Searches that found nothing or were corrected, which an operator should know, and those of which every
 * word was understood, which may be offered to others. Null for all others: their words may be private.
 */
const readOutcome = (query: SearchQuery, reply: SearchReply): Outcome | null => {
  const { q = '', after } = query
  if (after !== undefined || !isOfWordsAlone(query) || PERSONAL.test(q)) return null
  const typed = splitIntoWords(q).join(' ').slice(0, SEARCH_RULES.chars).trim()
  if (typed === '') return null
  const { corrected, relaxed, products } = reply
  if (products.length === 0) return { list: 'misses', query: typed, readAs: null }
  if (corrected?.reason === 'spelling')
    return { list: 'misses', query: typed, readAs: corrected.query }
  return corrected === null && relaxed.length === 0 && query.exact === undefined
    ? { list: 'hits', query: typed, readAs: null }
    : null
}

/**
 * Counts searches in memory, and writes them now and then. `observe` reads a reply once; what it returns is
 * called for every visitor who gets that reply, from the cache too.
 */
export const createSearchCounter = (
  store: Pick<ReturnType<typeof createSearchCountsStore>, 'addMisses' | 'addHits'>,
) => {
  const counts = { misses: new Map<string, SearchCount>(), hits: new Map<string, SearchCount>() }
  const add = { misses: store.addMisses, hits: store.addHits }
  const count = ({ list, ...search }: Outcome, searches: number) => {
    const key = JSON.stringify([search.query, search.readAs])
    const entry = counts[list].get(key)
    if (entry) entry.searches += searches
    else if (counts[list].size < SEARCH_RULES.countedPerDay)
      counts[list].set(key, { ...search, searches })
  }
  const writeList = async (list: Outcome['list']) => {
    if (counts[list].size === 0) return
    const batch = counts[list]
    counts[list] = new Map()
    try {
      await add[list]([...batch.values()])
    } catch (error) {
      for (const { searches, ...search } of batch.values()) count({ list, ...search }, searches)
      throw error
    }
  }
  return {
    observe: (query: SearchQuery, reply: SearchReply): (() => void) | undefined => {
      const outcome = readOutcome(query, reply)
      return outcome ? () => count(outcome, 1) : undefined
    },

    write: async () => {
      await writeList('misses')
      await writeList('hits')
    },
  }
}
