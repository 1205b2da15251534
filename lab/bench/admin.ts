import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import type { Database } from '#server/core/db/database.ts'
import { getBenchFolder, openFilledDatabase } from './bench-database.ts'
import { computeMedian, computePercentile, printFigures, measureTimes } from './statistics.ts'

/** 100,000 with a catalogue of a million. */
const PRODUCTS_PER_USER = 10
const RUNS = 15

/** Rows that administrators page through, as many as there are users ($1); each statement fills an empty table. */
const FILL = {
  users: `INSERT INTO users (id, name, email, email_verified, created_at, invited_at, suspended_at)
    SELECT 'bench-' || n, 'Person ' || md5(n::text), md5(n::text) || '@example.org', true,
      now() - n * interval '1 minute', CASE WHEN n % 3 = 0 THEN now() END,
      CASE WHEN n % 1000 = 0 THEN now() END
    FROM generate_series(1, $1::int) n`,
  invites: `INSERT INTO invites (kind, secret_hash, email, expires_at, used_by, used_at)
    SELECT 'code', sha256(n::text::bytea), md5(n::text) || '@example.org', now() + interval '1 day',
      'bench-' || n, now() FROM generate_series(1, $1::int) n`,
  invite_requests: `INSERT INTO invite_requests (email, message, declined_at)
    SELECT n || '@example.org', 'please', CASE WHEN n % 2 = 0 THEN now() END
    FROM generate_series(1, least(10000, $1::int)) n`,
  audit_log: `INSERT INTO audit_log (actor, event, subject)
    SELECT 'bench-' || n, 'user-suspended', 'bench-' || n FROM generate_series(1, $1::int) n`,
  notices: `INSERT INTO notices (reference, kind, address, explanation, state, decided_at)
    SELECT 'B' || n, 'privacy', '/product/' || n, 'why',
      CASE WHEN n % 100 = 0 THEN 'open' ELSE 'declined' END, now()
    FROM generate_series(1, $1::int) n`,
  takedowns: `WITH begun AS (
      INSERT INTO takedowns (kind, subject, title, reason, applied_at, purged_at)
      SELECT 'picture', 'https://pictures.example.com/gone/' || n, 'Dress', 'why', now(), now()
      FROM generate_series(1, $1::int / 100) n RETURNING id, subject)
    INSERT INTO takedown_pictures (takedown_id, url) SELECT id, subject FROM begun`,
  "jobs WHERE queue = 'bench'": `INSERT INTO jobs (queue, key, failed_at, last_error, due_at)
    SELECT 'bench', n::text, CASE WHEN n % 10 = 0 THEN now() END, 'no picture', now()
    FROM generate_series(1, ${PRODUCTS_PER_USER} * $1::int) n`,
  'catalog.feeds': `INSERT INTO catalog.feeds (shop_id, name, source)
    SELECT id, name, 'https://' || host || '/feed.xml' FROM catalog.shops
    WHERE host IS NOT NULL AND $1::int > 0`,
  'catalog.feed_runs': `INSERT INTO catalog.feed_runs (shop_id, outcome, items, offers)
    SELECT shop_id, 'changed', $1::int, $1::int FROM catalog.feeds`,
}

const insertUsers = async ({ maintenance }: Database, users: number) => {
  for (const [table, statement] of Object.entries(FILL)) {
    const { rows } = await maintenance.query(`SELECT FROM ${table} LIMIT 1`)
    if (rows.length > 0) continue
    process.stderr.write(`Filling ${table}…\n`)
    await maintenance.query(statement, [users])
  }
  // Only the number of a shop's offers matters; the triggers would compare all prices and facets.
  await maintenance.query(`ALTER TABLE catalog.offers DISABLE TRIGGER USER;
    UPDATE catalog.offers SET shop_item_id = product_id::text WHERE shop_item_id IS NULL;
    ALTER TABLE catalog.offers ENABLE TRIGGER USER`)
  await maintenance.query('VACUUM ANALYZE')
}

type Call = () => Promise<unknown>

/** Every list and search of /admin, its first page and one in the middle, and a takedown. */
const listCalls = async ({ api }: SignedIn, { pool }: Database): Promise<Record<string, Call>> => {
  const all = (await api('GET /api/admin/users', { query: {} })).data
  const half = async (table: string, id = 'id') => {
    const { rows } = await pool.query<{ after: string }>(
      `SELECT (min(${id}) + (max(${id}) - min(${id})) / 2)::text AS after FROM ${table}`,
    )
    return { after: rows[0]?.after ?? '1' }
  }
  const middle = {
    invites: await half('invites'),
    requests: await half('invite_requests'),
    notices: await half('notices'),
    takedowns: await half('takedowns'),
    audit: await half('audit_log'),
  }
  const jobs = (await api('GET /api/admin/jobs', { query: { state: 'failed' } })).data
  const { shops } = (await api('GET /api/admin/shops')).data
  const users = (query: {
    q?: string
    group?: 'admins' | 'invited' | 'suspended'
    after?: string
  }) => api('GET /api/admin/users', { query })
  const page = (next: string | null) => (next ? { after: next } : {})
  return {
    'users, first page': () => users({}),
    'users, next page': () => users(page(all.next)),
    'users, by a rare part of a name': () => users({ q: 'c4ca4238' }),
    'users, by what every name has': () => users({ q: 'person' }),
    'users, by what nobody has': () => users({ q: 'nobody has this name' }),
    'users, by two letters': () => users({ q: 'zz' }),
    'users, by a common word among the suspended': () =>
      users({ q: 'example.org', group: 'suspended' }),
    'users, administrators': () => users({ group: 'admins' }),
    'users, invited': () => users({ group: 'invited' }),
    'users, suspended': () => users({ group: 'suspended' }),
    'a user': () => api('GET /api/admin/users/:id', { params: { id: 'bench-77' } }),
    invitations: () => api('GET /api/admin/invites', { query: {} }),
    'invitations, from the middle': () => api('GET /api/admin/invites', { query: middle.invites }),
    'requests for invitations': () => api('GET /api/admin/invite-requests', { query: {} }),
    'requests, from the middle': () =>
      api('GET /api/admin/invite-requests', { query: middle.requests }),
    shops: () => api('GET /api/admin/shops'),
    'runs of a shop': () =>
      api('GET /api/admin/shops/:name/runs', { params: { name: shops[0]?.name ?? '' } }),
    imports: () => api('GET /api/admin/imports'),
    'jobs, waiting': () => api('GET /api/admin/jobs', { query: { state: 'waiting' } }),
    'jobs, failed': () => api('GET /api/admin/jobs', { query: { state: 'failed' } }),
    'jobs, failed, next page': () =>
      api('GET /api/admin/jobs', { query: { state: 'failed', ...page(jobs.next) } }),
    'notices, open': () => api('GET /api/admin/notices', { query: { state: 'open' } }),
    'notices, all': () => api('GET /api/admin/notices', { query: {} }),
    'notices, from the middle': () => api('GET /api/admin/notices', { query: middle.notices }),
    takedowns: () => api('GET /api/admin/takedowns', { query: {} }),
    'takedowns, from the middle': () =>
      api('GET /api/admin/takedowns', { query: middle.takedowns }),
    'counts of notices': () => api('GET /api/admin/takedown-counts'),
    storage: () => api('GET /api/admin/storage'),
    health: () => api('GET /api/admin/health'),
    'audit log': () => api('GET /api/admin/audit', { query: {} }),
    'audit log, from the middle': () => api('GET /api/admin/audit', { query: middle.audit }),
    'removing and restoring a product': async () => {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM catalog.products ORDER BY id LIMIT 1',
      )
      const body = { address: `/product/${rows[0]?.id}`, reason: 'Bench' }
      const { data } = await api('POST /api/admin/takedowns', { body })
      await api('POST /api/admin/takedowns/:id/restore', {
        params: { id: data.id },
        body: { reason: 'End' },
      })
    },
  }
}

const measureCalls = async (products: number): Promise<Map<string, number[]>> => {
  const database = await openFilledDatabase(getBenchFolder(`admin-${products}`), products)
  try {
    await insertUsers(database, products / PRODUCTS_PER_USER)
    const server = await startTestApp({ database, env: { VISION_WORKERS: '0' } })
    try {
      const admin = await signedIn(server, { admin: true })
      const times = new Map<string, number[]>()
      for (const [name, call] of Object.entries(await listCalls(admin, database))) {
        await database.pool.query('DELETE FROM rate_limits')
        // A call that fails must not lose the figures of the others.
        const callTimes = await measureTimes(RUNS, call).catch((error: unknown) => {
          process.stderr.write(`${name}: ${String(error)}\n`)
          return []
        })
        times.set(name, callTimes)
        process.stderr.write(
          `${products} products, ${name}: ${computeMedian(callTimes).toFixed(1)} ms\n`,
        )
      }
      return times
    } finally {
      await server.close()
    }
  } finally {
    await database.close()
  }
}

/** The calls of /admin, with a user for every ten products, and how they grow with the catalogue. */
export const benchAdmin = async (sizes: readonly number[]): Promise<void> => {
  const measurements: Map<string, number[]>[] = []
  for (const products of sizes) measurements.push(await measureCalls(products))
  const names = [...(measurements[0]?.keys() ?? [])]
  printFigures(
    `Calls of /admin with ${sizes.join(' and ')} products and a tenth as many users`,
    names.map((call) => {
      const row: Record<string, string | number> = { call }
      const times = measurements.map((of) => of.get(call) ?? [])
      for (const [at, of] of times.entries()) row[`median ms, ${sizes[at]}`] = computeMedian(of)
      const [smallestSite = [], largestSite = []] = [times[0], times.at(-1)]
      row[`p95 ms, ${sizes.at(-1)}`] = computePercentile(largestSite, 0.95)
      row['ratio'] = computeMedian(largestSite) / computeMedian(smallestSite)
      return row
    }),
  )
}
