import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
  ada = await signedIn(server, { invited: true })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const expectRefusal = async (reply: Response) => {
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
  const body = (await reply.json()) as { message: string }
  expect(body).toMatchObject({ success: false, data: null })
  expect(body.message.length).toBeGreaterThan(3)
}

describe('unknown actions', () => {
  test.each([
    ['POST', '/invite-code.php'],
    ['POST', '/invite-code.php?action=steal'],
    ['DELETE', '/invite-code.php?action=check'],
    ['POST', '/invite-code.php?action=remove'],
  ])('%s %s', async (method, url) => {
    await expectRefusal(await ada.sendJson(method, url, { firebase_uid: ada.uid, code: 'ABC234' }))
  })

  test('GET /user-products.php with an unknown type', async () => {
    await expectRefusal(await ada.send(`/user-products.php?firebase_uid=${ada.uid}&type=all`))
  })

  test('an unknown provider', async () => {
    await expectRefusal(await ada.sendJson('POST', '/api/sign-in/provider/github', {}))
    await expectRefusal(await ada.send('/api/auth/callback/github?code=x&state=y'))
  })
})

describe('a callback without a sign-in attempt', () => {
  test.each([
    '',
    '?code=x',
    '?state=x',
    '?code=x&state=y',
    '?error=access_denied&error_description=<script>',
  ])('%s goes to Login', async (query) => {
    const reply = await ada.send(`/api/auth/callback/google${query}`)
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toMatch(/^\/login\?error=[\w-]+&provider=google$/)
  })

  test('also with an unexpected Host', async () => {
    const reply = await ada.send('/api/auth/callback/google?code=x&state=y', {
      headers: { host: 'evil.example' },
    })
    expect(reply.headers.get('location')).toMatch(/^\/login\?error=/)
  })
})
