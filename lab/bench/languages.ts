import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { request } from 'undici'
import { listLanguages } from '#server/core/languages.ts'
import { getBenchFolder } from './bench-database.ts'
import { startApp } from './child.ts'
import {
  closeConnections,
  measureCpu,
  NOTIFIED_WITHIN_MS,
  sendRequest,
  waitUntilIdle,
} from './pages.ts'
import { computeMedian, printFigures } from './statistics.ts'
import { createVisits, MEASURED, openRunningDatabase, PAGE } from './visits.ts'

/** What a language may cost. */
const LIMITS = { share: 1.05, englishKb: 3, otherKb: 10 }
const ROUNDS = 7
/** Rendered one at a time; a page takes about a tick of the clock of processor time. */
const REQUESTS = 30

const readText = async (url: string): Promise<string> => {
  const { body, statusCode } = await request(url, { headers: { accept: PAGE.accept } })
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
  return body.text()
}

/** Scripts that a page names, and those that they import before they run. */
const listScripts = async (page: string): Promise<Map<string, string>> => {
  const html = await readText(page)
  const scripts = new Map<string, string>()
  const waiting = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(
    ([, path = '']) => new URL(path, page).href,
  )
  for (const url of waiting) {
    if (scripts.has(url)) continue
    const script = await readText(url)
    scripts.set(url, script)
    for (const [, path = ''] of script.matchAll(/(?:\bfrom|\bimport)"(\.[^"]+\.js)"/g))
      waiting.push(new URL(path, url).href)
  }
  return scripts
}

const measureScriptKb = async (page: string): Promise<number> =>
  [...(await listScripts(page)).values()].reduce(
    (sum, script) => sum + gzipSync(script, { level: 9 }).length / 1024,
    0,
  )

/** Home's scripts, compared with English, and with those of another server if BENCH_AGAINST is its address. */
const printScripts = async (url: string, prefixes: readonly string[]) => {
  const against = process.env['BENCH_AGAINST']
  const former = against ? await measureScriptKb(`${against}/`) : Number.NaN
  const english = await measureScriptKb(`${url}/`)
  const rows = [
    {
      language: 'en',
      'gzip KB': english,
      'growth KB': english - former,
      'limit KB': LIMITS.englishKb,
    },
  ]
  for (const prefix of prefixes) {
    const kilobytes = await measureScriptKb(url + prefix)
    rows.push({
      language: prefix.slice(1),
      'gzip KB': kilobytes,
      'growth KB': kilobytes - english,
      'limit KB': LIMITS.otherKb,
    })
  }
  printFigures('Scripts of Home; English beside BENCH_AGAINST, others beside English', rows)
}

/**
 * What languages cost: processor time of rendered pages beside that of the same page in English, in turns,
 * and the scripts of Home.
 */
export const benchLanguages = async () => {
  const languages = listLanguages()
  const prefixes = languages.map(({ prefix }) => prefix)
  // Otherwise products with vectors of an earlier model would be indexed meanwhile.
  const env = { ...MEASURED, VISION_WORKERS: '0' }
  const app = await startApp(getBenchFolder('pages'), env)
  const database = await openRunningDatabase(app.dataDir)
  try {
    const visits = await createVisits(app.url, database)
    const pages: [string, (index: number) => string][] = [
      ['Home', () => '/'],
      ['the feed page', () => visits.feedPage],
      ['a person', visits.person],
      ['a product', visits.product],
    ]
    const render = (prefix: string, path: string) => async () => {
      await database.pool.query('NOTIFY catalog_changed')
      await delay(NOTIFIED_WITHIN_MS)
      await sendRequest(`${app.url}${path === '/' ? prefix || '/' : prefix + path}`)
    }
    const cpu = async () => ({ server: await app.cpuSeconds(), database: 0 })
    await waitUntilIdle('Wearabouts', cpu)
    const rows: Record<string, string | number>[] = []
    for (const [page, path] of pages) {
      const rounds = prefixes.map((): number[] => [])
      // One round to warm up. One language right after the other, so that other load affects all alike.
      for (let round = 0; round <= ROUNDS; round += 1)
        for (const [index, prefix] of prefixes.entries()) {
          const measure = { name: page, count: REQUESTS, connections: 1 }
          const ask = (number: number) => render(prefix, path(number))()
          const { server } = await measureCpu({ cpu }, { ...measure, ask })
          if (round > 0) rounds[index]?.push(server)
        }
      const [english = []] = rounds
      for (const [index, { code }] of languages.entries())
        rows.push({
          page,
          language: code,
          'CPU ms': computeMedian(rounds[index] ?? []),
          'times English': computeMedian(
            (rounds[index] ?? []).map((ms, round) => ms / (english[round] ?? Number.NaN)),
          ),
          limit: LIMITS.share,
        })
    }
    printFigures('Processor time of rendered pages', rows)
    await printScripts(app.url, prefixes.slice(1))
  } finally {
    await closeConnections()
    await database.close()
    await app.stop()
  }
}
