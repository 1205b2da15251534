import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listLanguages } from '#server/core/languages.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { PAGE_LANGUAGE_HEADER } from '#shared/languages.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables } from '#tests/support/database.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'

let smtp: Awaited<ReturnType<typeof startLoopbackSmtp>>
let server: TestApp
beforeAll(async () => {
  smtp = await startLoopbackSmtp()
  server = await startTestApp(
    { env: { SMTP_URL: smtp.url } },
    { languages: listLanguages(['de', 'ja']) },
  )
})
afterAll(async () => {
  await server.close()
  smtp.close()
})
beforeEach(async () => {
  smtp.received.length = 0
  await emptyTables(
    server.pool,
    'catalog.worn_items',
    'catalog.products',
    'alert_subscribers',
    'users',
    'rate_limits',
  )
})

const EMAIL = 'ada@example.com'
const inLanguage = (language: string) =>
  createTestBrowser(server.origin, { [PAGE_LANGUAGE_HEADER]: language })
const lastMail = () => smtp.received.at(-1)?.text ?? ''

const sell = async () => {
  await importRows(server.pool, [
    catalogRow({ name: 'Silk Dress', price: '€100', website: 'https://shop.example.com/dress' }),
  ])
  await server.pool.query("UPDATE catalog.offers SET availability = 'in_stock'")
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  return rows[0]?.id ?? ''
}
const lowerPrice = async () => {
  await server.pool.query('UPDATE catalog.offers SET price_amount = 70, last_seen_at = now()')
  await createDocumentUpdater(server.pool).update()
  await server.alerts.evaluate()
  await server.alerts.deliver()
}
const CONDITION = { kind: 'below' as const, amount: 80, currency: 'EUR', size: null }

const ask = async (language: string, product: string) =>
  inLanguage(language).send('/api/alerts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      on: { product },
      condition: CONDITION,
      immediate: true,
      email: EMAIL,
    }),
  })
const openLink = (language: string) => {
  const token = /\/alerts#([\w.-]+)/.exec(lastMail())?.[1] ?? ''
  return inLanguage(language).send('/api/alerts/link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
}

test('a visitor gets alerts in the language of the page, and later in that of the opened list', async () => {
  await ask('de', await sell())
  expect(lastMail()).toContain('Um sie zu bestätigen, öffne diesen Link')
  expect(lastMail()).toContain(`${server.origin}/de/alerts#confirm.`)
  // Somebody else who enters the address changes nothing for its owner.
  await ask('ja', await sell())
  await openLink('de')
  await lowerPrice()
  expect(lastMail()).toContain('Deine Benachrichtigungen: ')
  expect(lastMail()).toContain(`${server.origin}/de/product/`)
  expect(lastMail()).toContain('<html lang="de" dir="ltr">')
  await openLink('ja')
  const { rows } = await server.pool.query('SELECT language FROM alert_subscribers')
  expect(rows).toEqual([{ language: 'ja' }])
})

test('a user gets alerts in the language of the account, whatever page asked', async () => {
  const ada = await signedIn(server, { email: EMAIL })
  await ada.api('POST /api/account/language', { body: { language: 'de' } })
  const body = { on: { product: await sell() }, condition: CONDITION, immediate: true }
  await ada.api('POST /api/alerts', { body })
  await lowerPrice()
  expect(lastMail()).toContain(`${server.origin}/de/alerts`)
  await ada.api('POST /api/account/language', { body: { language: 'en' } })
  await server.pool.query('DELETE FROM alert_matches')
  await server.pool.query('UPDATE catalog.offers SET price_amount = 100')
  await createDocumentUpdater(server.pool).update()
  await server.alerts.evaluate()
  await lowerPrice()
  expect(lastMail()).toContain('Your alerts: ')
})

test('a sign-in code is in the language of the page, or of the account that has the address', async () => {
  await inLanguage('de').api('POST /api/sign-in/email', { body: { email: EMAIL } })
  expect(lastMail()).toContain('Oder gib diesen Code in einem beliebigen Browser ein')
  expect(lastMail()).toContain(`${server.origin}/de/sign-in#`)
  const ada = await signedIn(server, { email: 'bo@example.com' })
  await ada.api('POST /api/account/language', { body: { language: 'ja' } })
  await inLanguage('de').api('POST /api/sign-in/email', { body: { email: 'Bo@example.com' } })
  expect(lastMail()).toContain(`${server.origin}/ja/sign-in#`)
})

test('a notice is answered in the language of its form, now and when it is decided', async () => {
  const administrator = await signedIn(server, { admin: true })
  const notice = {
    kind: 'other',
    address: `${server.origin}/product/1`,
    explanation: 'x'.repeat(30),
    name: 'Ada',
    email: EMAIL,
    goodFaith: true,
  }
  const reply = await inLanguage('de').send('/api/notices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notice),
  })
  expect(await reply.json()).toMatchObject({ success: true })
  expect(lastMail()).toContain('Deine Meldung')
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM notices')
  const declined = await administrator.sendJson(
    'POST',
    `/api/admin/notices/${rows[0]?.id ?? ''}/decline`,
    { reason: 'Because' },
  )
  expect(await declined.json()).toMatchObject({ success: true })
  expect(smtp.received).toHaveLength(2)
  expect(lastMail()).toContain('Because')
  expect(lastMail()).toMatch(/Begründung: Because|Grund: Because/)
})

test('administrators get their tasks in their languages', async () => {
  const [ada, bo] = [
    await signedIn(server, { admin: true, email: EMAIL }),
    await signedIn(server, { admin: true, email: 'bo@example.com' }),
  ]
  await ada.api('POST /api/account/language', { body: { language: 'de' } })
  await server.pool.query(
    `INSERT INTO invite_requests (email, message) VALUES ('c@example.com', '')`,
  )
  await server.admin.operations.emailAdmins()
  const mailTo = (email: string) =>
    smtp.received.filter(({ to }) => to.includes(email)).map(({ text }) => text)
  expect(mailTo(EMAIL).join('')).toContain('/de/admin#')
  expect(mailTo('bo@example.com').join('')).toContain(ENGLISH_REASON)
  expect(mailTo(EMAIL).join('')).not.toContain(ENGLISH_REASON)
  expect(bo.uid).not.toBe(ada.uid)
})
const ENGLISH_REASON = 'You get this email because you administer this site.'
