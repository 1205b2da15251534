import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { Database } from '#server/core/db/database.ts'
import type { Env } from '#server/core/env.ts'
import { createCatalog } from '#server/features/browse/index.ts'
import { openPictureSources } from '#server/features/images/index.ts'
import { importCsv, type ImportResult } from '#server/features/ingest/index.ts'
import { MODEL_DIR } from '#server/vision/node-engine.ts'
import { runIndexCommand } from '#server/vision/indexing/indexer.ts'
import { CSV } from '#shared/site-constants.ts'
import {
  findCommand,
  createProgressBar,
  runCommandLine,
  UsageError,
  withDatabase,
} from './command-line.ts'

const USAGE = `Usage:
  npm run catalog -- import FILE [--home NAMES.txt] [--replace]
  npm run catalog -- export [FILE]
  npm run catalog -- index

import   adds or updates the rows of a CSV file, all of them or none.
         Columns: celebrity_name, celebrity_image, name, price, website; optional columns:
         category, brand, style_type, box, product_image, image_width, image_height, image_color,
         and image_source (an address), image_credit and image_licence, which are shown.
  --home     a file with the names to show on Home, one per line, in order
  --replace  also removes every product that is not in the file
export   writes the catalogue as CSV to FILE, or to standard output.
index    computes the missing product vectors, which photo search needs. The server does this in
         the background; this command shows its progress and can be interrupted.`

const MAX_PROBLEMS = 100

const readNames = async (file: string) =>
  (await readFile(file, 'utf8'))
    .split(/\r?\n/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

const reportProblems = ({ problems }: ImportResult) => {
  for (const { line, severity, message } of problems.kept.slice(0, MAX_PROBLEMS))
    console.error(`line ${line}: ${severity}: ${message}`)
  const more = problems.errors + problems.warnings - MAX_PROBLEMS
  if (more > 0) console.error(`and ${more} more`)
}

const runImport = async (
  { pool }: Database,
  file: string,
  options: { home?: string | undefined; replace?: boolean | undefined },
) => {
  const { size } = await stat(file)
  const input = createReadStream(file, {
    encoding: 'utf8',
    highWaterMark: CSV.localChunkBytes,
  })
  const bar = createProgressBar(process.stderr)
  const started = performance.now()
  const result = await importCsv(pool, input, {
    ...(options.home === undefined ? {} : { home: await readNames(options.home) }),
    replace: options.replace ?? false,
    onProgress: ({ rows, step }) => bar.show(input.bytesRead / size, step, `${rows} rows`),
  })
  bar.end()
  reportProblems(result)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  if (!result.isImported) {
    console.error(`${result.problems.errors} errors in ${file}: nothing was changed.`)
    process.exitCode = 1
    return
  }
  console.log(
    `${result.rows} rows in ${seconds} s: ${result.added} added, ${result.changed} changed, ${result.removed} removed.`,
  )
}

const runIndex = async (database: Database, env: Env, log: Logger) => {
  const bar = createProgressBar(process.stderr)
  const pictures = await openPictureSources(env, log, database)
  const started = performance.now()
  const { done, waiting, failed } = await runIndexCommand({
    database,
    log,
    modelDir: MODEL_DIR,
    readPicture: pictures.readPicture,
    onProgress: (indexed, total) =>
      bar.show(total === 0 ? 1 : indexed / total, 'indexing products', `${indexed} of ${total}`),
  })
  bar.end()
  await pictures.close()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${done} products in ${seconds} s; ${waiting} to retry, ${failed} failed.`)
}

await runCommandLine(
  USAGE,
  { home: { type: 'string' }, replace: { type: 'boolean' } },
  async ({ positionals: [command = '', file], values }) => {
    const commands: Record<string, (...given: Parameters<typeof runIndex>) => Promise<void>> = {
      import: (database) => runImport(database, file ?? '', values),
      export: ({ pool }) =>
        pipeline(
          Readable.from(createCatalog(pool).files.csv()),
          file === undefined ? process.stdout : createWriteStream(file),
        ),
      index: runIndex,
    }
    const run = findCommand(command, commands)
    if (command === 'import' && file === undefined) throw new UsageError('Import which file?')
    await withDatabase(run)
  },
)
