import { parseArgs, type ParseArgsConfig } from 'node:util'
import pino, { type Logger } from 'pino'
import { type Database, openDatabase } from '#server/core/db/database.ts'
import { migrateDatabase } from '#server/core/db/migrate.ts'
import { refuseUpgradeBesideServers } from '#server/core/db/upgrade.ts'
import { type Env, parseEnv } from '#server/core/env.ts'
import { toError } from '#server/core/http/errors.ts'
import { createSearchDatabase, type SearchDatabase } from '#server/features/search/index.ts'

type OptionsConfig = NonNullable<ParseArgsConfig['options']>

/** A wrong call: the usage is printed with the message. */
export class UsageError extends Error {}

const parseCommandLine = <O extends OptionsConfig>(options: O) => {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    // The rest of Node's message is about file names that start with a dash.
    const [first = ''] = error instanceof Error ? error.message.split('. ') : []
    throw new UsageError(`${first.replace(/\.$/, '')}.`)
  }
}

type CommandInput<O extends OptionsConfig> = ReturnType<typeof parseCommandLine<O>>

/** Runs a command-line tool. Exit code 1 is a failure, 2 a wrong call. */
export const runCommandLine = async <O extends OptionsConfig>(
  usage: string,
  options: O,
  run: (input: CommandInput<O>) => Promise<void>,
) => {
  try {
    if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) console.log(usage)
    else await run(parseCommandLine(options))
  } catch (error) {
    const message = toError(error).message
    const isMisuse = error instanceof UsageError
    console.error(isMisuse ? `${message}\n\n${usage}` : message)
    process.exitCode = isMisuse ? 2 : 1
  }
}

/** Own properties only: 'toString' is not a command. */
export const findCommand = <T>(name: string, commands: Record<string, T>): T => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined)
    throw new UsageError(name ? `Unknown command '${name}'.` : 'Which command?')
  return command
}

/** The origin under which visitors reach the site. */
export const getOrigin = ({ PUBLIC_URL, HOST, PORT }: Env): string =>
  PUBLIC_URL ?? `http://${HOST}:${PORT}`

/** Opens the configured database, also while the server runs, and migrates it. */
export const withDatabase = async (
  work: (database: Database, env: Env, log: Logger) => Promise<void>,
) => {
  const env = parseEnv(process.env)
  const log = pino({ level: 'warn' }, pino.destination(2))
  const database = await openDatabase(env, log, 'tool')
  try {
    if (env.DATABASE_URL !== undefined) await refuseUpgradeBesideServers(database.maintenance)
    await migrateDatabase(database.maintenance)
    await work(database, env, log)
  } finally {
    await database.close()
  }
}

/** The database of the search documents; null if they have none of their own. */
export const withSearchDatabase = async <T>(
  catalog: Database,
  { SEARCH_DATABASE_URL, SEARCH_SHARDS }: Env,
  log: Logger,
  work: (search: SearchDatabase | null) => Promise<T>,
): Promise<T> => {
  if (SEARCH_DATABASE_URL === undefined) return work(null)
  const url = SEARCH_DATABASE_URL
  const search = createSearchDatabase({ url, shards: SEARCH_SHARDS, catalog, log })
  try {
    return await work(search)
  } finally {
    await search.close()
  }
}

const WIDTH = 30
const REDRAW_MS = 100

/** One updating line in a terminal; elsewhere one line per step, so that logs stay readable. */
export const createProgressBar = (output: NodeJS.WriteStream) => {
  let shownAt = 0
  let shownStep = ''
  return {
    show(share: number, step: string, detail: string) {
      if (!output.isTTY) {
        if (step !== shownStep) output.write(`${step}\n`)
        shownStep = step
        return
      }
      if (step === shownStep && Date.now() - shownAt < REDRAW_MS) return
      shownAt = Date.now()
      shownStep = step
      const filled = Math.round(Math.min(1, share) * WIDTH)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      output.write(`\r\u001B[K${bar} ${Math.round(share * 100)} % ${step} ${detail}`)
    },
    end() {
      if (output.isTTY) output.write('\r\u001B[K')
    },
  }
}
