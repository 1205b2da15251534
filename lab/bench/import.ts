import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { writeCsv } from '#server/core/csv.ts'
import { getBenchFolder } from './bench-database.ts'
import { runChild } from './child.ts'
import { printFigures } from './statistics.ts'
import { generateRows } from './synthetic-rows.ts'

const LIMIT_MB = 400

const resultSchema = z.object({
  rows: z.number(),
  added: z.number(),
  removed: z.number(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  databaseCpuSeconds: z.number(),
  peakMegabytes: z.number(),
})

function* generateCsvLines(count: number, shop: string): Generator<string> {
  const [first] = generateRows(1)
  yield `${Object.keys(first ?? {}).join(',')}\n`
  let batch: string[][] = []
  for (const row of generateRows(count)) {
    batch.push(Object.values({ ...row, website: `${row.website}?from=${shop}` }))
    if (batch.length < 1_000) continue
    yield writeCsv(batch)
    batch = []
  }
  if (batch.length > 0) yield writeCsv(batch)
}

export const benchImport = async (count: number) => {
  const folder = getBenchFolder('import')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const writeFile = async (shop: string) => {
    const file = join(folder, `${shop}.csv`)
    await pipeline(Readable.from(generateCsvLines(count, shop)), createWriteStream(file))
    return file
  }
  const run = async (label: string, file: string, mode = '') => {
    const { size } = await stat(file)
    const { rows, added, removed, seconds, ...used } = resultSchema.parse(
      JSON.parse(await runChild('./import-child.ts', [file, join(folder, 'data'), mode])),
    )
    return {
      import: label,
      rows,
      added,
      removed,
      'file MB': size / 1e6,
      seconds,
      'rows/s': rows / seconds,
      'CPU s': used.cpuSeconds,
      'database CPU s': used.databaseCpuSeconds,
      'peak MB': used.peakMegabytes,
      [`under ${LIMIT_MB} MB`]: used.peakMegabytes < LIMIT_MB ? 'yes' : 'NO',
    }
  }
  const [first, second] = [await writeFile('first'), await writeFile('second')]
  printFigures('Importing a catalogue file', [
    await run('into an empty database', first),
    await run('the same again', first),
    await run('replacing it with another', second, 'replace'),
  ])
  await rm(folder, { recursive: true, force: true })
}
