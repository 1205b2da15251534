import pino, { type Logger } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createEmailProof } from './email-proof.ts'
import { createIdentity } from './identity.ts'
import { createIdentityStore } from './identity.store.ts'
import type { ProviderChoice } from './provider-choice.ts'
import { createSessionCookie } from './session-cookie.ts'
import { createSessions } from './sessions.ts'
import { createSessionsStore } from './sessions.store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const SECRET = 'a secret that is only ever used by tests'
const silent = pino({ level: 'silent' })
const BOTH: ProviderChoice = { real: {}, local: ['google', 'facebook'], openId: null, email: 'off' }
const identityWith = (choice = BOTH, log: Logger = silent) =>
  createIdentity({
    database,
    store: createIdentityStore(database.pool),
    sessions: createSessions(
      createSessionsStore(database.pool),
      createSessionCookie(SECRET, false),
    ),
    emailProof: createEmailProof(SECRET, false),
    log,
    secret: SECRET,
    publicUrl: null,
    choice,
  })

test('the start fails if a provider cannot be reached (trap 7)', async () => {
  // Nobody listens on port 1, so discovery fails, which the library would only log.
  await expect(identityWith().start(1)).rejects.toThrow(
    'These sign-in providers cannot be used: google, facebook',
  )
})

test('warns if nobody can sign in', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await identityWith({ real: {}, local: [], openId: null, email: 'off' }, log).start(1)
  expect(lines.join('')).toContain('Nobody can sign in')
})

test('before the start, sign-in answers that the server is starting', async () => {
  const request = new Request('http://127.0.0.1/')
  await expect(identityWith().beginSignIn('google', null, request)).rejects.toMatchObject({
    status: 503,
  })
})
