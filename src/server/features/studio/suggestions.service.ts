import type { Core } from '#server/core/core.ts'
import { readPageById } from '#server/core/db/query.ts'
import { AppError } from '#server/core/http/errors.ts'
import { refuseIfTooMany } from '#server/core/http/rate-limits.store.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import type { DraftProduct, Suggestion } from '#shared/contract/studio.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import type { CorrectWornItem } from './corrections.service.ts'
import { requireProductLink } from './publishable-items.ts'
import { createSuggestionsStore } from './suggestions.store.ts'

const MAX_PER_ITEM = 20

type SuggestionsDependencies = Pick<Core, 'pool' | 'limits'> & { correctWornItem: CorrectWornItem }

/** Suggestions of visitors about worn items; only an editor can apply them. */
export const createCorrectionSuggestions = ({
  pool,
  limits,
  correctWornItem,
}: SuggestionsDependencies) => {
  const store = createSuggestionsStore(pool)
  const products = createCatalogReader(pool).products
  const noSuchSuggestion = () => new AppError(404, STUDIO_ERRORS.noSuchSuggestion)
  return {
    add: async (suggestion: Pick<Suggestion, 'kind' | 'link' | 'note'> & { item: string }) => {
      if (!(await products.readWornItems([suggestion.item])).has(suggestion.item))
        throw new AppError(404, STUDIO_ERRORS.notWorn)
      refuseIfTooMany(await limits.take('suggestionsInAll', 'all'))
      await store.add(suggestion, MAX_PER_ITEM)
    },

    list: async (after: string | undefined) => {
      const { page, next } = await readPageById((limit) => store.list(after ?? null, limit))
      return { suggestions: page, next }
    },

    /** Without a product the item is removed. All suggestions about the item are deleted. */
    accept: async (id: string, uid: string, product: DraftProduct | null) => {
      const wornId = await store.wornIdOf(id)
      if (wornId === null) throw noSuchSuggestion()
      if (product) requireProductLink(product)
      await correctWornItem(wornId, uid, product)
    },

    dismiss: async (id: string) => {
      if (!(await store.remove(id))) throw noSuchSuggestion()
    },
  }
}
