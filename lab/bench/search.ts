import { z } from 'zod'
import { type DemoFacts, readDemoFacts } from './search/demo-facts.ts'
import {
  addJudgingShop,
  type EverydayQuery,
  judgeProduct,
  NOTHING_WANTED,
  QUERY_SETS,
  computePrecision,
  computeShownPrecision,
  readEverydayQueries,
  readJudgingFacts,
} from '#lab/bench/search/everyday.ts'
import {
  FIRST,
  isRightProduct,
  JUDGED_QUERIES,
  type JudgedQuery,
  computeQueryPrecision,
} from '#lab/bench/search/queries.ts'
import type { Database } from '#server/core/db/database.ts'
import type { Connection } from '#server/core/db/query.ts'
import { readRows } from '#server/core/db/sql.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import { SEARCH_RESULT_TEXT } from '#server/features/search/search-messages.ts'
import { getBenchFolder, openDemoDatabase } from './bench-database.ts'
import { benchFilters } from './search-filters.ts'
import { printFigures } from './statistics.ts'

/**
 * The search before it had a vocabulary: every word must be in the title, the brand, the category or
 * the name of the person who wears it. Kept as a baseline.
 */
const foundRow = z.object({ website: z.string(), name: z.string() })

export const createPlainWordSearch = (connection: Connection) => (text: string) =>
  readRows(connection, foundRow)`
  WITH typed AS (
    SELECT lexeme AS word, row_number() OVER (ORDER BY positions[1]) AS index,
      coalesce((ts_lexize('english_stem', lexeme))[1], lexeme) AS stem
    FROM unnest(to_tsvector('catalog_words', ${text}))
  ), meant AS (
    SELECT typed.index, word.word FROM typed CROSS JOIN LATERAL (
      SELECT word FROM catalog.words
      WHERE words.stem = typed.stem OR words.word LIKE typed.word || '%' OR (
        similarity(words.word, typed.word) > 0.4
        AND NOT EXISTS (SELECT FROM catalog.words known WHERE known.stem = typed.stem))
      ORDER BY uses DESC LIMIT 12) word
  ), wanted AS (
    SELECT string_agg(one, ' & ')::tsquery AS every, string_agg(one, ' | ')::tsquery AS any_of FROM (
      SELECT '(' || string_agg(quote_literal(word), ' | ') || ')' AS one FROM meant GROUP BY index) each
  ), found AS (
    SELECT product_id, max(ts_rank(search, every)) AS rank, bool_or(search @@ every) AS has_every
    FROM (SELECT product_id, search FROM catalog.worn_items
      UNION ALL SELECT id, search FROM catalog.products WHERE worn_count = 0) item, wanted
    WHERE search @@ any_of GROUP BY product_id
  )
  SELECT product.title AS name, offer.url AS website
  FROM found JOIN catalog.products product ON product.id = found.product_id
  JOIN LATERAL (SELECT url FROM catalog.offers WHERE product_id = product.id ORDER BY id LIMIT 1) offer
    ON true
  WHERE has_every OR NOT EXISTS (SELECT FROM found WHERE has_every)
  ORDER BY rank DESC, product.id LIMIT 10`

/** The facts of a product as each of its offers has them. */
const listOfferFacts = (product: DemoFacts): DemoFacts[] =>
  product.offers && product.offers.length > 0
    ? product.offers.map((offer) => ({ ...product, ...offer }))
    : [product]

const indexByUrl = (products: readonly DemoFacts[]): ReadonlyMap<string, DemoFacts> =>
  new Map(products.flatMap(listOfferFacts).map((facts) => [facts.url, facts]))

type SearchHit = { name: string; website: string }
type Search = (text: string) => Promise<readonly SearchHit[]>

/**
 * What a list presents as what was searched: the products above the first heading that says otherwise. What
 * has exactly the name that was typed is what was searched, and so are the results after it.
 */
const listMatches = <Hit>(reply: {
  products: readonly Hit[]
  sections: readonly { section: string; heading: string; from: number | null }[]
}): readonly Hit[] => {
  const starts = reply.sections.flatMap(({ section, heading, from }) =>
    section === 'titled' || heading === SEARCH_RESULT_TEXT.results ? [] : (from ?? []),
  )
  return reply.products.slice(0, Math.min(...starts, reply.products.length))
}

type QueryScore = JudgedQuery & { precision: number; wrong: string[] }

const averageScores = (scores: readonly QueryScore[]): number =>
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
  const all = await readDemoFacts()
  const facts = indexByUrl(all)

  const judge = async (query: JudgedQuery, search: Search): Promise<QueryScore> => {
    const rightInAll = all.filter((product) =>
      listOfferFacts(product).some((offer) => isRightProduct(offer, query.wanted, rates)),
    ).length
    if (rightInAll === 0) throw new Error(`Nothing is right for '${query.text}'.`)
    const hits = (await search(query.text)).slice(0, FIRST)
    const isFoundRight = ({ website }: SearchHit) => {
      const productFacts: DemoFacts | undefined = facts.get(website)
      return productFacts !== undefined && isRightProduct(productFacts, query.wanted, rates)
    }
    return {
      ...query,
      precision: computeQueryPrecision(hits.map(isFoundRight), rightInAll),
      wrong: hits.filter((product) => !isFoundRight(product)).map(({ name }) => name),
    }
  }
  const judgeAll = async (search: Search) => {
    const scores: QueryScore[] = []
    for (const query of JUDGED_QUERIES) scores.push(await judge(query, search))
    return scores
  }

  const { productSearch } = createSearch(pool, current)
  const plain = await judgeAll(createPlainWordSearch(pool))
  const meant = await judgeAll(async (q) =>
    listMatches(await productSearch.products({ q, sort: 'relevance' })),
  )

  const row = (name: string, isIn: (query: JudgedQuery) => boolean) => ({
    queries: name,
    count: JUDGED_QUERIES.filter(isIn).length,
    'plain words': averageScores(plain.filter(isIn)),
    search: averageScores(meant.filter(isIn)),
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
    await addJudgingShop(database, getBenchFolder(EVERYDAY))
    for (const set of QUERY_SETS) await judgeEveryday(database, await readEverydayQueries(set))
  } finally {
    await database.close()
  }
}

/** Whether a reply says that nothing is right. */
const isRefusal = (
  wanted: string,
  products: readonly unknown[],
  notices: readonly { did: string }[],
): boolean =>
  products.length === 0 ||
  (wanted !== NOTHING_WANTED && notices.some(({ did }) => did.startsWith('No')))

const judgeEveryday = async ({ pool }: Database, queries: readonly EverydayQuery[]) => {
  const { current } = createRates(pool, undefined)
  const rates = await current()
  const all = [...(await readDemoFacts()), ...(await readJudgingFacts())]
  const facts = indexByUrl(all)
  const { productSearch } = createSearch(pool, current)
  const scores: (EverydayQuery & {
    share: number
    shown: number
    isEmpty: boolean
    wrong: string
  })[] = []
  for (const query of queries) {
    const reply = await productSearch.products({
      q: query.text,
      currency: CURRENCY,
      sort: 'relevance',
    })
    const products = listMatches(reply)
    const verdicts = products.slice(0, FIRST).map(({ name, website }) => {
      const productFacts = facts.get(website)
      return {
        name,
        verdict: productFacts ? judgeProduct(productFacts, query.wanted, rates) : false,
      }
    })
    const rightInAll = all.filter((product) =>
      listOfferFacts(product).some((offer) => judgeProduct(offer, query.wanted, rates) === true),
    ).length
    const verdictList = verdicts.map(({ verdict }) => verdict)
    const refusal =
      rightInAll === 0 ? Number(isRefusal(query.wanted, products, reply.relaxed)) : null
    scores.push({
      ...query,
      share: refusal ?? computePrecision(verdictList, rightInAll),
      shown: refusal ?? computeShownPrecision(verdictList),
      isEmpty: products.length === 0 && rightInAll > 0,
      wrong: verdicts
        .filter(({ verdict }) => verdict !== true)
        .slice(0, 3)
        .map(({ name, verdict }) => (verdict === null ? `(${name})` : name))
        .join('; '),
    })
  }
  const averageOf = (
    figure: 'share' | 'shown',
    isLocked: boolean,
    isIn: (query: EverydayQuery) => boolean,
  ) => {
    const group = scores.filter((query) => isIn(query) && query.isLocked === isLocked)
    return group.reduce((sum, score) => sum + score[figure], 0) / group.length
  }
  const row = (name: string, isIn: (query: EverydayQuery) => boolean) => ({
    queries: name,
    open: averageOf('share', false, isIn),
    locked: averageOf('share', true, isIn),
    'open, of those shown': averageOf('shown', false, isIn),
    'locked, of those shown': averageOf('shown', true, isIn),
  })
  const failed = scores.filter(({ share, isLocked }) => share < 1 && !isLocked)
  printFigures(
    `Queries of the set '${queries[0]?.set}' with wrong or missing results (of the open part)`,
    failed.map(({ text, share, wrong }) => ({ query: text, precision: share, wrong })),
  )
  const groups = [...new Set(scores.map(({ group }) => group))]
  printFigures(`Precision in the first ten of the set '${queries[0]?.set}'`, [
    ...groups.map((name) => row(name, ({ group }) => group === name)),
    row('all', () => true),
    {
      queries: 'without result',
      open: scores.filter(({ isEmpty, isLocked }) => isEmpty && !isLocked).length,
      locked: scores.filter(({ isEmpty, isLocked }) => isEmpty && isLocked).length,
      'open, of those shown': '',
      'locked, of those shown': '',
    },
  ])
}
