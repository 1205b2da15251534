import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SETUP_MESSAGES } from '#shared/account-messages.ts'
import { createTestBrowser } from '#tests/support/test-browser.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM setup_links')
  await server.pool.query('DELETE FROM users')
})

const ORIGIN = 'https://wear.example'
const tokenOf = (link: string | null) => link?.split('#')[1] ?? ''
const firstToken = async () => tokenOf(await server.accounts.setup.firstLink(ORIGIN))

const signIn = async (person = 'ada-marlow') => {
  const browser = createTestBrowser(server.origin)
  await browser.signIn('google', person)
  const open = (token: string) => browser.api('POST /api/setup/open', { body: { token } })
  const claim = () => browser.api('POST /api/setup/claim')
  const isAdmin = async () => (await browser.api('GET /api/session')).data.user?.isAdmin
  return { ...browser, open, claim, isAdmin }
}

describe('a set-up link', () => {
  test('makes whoever opens it and signs in an administrator, who may also add products', async () => {
    const link = await server.accounts.setup.firstLink(ORIGIN)
    expect(link).toMatch(/^https:\/\/wear\.example\/setup#[\w-]{43}$/)
    const browser = createTestBrowser(server.origin)
    expect((await browser.api('GET /api/setup')).data.isOpen).toBe(false)
    await browser.api('POST /api/setup/open', { body: { token: tokenOf(link) } })
    expect((await browser.api('GET /api/setup')).data.isOpen).toBe(true)
    await expect(browser.api('POST /api/setup/claim')).rejects.toThrow('User not authenticated')
    expect(await browser.signIn('google', 'ada-marlow', '/setup')).toBe('/setup')
    expect((await browser.api('GET /api/session')).data.user?.isAdmin).toBe(false)
    await browser.api('POST /api/setup/claim')
    expect((await browser.api('GET /api/session')).data.user).toMatchObject({
      isAdmin: true,
      hasInviteCode: true,
    })
    expect((await browser.api('GET /api/setup')).data.isOpen).toBe(false)
  })

  test('is stored only as a hash', async () => {
    const token = await firstToken()
    const { rows } = await server.pool.query<{ secret_hash: Buffer }>('SELECT * FROM setup_links')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows) + rows[0]?.secret_hash.toString('base64url')).not.toContain(token)
  })

  test('is noted in the audit log when it is made and when it is used', async () => {
    await server.pool.query('DELETE FROM audit_log')
    const token = await firstToken()
    const ada = await signIn()
    await ada.open(token)
    await ada.claim()
    const { rows } = await server.pool.query('SELECT event FROM audit_log ORDER BY id')
    expect(rows).toEqual([{ event: 'set-up-link-made' }, { event: 'admin-made' }])
  })

  test('works once', async () => {
    const token = tokenOf(await server.accounts.setup.extraLink(ORIGIN))
    const [ada, bo] = [await signIn(), await signIn('bela-ortiz')]
    await ada.open(token)
    await bo.open(token)
    await ada.claim()
    await expect(bo.claim()).rejects.toThrow(SETUP_MESSAGES.invalidLink)
    expect(await bo.isAdmin()).toBe(false)
  })

  test('expires', async () => {
    const token = await firstToken()
    const ada = await signIn()
    await ada.open(token)
    await server.pool.query("UPDATE setup_links SET expires_at = now() - interval '1 second'")
    await expect(ada.open(token)).rejects.toThrow(SETUP_MESSAGES.invalidLink)
    await expect(ada.claim()).rejects.toThrow(SETUP_MESSAGES.invalidLink)
  })

  test('of a start is invalid once there is an administrator; one of the command is not', async () => {
    const [first, second] = [await firstToken(), await firstToken()]
    const ada = await signIn()
    await ada.open(first)
    await ada.claim()
    const bo = await signIn('bela-ortiz')
    await expect(bo.open(second)).rejects.toThrow(SETUP_MESSAGES.invalidLink)
    expect(await server.accounts.setup.firstLink(ORIGIN)).toBeNull()
    await bo.open(tokenOf(await server.accounts.setup.extraLink(ORIGIN)))
    await bo.claim()
    expect(await bo.isAdmin()).toBe(true)
  })

  test('of two servers that start at once makes only one administrator', async () => {
    const tokens = [await firstToken(), await firstToken()]
    const people = [await signIn(), await signIn('bela-ortiz')]
    for (const [index, person] of people.entries()) await person.open(tokens[index] ?? '')
    const outcomes = await Promise.allSettled(people.map((person) => person.claim()))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await server.pool.query('SELECT FROM users WHERE is_admin')
    expect(rows).toHaveLength(1)
  })

  test('refuses a made-up secret', async () => {
    const ada = await signIn()
    await expect(ada.open('x'.repeat(43))).rejects.toThrow(SETUP_MESSAGES.invalidLink)
    await expect(ada.claim()).rejects.toThrow(SETUP_MESSAGES.invalidLink)
  })
})
