import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { WEB_TEXT } from '#server/core/web/web-messages.ts'
import { LANGUAGE_COOKIE, PAGE_LANGUAGE_HEADER } from '#shared/languages.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp({}, { languages: listLanguages(['de', 'ar']) })
  admin = await signedIn(server, { admin: true, invited: true })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const MISSING_ID = '999999999'

/** Wrong requests, with the body that is sent. */
const OWN: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['POST', '/api/boards', {}],
  ['POST', '/api/boards', { title: '' }],
  ['POST', '/api/boards', { title: 'x'.repeat(10_000) }],
  ['POST', '/api/boards', { title: 7 }],
  ['PATCH', `/api/boards/${MISSING_ID}`, { title: 'Summer' }],
  ['POST', '/api/boards', { title: 'a\u0000b' }],
  ['GET', '/api/search?sort=sideways'],
  ['GET', '/api/search/products?q=dress&after=nonsense'],
  ['GET', `/api/product/${MISSING_ID}`],
  ['GET', '/api/people/Nobody'],
  ['GET', '/api/nothing'],
  ['POST', '/api/alerts', { condition: { kind: 'search', search: { sizes: 'x' } } }],
  ['POST', '/api/account/language', { language: 'xx' }],
  ['POST', '/api/account/keys', { name: 'x', scopes: ['read', 'studio'], lifeDays: null }],
  ['DELETE', `/api/account/keys/${MISSING_ID}`],
  ['DELETE', '/api/account/passkeys/none'],
  ['POST', '/api/favorites', {}],
  ['POST', '/api/manual-products', { title: '', price: '', website: '' }],
  ['POST', '/api/manual-products', { title: 'Coat', price: 'free', website: 'https://a.test' }],
  ['POST', '/api/image-from-address', { address: 'ftp://a.test/a.jpg' }],
  ['POST', '/api/product-from-link', { link: 'http://127.0.0.1/product' }],
  ['POST', '/api/notices', { kind: 'copyright', address: '', explanation: '', goodFaith: false }],
  ['POST', '/api/find-objects', {}],
  ['GET', `/api/find/${MISSING_ID}`],
  ['POST', '/api/find'],
  ['POST', '/api/find-address', { address: 'https://127.0.0.1/a.jpg' }],
  ['POST', '/api/scan', { imageUrl: 'https://elsewhere.test/a.jpg' }],
  ['GET', `/api/scan/${MISSING_ID}`],
  ['GET', '/api/offline-products'],
  ['GET', `/api/studio/drafts/${MISSING_ID}`],
  ['PUT', '/api/studio/page', { name: 'A B', displayName: '' }],
  ['POST', '/api/admin/webhooks', { url: 'https://10.0.0.1/', events: ['look.published'] }],
  ['POST', '/api/admin/webhooks', { url: 'no address', events: [] }],
  ['DELETE', '/api/admin/webhooks/1'],
  [
    'POST',
    '/api/admin/affiliate-rules',
    { kind: 'wrap', host: 'a.test', address: 'http://b.test' },
  ],
  ['POST', '/api/admin/affiliate-rules', { kind: 'parameter', host: 'x', name: 'a b', value: '' }],
  [
    'PUT',
    '/api/admin/site',
    { name: '', accent: '#ffffff', contactEmail: '', imprint: '', home: [] },
  ],
  ['POST', '/api/admin/takedowns', { address: 'https://elsewhere.test/', reason: 'Asked for' }],
  ['POST', '/api/admin/search-pins', { query: '', key: '' }],
  ['GET', '/api/admin/shops/Nobody/runs'],
  ['POST', '/api/admin/shops/preview', { name: 'Shop', source: 'http://127.0.0.1/feed.csv' }],
  ['POST', '/api/admin/shops/preview', { name: 'Shop', source: 'upload:1' }],
  ['POST', '/api/admin/shops', { name: '', source: 'https://shop.test/feed.csv' }],
  ['POST', '/api/admin/shops', { name: 'Shop', source: 'https://shop.test/', every: '2' }],
  ['POST', '/api/admin/shops', { name: 'Shop', source: 'https://shop.test/', map: 'x=y' }],
  ['GET', '/api/admin/imports/1'],
]

const SPECIFIED: typeof OWN = [
  ['POST', '/user.php', {}],
  ['POST', '/user-products.php', { firebase_uid: 'x' }],
  ['POST', '/invite-code.php?action=save', { firebase_uid: '', code: 'x' }],
  ['POST', '/invite-code.php?action=steal', {}],
  ['POST', '/save-detection.php', {}],
  ['POST', '/image-local.php'],
  ['POST', '/google-lens.php', {}],
  ['POST', '/api/invite-codes/validate-and-create-user', { email: 'x' }],
  ['POST', '/api/firebase-sync/save-detection.php', {}],
  ['POST', '/api/detect-and-search'],
]

const refuse = async (
  [method, path, body]: (typeof OWN)[number],
  headers: Record<string, string>,
): Promise<string> => {
  const init = body === undefined ? new FormData() : JSON.stringify(body)
  const reply = await admin.send(path, {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: init }),
  })
  const { message } = (await reply.json()) as { message: string }
  expect(`${path} ${reply.status}`).toMatch(/ 4\d\d$/)
  return message
}

/** Words that no other language has and no sent value. */
const ENGLISH =
  /\b(?:the|is|are|was|not|no|must|invalid|expected|received|please|there|this|such|too|your|with|could|only|or|and|by|to|of)\b/i

/** What requests and documentation call by its name stays as it is. */
const withoutNames = (message: string) => message.replaceAll(/[„«](?:.*?)[“»]/g, '')

const readText = async (url: string, headers: Record<string, string>): Promise<string> => {
  // `fetch` cannot send another host.
  const [reply] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  return text(reply)
}

describe.each(['de', 'ar'])('in %s', (code) => {
  it('says that another host is not served', async () => {
    const reply = await readText(`${server.origin}/${code}/search`, { host: 'evil.example' })
    expect(reply).toContain('PUBLIC_URL')
    expect(reply).not.toMatch(ENGLISH)
  })

  it('asks who signs in without Google', async () => {
    const page = `${server.origin}/local-identity/google?state=x`
    const html = await readText(page, { 'accept-language': code })
    expect(html).toContain(`<html lang="${code}"`)
    expect(html.replaceAll(/<style>.*<\/style>|<[^>]*>/gs, ' ')).not.toMatch(
      /sign|Choose|Cancel|email /i,
    )
  })

  it('keeps crawlers away from the pages that English keeps to itself', async () => {
    const robots = await readText(`${server.origin}/robots.txt`, {})
    expect(robots).toContain(`Disallow: /${code}/admin\n`)
  })

  it('says why a feed was not read to whoever asks', async () => {
    const name = `Shop ${code}`
    const headers = { 'content-type': 'application/json', 'accept-language': code }
    const body = JSON.stringify({ name, source: 'http://127.0.0.1/feed.csv' })
    await admin.send('/api/admin/shops', { method: 'POST', headers, body })
    const readReason = async (language: string) => {
      const reply = await admin.send('/api/admin/shops', {
        headers: { 'accept-language': language },
      })
      const { data } = (await reply.json()) as {
        data: { shops: { name: string; lastRun: { reason: string } | null }[] }
      }
      return data.shops.find((shop) => shop.name === name)?.lastRun?.reason
    }
    await expect.poll(() => readReason('en')).toBe(WEB_TEXT.isPrivate)
    expect(await readReason(code)).not.toMatch(ENGLISH)
  })

  it.each(OWN.map((request) => [request]))('says why %j is refused', async (request) => {
    const [english, translated] = [
      await refuse(request, { 'accept-language': 'en' }),
      await refuse(request, { 'accept-language': `${code}-XX,en;q=0.5` }),
    ]
    expect(translated).not.toBe(english)
    expect(withoutNames(translated)).not.toMatch(ENGLISH)
    if (code === 'ar') expect(translated).toMatch(/\p{Script=Arabic}{2}/u)
  })

  it.each(SPECIFIED.map((request) => [request]))(
    'keeps the English of %j, except on our pages',
    async (request) => {
      const english = await refuse(request, {})
      expect(await refuse(request, { 'accept-language': code })).toBe(english)
      expect(await refuse(request, { cookie: `${LANGUAGE_COOKIE}=${code}` })).toBe(english)
      const onPage = await refuse(request, { [PAGE_LANGUAGE_HEADER]: code })
      expect(onPage).not.toBe(english)
      expect(withoutNames(onPage)).not.toMatch(ENGLISH)
    },
  )
})
