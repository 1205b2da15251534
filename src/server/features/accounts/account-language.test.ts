import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENGLISH } from '#server/core/languages.ts'
import { createLanguage } from '#server/core/messages/language.ts'
import { signedIn, signedInAgain } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp(
    {},
    { languages: [ENGLISH, createLanguage('de'), createLanguage('ja')] },
  )
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query("DELETE FROM users WHERE email = 'ada@example.com'")
})

const readLanguage = async ({ api }: Pick<Awaited<ReturnType<typeof signedIn>>, 'api'>) =>
  (await api('GET /api/session')).data.user?.language

test('a chosen language is that of the account on every device, and part of the download', async () => {
  const ada = await signedIn(server)
  expect(await readLanguage(ada)).toBeNull()
  await ada.api('POST /api/account/language', { body: { language: 'ja' } })
  const elsewhere = await signedInAgain(server, ada)
  expect(await readLanguage(elsewhere)).toBe('ja')
  const file = (await (await ada.send('/api/account/export')).json()) as {
    user: { language: string }
  }
  expect(file.user.language).toBe('ja')
  await elsewhere.api('POST /api/account/language', { body: { language: 'en' } })
  expect(await readLanguage(ada)).toBe('en')
})

test.each(['fr', 'xx', 'DE', 'de; path=/', '', 7, null])(
  'a language that is not offered is refused: %j',
  async (language) => {
    const ada = await signedIn(server)
    const reply = await ada.sendJson('POST', '/api/account/language', { language })
    expect(reply.status).toBe(400)
    expect(await readLanguage(ada)).toBeNull()
  },
)

test('a visitor has no language to choose for an account', async () => {
  const reply = await server.request('/api/account/language', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://wearabouts.test' },
    body: '{"language":"de"}',
  })
  expect(reply.status).toBe(401)
})

test('a new account has the language of the page that asked, also after the pages of a provider', async () => {
  const browser = createTestBrowser(server.origin)
  const begin = await browser.send('/api/sign-in/provider/google', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
    body: '{"redirect":"/profile?a=b"}',
  })
  const { data } = (await begin.json()) as { data: { url: string } }
  expect(await browser.pickPerson(data.url, 'ada-marlow')).toBe('/de/profile?a=b')
  expect(await readLanguage(browser)).toBe('de')
})

test('signing in on another page keeps the language of the account, and a cookie is no choice', async () => {
  const browser = createTestBrowser(server.origin)
  await browser.signIn('google', 'ada-marlow')
  expect(await readLanguage(browser)).toBe('en')
  await browser.api('POST /api/account/language', { body: { language: 'de' } })
  const another = createTestBrowser(server.origin, { 'accept-language': 'ja' })
  another.jar.set('language', { value: 'ja', path: '/' })
  await another.signIn('google', 'ada-marlow')
  expect(await readLanguage(another)).toBe('de')
})

test('an account without a language takes the one that its browser has chosen', async () => {
  const ada = await signedIn(server)
  const cookie = `${ada.cookie}; language=ja`
  await server.request('/api/session', { headers: { cookie } })
  expect(await readLanguage(ada)).toBe('ja')
  await server.request('/api/session', { headers: { cookie: `${ada.cookie}; language=de` } })
  expect(await readLanguage(ada)).toBe('ja')
})

test('calls of the specification do not tell the language', async () => {
  const ada = await signedIn(server)
  const { data } = await ada.api('POST /user.php', { body: { uid: ada.uid } })
  expect(Object.keys(data)).not.toContain('language')
})
