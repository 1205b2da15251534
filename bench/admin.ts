import { startTestApp } from '#tests/support/test-app.ts'
import { signedIn } from '#tests/support/callers.ts'
import { benchFolder, filledDatabase } from './bench-database.ts'
import { median, percentile, printFigures } from './statistics.ts'

const USERS = 100_000
const RUNS = 15

/** Rows that administrators page through, generated in the database. */
const FILL = [
  `INSERT INTO users (id, name, email, email_verified, created_at, invited_at, suspended_at)
    SELECT 'bench-' || n, 'Person ' || md5(n::text), md5(n::text) || '@example.org', true,
      now() - n * interval '1 minute', CASE WHEN n % 3 = 0 THEN now() END,
      CASE WHEN n % 1000 = 0 THEN now() END
    FROM generate_series(1, $1) n ON CONFLICT DO NOTHING`,
  `INSERT INTO audit_log (actor, event, subject)
    SELECT 'bench-' || n, 'user-suspended', 'bench-' || n FROM generate_series(1, $1) n
    WHERE (SELECT count(*) FROM audit_log) < $1`,
  `INSERT INTO notices (reference, kind, address, explanation, state)
    SELECT 'B' || n, 'privacy', '/product/' || n, 'why', 'open' FROM generate_series(1, $1) n
    ON CONFLICT DO NOTHING`,
  `INSERT INTO jobs (queue, key, failed_at, last_error)
    SELECT 'bench', n::text, CASE WHEN n % 10 = 0 THEN now() END, 'no picture'
    FROM generate_series(1, 10 * $1) n ON CONFLICT DO NOTHING`,
]

/** The calls of /admin with many users, notices and jobs, and a takedown among many products. */
export const benchAdmin = async (products: number): Promise<void> => {
  const database = await filledDatabase(benchFolder(`admin-${products}`), products)
  for (const statement of FILL) await database.pool.query(statement, [USERS])
  await database.pool.query('ANALYZE')
  const server = await startTestApp({ database })
  const admin = await signedIn(server, { admin: true })
  const query = {}
  const calls: Record<string, () => Promise<unknown>> = {
    'users, first page': () => admin.api('GET /api/admin/users', { query }),
    'users, by part of a name': () =>
      admin.api('GET /api/admin/users', { query: { q: 'c4ca4238' } }),
    'users, suspended': () => admin.api('GET /api/admin/users', { query: { group: 'suspended' } }),
    'a user': () => admin.api('GET /api/admin/users/:id', { params: { id: 'bench-77' } }),
    invitations: () => admin.api('GET /api/admin/invites', { query }),
    shops: () => admin.api('GET /api/admin/shops'),
    'jobs, failed': () => admin.api('GET /api/admin/jobs', { query: { state: 'failed' } }),
    notices: () => admin.api('GET /api/admin/notices', { query: { state: 'open' } }),
    'counts of notices': () => admin.api('GET /api/admin/takedown-counts'),
    storage: () => admin.api('GET /api/admin/storage'),
    'audit log': () => admin.api('GET /api/admin/audit', { query }),
    'removing and restoring a product': async () => {
      const { rows } = await database.pool.query<{ id: string }>(
        'SELECT id FROM catalog.products OFFSET 10 LIMIT 1',
      )
      const body = { address: `/product/${rows[0]?.id}`, reason: 'Bench' }
      const { data } = await admin.api('POST /api/admin/takedowns', { body })
      const params = { id: data.id }
      await admin.api('POST /api/admin/takedowns/:id/restore', { params, body: { reason: 'End' } })
    },
  }
  const figures: { call: string; median_ms: number; p95_ms: number }[] = []
  for (const [call, make] of Object.entries(calls)) {
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      await database.pool.query('DELETE FROM rate_limits')
      const started = performance.now()
      await make()
      times.push(performance.now() - started)
    }
    figures.push({ call, median_ms: median(times), p95_ms: percentile(times, 0.95) })
  }
  printFigures(`Administration with ${USERS} users and ${products} worn items`, figures)
  await server.close()
  await database.close()
}
