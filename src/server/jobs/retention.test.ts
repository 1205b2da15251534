import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETENTION } from '#shared/retention.ts'
import { importRows } from '#server/features/catalog/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createRetentionStore } from './retention.store.ts'

const DAY_MS = 24 * 60 * 60_000
const SLOW_MS = 120_000

let database: Database
beforeAll(async () => {
  database = await testDatabase()
  await importRows(database.pool, [catalogRow()])
}, SLOW_MS)
afterAll(() => database.close())

const CASES: [string, number, string, string][] = [
  [
    'entries of the audit log',
    RETENTION.auditLogMs,
    "INSERT INTO audit_log (at, event) VALUES (now() - $1 * interval '1 ms', 'role-changed')",
    'SELECT count(*)::int FROM audit_log',
  ],
  [
    'invitations that ended without being used',
    RETENTION.endedInvitesMs,
    `INSERT INTO invites (kind, secret_hash, expires_at)
       VALUES ('code', sha256($1::text::bytea), now() - $1::float8 * interval '1 ms')`,
    'SELECT count(*)::int FROM invites',
  ],
  [
    'jobs that failed',
    RETENTION.failedJobsMs,
    `INSERT INTO jobs (queue, key, failed_at)
       VALUES ('q', $1::text, now() - $1::float8 * interval '1 ms')`,
    "SELECT count(*)::int FROM jobs WHERE queue = 'q'",
  ],
  [
    'counts of searches in web shops',
    RETENTION.searchCallsMs,
    `INSERT INTO remote_search_calls (day, caller, calls)
       VALUES ((now() - $1 * interval '1 ms')::date, '', 1)`,
    'SELECT count(*)::int FROM remote_search_calls',
  ],
  [
    'former prices',
    RETENTION.priceChangesMs,
    `INSERT INTO catalog.price_changes (offer_id, changed_at, former_price)
       SELECT id, now() - $1 * interval '1 ms', '$1' FROM catalog.offers LIMIT 1`,
    'SELECT count(*)::int FROM catalog.price_changes',
  ],
]

test.each(CASES)('%s are deleted in time, and not before', async (_, keptMs, insert, count) => {
  const counted = async () => (await database.pool.query<{ count: number }>(count)).rows[0]?.count
  await database.pool.query(insert, [keptMs + 2 * DAY_MS])
  await database.pool.query(insert, [keptMs - 2 * DAY_MS])
  expect(await counted()).toBe(2)
  await createRetentionStore(database.pool).sweep()
  expect(await counted()).toBe(1)
})

test('used invitations and open jobs stay', async () => {
  await database.pool.query(
    `INSERT INTO invites (kind, secret_hash, expires_at, used_at)
       VALUES ('code', 'used', now() - interval '3 years', now() - interval '3 years')`,
  )
  await database.pool.query(
    "INSERT INTO jobs (queue, key, due_at) VALUES ('open', 'a', now() - interval '3 years')",
  )
  await createRetentionStore(database.pool).sweep()
  const { rows } = await database.pool.query(
    `SELECT (SELECT count(*)::int FROM invites WHERE secret_hash = 'used') AS invites,
       (SELECT count(*)::int FROM jobs WHERE queue = 'open') AS jobs`,
  )
  expect(rows).toEqual([{ invites: 1, jobs: 1 }])
})
