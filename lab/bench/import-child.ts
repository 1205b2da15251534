import { createReadStream } from 'node:fs'
import { CSV } from '#shared/site-constants.ts'
import { importCsv } from '#server/features/ingest/index.ts'
import { openBenchDatabase } from './bench-database.ts'
import { readCpuSeconds } from './child.ts'

/** A separate process, so that its peak memory is the import's alone. */
const [file = '', dataDir = '', mode = ''] = process.argv.slice(2)
const database = await openBenchDatabase(dataDir)
const started = performance.now()
const input = createReadStream(file, { encoding: 'utf8', highWaterMark: CSV.localChunkBytes })
const { rows, added, removed, isImported } = await importCsv(database.pool, input, {
  replace: mode === 'replace',
})
const seconds = (performance.now() - started) / 1_000
if (!isImported) process.exitCode = 1
const { rows: processes } = await database.pool.query<{ pid: number }>(
  'SELECT pid FROM pg_stat_activity',
)
let databaseCpuSeconds = 0
for (const { pid } of processes) databaseCpuSeconds += await readCpuSeconds(pid)
await database.close()
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
process.stdout.write(
  JSON.stringify({
    rows,
    added,
    removed,
    seconds,
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    databaseCpuSeconds,
    // The kernel's figure, in kilobytes; sampling could miss the peak.
    peakMegabytes: maxRSS / 1_024,
  }),
)
