import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '#server/core/db/database.ts'
import { createCatalog } from '#server/features/browse/index.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import { getBenchFolder, openFilledDatabase } from './bench-database.ts'
import { fetchRawReply, runChild, startApp, startServer } from './child.ts'
import { computeMedian, computePercentile, printFigures } from './statistics.ts'

const FEED = '/api/images?celebrities=feed&seed=1'
const ROUNDS = 3
const CONNECTIONS = 16
const SECONDS = 4
const PAGES = 150
const CHOSEN = 36

const loadSchema = z.object({
  requests: z.number(),
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  bytesEach: z.number(),
  failures: z.number(),
})

type Server = Awaited<ReturnType<typeof startServer>>

const loadServer = async (server: Server, seconds: number) => {
  const before = await server.cpuSeconds()
  const args = [server.url + FEED, String(CONNECTIONS), String(seconds)]
  const figures = loadSchema.parse(JSON.parse(await runChild('./load-child.ts', args)))
  const cpuSeconds = (await server.cpuSeconds()) - before
  return { ...figures, cpuMicros: (cpuSeconds * 1e6) / figures.requests }
}

const compareThroughput = async (dataDir: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-bench-'))
  const app = await startApp(dataDir, { DEMO_CATALOG: 'off' })
  const { body, headers } = await fetchRawReply(app.url + FEED)
  await writeFile(join(folder, 'reply'), body)
  const bare = await startServer('./bare-server-child.ts', [
    join(folder, 'reply'),
    JSON.stringify(headers),
  ])
  type Figures = Awaited<ReturnType<typeof loadServer>>
  const rounds: { bare: Figures; app: Figures }[] = []
  await loadServer(bare, 1)
  await loadServer(app, 1)
  // Alternating, so that other load on the machine affects both alike.
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ bare: await loadServer(bare, SECONDS), app: await loadServer(app, SECONDS) })
  await app.stop()
  await bare.stop()
  await rm(folder, { recursive: true })
  const row = (name: 'bare' | 'app', label: string) => ({
    server: label,
    'requests/s': computeMedian(rounds.map((round) => round[name].perSecond)),
    'p50 ms': computeMedian(rounds.map((round) => round[name].p50)),
    'p99 ms': computeMedian(rounds.map((round) => round[name].p99)),
    'CPU µs each': computeMedian(rounds.map((round) => round[name].cpuMicros)),
    'bytes each': rounds[0]?.[name].bytesEach ?? 0,
    failures: rounds.reduce((sum, round) => sum + round[name].failures, 0),
  })
  printFigures(`The feed call, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`, [
    row('bare', 'bare node:http'),
    row('app', 'Wearabouts'),
    {
      ...row('app', 'share of bare'),
      'requests/s': computeMedian(rounds.map(({ bare: b, app: a }) => a.perSecond / b.perSecond)),
      'CPU µs each': computeMedian(rounds.map(({ bare: b, app: a }) => a.cpuMicros / b.cpuMicros)),
      'p50 ms': computeMedian(rounds.map(({ bare: b, app: a }) => a.p50 / b.p50)),
      'p99 ms': computeMedian(rounds.map(({ bare: b, app: a }) => a.p99 / b.p99)),
    },
  ])
}

const timeEach = async (count: number, work: (index: number) => Promise<unknown>) => {
  const times: number[] = []
  for (let index = 0; index < count; index += 1) {
    const started = performance.now()
    await work(index)
    times.push(performance.now() - started)
  }
  return times
}

/** Calls the service directly: over HTTP the cache would hide the cost of a page. */
const timePages = async ({ pool }: Database, size: number) => {
  const { catalog } = createCatalog(pool)
  const { searchWords: search } = createSearch(pool, createRates(pool, undefined).current)
  const { celebrities } = await catalog.celebrities(undefined, undefined)
  const chosenCelebrities = celebrities
    .slice(0, CHOSEN)
    .map(({ name }) => name)
    .join(',')
  let after: string | undefined
  const measures: [string, (index: number) => Promise<unknown>][] = [
    ['12 products of the feed', (seed) => catalog.products({ celebrities: 'feed', seed })],
    [
      '12 products, page after page',
      async () => {
        const page = await catalog.products({ celebrities: 'feed', seed: 1, after })
        after = page.next ?? undefined
      },
    ],
    ['100 images of the feed', (seed) => catalog.images({ celebrities: 'feed', seed })],
    [
      `12 products of ${CHOSEN} people`,
      (seed) => catalog.products({ celebrities: chosenCelebrities, seed }),
    ],
    [
      `100 images of ${CHOSEN} people`,
      (seed) => catalog.images({ celebrities: chosenCelebrities, seed }),
    ],
    ['search: velvet drss', () => search('velvet drss')],
  ]
  const rows = []
  for (const [name, work] of measures) {
    await timeEach(PAGES, work)
    const times = await timeEach(PAGES, work)
    rows.push({
      products: size,
      page: name,
      'p50 ms': computeMedian(times),
      'p90 ms': computePercentile(times, 0.9),
      'best ms': Math.min(...times),
    })
  }
  return rows
}

/** On disk, with indexes; the fixed size of tables weighs more in a small catalogue. */
const measureSizes = async ({ pool }: Database, size: number) => {
  const { rows } = await pool.query<{ table: string; bytes: string; rows: string }>(
    `SELECT relname AS table, pg_total_relation_size(c.oid) AS bytes, reltuples AS rows
     FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname = 'catalog' AND relkind = 'r' AND reltuples > 0 ORDER BY bytes DESC`,
  )
  return rows.map((row) => ({
    products: size,
    table: row.table,
    rows: Number(row.rows),
    'bytes per row': Number(row.bytes) / Number(row.rows),
    'bytes per product': Number(row.bytes) / size,
  }))
}

export const benchBrowse = async (sizes: readonly number[]) => {
  const pages: Awaited<ReturnType<typeof timePages>> = []
  const tables: Awaited<ReturnType<typeof measureSizes>> = []
  for (const size of sizes) {
    const database = await openFilledDatabase(getBenchFolder(String(size)), size)
    pages.push(...(await timePages(database, size)))
    tables.push(...(await measureSizes(database, size)))
    await database.close()
  }
  printFigures('One page, without the reply cache', pages)
  printFigures('The catalogue on disk', tables)
  await compareThroughput(getBenchFolder(String(sizes.at(-1))))
}
