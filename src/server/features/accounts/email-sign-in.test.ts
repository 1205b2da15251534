import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EMAIL_MESSAGES, LOGIN_ERRORS } from '#shared/account-messages.ts'
import { EMAIL_SIGN_IN } from '#shared/account-constants.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { callerWith, signedIn } from '#tests/support/callers.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestBrowser, type TestBrowser } from '#tests/support/test-browser.ts'

let smtp: Awaited<ReturnType<typeof startLoopbackSmtp>>
let server: TestApp
beforeAll(async () => {
  smtp = await startLoopbackSmtp()
  server = await startTestApp({ env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await server.close()
  smtp.close()
})

let browser: TestBrowser
beforeEach(async () => {
  smtp.received.length = 0
  smtp.refuse(false)
  browser = createTestBrowser(server.origin)
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM users')
  await server.pool.query('DELETE FROM email_codes')
})

const EMAIL = 'ada.marlow@example.com'
const ask = (of = browser, email = EMAIL, redirect?: string) =>
  of.api('POST /api/sign-in/email', { body: redirect ? { email, redirect } : { email } })
const enter = (code: string, of = browser, email = EMAIL) =>
  of.api('POST /api/sign-in/email/code', { body: { email, code } })
const follow = (token: string, of = browser) =>
  of.api('POST /api/sign-in/email/link', { body: { token } })
const userOf = async (of = browser) => (await of.api('GET /api/session')).data.user

/** What the newest email says. */
const mailed = () => {
  const { text } = smtp.received.at(-1) ?? { text: '' }
  return {
    code: /^(\d{4} \d{4}(?: \d{4})?)\s*$/m.exec(text)?.[1] ?? '',
    token: /\/sign-in#([\w-]+)/.exec(text)?.[1] ?? '',
  }
}
const wrong = (code: string) => code.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))
const isSignedInBy = async (of = browser) => (await userOf(of))?.provider ?? null
const growOld = () =>
  server.pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes'")

describe('a mail with a link and a code', () => {
  test('signs a new person in with the code, under a name from the address', async () => {
    await ask(browser, ' Ada.Marlow@Example.com ', '/all-celebrities')
    expect(smtp.received).toMatchObject([{ from: 'no-reply@localhost', to: [EMAIL] }])
    expect((await enter(mailed().code)).data).toEqual({ redirect: '/all-celebrities' })
    expect(await userOf()).toMatchObject({
      displayName: 'Ada Marlow',
      email: EMAIL,
      provider: 'email',
      isInviteUser: false,
      hasInviteCode: false,
    })
    const { rows } = await server.pool.query('SELECT email_verified FROM users')
    expect(rows).toEqual([{ email_verified: true }])
  })

  test('signs the same person in again with the link, in the browser that asked', async () => {
    await ask()
    await enter(mailed().code)
    const uid = (await userOf())?.uid
    const other = createTestBrowser(server.origin)
    await ask(other)
    await follow(mailed().token, other)
    expect((await userOf(other))?.uid).toBe(uid)
  })

  test('stores neither the code nor the link', async () => {
    await ask()
    const { rows } = await server.pool.query('SELECT * FROM email_codes')
    const stored = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    expect(stored).not.toContain(mailed().token)
    expect(stored).not.toContain(mailed().code.replace(' ', ''))
  })

  test('is spent by no scanner: opening the page changes nothing', async () => {
    await ask()
    const scanner = createTestBrowser(server.origin)
    await scanner.send('/sign-in')
    await follow(mailed().token)
    expect(await isSignedInBy()).toBe('email')
  })

  test('refuses the link in another browser, where the code works', async () => {
    await ask()
    const other = createTestBrowser(server.origin)
    await expect(follow(mailed().token, other)).rejects.toMatchObject({
      status: 409,
      code: EMAIL_MESSAGES.otherBrowserCode,
    })
    expect(await isSignedInBy(other)).toBeNull()
    await enter(mailed().code, other)
    expect(await isSignedInBy(other)).toBe('email')
  })

  test('works once, and the other one of the two is spent with it', async () => {
    await ask()
    const { code, token } = mailed()
    await enter(code)
    await expect(enter(code)).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    await expect(follow(token)).rejects.toThrow(EMAIL_MESSAGES.invalidLink)
  })

  test('expires', async () => {
    await ask()
    await server.pool.query("UPDATE email_codes SET expires_at = now() - interval '1 second'")
    await expect(enter(mailed().code)).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    await expect(follow(mailed().token)).rejects.toThrow(EMAIL_MESSAGES.invalidLink)
  })

  test('is only for its own address', async () => {
    await ask()
    const { code } = mailed()
    await ask(browser, 'bo@example.com')
    await expect(enter(code, browser, 'bo@example.com')).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
  })

  test('that could not be sent is an error', async () => {
    smtp.refuse(true)
    await expect(ask()).rejects.toMatchObject({ status: 502 })
  })
})

describe('guessing', () => {
  test('is over after five tries', async () => {
    await ask()
    const { code } = mailed()
    const stranger = createTestBrowser(server.origin)
    for (let guess = 0; guess < 5; guess += 1)
      await expect(enter(wrong(code), stranger)).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    await expect(enter(code, stranger)).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
  })

  test('by strangers does not use up the tries of the browser that asked', async () => {
    await ask()
    const { code } = mailed()
    const stranger = createTestBrowser(server.origin)
    for (let guess = 0; guess < 6; guess += 1) await enter(wrong(code), stranger).catch(() => null)
    await server.pool.query('DELETE FROM rate_limits')
    await enter(code)
    expect(await isSignedInBy()).toBe('email')
  })

  test('at once gets no more tries', async () => {
    await ask()
    const { code } = mailed()
    const stranger = createTestBrowser(server.origin)
    await Promise.allSettled(Array.from({ length: 8 }, () => enter(wrong(code), stranger)))
    const { rows } = await server.pool.query('SELECT tries_elsewhere FROM email_codes')
    expect(rows).toEqual([{ tries_elsewhere: 5 }])
  })
})

describe('limits', () => {
  test('an address gets few mails, whoever asks for them', async () => {
    for (let sent = 0; sent < RATE_LIMITS.emailsToAddress.calls; sent += 1)
      await ask(createTestBrowser(server.origin))
    await expect(ask()).rejects.toMatchObject({ status: 429 })
    await ask(browser, 'someone.else@example.com')
  })

  test('hold no address', async () => {
    await ask()
    const { rows } = await server.pool.query('SELECT caller FROM rate_limits')
    expect(JSON.stringify(rows)).not.toContain('example.com')
  })
})

describe('whether an account exists', () => {
  test('is not told to whoever asks: the reply and the mail are the same', async () => {
    await server.pool.query(
      "INSERT INTO users (id, name, email) VALUES ('x', 'X', 'x@example.com')",
    )
    const replies = []
    for (const email of [EMAIL, 'x@example.com']) {
      const reply = await ask(browser, email)
      replies.push(JSON.stringify(reply))
    }
    expect(replies[0]).toBe(replies[1])
    const [one, other] = smtp.received.map(({ text }) =>
      text
        .replaceAll(/#\S+|\d/g, '')
        .split(/\r?\n\r?\n/)
        .slice(1),
    )
    expect(one).toEqual(other)
  })
})

describe('an account that has the address', () => {
  const insertUser = async (provider: string, isVerified: boolean) => {
    const person = await signedIn(server, { email: EMAIL })
    await server.pool.query('UPDATE users SET email_verified = $1', [isVerified])
    await server.pool.query('UPDATE accounts SET provider_id = $1', [provider])
    return person
  }

  test('with Google is not merged: its owner signs in there first, and may link the address', async () => {
    const person = await insertUser('google', true)
    await ask()
    await expect(enter(mailed().code)).rejects.toMatchObject({
      status: 409,
      code: LOGIN_ERRORS.accountExistsCode('google'),
    })
    expect(await userOf()).toBeNull()
    // Proof of the address does not take it from an account that has proved it, too.
    await expect(browser.api('POST /api/sign-in/release-email')).rejects.toMatchObject({
      status: 409,
    })
    await link(person)
    await ask()
    await enter(mailed().code)
    expect((await userOf())?.uid).toBe(person.uid)
  })

  /** Links the address in Account Settings. */
  const link = async (person: Awaited<ReturnType<typeof signedIn>>, email = EMAIL) => {
    const asked = await person.sendJson('POST', '/api/account/email', { email })
    const [cookie = ''] = asked.headers.getSetCookie()[0]?.split(';') ?? []
    const both = callerWith(server, `${person.cookie}; ${cookie}`)
    return both.api('POST /api/account/email/code', { body: { code: mailed().code } })
  }

  test('with Facebook without proof can be told to give the address up', async () => {
    await insertUser('facebook', false)
    await ask()
    await expect(enter(mailed().code)).rejects.toMatchObject({
      code: LOGIN_ERRORS.accountExistsCode('facebook'),
    })
    await browser.api('POST /api/sign-in/release-email')
    await ask()
    await enter(mailed().code)
    expect((await userOf())?.email).toBe(EMAIL)
  })

  test('by invitation goes to whoever receives its mail', async () => {
    await server.pool.query(
      `INSERT INTO users (id, name, email, is_invite_user, invited_at)
       VALUES ('invitee', 'Ada', $1, true, now())`,
      [EMAIL],
    )
    await ask()
    await enter(mailed().code)
    expect(await userOf()).toMatchObject({
      uid: 'invitee',
      isInviteUser: false,
      hasInviteCode: true,
    })
  })

  test('and is suspended stays out', async () => {
    await ask()
    await enter(mailed().code)
    await server.admin.users.suspend(null, (await userOf())?.uid ?? '')
    await ask()
    await expect(enter(mailed().code)).rejects.toThrow(LOGIN_ERRORS.suspended)
    expect(await userOf()).toBeNull()
  })

  test('cannot link an address that somebody else has', async () => {
    await insertUser('google', true)
    const bo = await signedIn(server, { email: 'bo@example.com' })
    await expect(link(bo)).rejects.toThrow(LOGIN_ERRORS.linkingFailed)
  })
})

describe('a sign-in by email that is ten minutes old', () => {
  test('is confirmed with another code', async () => {
    await ask()
    await enter(mailed().code)
    await growOld()
    expect((await browser.send('/api/account/export')).status).toBe(403)
    expect((await browser.api('POST /api/account/confirm', { query: {} })).data).toEqual({
      provider: 'email',
      url: null,
    })
    const { code } = mailed()
    const confirm = (given: string) =>
      browser.api('POST /api/account/confirm/email', { body: { code: given } })
    await expect(confirm(wrong(code))).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    // It is for confirming only.
    await expect(enter(code)).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    await confirm(code)
    expect((await browser.send('/api/account/export')).status).toBe(200)
  })

  test('keeps the only way to sign in', async () => {
    await ask()
    await enter(mailed().code)
    await expect(
      browser.api('DELETE /api/account/providers/:provider', { params: { provider: 'email' } }),
    ).rejects.toMatchObject({ status: 409 })
  })
})

describe('a stranger at another address', () => {
  let proxied: TestApp
  beforeAll(async () => {
    const env = { SMTP_URL: smtp.url, TRUST_PROXY: '1' }
    proxied = await startTestApp({ database: server.database, env })
  })
  afterAll(() => proxied.close())

  /** A browser at this address; the app trusts what its proxy says. */
  const at = (address: string) => createTestBrowser(proxied.origin, { 'x-forwarded-for': address })
  const stranger = (number: number) => at(`198.51.100.${number}`)
  const flood = async (of: TestBrowser) => {
    for (let sent = 0; sent <= RATE_LIMITS.emailsToAddress.calls; sent += 1)
      await ask(of).catch(() => null)
  }

  test('cannot use up the mails of an address', async () => {
    await flood(stranger(1))
    await expect(ask(stranger(1))).rejects.toMatchObject({ status: 429 })
    const owner = at('203.0.113.5')
    await ask(owner)
    await enter(mailed().code, owner)
    expect(await isSignedInBy(owner)).toBe('email')
  })

  /** Asks from so many addresses that the next requests share an email. */
  const pressEveryone = async () => {
    for (let number = 0; number < 40; number += 1) await ask(stranger(number))
  }
  const passMinutes = (minutes: number) =>
    server.pool.query(
      "UPDATE email_codes SET expires_at = expires_at - $1::integer * interval '1 minute'",
      [minutes],
    )

  test('gets few mails sent to one address, wherever they come from', async () => {
    await pressEveryone()
    const free = RATE_LIMITS.emailsToAddressInAll.calls
    expect(smtp.received).toHaveLength(free + 1)
    for (let minute = 5; minute < 60; minute += 5) {
      await passMinutes(5)
      await Promise.all([41, 42, 43].map((number) => ask(stranger(number + minute))))
      expect(smtp.received).toHaveLength(free + 1 + minute / 5)
    }
    expect(smtp.received).toHaveLength(30)
  })

  test('cannot keep the owner out, not even on a new browser and with many guesses', async () => {
    await pressEveryone()
    const owner = at('203.0.113.5')
    expect((await ask(owner)).data).toEqual({ isNew: false })
    const { code } = mailed()
    expect(code).toMatch(/^\d{4} \d{4} \d{4}$/)
    for (let number = 0; number < 40; number += 1) {
      await enter(wrong(code), stranger(number)).catch(() => null)
      await enter(wrong(code).slice(5), stranger(number)).catch(() => null)
    }
    await passMinutes(5)
    // Another request, and those of the next hour, do not replace the code.
    await ask(stranger(50))
    await server.pool.query('DELETE FROM rate_limits')
    await pressEveryone()
    await enter(code, owner)
    expect(await isSignedInBy(owner)).toBe('email')
    // The codes are spent with it, so the next request gets a new email at once.
    expect((await ask(at('203.0.113.6'))).data).toEqual({ isNew: true })
  })

  test('cannot try more than a few long codes', async () => {
    await pressEveryone()
    const { code } = mailed()
    for (let guess = 0; guess < 5; guess += 1)
      await enter(wrong(code), stranger(1)).catch(() => null)
    await expect(enter(code, stranger(1))).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
  })

  test('whose email could not be sent does not stand for that of the owner', async () => {
    for (let number = 0; number < RATE_LIMITS.emailsToAddressInAll.calls; number += 1)
      await ask(stranger(number))
    smtp.refuse(true)
    await expect(ask(stranger(50))).rejects.toMatchObject({ status: 502 })
    smtp.refuse(false)
    const owner = at('203.0.113.5')
    expect((await ask(owner)).data).toEqual({ isNew: true })
    await enter(mailed().code, owner)
    expect(await isSignedInBy(owner)).toBe('email')
  })

  test('does not keep a user from linking the address', async () => {
    await pressEveryone()
    const person = await signedIn(proxied, { email: 'bo@example.com' })
    expect((await person.sendJson('POST', '/api/account/email', { email: EMAIL })).status).toBe(200)
    expect(smtp.received.at(-1)?.text).toContain('Confirm your email')
  })

  test('keeps out neither a browser that signed in before nor a confirmation', async () => {
    const owner = at('203.0.113.5')
    await ask(owner)
    await enter(mailed().code, owner)
    await pressEveryone()
    expect((await ask(at('203.0.113.6'))).data).toEqual({ isNew: false })
    await growOld()
    expect((await owner.api('POST /api/account/confirm', { query: {} })).data?.provider).toBe(
      'email',
    )
    await owner.api('POST /api/account/confirm/email', { body: { code: mailed().code } })
    await owner.api('POST /api/sign-out')
    await ask(owner)
    await enter(mailed().code, owner)
    expect(await isSignedInBy(owner)).toBe('email')
  })

  test('who guesses or asks for mails does not spoil the code on another device of its owner', async () => {
    await ask(at('203.0.113.5'))
    const { code } = mailed()
    for (let guess = 0; guess < 6; guess += 1)
      await expect(enter(wrong(code), stranger(1))).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    await expect(enter(code, stranger(1))).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    await flood(stranger(2))
    const phone = at('203.0.113.7')
    await enter(code, phone)
    expect(await isSignedInBy(phone)).toBe('email')
  })

  test('is refused after some guesses in all, wherever they come from', async () => {
    const owner = at('203.0.113.5')
    await ask(owner)
    const { code } = mailed()
    for (let guess = 0; guess < EMAIL_SIGN_IN.triesInAll; guess += 1)
      await enter(wrong(code), stranger(guess)).catch(() => null)
    await expect(enter(code, stranger(99))).rejects.toThrow(EMAIL_MESSAGES.invalidCode)
    await enter(code, owner)
    expect(await isSignedInBy(owner)).toBe('email')
  })
})

test('without a mail server, mails appear on a page of this machine only', async () => {
  const local = await startTestApp()
  const visitor = createTestBrowser(local.origin)
  expect((await visitor.api('GET /api/sign-in/providers')).data.email).toBe('local')
  await visitor.api('POST /api/sign-in/email', { body: { email: EMAIL } })
  const page = await (await fetch(`${local.origin}/local-mail`)).text()
  const code = /(\d{4} \d{4})/.exec(page)?.[1] ?? ''
  await visitor.api('POST /api/sign-in/email/code', { body: { email: EMAIL, code } })
  expect(await userOf(visitor)).toMatchObject({ email: EMAIL })
  const forwarded = await fetch(`${local.origin}/local-mail`, {
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  expect(forwarded.status).toBe(403)
  await local.close()
})
