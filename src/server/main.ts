import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { ensureDataDir } from '#server/core/db/embedded.ts'
import { createLog, choosePaint, formatWelcome } from '#server/core/terminal.ts'
import { MODEL_DIR } from '#server/vision/node-engine.ts'
import { type Database, openDatabase } from './core/db/database.ts'
import { migrateDatabase, MigrationError } from './core/db/migrate.ts'
import { refuseUpgradeBesideServers } from './core/db/upgrade.ts'
import { type Env, parseEnv, SettingsError } from './core/env.ts'
import { createHttpServer } from './core/http/http-server.ts'
import { checkPort, startListening } from './core/http/listen.ts'
import { drainServer, listenForStop, STOP, waitUntilAborted } from './core/stop.ts'
import { fillWithDemo } from './demo-fill.ts'
import { chooseProviders } from './features/accounts/index.ts'
import { createApp, createParts } from './parts.ts'

type Stop = ReturnType<typeof listenForStop>

const start = async () => {
  const env = parseEnv(process.env)
  // Fails on settings that cannot work before the database is started.
  chooseProviders(env)
  const log = createLog(env.LOG_LEVEL)
  // An unhandled rejection must not end everyone's requests.
  process.on('unhandledRejection', (err) => log.error({ err }, 'Unhandled rejection'))
  const stop = listenForStop(log)
  await ensureDataDir(env.DATA_DIR)
  // Checked before the database is created, which may take minutes to fill.
  await checkPort({ port: env.PORT, host: env.HOST, setting: 'PORT' })
  if (env.METRICS_PORT !== undefined)
    await checkPort({ port: env.METRICS_PORT, host: env.HOST, setting: 'METRICS_PORT' })
  const database = await openDatabase(env, log)
  stop.beforeKill(database.abandon)
  try {
    await run(env, log, database, stop)
  } catch (error) {
    // A signal during the start aborts it between two steps, which is not a failure.
    if (error !== stop.stopSignal.reason) throw error
  } finally {
    // Otherwise its open connections would keep the process alive.
    await database.close()
  }
  log.info('Stopped')
  process.exit()
}

/** Runs until a signal arrives and everything has been answered. */
const run = async (env: Env, log: Logger, database: Database, stop: Stop) => {
  stop.stopSignal.throwIfAborted()
  if (env.DATABASE_URL !== undefined) await refuseUpgradeBesideServers(database.maintenance)
  await migrateDatabase(database.maintenance)
  stop.stopSignal.throwIfAborted()
  if (env.DEMO_CATALOG)
    await fillWithDemo({
      pool: database.maintenance,
      log,
      modelDir: MODEL_DIR,
      dataDir: env.DATA_DIR,
    })
  stop.stopSignal.throwIfAborted()
  const parts = await createParts({ env, log, database })
  parts.admin.readiness.stopOn(stop.stopSignal)
  try {
    const server = createHttpServer(createApp(parts), parts)
    await startListening(server, { port: env.PORT, host: env.HOST, setting: 'PORT' })
    const { port } = server.address() as AddressInfo
    await parts.start(port)
    parts.startInBackground()
    const host = env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST
    const origin = parts.publicUrl ?? `http://${host}:${port}`
    const setupLink = await parts.accounts.setup.firstLink(origin)
    if (process.stdout.isTTY) {
      const facts = { origin, env, ways: parts.accounts.signIn.methods, setupLink }
      process.stdout.write(formatWelcome(facts, choosePaint(process.stdout)))
    } else announce(log, origin, setupLink)

    await waitUntilAborted(stop.stopSignal)
    const isBehindBalancer = env.NODE_ENV === 'production' && stop.signal() === 'SIGTERM'
    await drainServer(server, {
      noticeMs: isBehindBalancer ? STOP.noticeMs : 0,
      endStreams: parts.endStreams,
      abortWork: parts.abort,
    })
  } finally {
    await parts.close()
  }
}

/** Logged at every log level, because nobody can administer the site without the link. */
const announce = (log: Logger, origin: string, setupLink: string | null) => {
  const infoLog = log.child({}, { level: 'info' })
  infoLog.info({ origin }, 'Listening')
  if (setupLink) infoLog.info({ setupLink }, 'Open this link and sign in to administer the site')
}

start().catch((error: unknown) => {
  const isExplained = error instanceof SettingsError || error instanceof MigrationError
  if (isExplained) process.stderr.write(`${error.message}\n`)
  else createLog('info').fatal({ err: error }, 'The server could not start')
  // Open handles must not keep the failed process alive.
  process.exit(1)
})
