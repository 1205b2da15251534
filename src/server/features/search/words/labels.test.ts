import { describe, expect, it } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { runInLanguage } from '#server/core/messages/translation.ts'
import LABEL_NAMES from '#server/features/catalog/description/languages/label-names.json' with { type: 'json' }
import { buildSearchRules } from '#server/features/search/rules/search-rules.service.ts'
import { type CatalogWords, readQuery } from './read-query.ts'

const catalog: CatalogWords = {
  rules: async () => buildSearchRules([]),
  namesWith: async () => ({ brands: [], people: [], shops: [] }),
  inTitles: async () => new Set(),
  similarWords: async () => new Map(),
}

/** What a query is read as. Metals are read as colours, unless a kind is named too. */
const read = async (text: string): Promise<readonly string[]> => {
  const { kinds, colors, patterns, materials, departments } = await readQuery(text, catalog)
  return [...kinds, ...colors, ...patterns, ...materials, ...departments]
}

/** Words that mean something else more often: 'Gabardina' a trench coat. */
const READ_OTHERWISE = new Set('Strick Gafas Punto Gabardina Tejido Lunettes ニット'.split(' '))

const languages = listLanguages().flatMap((language) =>
  language.code in LABEL_NAMES
    ? [{ language, names: LABEL_NAMES[language.code as keyof typeof LABEL_NAMES] }]
    : [],
)

describe.each(languages)('a filter in $language.code', ({ language, names }) => {
  it('is found by its name', async () => {
    const missed: string[] = []
    for (const [english, labels] of Object.entries(names)) {
      const asked = await read(english)
      for (const label of labels.split(', ').filter((name) => !READ_OTHERWISE.has(name))) {
        const found = await runInLanguage(language, () => read(label))
        if (!asked.some((id) => found.includes(id)) && asked.length + found.length > 0)
          missed.push(`${label}: ${found.join()} instead of ${english}: ${asked.join()}`)
      }
    }
    expect(missed).toEqual([])
  })
})

it('a word of several languages is read in the visitor’s', async () => {
  const readIn = (code: string) => {
    const found = listLanguages([code]).at(-1)
    if (!found) throw new Error(code)
    return runInLanguage(found, () => read('robes'))
  }
  expect(await read('robes')).toEqual(['nightwear'])
  expect(await readIn('de')).toEqual(['nightwear'])
  expect(await readIn('fr')).toEqual(['dresses'])
})
