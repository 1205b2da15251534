import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { openBenchDatabase } from './bench-database.ts'
import { rawReply, startAppWithDemo } from './bench-server.ts'
import { startServer } from './child.ts'
import { median, printFigures } from './statistics.ts'

const FEED_PAGE = '/celebrity-search-result?celebrities=feed'
const ROUNDS = 3
const CONNECTIONS = 4
/** Enough for a clock that ticks every 10 ms. */
const CHEAP_REQUESTS = 1_000
const PAGES = 50

/** The orders of the feed, each cached on its own. */
const WARM_UPS = 300

type Server = { url: string; cpuSeconds: () => Promise<number> }

type Measure = {
  name: string
  server: Server
  count: number
  connections: number
  ask: (index: number) => Promise<unknown>
}

/** Processor time in ms per request; elapsed time would depend on what else the machine does. */
const cpuOf = async ({ server, count, connections, ask }: Measure) => {
  const askAll = async (wanted: number) => {
    let next = 0
    const worker = async () => {
      while (next < wanted) await ask((next += 1))
    }
    await Promise.all(Array.from({ length: connections }, worker))
  }
  if (count > WARM_UPS) await askAll(WARM_UPS)
  const before = await server.cpuSeconds()
  await askAll(count)
  return (((await server.cpuSeconds()) - before) * 1_000) / count
}

/** What a page, a call and a health check cost, compared with a bare server that sends the page. */
export const benchPages = async () => {
  const app = await startAppWithDemo('pages')
  const agent = new Agent({ connections: CONNECTIONS })
  const get = async (url: string) => {
    const headers = { 'accept-encoding': 'br', accept: 'text/html' }
    const { statusCode, body } = await request(url, { dispatcher: agent, headers })
    await body.arrayBuffer()
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  }
  const page = await rawReply(app.url + FEED_PAGE, { accept: 'text/html' })
  const file = join(app.dataDir, 'page')
  await writeFile(file, page.body)
  const bare = await startServer('./bare-server-child.ts', [file, JSON.stringify(page.headers)])
  const database = await openBenchDatabase(app.dataDir)
  /** Clears the reply cache, as each change of the catalogue does. */
  const getAnew = async (path: string) => {
    await database.pool.query('NOTIFY catalog_changed')
    await get(app.url + path)
  }
  const cheap = (name: string, server: Server, path: string): Measure => ({
    name,
    server,
    count: CHEAP_REQUESTS,
    connections: CONNECTIONS,
    ask: (index) => get(server.url + path.replace('INDEX', String(index))),
  })
  /** One at a time, because visitors who wait for the same page share it. */
  const rendered = (name: string, path: string): Measure => ({
    name,
    server: app,
    count: PAGES,
    connections: 1,
    ask: () => getAnew(path),
  })
  const measures = [
    cheap('the feed page from a bare node:http', bare, '/'),
    cheap('/healthz', app, '/healthz'),
    cheap('the feed call, cached', app, '/api/images?celebrities=feed&seed=1'),
    cheap('the feed page, cached', app, FEED_PAGE),
    cheap('the feed page, with an unknown parameter', app, `${FEED_PAGE}&x=INDEX`),
    rendered('the feed page, rendered', FEED_PAGE),
    rendered('Home, rendered', '/'),
  ]
  const rounds: number[][] = []
  // One round to warm up. Alternating, so that other load on the machine affects all alike.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const costs: number[] = []
    for (const measure of measures) costs.push(await cpuOf(measure))
    if (round > 0) rounds.push(costs)
  }
  await Promise.all([database.close(), agent.close(), bare.stop()])
  await app.stop()
  printFigures(
    'Processor time per request',
    measures.map(({ name }, index) => ({
      request: name,
      'CPU ms': median(rounds.map((costs) => costs[index] ?? Number.NaN)),
      'times bare': median(rounds.map((costs) => (costs[index] ?? Number.NaN) / (costs[0] ?? 1))),
    })),
  )
}
