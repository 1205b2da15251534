import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { Database } from '#server/core/db/database.ts'
import { getBenchFolder } from './bench-database.ts'
import { readDatabaseCpuSeconds, fetchRawReply, startApp, startServer } from './child.ts'
import { computeMedian, printFigures } from './statistics.ts'
import { MEASURED, openRunningDatabase, PAGE, createVisits } from './visits.ts'

const ROUNDS = 5
const CONNECTIONS = 4
/** Long enough for a clock with a resolution of 10 ms. */
const CHEAP_REQUESTS = 1_000
const COSTLY_REQUESTS = 100
/** Over all rounds, below the hourly limit of one person. */
const WRITES = 50
/** A server learns of a change after its writer does; before that it answers from its cache. */
export const NOTIFIED_WITHIN_MS = 25
/** Over all rounds, no more than there are pictures. */
const NEW_PICTURES = 8
/** The machine counts as idle below two 10 ms ticks of processor time per second. */
const IDLE_CPU_SECONDS = 0.02
const IDLE_WITHIN_SECONDS = 180
const PICTURE = { headers: { accept: 'image/avif,image/webp,*/*' } }

type Cpu = { server: number; database: number }
type Measure = {
  name: string
  count: number
  connections: number
  ask: (index: number) => Promise<unknown>
}
type Subject = { label: string; cpu: () => Promise<Cpu>; measures: Measure[] }

const agent = new Agent({ connections: CONNECTIONS })
let requestCount = 0
export const closeConnections = () => agent.close()

export const sendRequest = async (
  url: string,
  { body, headers }: { body?: string; headers?: object } = {},
) => {
  requestCount += 1
  const from = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
  const reply = await request(url, {
    dispatcher: agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...PAGE, ...headers, 'x-forwarded-for': from },
    body: body ?? null,
  })
  await reply.body.dump({ limit: Number.MAX_SAFE_INTEGER })
  if (reply.statusCode >= 400) throw new Error(`${url} answered ${reply.statusCode}`)
}

/** Processor time in ms per request; elapsed time would depend on what else the machine does. */
export const measureCpu = async (
  { cpu }: Pick<Subject, 'cpu'>,
  { count, connections, ask }: Measure,
): Promise<Cpu> => {
  let next = 0
  const worker = async () => {
    while (next < count) await ask((next += 1))
  }
  const before = await cpu()
  await Promise.all(Array.from({ length: connections }, worker))
  const after = await cpu()
  const perRequestMs = (from: number, to: number) => ((to - from) * 1_000) / count
  return {
    server: perRequestMs(before.server, after.server),
    database: perRequestMs(before.database, after.database),
  }
}

const listMeasures = async (url: string, { pool }: Database): Promise<Measure[]> => {
  const visits = await createVisits(url, { pool })
  // The database of an earlier version may lack columns of a person.
  const saving = await visits.write(1).catch(() => null)
  let pageCount = 0
  const cheap = (name: string, ask: Measure['ask']): Measure => ({
    name,
    count: CHEAP_REQUESTS,
    connections: CONNECTIONS,
    ask,
  })
  /** One at a time, because visitors who wait for the same page share it. */
  const uncachedPage = (name: string, path: (index: number) => string): Measure => ({
    name,
    count: COSTLY_REQUESTS,
    connections: 1,
    ask: async (index) => {
      await pool.query('NOTIFY catalog_changed')
      await delay(NOTIFIED_WITHIN_MS)
      await sendRequest(url + path(index))
    },
  })
  return [
    cheap('/healthz', () => sendRequest(`${url}/healthz`)),
    cheap('the feed call, cached', () => sendRequest(url + visits.feed)),
    cheap('the feed page, cached', () => sendRequest(url + visits.feedPage)),
    cheap('the feed page, unknown parameter', (n) =>
      sendRequest(`${url}${visits.feedPage}&x=${n}`),
    ),
    uncachedPage('the feed call, made anew', () => visits.feed),
    uncachedPage('the feed page, rendered', () => visits.feedPage),
    uncachedPage('Home, rendered', () => '/'),
    uncachedPage('a person, rendered', visits.person),
    uncachedPage('a product, rendered', visits.product),
    uncachedPage('a search', (n) => `/api/search?q=black%20coat%20${requestCount}${n}`),
    cheap('a picture, known size', (n) => sendRequest(url + visits.picture(n % 20, 384), PICTURE)),
    {
      name: 'a picture, 768 px, made anew',
      count: NEW_PICTURES,
      connections: 1,
      ask: () => sendRequest(url + visits.picture((pageCount += 1), 768), PICTURE),
    },
    {
      ...cheap('a write', async () => {
        if (!saving) throw new Error('Nobody can sign in')
        const body = saving.body?.replaceAll('INDEX', String((requestCount += 1))) ?? ''
        await sendRequest(saving.url, { headers: saving.headers ?? {}, body })
      }),
      count: WRITES,
      connections: 1,
    },
  ]
}

/** What a server does in the background after its start would count as the cost of requests. */
export const waitUntilIdle = async (label: string, cpu: Subject['cpu']) => {
  for (let second = 0; second < IDLE_WITHIN_SECONDS; second += 1) {
    const before = await cpu()
    await delay(1_000)
    const after = await cpu()
    if (after.server + after.database - before.server - before.database <= IDLE_CPU_SECONDS) return
  }
  process.stderr.write(`${label} is still busy with something else\n`)
}

const startSubject = async (label: string, folder: string, root?: string) => {
  // Pictures of an earlier run would be cached.
  await rm(join(getBenchFolder(folder), 'cache'), { recursive: true, force: true })
  // Otherwise products with vectors of an earlier model would be indexed meanwhile.
  const env = { ...MEASURED, VISION_WORKERS: '0' }
  const app = await startApp(getBenchFolder(folder), env, root)
  const database = await openRunningDatabase(app.dataDir)
  const stop = async () => {
    await database.close()
    await app.stop()
  }
  try {
    const measures: Measure[] = []
    // An earlier version does not have every page.
    for (const measure of await listMeasures(app.url, database))
      await measure.ask(0).then(
        () => measures.push(measure),
        () => process.stderr.write(`${label} does not answer ${measure.name}\n`),
      )
    const cpu = async () => ({
      server: await app.cpuSeconds(),
      database: await readDatabaseCpuSeconds(app.dataDir),
    })
    await waitUntilIdle(label, cpu)
    return { label, cpu, measures, url: app.url, dataDir: app.dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * What pages, calls, pictures and writes cost, compared with a bare server that sends the feed page,
 * and with another checkout that has been built, if BENCH_AGAINST names its folder.
 */
export const benchPages = async () => {
  const against = process.env['BENCH_AGAINST']
  const running = [await startSubject('Wearabouts', 'pages')]
  const stops = running.map(({ stop }) => stop)
  try {
    if (against) running.push(await startSubject(against, 'pages-against', against))
    stops.splice(0, stops.length, ...running.map(({ stop }) => stop))
    const [ownServer] = running
    if (!ownServer) return
    const page = await fetchRawReply(
      `${ownServer.url}/celebrity-search-result?celebrities=feed`,
      PAGE,
    )
    const file = join(ownServer.dataDir, 'page')
    await writeFile(file, page.body)
    const bare = await startServer('./bare-server-child.ts', [file, JSON.stringify(page.headers)])
    stops.push(bare.stop)
    const bareSubject: Subject = {
      label: 'bare node:http',
      cpu: async () => ({ server: await bare.cpuSeconds(), database: 0 }),
      measures: [
        {
          name: 'the feed page',
          count: CHEAP_REQUESTS,
          connections: CONNECTIONS,
          ask: () => sendRequest(bare.url),
        },
      ],
    }
    const all = [bareSubject, ...running].flatMap((subject) =>
      subject.measures.map((measure) => ({ subject, measure, rounds: [] as Cpu[] })),
    )
    const names = [...new Set(all.map(({ measure }) => measure.name))]
    const order = names.flatMap((name) => all.filter(({ measure }) => measure.name === name))
    // One round to warm up. One server right after the other, so that other load affects both alike.
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { subject, measure, rounds } of order) {
        const cpu = await measureCpu(subject, measure)
        if (round > 0) rounds.push(cpu)
      }
    const inBare = all[0]?.rounds ?? []
    const server = (rounds: readonly Cpu[]) => computeMedian(rounds.map((cpu) => cpu.server))
    printFigures(
      'Processor time per request',
      all.map(({ subject, measure: { name }, rounds }) => {
        const previousMeasure = all.find(
          (other) => other.subject === running[1] && other.measure.name === name,
        )
        const row: Record<string, string | number> = {
          server: subject.label,
          request: name,
          'CPU ms': server(rounds),
          'database CPU ms': computeMedian(rounds.map(({ database }) => database)),
          'times bare': computeMedian(
            rounds.map((cpu, index) => cpu.server / (inBare[index]?.server ?? Number.NaN)),
          ),
        }
        if (against)
          row['share of the other'] = computeMedian(
            rounds.map(
              (cpu, index) => cpu.server / (previousMeasure?.rounds[index]?.server ?? Number.NaN),
            ),
          )
        return row
      }),
    )
  } finally {
    await closeConnections()
    for (const stop of stops) await stop()
  }
}
