import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createAtomically } from '#server/core/db/query.ts'
import { createRates } from '#server/features/rates/index.ts'
import { createShops } from '#server/features/ingest/index.ts'
import { createSearch } from '#server/features/search/index.ts'
import { copyGrownTables, countTableRows } from './bare-copy.ts'
import { openBenchDatabase } from './bench-database.ts'
import { readCpuSeconds, readDatabaseCpuSeconds } from './child.ts'

/** A separate process, like `npm run shops`, so that its peak memory is the import's alone. */
const NAME = 'Bench'
const BETWEEN_READS_MS = 200
const [file = '', dataDir = '', isCopied = 'no'] = process.argv.slice(2)
const database = await openBenchDatabase(dataDir)
const { pool } = database
const shops = createShops({
  pool,
  atomically: createAtomically(pool),
  folder: join(dataDir, 'tmp'),
})
if (!(await shops.list()).some(({ name }) => name === NAME))
  await shops.add({ name: NAME, source: file })

// What a visitor would wait for meanwhile: a search reads what the import writes.
const { searchWords } = createSearch(pool, createRates(pool, undefined).current)
const ended = new AbortController()
let slowestReadMs = 0
const reading = (async () => {
  while (!ended.signal.aborted) {
    const started = performance.now()
    await searchWords('velvet dress')
    slowestReadMs = Math.max(slowestReadMs, performance.now() - started)
    await delay(BETWEEN_READS_MS, undefined, { signal: ended.signal }).catch(() => undefined)
  }
})()

const readTotalCpuSeconds = async () =>
  (await readCpuSeconds(process.pid)) + (await readDatabaseCpuSeconds(dataDir))
const rowsBefore = await countTableRows(pool)
const cpuBefore = await readTotalCpuSeconds()
const started = performance.now()
const { outcome, reason, items, added, changed } = await shops.run(NAME)
const seconds = (performance.now() - started) / 1_000
const cpu = (await readTotalCpuSeconds()) - cpuBefore
ended.abort()
await reading
await shops.close()
// The kernel's figure, in kilobytes; sampling could miss the peak.
const peakMegabytes = process.resourceUsage().maxRSS / 1_024
const bareCopy =
  isCopied === 'yes' ? await copyGrownTables(pool, rowsBefore, readTotalCpuSeconds) : null
await database.close()
process.stdout.write(
  JSON.stringify({
    outcome,
    reason,
    items,
    added,
    changed,
    seconds,
    cpuSeconds: cpu,
    slowestReadMs,
    peakMegabytes,
    bareCopy,
  }),
)
