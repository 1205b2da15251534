import type { WordsStore } from '#server/features/catalog/index.ts'
import type { DocumentsStore } from '#server/features/search/documents.store.ts'
import type { ProductSearch } from '#server/features/search/product-search.service.ts'
import type { SearchSuggestion } from '#shared/contract/product-search.ts'
import { foldText, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { completeQuery, type Completion, indexBrands } from './complete-query.ts'
import { type CatalogGroups, listMostFrequent } from './product-groups.ts'
import { listRelatedQueries } from './related-queries.ts'
import { ENGLISH_WORDING, getWording, isSuggestedKind } from './suggestion-terms.ts'

type SuggestionsDependencies = {
  documents: Pick<DocumentsStore, 'groups'>
  search: Pick<ProductSearch, 'read' | 'count'>
  words: Pick<WordsStore, 'inTitles' | 'vocabularyFor'>
  popularQueries: () => Promise<readonly string[]>
  /** Changes with the catalogue; without it nothing is kept. */
  generation?: (() => number) | undefined
}

const MAX_SUGGESTIONS = 8
const MAX_POPULAR = 6
/** Some of the candidates find nothing. */
const MAX_COUNTED = 14
const MAX_TITLE_WORDS = 2
const MIN_TITLE_LETTERS = 3
/** A large catalogue that changes all the time is not read more often than that. */
const REREAD_MS = 60_000
const MAX_COUNTS = 5_000

type KeptGroups = {
  generation: number
  readAt: number
  groups: Promise<{ inventory: CatalogGroups; brandsByKey: ReadonlyMap<string, string> }>
}

/** In the visitor's language, or in English if nothing there begins so. */
const completeInLanguage = (
  text: string,
  catalog: CatalogGroups,
  brandsByKey: ReadonlyMap<string, string>,
): Completion[] => {
  const wording = getWording()
  const completions = completeQuery(text, catalog, brandsByKey, wording)
  return completions.length > 0 || wording === ENGLISH_WORDING
    ? completions
    : completeQuery(text, catalog, brandsByKey)
}

/** Searches to suggest, each with the number of products that it finds. */
export const createSearchSuggestions = ({
  documents,
  search,
  words,
  popularQueries,
  generation,
}: SuggestionsDependencies) => {
  const readGroups = async () => {
    const inventory = await documents.groups()
    return { inventory, brandsByKey: indexBrands(inventory) }
  }
  let kept: KeptGroups | null = null
  /** What suggestions are made of may be a minute old; their numbers never are. */
  const currentGroups = (): KeptGroups['groups'] => {
    if (!generation) return readGroups()
    const current = generation()
    const isUsable =
      kept !== null && (kept.generation === current || performance.now() - kept.readAt < REREAD_MS)
    if (kept && isUsable) return kept.groups
    const reading = readGroups()
    const next = { generation: current, readAt: performance.now(), groups: reading }
    const previous = kept
    kept = next
    reading.catch(() => {
      if (kept === next) kept = null
    })
    // Whoever types does not wait for a catalogue that has changed.
    return previous ? previous.groups : reading
  }

  let counts = new Map<string, number>()
  let countedIn = -1
  /** None if the search would not find what it says. */
  const countFor = async (text: string): Promise<number> => {
    const current = generation?.() ?? -1
    if (current !== countedIn || counts.size > MAX_COUNTS)
      [counts, countedIn] = [new Map(), current]
    const known = generation ? counts.get(text) : undefined
    if (known !== undefined) return known
    const { total, relaxed, corrected } = await search.count(text)
    const count = relaxed.length > 0 || corrected !== null ? 0 : total
    if (current === countedIn) counts.set(text, count)
    return count
  }

  const countEach = async (texts: readonly string[]): Promise<SearchSuggestion[]> => {
    const unique = [
      ...new Map(texts.toReversed().map((text) => [foldText(text), text])).values(),
    ].toReversed()
    const counted = await Promise.all(
      unique.slice(0, MAX_COUNTED).map(async (text) => ({ text, count: await countFor(text) })),
    )
    return counted.filter(({ count }) => count > 0).slice(0, MAX_SUGGESTIONS)
  }

  /** Without those whose words no title has: a trilby is only a hat to the vocabulary. */
  const keepInTitles = async (completions: readonly Completion[]): Promise<Completion[]> => {
    const needed = [...new Set(completions.flatMap(({ titleWords }) => titleWords))]
    const inTitles = needed.length > 0 ? await words.inTitles(needed) : new Set<string>()
    return completions.filter(({ titleWords }) => titleWords.every((word) => inTitles.has(word)))
  }

  const completeTitleWord = async (text: string): Promise<string[]> => {
    const typed = splitIntoWords(text)
    const start = typed.at(-1) ?? ''
    if (start.length < MIN_TITLE_LETTERS || !/[\p{L}\p{N}]$/u.test(text)) return []
    const completions = await words.vocabularyFor([start])
    return completions
      .filter(({ word }) => word.startsWith(start))
      .slice(0, MAX_TITLE_WORDS)
      .map(({ word }) => text.slice(0, text.length - start.length) + word)
  }

  return {
    /** What may be meant by a query that is being typed. */
    complete: async (text: string): Promise<SearchSuggestion[]> => {
      const typed = text.trimStart().replaceAll(/\s+/g, ' ')
      if (typed === '') return []
      const { inventory, brandsByKey } = await currentGroups()
      const completions = await keepInTitles(
        completeInLanguage(typed, inventory, brandsByKey).slice(0, 4 * MAX_COUNTED),
      )
      const texts = completions.map((completion) => completion.text)
      return countEach(
        texts.length < MAX_SUGGESTIONS ? [...texts, ...(await completeTitleWord(typed))] : texts,
      )
    },

    /** What many visitors searched, as far as it still finds something. */
    popular: async (): Promise<SearchSuggestion[]> =>
      (await countEach(await popularQueries())).slice(0, MAX_POPULAR),

    /** The kinds that most products are. */
    categories: async (): Promise<SearchSuggestion[]> => {
      const { inventory } = await currentGroups()
      const kinds = listMostFrequent(inventory.products, ({ kind }) => [kind])
      return countEach(
        kinds.filter(isSuggestedKind).map((kind) => getWording().nameKind(kind, true)),
      )
    },

    /** Searches for something near what a query asks for. */
    related: async (text: string): Promise<SearchSuggestion[]> => {
      const [{ applied }, { inventory }] = await Promise.all([
        search.read({ q: text }),
        currentGroups(),
      ])
      const texts = listRelatedQueries(applied, inventory)
      return countEach(texts.filter((other) => foldText(other) !== foldText(text)))
    },
  }
}
