import { AppError, notFoundError } from '#server/core/http/errors.ts'
import type { AuditStore } from '#server/core/audit.store.ts'
import { SEARCH_RULES } from '#shared/constants.ts'
import { splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import type { DocumentsStore } from '#server/features/search/documents.store.ts'
import type { createSearchCountsStore, createSearchRulesStore } from './search-rules.store.ts'
import { SEARCH_RULES_TEXT } from '#server/features/search/search-messages.ts'

type SearchRulesStore = ReturnType<typeof createSearchRulesStore>

/** The operator's rules, as searches apply them. */
export type SearchRules = {
  /** The query with the meanings of the operator's words. */
  replaceWords: (query: string) => string
  /** Words that exist, though the catalogue may not have them. */
  knownWords: ReadonlySet<string>
  /** Keys of products, by the folded words of a search. */
  pins: ReadonlyMap<string, readonly string[]>
}

/** How words are compared: 'Track-Suit' and 'track suit' are the same. */
export const foldRuleWords = (text: string): string => splitIntoWords(text).join(' ')

const groupPins = (pins: readonly { query: string; key: string }[]) => {
  const groups = new Map<string, string[]>()
  for (const { query, key } of pins) groups.set(query, [...(groups.get(query) ?? []), key])
  return groups
}

export const buildSearchRules = (
  words: readonly { word: string; meaning: string | null }[],
  pins: readonly { query: string; key: string }[] = [],
): SearchRules => {
  const meanings = new Map(
    words.flatMap(({ word, meaning }) => (meaning === null ? [] : [[word, meaning] as const])),
  )
  // The longest first, and each once: a meaning is not replaced again. Words are letters and digits.
  const anyWord = [...meanings.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(' ', String.raw`[^\p{L}\p{N}]+`))
    .join('|')
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${anyWord})(?![\p{L}\p{N}])`, 'gu')
  return {
    replaceWords: (query) =>
      meanings.size === 0
        ? query
        : query.replaceAll(pattern, (typed) => meanings.get(foldRuleWords(typed)) ?? typed),
    knownWords: new Set(words.flatMap(({ word }) => word.split(' '))),
    pins: groupPins(pins),
  }
}

/** Reads the rules again when the generation changes, as it does after every change of them. */
export const createRulesReader = (
  store: Pick<SearchRulesStore, 'words' | 'pins'>,
  generation: (() => number) | undefined,
) => {
  const read = async () => buildSearchRules(await store.words(), await store.pins())
  let kept: { generation: number; rules: Promise<SearchRules> } | null = null
  return (): Promise<SearchRules> => {
    if (!generation) return read()
    const current = generation()
    if (kept?.generation !== current) {
      const reading = { generation: current, rules: read() }
      kept = reading
      reading.rules.catch(() => {
        if (kept === reading) kept = null
      })
    }
    return kept.rules
  }
}

type Dependencies = {
  store: SearchRulesStore
  counts: Pick<ReturnType<typeof createSearchCountsStore>, 'misses'>
  documents: Pick<DocumentsStore, 'byKeys' | 'keyOf'>
  note: AuditStore['note']
}

const MAX_WORDS = 8

const foldWords = (text: string): string => {
  const folded = foldRuleWords(text)
  if (folded === '' || folded.length > SEARCH_RULES.chars || folded.split(' ').length > MAX_WORDS)
    throw new AppError(422, SEARCH_RULES_TEXT.wordCount(MAX_WORDS))
  return folded
}

/** What administrators see and set. */
export const createSearchRulesService = ({ store, counts, documents, note }: Dependencies) => ({
  overview: async () => {
    const [missed, words, pins] = await Promise.all([counts.misses(), store.words(), store.pins()])
    const products = await documents.byKeys(pins.map(({ key }) => key))
    return {
      misses: missed,
      words,
      pins: pins.map(({ query, key }) => {
        const product = products.get(key)
        return { query, key, product: product ? { id: product.id, name: product.name } : null }
      }),
    }
  },

  setWord: async (actor: string, typed: string, typedMeaning: string | null) => {
    const word = foldWords(typed)
    const meaning = typedMeaning === null ? null : foldWords(typedMeaning)
    if (word === meaning) throw new AppError(422, SEARCH_RULES_TEXT.sameMeaning)
    if (!(await store.setWord(word, meaning)))
      throw new AppError(409, SEARCH_RULES_TEXT.tooManyWords(SEARCH_RULES.words))
    await store.announceChange()
    await note(actor, 'search-word-set', word, { detail: meaning })
  },

  removeWord: async (actor: string, word: string) => {
    if (!(await store.removeWord(word))) throw notFoundError('word')
    await store.announceChange()
    await note(actor, 'search-word-removed', word)
  },

  addPin: async (actor: string, typed: string, productId: string) => {
    const query = foldWords(typed)
    const key = await documents.keyOf(productId)
    if (key === null) throw notFoundError('product')
    const { all, ofQuery } = await store.countPins(query)
    if (all >= SEARCH_RULES.pins || ofQuery >= SEARCH_RULES.pinsPerQuery)
      throw new AppError(
        409,
        SEARCH_RULES_TEXT.tooManyPins(SEARCH_RULES.pinsPerQuery, SEARCH_RULES.pins),
      )
    if (!(await store.addPin(query, key))) throw new AppError(409, SEARCH_RULES_TEXT.pinnedAlready)
    await store.announceChange()
    await note(actor, 'search-pin-added', query, { detail: productId })
  },

  removePin: async (actor: string, query: string, key: string) => {
    if (!(await store.removePin(query, key))) throw notFoundError('pin')
    await store.announceChange()
    await note(actor, 'search-pin-removed', query, { detail: key })
  },
})
