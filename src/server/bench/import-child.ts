import { createReadStream } from 'node:fs'
import { CSV } from '#shared/constants.ts'
import { importCsv } from '#server/features/catalog/import/import.service.ts'
import { openBenchDatabase } from './bench-database.ts'

/** A process of its own, so that its peak of memory is that of the import alone. */
const [file = '', dataDir = ''] = process.argv.slice(2)
const database = await openBenchDatabase(dataDir)
const started = performance.now()
const input = createReadStream(file, { encoding: 'utf8', highWaterMark: CSV.localChunkBytes })
const { rows, isImported } = await importCsv(database.pool, input)
const seconds = (performance.now() - started) / 1_000
await database.close()
if (!isImported) process.exitCode = 1
// maxRSS is the kernel's own peak, in kilobytes: sampling could miss it.
const peakMegabytes = process.resourceUsage().maxRSS / 1_024
process.stdout.write(JSON.stringify({ rows, seconds, peakMegabytes }))
