import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const SLOW_MS = 120_000

const invites = async (...args: string[]) => {
  const command = ['--import', 'tsx', 'src/server/cli/invites.ts', ...args]
  const env = { ...process.env, DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET }
  return (await promisify(execFile)(process.execPath, command, { env })).stdout
}

it(
  'writes what it does to the audit log, as nobody in particular',
  async () => {
    const [id = ''] = (await invites('create')).split(' ')
    expect(await invites('revoke', id)).toBe(`Invitation ${id} is revoked.\n`)
    const { rows } = await database.pool.query(
      'SELECT actor, event, subject FROM audit_log ORDER BY id',
    )
    expect(rows).toEqual([
      { actor: null, event: 'invitation-created', subject: id },
      { actor: null, event: 'invitation-revoked', subject: id },
    ])
  },
  SLOW_MS,
)
