import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

test('signing in with Google through the local provider', async () => {
  const browser = createTestBrowser(server.origin)
  expect(await browser.signIn('google', 'ada-marlow')).toBe('/profile#saved-products')
  const { data } = await browser.api('GET /api/session')
  expect(data.user).toMatchObject({
    displayName: 'Ada Marlow',
    email: 'ada@example.com',
    provider: 'google',
    hasInviteCode: false,
    isInviteUser: false,
  })
})
