import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyDatabase, testDatabase } from '#tests/support/database.ts'
import { runCommand } from '#tests/support/run-command.ts'

const SLOW_MS = 120_000

let database: Database
let other: Database
beforeAll(async () => {
  database = await testDatabase()
  other = await emptyDatabase()
  await importRows(database.pool, [catalogRow(), catalogRow({ name: 'Silk Scarf' })])
})
afterAll(() => Promise.all([database.close(), other.close()]))

const run = (args: string[], env: Record<string, string> = { SEARCH_DATABASE_URL: other.url }) =>
  runCommand('search', args, { DATABASE_URL: database.url, NODE_ENV: 'test', ...env })

test(
  'search documents are copied, compared, repaired and left behind by commands',
  async () => {
    expect(await run(['status'], { SEARCH_DATABASE_URL: '' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('SEARCH_DATABASE_URL is not set'),
    })
    expect((await run(['rebuild'])).stdout).toContain('The search database has all documents.')
    const { stdout } = await run(['status'])
    expect(stdout).toContain('Documents in the search database: 2')
    expect(stdout).toContain('Searches read the search database.')
    expect((await run(['verify'])).stdout).toContain('All documents are the same.')

    await other.pool.query('DELETE FROM search.documents')
    expect(await run(['verify'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('2 different'),
    })
    expect((await run(['verify', '--repair'])).stdout).toContain('2 repaired')
    expect((await other.pool.query('SELECT FROM search.documents')).rowCount).toBe(2)
    await run(['detach'])
    expect((await database.pool.query('SELECT FROM search.destination')).rowCount).toBe(0)
  },
  SLOW_MS,
)
