import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { createCatalogService } from '#server/features/catalog/catalog.service.ts'
import { createWordsSearch } from '#server/features/search/words-search.service.ts'
import { benchFolder, filledDatabase } from './bench-database.ts'
import { runToEnd, startServer } from './child.ts'
import { median, percentile, printFigures } from './statistics.ts'

const SIZES = [1_000, 100_000, 1_000_000]
const FEED = '/api/images?celebrities=feed&seed=1'
const ROUNDS = 3
const CONNECTIONS = 16
const SECONDS = 4
const PAGES = 150
const CHOSEN = 36

const loadSchema = z.object({
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  bytesEach: z.number(),
  failures: z.number(),
})

const load = async (url: string) =>
  loadSchema.parse(
    JSON.parse(await runToEnd('./load-child.ts', [url, String(CONNECTIONS), String(SECONDS)])),
  )

/** Headers that Node writes itself, which the bare server therefore must not repeat. */
const OWN_HEADERS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** The raw bytes as they travel: fetch would unpack them. */
const rawReply = async (url: string) => {
  const { request } = await import('undici')
  const { headers, body } = await request(url, { headers: { 'accept-encoding': 'br' } })
  const sent = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))
  return { body: Buffer.from(await body.arrayBuffer()), headers: Object.fromEntries(sent) }
}

const compareThroughput = async (dataDir: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-bench-'))
  const app = await startServer('../main.ts', [], {
    DATA_DIR: dataDir,
    PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DEMO_CATALOG: 'off',
  })
  const { body, headers } = await rawReply(app.url + FEED)
  await writeFile(join(folder, 'reply'), body)
  const bare = await startServer('./bare-server-child.ts', [
    join(folder, 'reply'),
    JSON.stringify(headers),
  ])
  const rounds: { bare: z.infer<typeof loadSchema>; app: z.infer<typeof loadSchema> }[] = []
  // By turns, so that whatever else the machine does meets both alike.
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ bare: await load(bare.url + FEED), app: await load(app.url + FEED) })
  await app.stop()
  await bare.stop()
  await rm(folder, { recursive: true })
  const row = (name: 'bare' | 'app', label: string) => ({
    server: label,
    'requests/s': median(rounds.map((round) => round[name].perSecond)),
    'p50 ms': median(rounds.map((round) => round[name].p50)),
    'p99 ms': median(rounds.map((round) => round[name].p99)),
    'bytes each': rounds[0]?.[name].bytesEach ?? 0,
    failures: rounds.reduce((sum, round) => sum + round[name].failures, 0),
  })
  printFigures(`The feed call, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`, [
    row('bare', 'bare node:http'),
    row('app', 'Wearabouts'),
    {
      ...row('app', 'share of bare'),
      'requests/s': median(rounds.map(({ bare: b, app: a }) => a.perSecond / b.perSecond)),
      'p50 ms': median(rounds.map(({ bare: b, app: a }) => a.p50 / b.p50)),
      'p99 ms': median(rounds.map(({ bare: b, app: a }) => a.p99 / b.p99)),
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

/** Straight at the service: over HTTP the cache would hide what a page costs. */
const timePages = async ({ pool }: Database, size: number) => {
  const catalog = createCatalogService(pool)
  const search = createWordsSearch(pool)
  const { celebrities } = await catalog.celebrities(undefined, undefined)
  const chosen = celebrities
    .slice(0, CHOSEN)
    .map(({ name }) => name)
    .join(',')
  let after: string | undefined
  const measures: [string, (index: number) => Promise<unknown>][] = [
    ['12 products of the feed', (seed) => catalog.products({ celebrities: 'feed', seed })],
    [
      '12 products, deeper and deeper',
      async () => {
        const page = await catalog.products({ celebrities: 'feed', seed: 1, after })
        after = page.next ?? undefined
      },
    ],
    ['100 images of the feed', (seed) => catalog.images({ celebrities: 'feed', seed })],
    [`12 products of ${CHOSEN} people`, (seed) => catalog.products({ celebrities: chosen, seed })],
    [`100 images of ${CHOSEN} people`, (seed) => catalog.images({ celebrities: chosen, seed })],
    ['search: velvet drss', () => search('velvet drss')],
  ]
  const rows = []
  for (const [name, work] of measures) {
    await timeEach(PAGES, work)
    const times = await timeEach(PAGES, work)
    rows.push({
      products: size,
      page: name,
      'p50 ms': median(times),
      'p90 ms': percentile(times, 0.9),
      'best ms': Math.min(...times),
    })
  }
  return rows
}

export const benchBrowse = async () => {
  const pages: Awaited<ReturnType<typeof timePages>> = []
  for (const size of SIZES) {
    const database = await filledDatabase(benchFolder(String(size)), size)
    pages.push(...(await timePages(database, size)))
    await database.close()
  }
  printFigures('One page, without any cache of replies', pages)
  await compareThroughput(benchFolder(String(SIZES.at(-1))))
}
