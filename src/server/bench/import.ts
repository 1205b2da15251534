import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Papa from 'papaparse'
import { z } from 'zod'
import { benchFolder } from './bench-database.ts'
import { runToEnd } from './child.ts'
import { printFigures } from './statistics.ts'
import { syntheticRows } from './synthetic-rows.ts'

const ROWS = 1_000_000
const LIMIT_MB = 400

const resultSchema = z.object({ rows: z.number(), seconds: z.number(), peakMegabytes: z.number() })

function* csvLines(count: number): Generator<string> {
  const [first] = syntheticRows(1)
  yield `${Object.keys(first ?? {}).join(',')}\n`
  let batch: string[][] = []
  for (const row of syntheticRows(count)) {
    batch.push(Object.values(row))
    if (batch.length < 1_000) continue
    yield `${Papa.unparse(batch, { newline: '\n' })}\n`
    batch = []
  }
  if (batch.length > 0) yield `${Papa.unparse(batch, { newline: '\n' })}\n`
}

export const benchImport = async () => {
  const folder = benchFolder('import')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const file = join(folder, 'products.csv')
  await pipeline(Readable.from(csvLines(ROWS)), createWriteStream(file))
  const { size } = await stat(file)
  const run = async (label: string) => {
    const { rows, seconds, peakMegabytes } = resultSchema.parse(
      JSON.parse(await runToEnd('./import-child.ts', [file, join(folder, 'data')])),
    )
    return {
      import: label,
      rows,
      'file MB': size / 1e6,
      seconds,
      'rows/s': rows / seconds,
      'peak MB': peakMegabytes,
      [`under ${LIMIT_MB} MB`]: peakMegabytes < LIMIT_MB ? 'yes' : 'NO',
    }
  }
  printFigures('Importing a catalogue file', [
    await run('into an empty database'),
    await run('again'),
  ])
  await rm(folder, { recursive: true, force: true })
}
