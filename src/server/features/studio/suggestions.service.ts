import type { DraftProduct } from '#shared/contract/studio.ts'
import type { Suggestion } from '#shared/contract/suggestions.ts'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { readPageById } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { type RateLimiter, refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import type { Publishing } from './publishing.service.ts'
import type { createSuggestionsStore } from './suggestions.store.ts'

const MOST_OF_ITEM = 20

type Parts = {
  store: ReturnType<typeof createSuggestionsStore>
  limits: RateLimiter
  publishing: Pick<Publishing, 'correct'>
}

/** What visitors say about worn items, which only an editor makes public. */
export const createSuggestions = ({ store, limits, publishing }: Parts) => {
  const gone = () => new AppError(404, STUDIO_ERRORS.noSuchSuggestion)
  return {
    add: async (given: Pick<Suggestion, 'kind' | 'link' | 'note'> & { item: string }) => {
      if (!(await store.isWorn(given.item))) throw new AppError(404, STUDIO_ERRORS.notWorn)
      refuseIfTooMany(await limits.take('suggestionsInAll', 'all'))
      await store.add(given, MOST_OF_ITEM)
    },

    list: async (after: string | undefined) => {
      const { page, next } = await readPageById((limit) => store.list(after ?? null, limit))
      return { suggestions: page, next }
    },

    /** Without a product the item goes; all that was said about it goes with it. */
    accept: async (id: string, uid: string, product: DraftProduct | null) => {
      const suggestion = await store.find(id)
      if (!suggestion) throw gone()
      if (product && product.id === null && !isHttpLink(product.link))
        throw new AppError(409, STUDIO_ERRORS.productGone(product.title))
      await publishing.correct(suggestion.wornId, uid, product)
    },

    dismiss: async (id: string) => {
      if (!(await store.remove(id))) throw gone()
    },
  }
}
export type Suggestions = ReturnType<typeof createSuggestions>
