import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoFacts } from './demo-facts.ts'
import type { Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { createShops } from '#server/features/ingest/index.ts'
import { convertAmount, type Rates } from '#shared/domain/price.ts'

/**
 * Everyday queries, judged by what is written about each product in the files beside this one and in the
 * demo's own data, never by what the search derives. Every third query is in a file of its own, and only
 * its totals are printed. Those of strangers were written by people who had not seen the vocabulary, the
 * code or the catalogue, and judged by somebody else.
 */
export type EverydayQuery = {
  set: QuerySet
  group: string
  text: string
  wanted: string
  isLocked: boolean
}
export const QUERY_SETS = ['everyday', 'strangers'] as const
type QuerySet = (typeof QUERY_SETS)[number]

/** In place of conditions: nothing here is right, so nothing may be listed. */
export const NOTHING_WANTED = 'kind=none'

const FOLDER = import.meta.dirname
const SHOP = 'Judging Shop'
const SITE = 'https://judging-shop.example.com/items/'

const readLines = async (file: string) =>
  (await readFile(join(FOLDER, file), 'utf8')).trim().split('\n')

/** `@name=list` gives a list a name, in the open file for both. */
export const readEverydayQueries = async (set: QuerySet): Promise<EverydayQuery[]> => {
  const [open, locked] = await Promise.all([
    readLines(`${set}-open.tsv`),
    readLines(`${set}-locked.tsv`),
  ])
  const lists = new Map(
    open
      .filter((line) => line.startsWith('@'))
      .map((line): [string, string] => {
        const [name = '', list = ''] = line.split('=')
        return [name, list]
      }),
  )
  const read = (isLocked: boolean) => (line: string) => {
    const [group = '', text = '', predicate = ''] = line.split('\t')
    const expanded = predicate.replaceAll(/@\w+/g, (name) => lists.get(name) ?? name)
    return { set, group, text, wanted: expanded, isLocked }
  }
  return [
    ...open.filter((line) => !line.startsWith('@')).map(read(false)),
    ...locked.map(read(true)),
  ]
}

const AGES: Readonly<Record<string, readonly string[]>> = {
  kids: ['girls', 'boys'],
  toddler: ['girls', 'boys'],
  infant: ['baby'],
  newborn: ['baby'],
}
const listDepartments = (gender: string, age: string): readonly string[] => {
  const young = AGES[age]
  if (young?.includes('baby')) return ['baby']
  if (young) return gender === 'female' ? ['girls'] : gender === 'male' ? ['boys'] : young
  return [gender === 'female' ? 'women' : gender === 'male' ? 'men' : 'unisex']
}

const readRows = async (): Promise<Record<string, string>[]> => {
  const [header = '', ...rows] = await readLines('judging-shop.tsv')
  const names = header.split('\t')
  return rows.map((row) =>
    Object.fromEntries(row.split('\t').map((value, at) => [names[at], value])),
  )
}

const splitList = (text = '') => text.split(', ').filter(Boolean)

/** What is true of each product of the judging shop. */
export const readJudgingFacts = async (): Promise<DemoFacts[]> =>
  (await readRows()).map((row, index): DemoFacts => {
    const [kinds, colors, materials, traits] = (row['facts'] ?? '')
      .split(';')
      .map((part) => splitList(part))
    const [amount = '', currency = ''] = (row['price'] ?? '').split(' ')
    return {
      url: `${SITE}${index + 1}`,
      title: row['title'] ?? '',
      kinds: kinds ?? [],
      colors: colors ?? [],
      materials: materials ?? [],
      traits: traits ?? [],
      pattern: row['pattern'] ?? '',
      brand: row['brand'] ?? null,
      people: [],
      amount: Number(amount),
      currency,
      isUsed: false,
      isInStock: true,
      departments: listDepartments(row['gender'] ?? '', row['age_group'] ?? ''),
      sizes: splitList(row['size']),
    }
  })

const FEED_COLUMNS =
  'title brand color material pattern gender age_group size product_type price'.split(' ')

/** Adds the judging shop as any other feed, unless it is there. */
export const addJudgingShop = async ({ pool }: Database, dataDir: string) => {
  const { rows } = await pool.query('SELECT FROM catalog.shops WHERE name = $1', [SHOP])
  if (rows.length > 0) return
  const source = join(dataDir, 'judging-shop.tsv')
  const header = ['id', 'link', 'image_link', 'availability', ...FEED_COLUMNS].join('\t')
  const items = (await readRows()).map((row, index) => {
    const link = `${SITE}${index + 1}`
    return [String(index + 1), link, `${link}.jpg`, 'in_stock']
      .concat(FEED_COLUMNS.map((name) => row[name] ?? ''))
      .join('\t')
  })
  await mkdir(dataDir, { recursive: true })
  await writeFile(source, `${[header, ...items].join('\n')}\n`)
  const shops = createShops({
    pool,
    atomically: createAtomically(pool),
    folder: join(dataDir, 'tmp'),
  })
  try {
    await shops.add({ name: SHOP, source })
    const { outcome, reason, added } = await shops.run(SHOP)
    if (outcome !== 'changed') throw new Error(`The judging shop was not imported: ${reason}`)
    process.stderr.write(`Imported ${added} products of the judging shop.\n`)
  } finally {
    await shops.close()
  }
}

/** Whether a product matches a query; null if its data does not decide that. */
type Verdict = boolean | null

const CHILDREN = new Set(['girls', 'boys', 'baby'])

const normalizeSize = (size: string) => size.replaceAll(' ', '').toUpperCase()

const listSizes = (facts: DemoFacts): string[] =>
  facts.sizes.flatMap((size) => {
    const plain = normalizeSize(size)
    const [waist] = /^W\d{2}/.exec(plain) ?? []
    return [plain, ...(waist === undefined ? [] : [waist]), ...plain.split('/')]
  })

const judgeCondition = (facts: DemoFacts, condition: string, rates: Rates): Verdict => {
  const [, not = '', name = '', value = ''] = /^(!?)(\w+)=(.*)$/.exec(condition) ?? []
  const accepted = value.split(',')
  const among = (values: readonly string[]) =>
    values.some((candidate) => accepted.includes(candidate))
  const price = () => {
    const [, amount = '', currency = ''] = /^([\d.]+)([A-Z]{3})$/.exec(value) ?? []
    const convertedAmount =
      convertAmount(facts.amount, facts.currency, currency, rates) ?? Number.NaN
    return name === 'max'
      ? convertedAmount <= Number(amount) * 1.001
      : convertedAmount >= Number(amount) * 0.999
  }
  const verdicts: Readonly<Record<string, () => Verdict>> = {
    kind: () => among(facts.kinds),
    colour: () => among(facts.colors),
    pattern: () => among([facts.pattern]),
    material: () => among(facts.materials),
    brand: () => facts.brand === value,
    trait: () => among(facts.traits),
    title: () => facts.title.toLowerCase().includes(value),
    used: () => facts.isUsed === (value === 'yes'),
    dept: () =>
      facts.departments.length === 0
        ? null
        : among(facts.departments) ||
          (facts.departments.includes('unisex') &&
            accepted.some((department) => !CHILDREN.has(department))),
    size: () => (facts.sizes.length === 0 ? null : among(listSizes(facts))),
    max: price,
    min: price,
  }
  const verdict = verdicts[name]
  if (!verdict) throw new Error(`Unknown condition '${condition}'`)
  const result = verdict()
  return not === '' || result === null ? result : !result
}

/** Conditions between spaces must all hold; alternatives stand between bars. A value may contain spaces. */
export const judgeProduct = (facts: DemoFacts, predicate: string, rates: Rates): Verdict => {
  const alternatives = predicate.split(' | ').map((alternative): Verdict => {
    const conditions = alternative.split(/ (?=!?\w+=)/)
    const conditionVerdicts = new Set(
      conditions.map((condition) => judgeCondition(facts, condition.trim(), rates)),
    )
    if (conditionVerdicts.has(false)) return false
    return conditionVerdicts.has(null) ? null : true
  })
  const verdicts = new Set(alternatives)
  if (verdicts.has(true)) return true
  return verdicts.has(null) ? null : false
}

const FIRST = 10

/** The share of right results among those shown, however many are missing. */
export const computeShownPrecision = (verdicts: readonly Verdict[]): number =>
  verdicts.length === 0
    ? 0
    : verdicts.filter((verdict) => verdict === true).length / verdicts.length

/**
 * The share of right results in the first ten. One that nobody can tell about counts as wrong while right
 * ones are missing above it, and not at all after the last of them.
 */
export const computePrecision = (verdicts: readonly Verdict[], rightInAll: number): number => {
  const firstVerdicts = verdicts.slice(0, FIRST)
  const right = firstVerdicts.filter((verdict) => verdict === true).length
  const isAllShown = right >= rightInAll
  const lastRight = firstVerdicts.lastIndexOf(true)
  const judgedCount = firstVerdicts.filter(
    (verdict, index) => verdict !== null || !isAllShown || index < lastRight,
  ).length
  const expected = Math.max(judgedCount, Math.min(FIRST, rightInAll))
  return expected === 0 ? 0 : right / expected
}
