import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVITE_REQUEST } from '#shared/constants.ts'
import { RETENTION } from '#shared/retention.ts'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import { insertPerson } from '#tests/support/people.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startTestApp, TEST_SECRET } from '#tests/support/test-app.ts'

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
    what: 'former prices',
    keptMs: RETENTION.priceChangesMs,
    insert: `INSERT INTO catalog.price_changes (offer_id, changed_at, former_price)
      SELECT id, now() - $1 * interval '1 ms', '$1' FROM catalog.offers LIMIT 1`,
    count: 'catalog.price_changes',
  },
  {
    what: 'requests for invitations',
    keptMs: INVITE_REQUEST.keptMs,
    insert: `INSERT INTO invite_requests (email, message, asked_at)
      VALUES ($1::text || '@example.com', '', now() - $1::float8 * interval '1 ms')`,
    count: 'invite_requests',
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
    what: 'codes and links sent by e-mail',
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
  const { rows } = await database.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`)
  return rows[0]?.count
}

test.each(CASES)('$what are deleted in time, and not before', async ({ count }) => {
  expect(await counted(count)).toBe(1)
})

test('used invitations and open jobs stay', async () => {
  expect(await counted("invites WHERE secret_hash = 'used'")).toBe(1)
  expect(await counted("jobs WHERE queue = 'open'")).toBe(1)
})
