import { listSameWords } from '#shared/vocabulary/vocabulary.ts'
import type { WordsStore } from '#server/features/catalog/index.ts'
import type { DocumentsStore } from './documents.store.ts'
import type { Filter } from './product-filter.store.ts'
import type { ParsedQuery } from './words/parsed-query.ts'

const ofKindsAlone = ({ kinds, widerKinds }: Filter): Filter => ({
  kinds,
  widerKinds,
  colors: [],
  patterns: [],
  materials: [],
  brands: [],
  shops: [],
  people: [],
  conditions: [],
  isInStock: false,
  minEuros: null,
  maxEuros: null,
  minAmount: null,
  maxAmount: null,
  words: null,
  sizes: [],
  tags: [],
  excluded: {
    kinds: [],
    colors: [],
    patterns: [],
    materials: [],
    conditions: [],
    tags: [],
    words: [],
  },
  stated: [],
  mayLack: [],
  narrower: null,
  preferences: [],
})

/** If fewer products have the words of a narrower kind, the others of the kind are listed after them. */
const MIN_NARROWER = 3

export const createNarrowerWords = (
  store: Pick<DocumentsStore, 'total'>,
  wordForms: WordsStore['wordForms'],
) => {
  /** Lists other products of the kind after the few that have the words of the title. */
  const openWords = async (filter: Filter): Promise<Filter> => {
    const { words: titleWords, kinds } = filter
    if (titleWords === null || kinds.length === 0) return filter
    const total = await store.total(filter)
    return total === 0 || total >= MIN_NARROWER
      ? filter
      : { ...filter, words: null, narrower: titleWords }
  }

  /** The forms of each word in titles, with those of the words that mean the same. */
  const formsOf = async (typed: readonly string[]) => {
    const groups = await Promise.all(
      typed.map(async (word) => (await wordForms([word, ...listSameWords(word)]))?.flat() ?? []),
    )
    return groups.filter((group) => group.length > 0)
  }

  /** Lists products of a shade before others of the colour. Null if none that fits is named after it. */
  const putShadeFirst = async (
    filter: Filter,
    shade: NonNullable<ParsedQuery['shade']>,
  ): Promise<Filter | null> => {
    const forms = (await wordForms(shade.words))?.flat() ?? []
    if (forms.length === 0) return null
    const narrower = [...(filter.narrower ?? []), forms]
    return (await store.total({ ...filter, narrower })) > 0 ? { ...filter, narrower } : null
  }

  /** Adds the words of a narrower kind; products without them follow if only a few have them. */
  const narrow = async (
    filter: Filter,
    titleWords: readonly string[],
    { narrowingWords }: ParsedQuery,
  ): Promise<{ filter: Filter; isNarrowed: boolean; isNamed: boolean }> => {
    const all = [...titleWords, ...narrowingWords]
    const forms = narrowingWords.length > 0 ? await formsOf(all) : null
    // A word that no title has would be left out.
    if (forms?.length !== all.length)
      return { filter: await openWords(filter), isNarrowed: false, isNamed: false }
    const narrower = { ...filter, words: forms }
    const total = await store.total(narrower)
    if (total >= MIN_NARROWER) return { filter: narrower, isNarrowed: true, isNamed: true }
    if (total > 0)
      return {
        filter: { ...(await openWords(filter)), narrower: forms },
        isNarrowed: true,
        isNamed: true,
      }
    const { stated, mayLack } = filter
    const listed =
      stated.length > 0
        ? await store.total({ ...narrower, stated: [], mayLack: [...mayLack, ...stated] })
        : 0
    if (listed > 0) return { filter: narrower, isNarrowed: true, isNamed: true }
    const named = await formsOf(narrowingWords)
    return {
      filter: await openWords(filter),
      isNarrowed: false,
      isNamed: (await store.total({ ...ofKindsAlone(filter), words: named })) > 0,
    }
  }

  return { narrow, putShadeFirst }
}
