import { MEGABYTE } from '#shared/byte-sizes.ts'
import type { Logger } from 'pino'
import { openMail } from '#server/core/mail/mail.ts'
import { CATALOG } from '#shared/constants.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { createAuditStore } from './audit.store.ts'
import { createPictureQueue, type PictureQueue } from './concurrency/picture-queue.ts'
import type { Database } from './db/database.ts'
import { createAtomically } from './db/query.ts'
import type { Env } from './env.ts'
import type { Feature } from './feature.ts'
import { createCallerTurns } from './http/caller-turns.ts'
import { createLoadGauge, createWorkQueue, type LoadGauge } from './http/load-shedding.ts'
import { createRateLimitsStore, createWindowCounter } from './http/rate-limits.store.ts'
import { createReplyCache } from './http/reply-cache.ts'
import { computeBodyBudgetBytes, createBodyLimiter, type BodyLimiter } from './http/request-body.ts'
import { buildSecurityHeaders } from './http/security.ts'
import { listLanguages, type Language } from './languages.ts'
import { createMailWriter } from './mail/write-mail.ts'
import { createLanguageRunner } from './messages/translation.ts'
import { createRetentionStore } from './retention.store.ts'
import type { SiteName } from './site-name.ts'
import type { WriteFile } from './storage/file-storage.ts'
import { openStorage, verifyStorage, watchStorage } from './storage/open-storage.ts'
import { addServerGauges, createRegistry, createServerMetrics } from './telemetry/metrics.ts'
import { createQueueCounts } from './telemetry/queues.store.ts'
import { createTelemetry } from './telemetry/telemetry.ts'

const REPLY_CACHE_BYTES = 64 * MEGABYTE

export type CoreDependencies = { env: Env; log: Logger; database: Database; siteName: SiteName }

/** Parts that a test may replace; everything built on top of one uses the replacement. */
export type CoreOverrides = {
  pictures?: PictureQueue
  writeFile?: WriteFile
  load?: LoadGauge
  bodies?: BodyLimiter
  languages?: readonly Language[]
}

/** What every feature of the server may use. */
export const createCore = async (
  { env, log, database, siteName }: CoreDependencies,
  { pictures = createPictureQueue(), writeFile, load, bodies, languages }: CoreOverrides = {},
) => {
  const { pool, maintenance } = database
  const publicUrl = env.PUBLIC_URL ?? null
  const offered = languages ?? listLanguages(env.SITE_LANGUAGES)
  const securityHeaders = buildSecurityHeaders(publicUrl ?? '')
  const watchedStorage = watchStorage(openStorage(env, process.env, writeFile))
  await verifyStorage(watchedStorage.storage, log)

  const limits = createRateLimitsStore(pool)
  const work = createWorkQueue()
  const gauge = load ?? createLoadGauge(log, work)
  const replies = createReplyCache(CATALOG.memoryCacheMs, REPLY_CACHE_BYTES)
  const checkReplies = env.NODE_ENV !== 'production'
  const registry = createRegistry()
  const metrics = createServerMetrics(registry)
  const telemetry = createTelemetry({ env, log, registry, metrics, pool })
  const queues = createQueueCounts(maintenance)
  const pools = { requests: pool, maintenance }
  addServerGauges(registry, { pools, load: gauge, work, replies, pictures, queues })

  return {
    env,
    log,
    database,
    pool,
    /** A pool without the time limits of requests. */
    maintenance,
    atomically: createAtomically(pool),
    publicUrl,
    /** English, and the others that visitors may choose. */
    languages: offered,
    /** Runs work in the language with a code; see `createLanguageRunner`. */
    inLanguage: createLanguageRunner(offered),
    writeMail: createMailWriter(offered),
    securityHeaders,
    /** How many proxies in front of the server are trusted. */
    trustedProxies: env.TRUST_PROXY,
    limits,
    /** For calls that have no limit of their own. */
    callLimit: createWindowCounter(RATE_LIMITS.call),
    turns: createCallerTurns(),
    work,
    load: gauge,
    bodies: bodies ?? createBodyLimiter({ maxBytes: computeBodyBudgetBytes() }),
    replies,
    checkReplies,
    replyCaching: { cache: replies, checkReplies, headers: securityHeaders },
    registry,
    metrics,
    tracer: telemetry.tracer,
    answerMetrics: telemetry.answerMetrics,
    storage: watchedStorage.storage,
    storageProblem: watchedStorage.problem,
    pictures,
    writeFile,
    audit: createAuditStore(pool),
    siteName,
    ...openMail(env, pool, siteName),

    feature: {
      hourly: {
        'rate limits': limits.forgetOld,
        'old records': createRetentionStore(maintenance).deleteExpired,
        storage: () => watchedStorage.storage.sweep(),
      },
      start: () => telemetry.listen(env.HOST),
      stop: async () => {
        gauge.stop()
        await telemetry.close()
      },
    } satisfies Feature,
  }
}
export type Core = Awaited<ReturnType<typeof createCore>>
