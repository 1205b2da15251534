import pino, { type Logger } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccountParts } from '#server/account-parts.ts'
import type { Database } from '#server/db/database.ts'
import { createRateLimiter } from '#server/http/rate-limits.store.ts'
import { testDatabase } from '#tests/support/database.ts'
import type { ProviderChoice } from './provider-choice.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const silent = pino({ level: 'silent' })
const BOTH: ProviderChoice = { real: {}, local: ['google', 'facebook'] }
const parts = (providers = BOTH, log: Logger = silent) =>
  createAccountParts({
    database,
    log,
    limits: createRateLimiter(database.pool),
    storage: { delete: async () => {} },
    releasePictures: async () => {},
    secret: 'a secret that is only ever used by tests',
    publicUrl: null,
    providers,
  })

test('a provider that cannot be reached at the start is a loud failure (trap 7)', async () => {
  // Nobody listens on port 1, so discovery fails, which the library would only log.
  await expect(parts().identity.start(1)).rejects.toThrow(
    'These sign-in providers cannot be used: google, facebook',
  )
})

test('a server that nobody can sign in to says so', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await parts({ real: {}, local: [] }, log).identity.start(1)
  expect(lines.join('')).toContain('Nobody can sign in')
})

test('before the start, signing in says that the server is starting', async () => {
  const request = new Request('http://127.0.0.1/')
  await expect(parts().identity.beginSignIn('google', null, request)).rejects.toMatchObject({
    status: 503,
  })
})
