import { z } from 'zod'
import { type Connection, isoTime } from '#server/core/db/query.ts'
import {
  execute,
  affectsRow,
  raw,
  readRows,
  readValue,
  requireRow,
  sql,
} from '#server/core/db/sql.ts'
import { createCatalogReader } from '#server/features/catalog/index.ts'
import { JOBS_COUNTED } from '#shared/site-constants.ts'
import { type AdminJob, jobSchema, type JobState } from '#shared/contract/admin-system.ts'

const countsRow = z.object({
  notices: z.number(),
  child_abuse: z.number(),
  requests: z.number(),
  suggestions: z.number(),
  failed_jobs: z.number(),
  workers: z.number(),
  /** Addresses of webhooks that were disabled. */
  webhooks: z.array(z.string()),
  /** Titles of takedowns that failed, with the reason. */
  takedowns: z.array(z.string()),
})
const adminRow = z.object({ email: z.string(), language: z.string().nullable() })
export type Administrator = z.output<typeof adminRow>

const feedRow = z.object({
  shop: z.string(),
  outcome: z.enum(['changed', 'unchanged', 'refused', 'failed']),
  reason: z.string().nullable(),
  /** Since the feed was last read without a problem, or added. */
  age_s: z.number(),
})
const serverRow = z.object({
  name: z.string(),
  lastSeenAt: isoTime,
  secondsAgo: z.number(),
  version: z.string().nullable(),
  problem: z.string().nullable(),
  disk: z.object({ freeBytes: z.number(), sizeBytes: z.number() }).nullable(),
  isStopped: z.boolean(),
})
const databaseRow = z.object({ version: z.string(), connections: z.number(), limit: z.number() })

/** More feeds would make metrics expensive. */
const MAX_FEEDS = 500
const MAX_TAKEDOWNS = 100

export type ServerRow = z.infer<typeof serverRow>

export const createOperationsStore = (connection: Connection) => ({
  counts: () =>
    requireRow(connection, countsRow)`
      SELECT
      (SELECT count(*)::int FROM notices WHERE state = 'open') AS notices,
      (SELECT count(*)::int FROM notices WHERE state = 'open' AND kind = 'child-abuse')
        AS child_abuse,
      (SELECT count(*)::int FROM invite_requests WHERE declined_at IS NULL) AS requests,
      (SELECT count(DISTINCT worn_id)::int FROM suggestions) AS suggestions,
      (SELECT count(*)::int FROM (SELECT FROM jobs WHERE failed_at IS NOT NULL
        LIMIT ${JOBS_COUNTED}) failed)
        AS failed_jobs,
      (SELECT count(*)::int FROM vision_workers WHERE seen_at > now() - interval '1 min')
        AS workers,
      ARRAY(SELECT url || ': ' || coalesce(disabled_reason, '') FROM webhooks
        WHERE disabled_at IS NOT NULL ORDER BY disabled_at) AS webhooks,
      ARRAY(SELECT title || ': ' || coalesce(failure, '') FROM takedowns
        WHERE failed_at IS NOT NULL AND (restored_at IS NULL OR purged_at IS NOT NULL)
        ORDER BY id LIMIT ${MAX_TAKEDOWNS}) AS takedowns`,

  /** For each feed that has been read: how its last run ended, and the time since its last success. */
  feeds: () =>
    readRows(connection, feedRow)`
      SELECT feed.name AS shop, latest.outcome, latest.reason, extract(epoch FROM now() - coalesce(
          (SELECT max(ended_at) FROM catalog.feed_runs run
            WHERE run.shop_id = feed.shop_id AND outcome IN ('changed', 'unchanged')),
          (SELECT min(started_at) FROM catalog.feed_runs run WHERE run.shop_id = feed.shop_id)
        ))::float AS age_s
      FROM catalog.feeds feed JOIN LATERAL (SELECT outcome, reason FROM catalog.feed_runs run
        WHERE run.shop_id = feed.shop_id ORDER BY run.id DESC LIMIT 1) latest ON true
      ORDER BY feed.name LIMIT ${MAX_FEEDS}`,

  /** The last sample of each server within a day. */
  servers: () =>
    readRows(connection, serverRow)`
      SELECT DISTINCT ON (server) server AS name, at AS "lastSeenAt",
        extract(epoch FROM now() - at)::float AS "secondsAgo", version, problem,
        CASE WHEN disk_free_bytes + disk_size_bytes IS NOT NULL THEN json_build_object(
          'freeBytes', disk_free_bytes, 'sizeBytes', disk_size_bytes) END AS disk,
        is_stopped AS "isStopped"
      FROM health_samples WHERE at > now() - interval '1 day' ORDER BY server, at DESC`,

  database: () =>
    requireRow(connection, databaseRow)`
      SELECT current_setting('server_version') AS version,
      (SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database())
        AS connections,
      current_setting('max_connections')::int AS limit`,

  /** Administrators with an email address. */
  admins: (limit: number) =>
    readRows(connection, adminRow)`
      SELECT email, language FROM users WHERE is_admin AND suspended_at IS NULL
      AND email NOT LIKE '%@no-email.invalid' ORDER BY created_at, id LIMIT ${limit}`,

  /**
   * True for one server, which then sends the email, if the last one is at least `everyMs` old and had
   * other content or is older than `repeatMs`.
   */
  claimMail: (
    kind: 'digest' | 'serious',
    content: string,
    { everyMs, repeatMs }: { everyMs: number; repeatMs: number },
  ) =>
    affectsRow(connection)`
      UPDATE admin_mails SET sent_at = now(), content = ${content} WHERE kind = ${kind}
      AND sent_at <= now() - ${everyMs} * interval '1 ms'
      AND (content <> ${content} OR sent_at <= now() - ${repeatMs} * interval '1 ms')`,

  /** An email that could not be sent is tried again later. */
  retryMail: (kind: 'digest' | 'serious', agoMs: number) =>
    execute(connection)`
      UPDATE admin_mails SET sent_at = now() - ${agoMs} * interval '1 ms', content = ''
        WHERE kind = ${kind}`,
})

/** The key of a job that concerns a product of the catalogue. */
const PRODUCT_KEY = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const jobRow = jobSchema
  .omit({ title: true })
  .extend({ dueAt: isoTime, failedAt: isoTime.nullable() })

const CONDITIONS: Record<JobState, string> = {
  waiting: 'failed_at IS NULL',
  failed: 'failed_at IS NOT NULL',
}

export const createAdminJobsStore = (connection: Connection) => ({
  count: async (state: JobState): Promise<number> =>
    (await readValue(connection, z.number())`
      SELECT count(*)::int AS count FROM
      (SELECT FROM jobs WHERE ${raw(CONDITIONS[state])} LIMIT ${JOBS_COUNTED}) counted`) ?? 0,

  /** Ordered by queue and key. */
  list: async (
    state: JobState,
    after: { queue: string; key: string } | null,
    limit: number,
  ): Promise<AdminJob[]> => {
    const jobs = await readRows(connection, jobRow)`
      SELECT queue, key, attempts, due_at AS "dueAt", failed_at AS "failedAt", last_error AS reason
      FROM jobs WHERE ${raw(CONDITIONS[state])}
        AND (queue, key) > (${after?.queue ?? ''}, ${after?.key ?? ''})
      ORDER BY queue, key LIMIT ${limit}`
    const titles = await createCatalogReader(connection).products.titlesByKeys(
      jobs.map(({ key }) => key).filter((key) => PRODUCT_KEY.test(key)),
    )
    return jobs.map((job) => Object.assign(job, { title: titles.get(job.key) ?? null }))
  },

  /** Returns how many jobs are tried again. */
  retry: async (job: { queue: string; key: string } | null): Promise<number> =>
    (await readValue(connection, z.number())`
      WITH failed AS (
        SELECT queue, array_agg(key) AS keys FROM jobs WHERE failed_at IS NOT NULL
          ${job ? sql`AND queue = ${job.queue} AND key = ${job.key}` : raw('')} GROUP BY queue
      ), retried AS MATERIALIZED (
        SELECT ask_for_jobs(queue, keys), cardinality(keys) AS keys FROM failed)
      SELECT coalesce(sum(keys), 0)::int AS retried FROM retried`) ?? 0,
})
