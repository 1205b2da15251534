import type { AddressInfo } from 'node:net'
import pino, { type Logger } from 'pino'
import { createApp } from './app.ts'
import { type Database, openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { type Env, parseEnv, SettingsError } from './env.ts'
import { fillWithDemo } from './features/catalog/index.ts'
import { createHttpServer } from './http/http-server.ts'
import { createParts } from './parts.ts'
import { chooseProviders } from './providers/identity/provider-choice.ts'
import { stopOnSignals } from './stop.ts'
import { MODEL_DIR } from './vision/model-cards.ts'

const start = async () => {
  const env = parseEnv(process.env)
  // Fails on settings that cannot work before the database is started.
  chooseProviders(env)
  const log = pino({ level: env.LOG_LEVEL })
  // An unhandled rejection must not end everyone's requests (decision 059).
  process.on('unhandledRejection', (err) => log.error({ err }, 'Unhandled rejection'))
  const database = await openDatabase(env, log)
  try {
    await run(env, log, database)
  } catch (error) {
    // Otherwise its open connections would keep the failed process alive.
    await database.close()
    throw error
  }
}

const run = async (env: Env, log: Logger, database: Database) => {
  await migrate(database.pool)
  if (env.DEMO_CATALOG) await fillWithDemo(database.pool, log, MODEL_DIR)
  const parts = await createParts({ env, log, database })
  const server = createHttpServer(createApp(parts))

  const giveUp = (what: string) => (err: unknown) => {
    log.fatal({ err }, what)
    process.exitCode = 1
    process.kill(process.pid, 'SIGTERM')
  }
  server.listen(env.PORT, env.HOST, () => {
    const { port } = server.address() as AddressInfo
    const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
    const address = parts.publicUrl ?? `http://${host}:${port}`
    parts
      .start(port)
      .then(
        () => process.stdout.write(`Wearabouts: ${address}\n`),
        giveUp('Sign-in could not be started'),
      )
  })
  server.on('error', giveUp('The server cannot listen'))
  parts.startInBackground()
  stopOnSignals(server, log, {
    stopping: parts.endStreams,
    close: async () => {
      await parts.close()
      await database.close()
    },
  })
}

start().catch((error: unknown) => {
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`)
  else pino().fatal({ err: error }, 'The server could not start')
  // Something may still be open.
  process.exit(1)
})
