import { type BrowserContext, test as base } from '@playwright/test'
import { createInviteSecrets } from '#server/features/accounts/invitations.service.ts'
import { createInvitationsStore } from '#server/features/accounts/invitations.store.ts'
import type { Database } from '#server/core/db/database.ts'
import { E2E_SECRET } from './server-process.ts'
import { addSession, openE2eDatabase, signInWith } from './e2e-people.ts'
import type { Person, PersonOptions } from './people.ts'
import { withRunningApp } from './running-page.ts'

type LoginOptions = PersonOptions & { context?: BrowserContext }

type Fixtures = {
  /** Signs in a new user, in this test's browser or in another context. */
  login: (options?: LoginOptions) => Promise<Person>
  /** The same for a user who has redeemed an invite code. */
  invited: (options?: LoginOptions) => Promise<Person>
  /** Another session of the same user, as if on another device. */
  loginElsewhere: (person: Person, context: BrowserContext) => Promise<void>
  invitations: {
    code: (email?: string) => Promise<string>
    ref: (email: string, name?: string) => Promise<string>
  }
  /** Tests that really sign in share one address and therefore one rate limit. */
  resetLimits: () => Promise<void>
}

export const test = base.extend<Fixtures, { database: Database }>({
  database: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a destructuring pattern
    async ({}, provide) => {
      const database = await openE2eDatabase()
      await provide(database)
      await database.close()
    },
    { scope: 'worker' },
  ],

  page: async ({ page, javaScriptEnabled }, provide) =>
    provide(javaScriptEnabled ? withRunningApp(page) : page),

  login: async ({ database, context: own, baseURL }, provide) => {
    await provide(({ context = own, ...options } = {}) =>
      signInWith(database, context, baseURL, options),
    )
  },

  invited: async ({ login }, provide) => {
    await provide((options = {}) => login({ ...options, invited: true }))
  },

  loginElsewhere: async ({ baseURL }, provide) => {
    await provide((person, context) => addSession(context, person, baseURL))
  },

  invitations: async ({ database }, provide) => {
    const secrets = createInviteSecrets(E2E_SECRET)
    const store = createInvitationsStore(database.pool)
    const invitee = { email: null, name: null, phone: null }
    await provide({
      code: async (email) => {
        const code = secrets.makeCode()
        await store.create('code', secrets.hashCode(code), { ...invitee, email: email ?? null })
        return code
      },
      ref: async (email, name) => {
        const ref = secrets.makeRef()
        await store.create('ref', secrets.hashRef(ref), { ...invitee, email, name: name ?? null })
        return ref
      },
    })
  },

  resetLimits: async ({ database }, provide) => {
    await provide(async () => {
      await database.pool.query('DELETE FROM rate_limits')
    })
  },
})

export { expect } from '@playwright/test'
