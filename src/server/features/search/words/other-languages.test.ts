import { beforeAll, describe, expect, it } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { bindMessages, runInLanguage } from '#server/core/messages/translation.ts'
import LABEL_NAMES from '#server/features/catalog/description/languages/label-names.json' with { type: 'json' }
import { MESSAGE_MODULES } from '#server/message-modules.ts'
import { buildSearchRules } from '#server/features/search/rules/search-rules.service.ts'
import { describeBeside } from '#server/features/search/describe-beside.ts'
import { writeSuggestion } from '#server/features/search/suggestions/suggestion-terms.ts'
import { DEPARTMENTS } from '#shared/domain/department.ts'
import { COLORS, MATERIALS, PATTERNS } from '#shared/vocabulary/appearance.ts'
import { getColorLabel } from '#shared/vocabulary/label-reader.ts'
import { getDepartmentLabel, getMaterialLabel, getPatternLabel } from '#shared/vocabulary/labels.ts'
import { getKindLabel } from '#shared/vocabulary/vocabulary.ts'
import { LABEL_FORMS } from '#shared/vocabulary-messages.ts'
import { type CatalogWords, readQuery } from './read-query.ts'

beforeAll(() => bindMessages(MESSAGE_MODULES))

const catalog: CatalogWords = {
  rules: async () => buildSearchRules([]),
  namesWith: async () => ({ brands: [], people: [], shops: [] }),
  inTitles: async () => new Set(),
  similarWords: async () => new Map(),
}

it.each([
  // Without spaces.
  ['赤いドレス', { kinds: ['dresses'], colors: ['red'] }],
  ['レディース白スニーカー', { kinds: ['sneakers'], colors: ['white'], departments: ['women'] }],
  ['黒の革靴', { kinds: ['footwear'], colors: ['black'], materials: ['leather'] }],
  ['花柄ロングスカート', { kinds: ['skirts'], patterns: ['floral'], traits: ['length:maxi'] }],
  ['200ユーロ以下のバッグ', { kinds: ['bags'], price: { max: 200, currency: 'EUR' } }],
  ['5,000円以上の時計', { kinds: ['watches'], price: { min: 5000, currency: 'JPY' } }],
  // With and without the article, marks and the usual letters.
  ['فستان أحمر', { kinds: ['dresses'], colors: ['red'] }],
  ['الفستان الاحمر', { kinds: ['dresses'], colors: ['red'] }],
  ['فُسْتَانٌ أَحْمَر', { kinds: ['dresses'], colors: ['red'] }],
  ['فـستـان حمراء', { kinds: ['dresses'], colors: ['red'] }],
  ['حذاء رياضي', { kinds: ['sneakers'] }],
  ['الأحذية الرياضية للرجال', { kinds: ['sneakers'], departments: ['men'] }],
  ['حقيبه جلد سوداء', { kinds: ['bags'], materials: ['leather'], colors: ['black'] }],
  ['بلوزات قطنية', { kinds: ['blouses'], materials: ['cotton'] }],
  ['قميص أبيض وأسود', { kinds: ['shirts'], colors: ['white', 'black'], isEveryColor: true }],
  ['تنورة باللون الأزرق', { kinds: ['skirts'], colors: ['blue'] }],
  [
    'شنطة حمراء أقل من ٢٠٠ يورو',
    { kinds: ['bags'], colors: ['red'], price: { max: 200, currency: 'EUR' } },
  ],
  ['فستان بين 50 و100 دولار', { kinds: ['dresses'], price: { min: 50, max: 100, currency: 'USD' } }],
  ['فستان بدون أكمام', { kinds: ['dresses'], traits: ['sleeves:none'] }],
  [
    'حذاء مقاس ٣٨',
    {
      kinds: ['footwear'],
      size: { words: 'size 38', exact: ['shoe38'], near: [] },
    },
  ],
  [
    'فستان سهرة مورد',
    {
      kinds: ['dresses'],
      patterns: ['floral'],
      occasions: ['evening'],
      narrowingWords: ['evening'],
    },
  ],
  ['نظارة شمسية', { kinds: ['sunglasses'] }],
  ['كارديجان صوف', { kinds: ['cardigans'], materials: ['wool'] }],
  // As French shops say it.
  ['débardeur blanc', { kinds: ['tanks'], colors: ['white'] }],
  ['chemise en jean', { kinds: ['shirts'], materials: ['denim'] }],
  ['robe pull noire', { kinds: ['dresses'], colors: ['black'] }],
  ['pantalon taille basse', { kinds: ['trousers'], traits: ['waist:low'] }],
  ['haut à fines bretelles', { kinds: ['camisoles'] }],
  ['cuissardes en daim', { kinds: ['tall-boots'], materials: ['suede'] }],
  ['doudoune sans manches', { kinds: ['vests'] }],
])('asks for what it says: %s', async (text, asked) =>
  expect(await readQuery(text, catalog)).toMatchObject(asked),
)

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

it.each([
  [
    'en',
    'paris hilton dress',
    'Nothing here is of the name “paris hilton”. We read it as the style “Y2K”.',
  ],
  ['en', 'sexy dress', 'We read “sexy” as the style “date night”: such products come first.'],
  [
    'de',
    'sexy dress',
    '„sexy“ haben wir als Stil „Date“ verstanden: Solche Produkte kommen zuerst.',
  ],
  [
    'fr',
    'sexy dress',
    'Nous avons compris «\u00a0sexy\u00a0» comme le style «\u00a0rendez-vous amoureux\u00a0»\u00a0: ces articles sont affichés en premier.',
  ],
])('names styles as filters do: %s %s', async (code, text, did) => {
  const language = listLanguages([code]).at(-1)
  if (!language) throw new Error(code)
  const { ignored } = await runInLanguage(language, () => readQuery(text, catalog))
  expect(ignored.map((word) => word.did)).toContain(did)
})

/** What is asked for with a kind is what the suggestion says, but for the few that mean something else. */
it.each(listLanguages().slice(1))('reads suggestions in $code', async (language) => {
  const values = [
    ...COLORS.map(({ id }) => ['colour', id, getColorLabel] as const),
    ...PATTERNS.map(({ id }) => ['pattern', id, getPatternLabel] as const),
    ...MATERIALS.map(({ id }) => ['material', id, getMaterialLabel] as const),
    ...DEPARTMENTS.map((id) => ['department', id, getDepartmentLabel] as const),
  ]
  const missed = await runInLanguage(language, async () => {
    const read = await Promise.all(
      values.map(async ([facet, id, getLabel]) => {
        const name = LABEL_FORMS.inSentence(getKindLabel('bags'))
        const text = writeSuggestion(name, [describeBeside(facet, getLabel(id))])
        const { kinds, colors, patterns, materials, departments, ignored } = await readQuery(
          text,
          catalog,
        )
        const asked = [...colors, ...patterns, ...materials, ...departments].join()
        return kinds.includes('bags') && asked === id && ignored.length === 0 ? [] : text
      }),
    )
    return read.flat()
  })
  expect(missed.length, missed.join('; ')).toBeLessThan(values.length / 10)
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
