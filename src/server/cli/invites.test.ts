import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { TEST_SECRET } from '#tests/support/test-app.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const SLOW_MS = 120_000

const invites = async (...args: string[]) => {
  const settings = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET }
  const { code, stdout, stderr } = await runCommand('invites', args, settings)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
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
