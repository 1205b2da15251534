import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pino, { type Logger } from 'pino'
import { drawDemoPicture } from '#demo'
import { CSV } from '#shared/constants.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Env, parseEnv } from '#server/env.ts'
import { catalogCsv } from '#server/features/catalog/catalog-files.service.ts'
import { importCsv, type ImportResult } from '#server/features/catalog/import/import.service.ts'
import { createMedia } from '#server/features/images/media.service.ts'
import { createRemoteImages } from '#server/providers/images/remote-images.ts'
import { openStorage } from '#server/providers/storage/open-storage.ts'
import { runIndexCommand } from '#server/vision/indexing/index-command.ts'
import { createPictureReader } from '#server/vision/indexing/picture-reader.ts'
import { MODEL_DIR } from '#server/vision/model-cards.ts'
import { createProgressBar } from './progress-bar.ts'

const USAGE = `Usage:
  npm run catalog -- import FILE [--home NAMES.txt] [--replace]
  npm run catalog -- export [FILE]
  npm run catalog -- index

import   adds the rows of a CSV file, all of them or none, and changes those already there.
         Columns: celebrity_name, celebrity_image, name, price, website, and if you have them
         category, brand, style_type, box, product_image, image_width, image_height, image_color.
  --home     a file with the names for Home, one a line, in order
  --replace  removes every product that the file does not have
export   writes the catalogue as CSV to FILE, or to the terminal.
index    looks at every product that has not been looked at, so that photos find it. The server
         does so by itself; this shows how far it is, and goes on where it was stopped.`

const PROBLEMS_SHOWN = 100

const readNames = async (file: string) =>
  (await readFile(file, 'utf8'))
    .split(/\r?\n/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

const reportProblems = ({ problems }: ImportResult) => {
  for (const { line, severity, message } of problems.kept.slice(0, PROBLEMS_SHOWN))
    console.error(`line ${line}: ${severity}: ${message}`)
  const more = problems.errors + problems.warnings - PROBLEMS_SHOWN
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
  const remote = createRemoteImages()
  const fetchRemote = (url: string) => remote.fetch(url)
  const media = createMedia({
    storage: openStorage(env, process.env),
    pool: database.pool,
    publicUrl: env.PUBLIC_URL ?? null,
    draw: async (key) => (env.DEMO_CATALOG ? drawDemoPicture(key) : null),
    originals: { read: fetchRemote },
  })
  const started = performance.now()
  const { done, waiting, failed } = await runIndexCommand({
    database,
    log,
    modelDir: MODEL_DIR,
    readPicture: createPictureReader(media, fetchRemote),
    onProgress: (looked, total) =>
      bar.show(total === 0 ? 1 : looked / total, 'looking at products', `${looked} of ${total}`),
  })
  bar.end()
  await remote.close()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${done} products in ${seconds} s; ${waiting} to be tried again, ${failed} given up.`)
}

const main = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { home: { type: 'string' }, replace: { type: 'boolean' } },
  })
  const [command, file] = positionals
  const isKnown =
    (command === 'import' && file !== undefined) || command === 'export' || command === 'index'
  if (!isKnown) {
    console.error(USAGE)
    process.exitCode = 2
    return
  }
  const env = parseEnv(process.env)
  const log = pino({ level: 'warn' }, pino.destination(2))
  const database = await openDatabase(env, log, 'tool')
  try {
    await migrate(database.pool)
    if (command === 'import' && file !== undefined) await runImport(database, file, values)
    else if (command === 'index') await runIndex(database, env, log)
    else
      await pipeline(
        Readable.from(catalogCsv(database.pool)),
        file === undefined ? process.stdout : createWriteStream(file),
      )
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
