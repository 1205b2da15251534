import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { fillWithDemo } from '#server/demo-fill.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { COLORS, MATERIALS, PATTERNS } from '#shared/vocabulary/appearance.ts'
import { FILLER_WORDS } from '#shared/vocabulary/ignored-words.ts'
import { AMBIGUOUS_NAMES, KINDS } from '#shared/vocabulary/kinds.ts'
import { TRAIT_VALUES, TRAITS } from '#shared/vocabulary/occasions-and-traits.ts'
import {
  findPhrases,
  listKindsWithin,
  listMaterialsWithin,
  listPatternsWithin,
  OCCASION_LIST,
} from '#shared/vocabulary/vocabulary.ts'
import { testDatabase } from '#tests/support/database.ts'

let database: Database
let dataDir: string
let search: ReturnType<typeof createSearch>['productSearch']
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'silent-substitutions-'))
  await fillWithDemo({
    pool: database.maintenance,
    log: pino({ level: 'silent' }),
    modelDir: 'models',
    dataDir,
  })
  const rates = createRates(database.pool, undefined)
  search = createSearch(database.pool, rates.current).productSearch
}, 120_000)
afterAll(async () => {
  await database.close()
  await rm(dataDir, { recursive: true })
})

const pick = <Item>(items: readonly Item[], index: number): Item =>
  items[index % items.length] as Item
const kinds = KINDS.filter(({ id }) => id !== 'other').map(({ names }) => names[0] ?? '')
const WEARERS = ['women', 'men', 'girls', 'boys', 'baby']

/** Every reading of the vocabulary, by itself and together with others. */
const READINGS = [
  ...kinds.map((kind, index) => `${pick(COLORS, index).id} ${kind} for ${pick(WEARERS, index)}`),
  ...KINDS.flatMap(({ narrower }) => narrower.slice(0, 2)),
  ...COLORS.map(({ id }, index) => `${id} ${pick(kinds, index * 3)} under 60 €`),
  ...PATTERNS.map(({ names }, index) => `${names[0]} ${pick(kinds, index * 5)} size 38`),
  ...MATERIALS.map(({ names }, index) => `${names[0]} ${pick(kinds, index * 7)}`),
  ...Object.values(TRAITS).map(
    (names, index) => `${names.split(', ')[0]} ${pick(['dress', 'skirt', 'coat', 'shoes'], index)}`,
  ),
  ...OCCASION_LIST.map(({ names }) => names[0] ?? ''),
  ...['used', 'new with tags', 'in stock', 'cheap', 'expensive'].map((word) => `${word} boots`),
  ...['not black', 'without leather', 'no stripes', 'not used'].map((words) => `bag ${words}`),
  ...['trendy', 'cute', 'stylish', 'popular', 'sustainable', 'breathable', 'xylophone'].map(
    (word) => `${word} jacket`,
  ),
  'dress to go with black boots',
  'what shoes go with a black suit',
  'boots with a red heel',
  'trousers and jeans',
  'floral maxi dress',
  'sneakers size 42',
  'baby clothes',
  'black leather boots for men size 42',
]

const CONDITIONS: Partial<
  Record<AppliedFilter['facet'], (value: string) => [string, readonly string[]]>
> = {
  // A coat may also be a cape.
  kind: (value) => [
    'kind = ANY ($1)',
    [[value], ...Object.values(AMBIGUOUS_NAMES).filter(([first]) => first === value)]
      .flat()
      .flatMap(listKindsWithin),
  ],
  colour: (value) => ['colors && $1', [value]],
  pattern: (value) => ['patterns && $1', listPatternsWithin(value)],
  material: (value) => ['materials && $1', listMaterialsWithin(value)],
  department: (value) => [
    'tags && $1',
    [`dept:${value}`, ...(/women|men|unisex/.test(value) ? ['dept:unisex'] : [])],
  ],
  size: () => ["NOT sizes && $1 AND sizes <> '{}'", ['?']],
  cut: (value) => ['tags && $1', TRAIT_VALUES[value] ?? [value]],
  occasion: (value) => ['tags && $1', [`for:${value}`, `best:${value}`, `top:${value}`]],
  condition: (value) => ['conditions && $1', [value]],
  stock: () => ["is_in_stock AND $1 = '{}'", []],
}

/** Several kinds are things that are searched for together ('shirt and skirt'), so one of them is enough. */
const readConditions = (applied: readonly AppliedFilter[]) => {
  const conditions = applied.flatMap(({ facet, value }) => {
    const condition = CONDITIONS[facet]?.(value)
    return condition ? [{ name: `${facet} ${value}`, facet, condition }] : []
  })
  const kinds = conditions.filter(({ facet }) => facet === 'kind')
  const [first] = kinds
  const ofKinds = kinds.flatMap(({ condition: [, values] }) => values)
  return [
    ...conditions.filter(({ facet }) => facet !== 'kind'),
    ...(first ? [{ ...first, condition: [first.condition[0], ofKinds] as const }] : []),
  ]
}

const countContradictions = async (
  names: readonly string[],
  [sql, values]: readonly [string, readonly string[]],
) => {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM search.documents
    WHERE product_id = ANY ($2::bigint[]) AND NOT coalesce(${sql.replace('$1', '$1::text[]')}, false)`,
    [values, names],
  )
  return rows[0]?.count ?? 0
}

test('every filter that a search shows holds for every product above the first heading', async () => {
  const wrong: string[] = []
  let checked = 0
  for (const q of READINGS) {
    const { applied, products, sections } = await search.products({
      q,
      sort: 'relevance',
      limit: 48,
    })
    const [end] = sections.flatMap(({ section, from }) =>
      section === 'matches' ? [] : (from ?? []),
    )
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT product_id::text AS id FROM search.documents, jsonb_array_elements(cards) card
      WHERE card ->> 'id' = ANY ($1)`,
      [products.slice(0, end).map(({ id }) => id)],
    )
    checked += applied.length
    // A product that several people wear is one document.
    const ids = rows.map(({ id }) => id)
    for (const { name, condition } of readConditions(applied))
      if ((await countContradictions(ids, condition)) > 0) wrong.push(`${q}: ${name}`)
  }
  expect(checked).toBeGreaterThan(400)
  expect(wrong).toEqual([])
}, 120_000)

test('every filter that a search dropped, and every word that changes nothing, is named', async () => {
  const silent: string[] = []
  const readingOf = ({ filter, applied, order }: Awaited<ReturnType<typeof search.read>>) =>
    JSON.stringify({ filter, applied, order })
  for (const q of READINGS) {
    const read = await search.read({ q })
    const settled = await search.settle(q)
    const said = settled.relaxed.map(({ words, did }) => `${words} ${did}`.toLowerCase()).join(' ')
    for (const { facet, value, label } of read.applied)
      if (
        !settled.applied.some((other) => other.facet === facet && other.value === value) &&
        !said.includes(label.toLowerCase())
      )
        silent.push(`${q}: ${label} was dropped`)
    const words = q.split(' ')
    for (const [index, word] of words.entries()) {
      const isPartOfName = findPhrases(words).some(
        ({ from, to }) => to - from > 1 && index >= from && index < to,
      )
      if (FILLER_WORDS.has(word) || isPartOfName || word === 'size' || said.includes(word)) continue
      const rest = words.filter((_, other) => other !== index).join(' ')
      if (rest !== '' && readingOf(await search.read({ q: rest })) === readingOf(read))
        silent.push(`${q}: ${word} changes nothing`)
    }
  }
  expect(silent).toEqual([])
}, 120_000)

const NO_FASHION =
  'toaster,pizza,frying pan,mug,laptop,refrigerator,sofa,guitar,banana,lawnmower,screwdriver,printer,hamster,shampoo,television,microwave,hammer,stethoscope,cheese,dishwasher,vacuum cleaner,broccoli,escalator,keyboard,aquarium,stapler,mattress,saucepan,kettle,trampoline,telescope,wheelbarrow,batteries,toothpaste,calculator,violin,popcorn,dentist,spaghetti,helicopter'.split(
    ',',
  )

test('words that are no fashion find nothing, and the reply says so', async () => {
  expect(NO_FASHION).toHaveLength(40)
  const wrong: string[] = []
  for (const q of NO_FASHION) {
    const { total, products, relaxed, corrected } = await search.products({ q, sort: 'relevance' })
    const isSaid = relaxed.some(({ did }) => did === `Nothing here is called “${q}”.`)
    if (total > 0 || products.length > 0 || corrected || !isSaid)
      wrong.push(
        `${q}: ${products
          .slice(0, 2)
          .map(({ name }) => name)
          .join(', ')} ${relaxed[0]?.did ?? ''}`,
      )
  }
  expect(wrong).toEqual([])
})
