import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

const get = async (path: string) => (await fetch(server.origin + path)).status

describe('the health of the last day', () => {
  test('tells administrators how many requests each server answered, cached ones included', async () => {
    const { api } = await signedIn(server, { admin: true })
    await server.admin.health.recordSample('first:3000')
    await server.pool.query('DELETE FROM health_samples')
    expect(await get('/api/home')).toBe(200)
    expect(await get('/api/home')).toBe(200)
    expect(await get('/api/nowhere')).toBe(404)
    await server.admin.health.recordSample('first:3000')
    await server.admin.health.recordSample('second:3000')

    const { servers: unsorted, periodMs } = (await api('GET /api/admin/health')).data
    const { ready } = (await api('GET /api/admin/overview')).data
    // A minute may have passed between them.
    const servers = unsorted.toSorted((a, b) => a.name.localeCompare(b.name))
    expect(ready).toEqual({ status: 'ok' })
    expect(periodMs).toBe(300_000)
    expect(servers.map(({ name }) => name)).toEqual(['first:3000', 'second:3000'])
    const [sample, ...others] = servers[0]?.samples ?? []
    expect(others).toEqual([])
    expect(sample).toMatchObject({ requests: 3, failures: 0, refused: 0, scans: 0, waiting: 0 })
    expect(sample?.p95Ms).toBeGreaterThan(0)
    expect(sample?.p95Ms).toBeGreaterThanOrEqual(sample?.p50Ms ?? Infinity)
    expect(sample?.memoryMb).toBeGreaterThan(10)
    expect(servers[1]?.samples).toMatchObject([{ requests: 0, p50Ms: null, p95Ms: null }])
  })

  test('joins the minutes of a period, and forgets them after a day', async () => {
    const { api } = await signedIn(server, { admin: true })
    await server.pool.query('DELETE FROM health_samples')
    await server.pool.query(
      `INSERT INTO health_samples
         SELECT 'a:1', date_bin('5 min', now(), 'epoch') - ago * interval '1 min',
           10, 1, 0, 0, 5, ago, 1, 200, 2, 0
         FROM unnest($1::int[]) AS ago`,
      [[1, 2, 5, 6, 1_500]],
    )
    const read = async () => (await api('GET /api/admin/health')).data.servers
    expect(await read()).toMatchObject([
      {
        name: 'a:1',
        samples: [
          { requests: 10, failures: 1, p95Ms: 6 },
          { requests: 30, failures: 3, p95Ms: 5 },
        ],
      },
    ])
    await server.admin.health.sweep()
    const { rows } = await server.pool.query('SELECT count(*)::int AS count FROM health_samples')
    expect(rows).toEqual([{ count: 4 }])
  })
})
