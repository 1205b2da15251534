import pino from 'pino'
import { computeMedian, printFigures, measureTime } from '#lab/bench/statistics.ts'
import { connectDatabase, type Database } from '#server/core/db/database.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { createDocumentsStore } from '#server/features/search/index.ts'
import type { Filter } from '#server/features/search/product-filter.store.ts'
import { createSchemaStore, readShape } from '#server/features/search/search-schema.store.ts'
import { type Cluster, runStatements } from './citus-cluster.ts'

/** The cluster has this many times the documents of the single database. */
const TIMES = 3
const MOST_RATIO = 2.5
const CHUNK = 50_000
const ROUNDS = 15
const SHARDS = 6
const DIMENSIONS = 374
/** Indexes of vectors take ten times as long to build as everything else together. */
const VECTORS_SHARE = 20
const CENTERS = 2_000
const log = pino({ level: 'silent' })

const KINDS =
  'dresses jackets coats tops shirts trousers jeans skirts shorts knitwear boots sneakers heels sandals bags belts hats scarves watches jewelry eyewear swimwear lingerie socks'
const COLORS = 'red blue green black white grey brown beige pink purple yellow orange'
const WORDS =
  'silk linen suede leather wool cotton velvet denim satin cashmere tweed corduroy mesh jersey nylon oversized slim cropped quilted pleated floral striped ribbed tailored draped belted boxy flared'
const [kinds, colors, words] = [KINDS, COLORS, WORDS].map((text) => text.split(' ')) as [
  string[],
  string[],
  string[],
]
const toSqlArray = (list: readonly string[]) => `'{${list.join(',')}}'::text[]`
const pickSql = (list: readonly string[], number: string) =>
  `(${toSqlArray(list)})[1 + (${number}) % ${list.length}]`

/** A document with what a product of a shop has: some 900 bytes. */
const insertDocuments = (first: number, last: number) => `
  INSERT INTO search.documents (product_id, product_key, vocabulary, kind, object_kind, category, colors,
    patterns, materials, brand, shops, conditions, people, is_in_stock, is_buyable, amount,
    currency, euros, words, place, cards)
  SELECT id, md5(id::text)::uuid, 1, kind, kind, 'clothing', ARRAY[colour, ${pickSql(colors, 'h / 11')}],
    CASE WHEN h % 4 = 0 THEN '{floral}'::text[] ELSE '{plain}' END, ARRAY[fabric],
    'Brand ' || h / 13 % 400, ARRAY[h / 17 % 60], '{new}', '{}', h % 9 > 0, true, price, 'EUR', price,
    array_to_tsvector(ARRAY[kind, colour, fabric, cut, 'model' || h / 19 % 20000]), h,
    jsonb_build_array(jsonb_build_object('id', id::text, 'celebrity_name', '', 'celebrity_image', '',
      'name', initcap(cut || ' ' || fabric || ' ' || kind || ' in ' || colour), 'price', '€' || price,
      'website', 'https://shop.example.com/products/' || md5(id::text), 'category', 'clothing',
      'brand', 'Brand ' || h / 13 % 400, 'box', NULL, 'availability', NULL, 'checkedAt', NULL,
      'product_image', 'https://pictures.example.com/' || md5(id::text) || '.jpg', 'person', NULL, 'shop', 'Shop ' || h / 17 % 60))
  FROM (SELECT id, h, ${pickSql(kinds, 'h')} AS kind, ${pickSql(colors, 'h / 3')} AS colour,
      ${pickSql(words, 'h / 5')} AS fabric, ${pickSql(words, 'h / 7 + 3')} || 'cut' AS cut,
      (5 + h / 23 % 40000 / 100.0)::numeric(14, 2) AS price
    FROM (SELECT id, hashint8(id) & 2147483647 AS h FROM generate_series(${first}, ${last}) AS id) one) described`

/** Clustered around a few centres, as products of one kind are. */
const insertVectors = (first: number, last: number) => `
  INSERT INTO search.vectors (product_id, product_key, model_version, category, vector)
  SELECT id, md5(id::text)::uuid::text, 'speed', 'clothing', ARRAY(
    SELECT (sin(centre * 7.3 + axis * centre) + 0.6 * sin(id * 3.1 + axis * 1.7 * id))::real
    FROM generate_series(1, ${DIMENSIONS}) AS axis)
  FROM (SELECT id, 1 + hashint8(id) & ${CENTERS - 1} AS centre
    FROM generate_series(${first}, ${last}) AS id) one`

const fillTables = async ({ maintenance }: Database, documents: number, vectors: number) => {
  await maintenance.query('TRUNCATE search.documents')
  await maintenance.query('TRUNCATE search.vectors')
  const started = performance.now()
  const { indexes } = await readShape(maintenance)
  for (const { name } of indexes) await maintenance.query(`DROP INDEX search.${name}`)
  for (let first = 1; first <= documents; first += CHUNK)
    await maintenance.query(insertDocuments(first, Math.min(documents, first + CHUNK - 1)))
  for (const { definition } of indexes) await maintenance.query(definition)
  const loadedS = (performance.now() - started) / 1_000
  for (let first = 1; first <= vectors; first += CHUNK / 10)
    await maintenance.query(insertVectors(first, Math.min(vectors, first + CHUNK / 10 - 1)))
  const startMs = performance.now()
  await maintenance.query(`CREATE INDEX trial_near ON search.vectors
    USING hnsw ((vector::halfvec(${DIMENSIONS})) halfvec_ip_ops) WHERE model_version = 'speed'`)
  const indexedS = (performance.now() - startMs) / 1_000
  await maintenance.query('VACUUM (ANALYZE) search.documents')
  await maintenance.query('VACUUM (ANALYZE) search.vectors')
  return { loadedS, indexedS }
}

const NO_FILTER: Filter = {
  kinds: [],
  widerKinds: [],
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
}
const getAt = (list: readonly string[], round: number) => list[round % list.length] ?? ''
const FACETS = ['kind', 'colour', 'brand', 'shop', 'price', 'condition', 'stock'] as const

/** A page with its total and counts, with other values in every round. */
const PAGES: Record<string, (round: number) => Partial<Filter>> = {
  'a kind': (round) => ({ kinds: [getAt(kinds, round)] }),
  'a kind and a colour': (round) => ({
    kinds: [getAt(kinds, round * 5)],
    colors: [getAt(colors, round)],
  }),
  'a brand, a colour and a price': (round) => ({
    brands: [`Brand ${round * 7}`],
    colors: [getAt(colors, round)],
    maxEuros: 150,
  }),
  words: (round) => ({ words: [[getAt(words, round)], [getAt(kinds, round * 3)]] }),
  'words with forms, as after a typo': (round) => ({
    words: [
      [getAt(words, round), `${getAt(words, round)}s`, getAt(words, round + 1)],
      [getAt(kinds, round * 3)],
    ],
  }),
}

/** With the search effort that each needs: every shard of the cluster adds its nearest. */
const searchVectors = ({ pool }: Database, round: number, isCluster: boolean) =>
  createAtomically(pool)(async (client) => {
    await client.query(
      `SET LOCAL hnsw.ef_search = ${isCluster ? 40 : 120}; SET LOCAL hnsw.iterative_scan = strict_order`,
    )
    const vector = `[${Array.from({ length: DIMENSIONS }, (_, axis) => Math.sin(round * 7.3 + (axis + 1) * round).toFixed(4)).join(',')}]`
    await client.query(
      `SELECT product_key FROM search.vectors WHERE model_version = 'speed' AND category = 'clothing'
      ORDER BY (vector::halfvec(${DIMENSIONS})) <#> $1::halfvec(${DIMENSIONS}) LIMIT 20`,
      [vector],
    )
  })

/** Sizes in a plain table: bytes per document and its indexes, per vector and its index. */
const measureSizes = async (url: string, documents: number, vectors: number) => {
  const [sizes] = await runStatements(
    url,
    `SELECT pg_table_size('search.documents') / ${documents} AS document,
      pg_indexes_size('search.documents') / ${documents} AS indexes,
      pg_table_size('search.vectors') / ${vectors} AS vector,
      pg_relation_size('search.trial_near') / ${vectors} AS near`,
  )
  return `bytes per document ${String(sizes?.['document'])} and ${String(sizes?.['indexes'])} of indexes, per vector ${String(sizes?.['vector'])} and ${String(sizes?.['near'])} of its index`
}

/** The cluster with three times the documents of the single database, in alternating rounds. */
export const compareSpeed = async (cluster: Cluster, documents: number): Promise<string[]> => {
  const single = connectDatabase(cluster.single.url, log)
  const distributedDatabase = connectDatabase(cluster.coordinator.url, log)
  try {
    const shape = await readShape(distributedDatabase.maintenance)
    await createAtomically(single.maintenance)((client) =>
      createSchemaStore(client).ensure(shape, SHARDS),
    )
    const vectors = Math.ceil(documents / VECTORS_SHARE)
    process.stderr.write(`Loading ${documents} and ${TIMES * documents} documents …\n`)
    const alone = await fillTables(single, documents, vectors)
    const together = await fillTables(distributedDatabase, TIMES * documents, TIMES * vectors)
    const works: Record<
      string,
      (database: Database, round: number, isCluster: boolean) => Promise<unknown>
    > = {
      ...Object.fromEntries(
        Object.entries(PAGES).map(([name, filterOf]) => [
          name,
          async ({ pool }: Database, round: number) => {
            const filter = { ...NO_FILTER, ...filterOf(round) }
            const store = createDocumentsStore(pool)
            await store.page({ filter, sort: 'relevance', after: null, limit: 12 })
            await store.counts(filter, FACETS)
          },
        ]),
      ),
      'vectors in one category': searchVectors,
    }
    const rows = []
    for (const [name, work] of Object.entries(works)) {
      const times = { alone: [] as number[], together: [] as number[] }
      for (let round = -2; round < ROUNDS; round += 1) {
        const aloneMs = (await measureTime(() => work(single, round + 3, false))).ms
        const other = (await measureTime(() => work(distributedDatabase, round + 3, true))).ms
        if (round < 0) continue
        times.alone.push(aloneMs)
        times.together.push(other)
      }
      const [aloneMs, togetherMs] = [computeMedian(times.alone), computeMedian(times.together)]
      rows.push({
        query: name,
        'single, ms': aloneMs.toFixed(1),
        'cluster, ms': togetherMs.toFixed(1),
        ratio: (togetherMs / aloneMs).toFixed(2),
        isMet: togetherMs / aloneMs <= MOST_RATIO ? 'yes' : 'no',
      })
    }
    printFigures(
      `Single database with ${documents} documents and ${vectors} vectors, cluster with ${TIMES} times as many`,
      rows,
    )
    return [
      `${rows.filter(({ isMet }) => isMet === 'yes').length} of ${rows.length} kinds of query within ${MOST_RATIO} times`,
      await measureSizes(cluster.single.url, documents, vectors),
      `loading ${alone.loadedS.toFixed(0)} s and ${together.loadedS.toFixed(0)} s`,
      `vector index ${alone.indexedS.toFixed(0)} s and ${together.indexedS.toFixed(0)} s`,
    ]
  } finally {
    await single.close()
    await distributedDatabase.close()
  }
}
