import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { insertPerson } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('TRUNCATE rate_limits'))

const countedCallers = async () => {
  const { rows } = await database.pool.query<{ caller: string }>('SELECT caller FROM rate_limits')
  return rows.map(({ caller }) => caller)
}

const CLIENT = '203.0.113.7'
const OUTER_PROXY = '198.51.100.2'
const SPOOFED = '8.8.8.8'

describe.each([
  [0, `${SPOOFED}, ${CLIENT}`, '127.0.0.1'],
  [1, CLIENT, CLIENT],
  [1, `${SPOOFED}, ${CLIENT}`, CLIENT],
  [2, `${CLIENT}, ${OUTER_PROXY}`, CLIENT],
  [2, `${SPOOFED}, ${CLIENT},${OUTER_PROXY}`, CLIENT],
  [2, CLIENT, CLIENT],
  [2, `2001:db8::7, ${OUTER_PROXY}`, '2001:db8::/64'],
  [1, '::ffff:203.0.113.7', CLIENT],
  [1, `${CLIENT}, not an address`, '127.0.0.1'],
  [1, '', '127.0.0.1'],
])('behind %i trusted proxies, X-Forwarded-For: %s', (trustedProxies, forwarded, address) => {
  test(`is a request from ${address}`, async () => {
    const app = await startTestApp({ database, env: { TRUST_PROXY: String(trustedProxies) } })
    try {
      await fetch(`${app.origin}/api/search?q=coat`, { headers: { 'x-forwarded-for': forwarded } })
      expect(await countedCallers()).toEqual([address])
    } finally {
      await app.close()
    }
  })
})

describe('a limit per user', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ database, env: { TRUST_PROXY: '1' } })
  })
  afterAll(() => app.close())

  const upload = async (cookie: string, address: string) => {
    const reply = await fetch(`${app.origin}/image-local.php`, {
      method: 'POST',
      headers: { cookie, origin: app.origin, 'x-forwarded-for': address },
      body: new FormData(),
    })
    return { status: reply.status, retryAfter: reply.headers.get('retry-after') }
  }

  test('follows the user to another address and spares others at the same address', async () => {
    const [ada, bela] = await Promise.all(
      [1, 2].map(() => insertPerson(database.pool, TEST_SECRET, { invited: true })),
    )
    if (!ada || !bela) throw new Error('Two people are needed')
    expect(await upload(ada.cookie, CLIENT)).toEqual({ status: 400, retryAfter: null })
    await database.pool.query('UPDATE rate_limits SET calls = $1', [RATE_LIMITS.upload.calls])
    const refused = await upload(ada.cookie, OUTER_PROXY)
    expect(refused.status).toBe(429)
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    expect((await upload(bela.cookie, CLIENT)).status).toBe(400)
  })
})
