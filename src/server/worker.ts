import type { Logger } from 'pino'
import { createLog } from '#server/core/terminal.ts'
import {
  createVisionEngine,
  MODEL_DIR,
  QUEUE_LIMIT,
  readModelCards,
} from '#server/vision/node-engine.ts'
import { identifyModels } from '#shared/vision/model-cards.ts'
import { runCommandLine, UsageError } from './cli/command-line.ts'
import { type Database, openDatabase } from './core/db/database.ts'
import { migrateDatabase } from './core/db/migrate.ts'
import { refuseUpgradeBesideServers } from './core/db/upgrade.ts'
import { type Env, parseEnv, SettingsError } from './core/env.ts'
import { createNotificationListener } from './core/jobs/listener.ts'
import { createReadiness } from './core/readiness.ts'
import { listenForStop, waitUntilAborted } from './core/stop.ts'
import {
  addDatabaseGauges,
  createProcessMetrics,
  createRegistry,
} from './core/telemetry/metrics.ts'
import { createQueueCounts } from './core/telemetry/queues.store.ts'
import { type AnswerMetrics, createTelemetry } from './core/telemetry/telemetry.ts'
import { openPictureSources } from './features/images/index.ts'
import { createIndexer } from './vision/indexing/indexer.ts'
import { startTaskWorker } from './vision/remote/remote-vision.ts'
import { createVisionTasksStore } from './vision/remote/vision-tasks.store.ts'
import { createModelPool } from './vision/model-pool.ts'
import { createModelRunMetrics } from './vision/model-run-metrics.ts'

const USAGE = `Usage:
  npm run worker

Runs the vision models for servers with VISION_WORKERS=0, and describes new pictures of the catalogue,
until it gets SIGTERM or Ctrl+C. It takes no arguments: VISION_WORKERS and VISION_THREADS say how much
it does at once, and DATABASE_URL and STORAGE_URL must be those of the servers. With METRICS_PORT it
answers /metrics, /healthz and /readyz there.`

const start = async () => {
  const env = parseEnv(process.env)
  if (env.VISION_WORKERS === 0)
    throw new SettingsError('VISION_WORKERS must be at least 1 for a worker')
  const log = createLog(env.LOG_LEVEL)
  process.on('unhandledRejection', (err) => log.error({ err }, 'Unhandled rejection'))
  const stop = listenForStop(log)
  const database = await openDatabase(env, log, 'tool')
  stop.beforeKill(database.abandon)
  try {
    if (env.DATABASE_URL !== undefined) await refuseUpgradeBesideServers(database.pool)
    await migrateDatabase(database.pool)
    await run(env, log, database, stop.stopSignal)
  } finally {
    await database.close()
  }
  log.info('Stopped')
  process.exit()
}

/** A worker has no HTTP server of its own, so its health checks are on the metrics port. */
const createHealthAnswers = (database: Database) => {
  const required = [database.check]
  const readiness = createReadiness({ processName: 'worker', required, optional: [] })
  const answer =
    (report: () => Promise<{ status: string }>): AnswerMetrics =>
    (_, outgoing) => {
      void report().then((reply) =>
        outgoing
          .writeHead(reply.status === 'ok' ? 200 : 503, { 'content-type': 'application/json' })
          .end(JSON.stringify(reply)),
      )
    }
  return {
    readiness,
    answers: {
      '/healthz': answer(async () => ({ status: 'ok' })),
      '/readyz': answer(readiness.report),
    },
  }
}

const run = async (env: Env, log: Logger, database: Database, stopped: AbortSignal) => {
  const { pool, maintenance } = database
  const registry = createRegistry()
  const metrics = createProcessMetrics(registry)
  addDatabaseGauges(registry, {
    pools: { requests: pool, maintenance },
    queues: createQueueCounts(maintenance),
  })
  const { readiness, answers } = createHealthAnswers(database)
  readiness.stopOn(stopped)
  const telemetry = createTelemetry({ env, log, registry, metrics, pool, others: answers })
  await telemetry.listen(env.HOST)
  const cards = await readModelCards(MODEL_DIR)
  const session = createModelRunMetrics(registry).measure(
    createModelPool({
      modelDir: MODEL_DIR,
      workers: env.VISION_WORKERS,
      threads: env.VISION_THREADS,
      queueLimit: QUEUE_LIMIT,
    }),
  )
  const listener = await createNotificationListener(database.url, log)
  const tasks = await startTaskWorker({
    store: createVisionTasksStore(pool, identifyModels(cards)),
    session,
    listener,
    log,
    atOnce: env.VISION_WORKERS + 1,
  })
  const engine = await createVisionEngine({ modelDir: MODEL_DIR, session })
  const pictures = await openPictureSources(env, log, database)
  await pictures.guard.listenOn(listener, (err) =>
    log.error({ err }, 'Could not read the takedowns'),
  )
  const indexer = createIndexer({ pool, log, engine, readPicture: pictures.readPicture })
  await indexer.start(listener)
  readiness.start()
  log.info('The vision worker is ready')

  await waitUntilAborted(stopped)
  await tasks.close()
  await indexer.close()
  await engine.close()
  await listener.close()
  await pictures.close()
  await telemetry.close()
}

const fail = (error: unknown) => {
  if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`)
  else createLog('info').fatal({ err: error }, 'The worker could not start')
  process.exit(1)
}

await runCommandLine(USAGE, {}, async ({ positionals }) => {
  if (positionals.length > 0) throw new UsageError('It takes no arguments.')
  await start().catch(fail)
})
