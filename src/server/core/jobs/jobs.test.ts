import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { RETENTION } from '#shared/retention.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import { insertPerson } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET } from '#tests/support/test-app.ts'
import { createJobsStore } from './jobs.store.ts'
import { createNotificationListener, type Listener } from './listener.ts'
import { createJobRunner, type JobRunner, type JobWork, RetryLater } from './runner.ts'

describe('jobs', () => {
  const log = pino({ level: 'silent' })
  let database: Database
  let store: ReturnType<typeof createJobsStore>
  beforeAll(async () => {
    database = await testDatabase()
    store = createJobsStore(database.pool, 'q')
  })
  afterAll(() => database.close())
  beforeEach(() => database.pool.query('TRUNCATE jobs'))

  const ask = (...keys: string[]) => database.pool.query('SELECT ask_for_jobs($1, $2)', ['q', keys])
  const take = (limit = 10, leaseMs = 60_000) => store.take(limit, leaseMs)
  const keysOf = (jobs: { key: string }[]) => jobs.map(({ key }) => key).toSorted()

  describe('the job table', () => {
    it('gives a job to one taker only, however many ask at once', async () => {
      await ask(...Array.from({ length: 50 }, (_, place) => `k${place}`))
      const taken = await Promise.all(Array.from({ length: 8 }, () => take(10)))
      const keys = taken.flat().map(({ key }) => key)
      expect(keys).toHaveLength(50)
      expect(new Set(keys).size).toBe(50)
    })

    it('keeps one job for work that was asked for twice', async () => {
      await ask('a', 'b')
      await ask('a')
      expect(keysOf(await take())).toEqual(['a', 'b'])
    })

    it('makes the work of a dead taker due again when its lease ends', async () => {
      await ask('a')
      expect(await take(1, 0)).toHaveLength(1)
      expect(await take(1, 60_000)).toMatchObject([{ key: 'a', attempts: 2 }])
      expect(await take()).toEqual([])
    })

    it('does not lose what was asked for again while it ran', async () => {
      await ask('a')
      const jobs = await take()
      await ask('a')
      await store.finish(jobs)
      const again = await take()
      expect(keysOf(again)).toEqual(['a'])
      await store.finish(again)
      expect(await store.state()).toEqual({ waiting: 0, failed: 0 })
    })

    it('keeps what failed for good out of the way until it is asked for again', async () => {
      await ask('a')
      const [job] = await take()
      if (!job) throw new Error('nothing taken')
      await store.fail(job, 'no picture', null)
      expect(await take()).toEqual([])
      expect(await store.state()).toEqual({ waiting: 0, failed: 1 })
      await ask('a')
      expect(await take()).toMatchObject([{ key: 'a', attempts: 1 }])
    })
  })

  describe('the runner', () => {
    let runner: JobRunner
    let listener: Listener | undefined
    const run = (
      work: JobWork['work'],
      tries = 2,
      restRatio = 0,
      canWork: JobWork['canWork'] = async () => true,
    ) => {
      runner = createJobRunner(database.pool, log, {
        queue: 'q',
        batch: 3,
        leaseMs: 60_000,
        tries,
        restRatio,
        work,
        canWork,
      })
      return runner
    }
    afterEach(async () => {
      await runner.close()
      await listener?.close()
      listener = undefined
    })

    it('never gives up a job that only had to wait', async () => {
      await ask('a')
      const works = run(async (keys) => {
        const busy = new RetryLater(60_000, new Error('the host asked for a pause'))
        return new Map(keys.map((key) => [key, busy]))
      })
      for (let time = 0; time < 5; time += 1) {
        await database.pool.query('UPDATE jobs SET due_at = now()')
        await works.drain()
      }
      const { rows } = await database.pool.query(
        `SELECT attempts, failed_at, last_error, due_at > now() + interval '50 s' AS waits FROM jobs`,
      )
      expect(rows).toEqual([
        { attempts: 0, failed_at: null, last_error: 'the host asked for a pause', waits: true },
      ])
    })

    it('leaves jobs to others while it cannot do them, without asking all the time', async () => {
      await ask('a')
      let asked = 0
      const done: string[] = []
      const works = run(
        async (keys) => {
          done.push(...keys)
          return new Map()
        },
        2,
        0,
        async () => {
          asked += 1
          return false
        },
      )
      listener = await createNotificationListener(database.url, log)
      await works.start(listener)
      await vi.waitFor(() => expect(asked).toBeGreaterThan(0))
      await delay(500)
      expect(asked).toBeLessThan(5)
      expect(done).toEqual([])
      expect(await take()).toMatchObject([{ key: 'a', attempts: 1 }])
    })

    it('works through everything in batches', async () => {
      await ask('a', 'b', 'c', 'd', 'e')
      const batches: string[][] = []
      const total = await run(async (keys) => {
        batches.push(keys)
        return new Map()
      }).drain()
      expect(total).toBe(5)
      expect(batches.map((keys) => keys.length)).toEqual([3, 2])
      expect(await store.state()).toEqual({ waiting: 0, failed: 0 })
    })

    it('puts a failed job off, finishes the others, and gives it up after its tries', async () => {
      await ask('good', 'bad')
      const work = async () => new Map([['bad', new Error('no picture')]])
      await run(work).drain()
      expect(await store.state()).toEqual({ waiting: 1, failed: 0 })
      await database.pool.query('UPDATE jobs SET due_at = now()')
      await runner.drain()
      expect(await store.state()).toEqual({ waiting: 0, failed: 1 })
    })

    it('fails a whole batch whose work throws, and goes on', async () => {
      await ask('a')
      await run(async () => {
        throw new Error('model gone')
      }, 1).drain()
      const { rows } = await database.pool.query('SELECT last_error FROM jobs')
      expect(rows).toEqual([{ last_error: 'model gone' }])
    })

    it('rests between batches in the background, and not when it is told to drain', async () => {
      const workMs = 40
      const starts: number[] = []
      const work = async () => {
        starts.push(performance.now())
        await delay(workMs)
        return new Map()
      }
      const gaps = () => starts.slice(1).map((start, place) => start - (starts[place] ?? 0))

      await ask('a', 'b', 'c', 'd')
      listener = await createNotificationListener(database.url, log)
      await run(work, 2, 5).start(listener)
      await vi.waitFor(() => expect(starts).toHaveLength(2), { timeout: 5_000 })
      expect(gaps()[0]).toBeGreaterThan(workMs * 5)
      await runner.close()

      starts.length = 0
      await ask('a', 'b', 'c', 'd')
      await run(work, 2, 1_000).drain()
      expect(starts).toHaveLength(2)
    })

    it('is woken by NOTIFY: new work is done within a second', async () => {
      listener = await createNotificationListener(database.url, log)
      const done: string[] = []
      await run(async (keys) => {
        done.push(...keys)
        return new Map()
      }).start(listener)
      await ask('late')
      await vi.waitFor(() => expect(done).toEqual(['late']), { timeout: 1_000 })
    })

    it('hears of work again after its connection was lost', async () => {
      listener = await createNotificationListener(database.url, log)
      const done: string[] = []
      await run(async (keys) => {
        done.push(...keys)
        return new Map()
      }).start(listener)
      await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
      )
      await ask('after the loss')
      await vi.waitFor(() => expect(done).toEqual(['after the loss']), { timeout: 3_000 })
    })
  })
})

describe('retention', () => {
  const HOUR_MS = 60 * 60_000
  const DAY_MS = 24 * HOUR_MS
  const SLOW_MS = 120_000
  /** Rows with a time of their own end at that time. */
  const UNTIL_IT_ENDS = 0

  type Case = {
    what: string
    keptMs: number
    /** `$1` is the age of the row in milliseconds: negative for what ends later. */
    insert: string
    count: string
  }

  const CASES: Case[] = [
    {
      what: 'entries of the audit log',
      keptMs: RETENTION.auditLogMs,
      insert:
        "INSERT INTO audit_log (at, event) VALUES (now() - $1 * interval '1 ms', 'role-changed')",
      count: 'audit_log',
    },
    {
      what: 'invitations that ended without being used',
      keptMs: RETENTION.endedInvitesMs,
      insert: `INSERT INTO invites (kind, secret_hash, expires_at)
      VALUES ('code', sha256($1::text::bytea), now() - $1::float8 * interval '1 ms')`,
      count: 'invites WHERE used_at IS NULL AND revoked_at IS NULL',
    },
    {
      what: 'invitations that were revoked',
      keptMs: RETENTION.endedInvitesMs,
      insert: `INSERT INTO invites (kind, secret_hash, expires_at, revoked_at)
      VALUES ('code', sha256(('r' || $1::text)::bytea), now() + interval '1 year',
        now() - $1::float8 * interval '1 ms')`,
      count: 'invites WHERE revoked_at IS NOT NULL',
    },
    {
      what: 'jobs that failed',
      keptMs: RETENTION.failedJobsMs,
      insert: `INSERT INTO jobs (queue, key, failed_at)
      VALUES ('q', $1::text, now() - $1::float8 * interval '1 ms')`,
      count: "jobs WHERE queue = 'q'",
    },
    {
      what: 'counts of searches in web shops',
      keptMs: RETENTION.searchCallsMs,
      insert: `INSERT INTO remote_search_calls (day, caller, calls)
      VALUES ((now() - $1 * interval '1 ms')::date, '', 1)`,
      count: 'remote_search_calls',
    },
    {
      what: 'messages to webhooks',
      keptMs: RETENTION.webhookDeliveriesMs,
      insert: `WITH webhook AS (INSERT INTO webhooks (url, secret, events)
        VALUES ('https://hook.example/', '', '{}') RETURNING id)
      INSERT INTO webhook_deliveries (webhook_id, kind, data, at, due_at)
      SELECT id, 'test', '{}', now() - $1 * interval '1 ms', NULL FROM webhook`,
      count: 'webhook_deliveries',
    },
    {
      what: 'former prices',
      keptMs: RETENTION.priceChangesMs,
      insert: `INSERT INTO catalog.price_changes (offer_id, changed_at, former_price)
      SELECT id, now() - $1 * interval '1 ms', '$1' FROM catalog.offers LIMIT 1`,
      count: 'catalog.price_changes',
    },
    {
      what: 'requests for invitations',
      keptMs: RETENTION.inviteRequestsMs,
      insert: `INSERT INTO invite_requests (email, message, asked_at)
      VALUES ($1::text || '@example.com', '', now() - $1::float8 * interval '1 ms')`,
      count: 'invite_requests',
    },
    {
      what: 'API keys that have expired',
      keptMs: RETENTION.expiredKeysMs,
      insert: `INSERT INTO api_keys (name, secret_hash, hint, scopes, expires_at)
      VALUES ('', sha256($1::text::bytea), '', '{}', now() - $1::float8 * interval '1 ms')`,
      count: 'api_keys',
    },
    {
      what: 'outcomes of deletions that Facebook asked for',
      keptMs: RETENTION.facebookDeletionsMs,
      insert: `INSERT INTO facebook_deletions (code, outcome, requested_at)
      VALUES ($1::text, 'deleted', now() - $1::float8 * interval '1 ms')`,
      count: 'facebook_deletions',
    },
    {
      what: 'health samples',
      keptMs: RETENTION.healthSamplesMs,
      insert: `INSERT INTO health_samples
        (server, at, requests, failures, refused, scans, lag_ms, memory_mb, connections, waiting)
      VALUES ('gone', now() - $1 * interval '1 ms', 0, 0, 0, 0, 0, 0, 0, 0)`,
      count: "health_samples WHERE server = 'gone'",
    },
    {
      what: 'sessions',
      keptMs: UNTIL_IT_ENDS,
      insert: `INSERT INTO sessions (id, token, user_id, provider, expires_at)
      SELECT 'r' || $1::text, 'r' || $1::text, id, 'google', now() - $1::float8 * interval '1 ms'
      FROM users`,
      count: "sessions WHERE id LIKE 'r%'",
    },
    {
      what: 'sign-ins that were begun',
      keptMs: UNTIL_IT_ENDS,
      insert: `INSERT INTO verifications (id, identifier, value, expires_at)
      VALUES ($1::text, '', '', now() - $1::float8 * interval '1 ms')`,
      count: 'verifications',
    },
    {
      what: 'one-time keys',
      keptMs: UNTIL_IT_ENDS,
      insert: `INSERT INTO sign_in_keys (key_hash, user_id, expires_at)
      SELECT $1::text::bytea, id, now() - $1::float8 * interval '1 ms' FROM users`,
      count: 'sign_in_keys',
    },
    {
      what: 'codes and links sent by email',
      keptMs: UNTIL_IT_ENDS,
      insert: `INSERT INTO email_codes (purpose, email, code_hash, link_hash, browser_hash, expires_at)
      VALUES ('sign-in', 'a@example.com', '', $1::text::bytea, '',
        now() - $1::float8 * interval '1 ms')`,
      count: 'email_codes',
    },
    {
      what: 'answered challenges of passkeys',
      keptMs: UNTIL_IT_ENDS,
      insert: `INSERT INTO passkey_challenges_spent (challenge, expires_at)
      VALUES ($1::text, now() - $1::float8 * interval '1 ms')`,
      count: 'passkey_challenges_spent',
    },
    {
      what: 'counts of requests',
      keptMs: UNTIL_IT_ENDS,
      insert: `INSERT INTO rate_limits (limit_name, caller, window_end, calls)
      VALUES ('retention', $1::text, now() - $1::float8 * interval '1 ms', 1)`,
      count: "rate_limits WHERE limit_name = 'retention'",
    },
  ]

  let database: Database
  beforeAll(async () => {
    database = await testDatabase()
    const { pool } = database
    await importRows(pool, [catalogRow()])
    await insertPerson(pool, TEST_SECRET)
    for (const { keptMs, insert } of CASES) {
      const marginMs = keptMs > 2 * DAY_MS ? 2 * DAY_MS : HOUR_MS / 2
      await pool.query(insert, [keptMs + marginMs])
      await pool.query(insert, [keptMs - marginMs])
    }
    await pool.query(
      `INSERT INTO invites (kind, secret_hash, expires_at, used_at)
      VALUES ('code', 'used', now() - interval '3 years', now() - interval '3 years')`,
    )
    await pool.query(
      "INSERT INTO jobs (queue, key, due_at) VALUES ('open', 'a', now() - interval '3 years')",
    )
    for (const { count } of CASES) expect(await counted(count), count).toBe(2)
    // A server sweeps when it starts, and ends only when it has swept.
    const server = await startTestApp({ database }, { finderVision: fakeVision([]) })
    server.startInBackground()
    await server.close()
  }, SLOW_MS)
  afterAll(() => database.close())

  const counted = async (from: string) => {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM ${from}`,
    )
    return rows[0]?.count
  }

  test.each(CASES)('$what are deleted in time, and not before', async ({ count }) => {
    expect(await counted(count)).toBe(1)
  })

  test('used invitations and open jobs stay', async () => {
    expect(await counted("invites WHERE secret_hash = 'used'")).toBe(1)
    expect(await counted("jobs WHERE queue = 'open'")).toBe(1)
  })
})
