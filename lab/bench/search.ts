import type { Database } from '#server/core/db/database.ts'
import { createSearch } from '#server/features/search/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { benchFolder, openDemoDatabase } from './bench-database.ts'
import { type DemoFacts, readDemoFacts } from '#demo'
import { FIRST, isRight, precision } from './search/judgement.ts'
import {
  addJudgingShop,
  type EverydayQuery,
  judge,
  precisionOf,
  readEverydayQueries,
  readJudgingFacts,
} from './search/everyday.ts'
import { JUDGED_QUERIES, type JudgedQuery } from './search/queries.ts'
import { benchFilters } from './search-filters.ts'
import { plainWords } from './search/plain-words.ts'
import { printFigures } from './statistics.ts'

type SearchHit = { name: string; website: string }
type Search = (text: string) => Promise<readonly SearchHit[]>
type QueryScore = JudgedQuery & { precision: number; wrong: string[] }

const mean = (scores: readonly QueryScore[]): number =>
  scores.reduce((sum, { precision: share }) => sum + share, 0) / scores.length

/** Precision on the demo catalogue, and with a size also the times of filtered pages. */
export const benchSearch = async ([products]: readonly number[]) => {
  await benchPrecision()
  await benchEveryday()
  if (products !== undefined) await benchFilters(products)
}

/** Precision in the first ten, by class. */
const benchPrecision = async () => {
  const database = await openDemoDatabase()
  try {
    await judgeSearch(database)
  } finally {
    await database.close()
  }
}

const judgeSearch = async ({ pool }: Database) => {
  const { current } = createRates(pool, undefined)
  const rates = await current()
  const facts = new Map((await readDemoFacts()).map((product) => [product.url, product]))
  const all = [...facts.values()]

  const judge = async (query: JudgedQuery, search: Search): Promise<QueryScore> => {
    const rightInAll = all.filter((product) => isRight(product, query.wanted, rates)).length
    if (rightInAll === 0) throw new Error(`Nothing is right for '${query.text}'.`)
    const hits = (await search(query.text)).slice(0, FIRST)
    const isFoundRight = ({ website }: SearchHit) => {
      const productFacts: DemoFacts | undefined = facts.get(website)
      return productFacts !== undefined && isRight(productFacts, query.wanted, rates)
    }
    return {
      ...query,
      precision: precision(hits.map(isFoundRight), rightInAll),
      wrong: hits.filter((product) => !isFoundRight(product)).map(({ name }) => name),
    }
  }
  const judgeAll = async (search: Search) => {
    const scores: QueryScore[] = []
    for (const query of JUDGED_QUERIES) scores.push(await judge(query, search))
    return scores
  }

  const { productSearch } = createSearch(pool, current)
  const plain = await judgeAll(plainWords(pool))
  const meant = await judgeAll(
    async (q) => (await productSearch.products({ q, sort: 'relevance' })).products,
  )

  const row = (name: string, isIn: (query: JudgedQuery) => boolean) => ({
    queries: name,
    count: JUDGED_QUERIES.filter(isIn).length,
    'plain words': mean(plain.filter(isIn)),
    search: mean(meant.filter(isIn)),
  })
  const failed = meant.filter((query) => query.precision < 1 && !query.isHeldOut)
  if (failed.length > 0)
    printFigures(
      'Queries with wrong or missing results (not of those held out)',
      failed.map(({ text, precision: share, wrong }) => ({
        query: text,
        precision: share,
        wrong: wrong.slice(0, 3).join('; '),
      })),
    )
  const classes = [...new Set(JUDGED_QUERIES.map((query) => query.class))]
  printFigures('Precision in the first ten', [
    ...classes.map((name) => row(name, (query) => query.class === name)),
    row('held out', ({ isHeldOut }) => isHeldOut),
    row('all', () => true),
  ])
}

const EVERYDAY = 'search-everyday'
/** Amounts without a currency are read in this one, as for a visitor who sees it. */
const CURRENCY = 'USD'

/** Everyday queries over the demo and the judging shop, by group, for the open and the locked part. */
const benchEveryday = async () => {
  const database = await openDemoDatabase(EVERYDAY)
  try {
    await addJudgingShop(database, benchFolder(EVERYDAY))
    await judgeEveryday(database)
  } finally {
    await database.close()
  }
}

const judgeEveryday = async ({ pool }: Database) => {
  const { current } = createRates(pool, undefined)
  const rates = await current()
  const all = [...(await readDemoFacts()), ...(await readJudgingFacts())]
  const facts = new Map(all.map((product) => [product.url, product]))
  const { productSearch } = createSearch(pool, current)
  const scores: (EverydayQuery & { share: number; isEmpty: boolean; wrong: string })[] = []
  for (const query of await readEverydayQueries()) {
    const { products } = await productSearch.products({
      q: query.text,
      currency: CURRENCY,
      sort: 'relevance',
    })
    const verdicts = products.slice(0, FIRST).map(({ name, website }) => {
      const productFacts = facts.get(website)
      return { name, verdict: productFacts ? judge(productFacts, query.wanted, rates) : false }
    })
    const rightInAll = all.filter((product) => judge(product, query.wanted, rates) === true).length
    scores.push({
      ...query,
      share: precisionOf(
        verdicts.map(({ verdict }) => verdict),
        rightInAll,
      ),
      isEmpty: products.length === 0,
      wrong: verdicts
        .filter(({ verdict }) => verdict !== true)
        .slice(0, 3)
        .map(({ name, verdict }) => (verdict === null ? `(${name})` : name))
        .join('; '),
    })
  }
  const shares = (isIn: (query: EverydayQuery) => boolean) => {
    const group = scores.filter(isIn)
    return group.reduce((sum, { share }) => sum + share, 0) / group.length
  }
  const row = (name: string, isIn: (query: EverydayQuery) => boolean) => ({
    queries: name,
    open: shares((query) => isIn(query) && !query.isLocked),
    locked: shares((query) => isIn(query) && query.isLocked),
  })
  const failed = scores.filter(({ share, isLocked }) => share < 1 && !isLocked)
  printFigures(
    'Everyday queries with wrong or missing results (of the open part)',
    failed.map(({ text, share, wrong }) => ({ query: text, precision: share, wrong })),
  )
  const groups = [...new Set(scores.map(({ group }) => group))]
  printFigures('Precision in the first ten of everyday queries', [
    ...groups.map((name) => row(name, ({ group }) => group === name)),
    row('all', () => true),
    {
      queries: 'without result',
      open: scores.filter(({ isEmpty, isLocked }) => isEmpty && !isLocked).length,
      locked: scores.filter(({ isEmpty, isLocked }) => isEmpty && isLocked).length,
    },
  ])
}
