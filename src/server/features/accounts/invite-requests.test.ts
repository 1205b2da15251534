import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INVITE_REQUEST_MESSAGES } from '#shared/account-messages.ts'
import { INVITE_REQUEST } from '#shared/account-constants.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  await server.pool.query('DELETE FROM invite_requests')
  admin = await signedIn(server, { admin: true })
})

const ask = (caller: ReturnType<typeof callerWith>, body: { email?: string; message?: string }) =>
  caller.sendJson('POST', '/api/invite-requests', body)
const listed = async () =>
  (await admin.api('GET /api/admin/invite-requests', { query: {} })).data.requests
const accept = (id: string) =>
  admin.api('POST /api/admin/invite-requests/:id/accept', { params: { id } })
const isInvited = async (person: SignedIn) =>
  (await person.api('GET /api/session')).data.user?.hasInviteCode
const first = async () => {
  const [request] = await listed()
  if (!request) throw new Error('Nobody has asked')
  return request
}

describe('a visitor', () => {
  test('leaves an address and a message, which administrators see once', async () => {
    const visitor = callerWith(server, null)
    expect((await ask(visitor, { email: ' Bo@Example.com ', message: ' Hello ' })).status).toBe(200)
    expect((await ask(visitor, { email: 'bo@example.com', message: 'Again' })).status).toBe(200)
    expect(await listed()).toEqual([
      expect.objectContaining({ email: 'bo@example.com', message: 'Hello', name: null }),
    ])
  })

  test('gets the same reply for a new, a waiting, a declined and a registered address', async () => {
    const ada = await signedIn(server, { invited: true })
    const visitor = callerWith(server, null)
    const replies: string[] = []
    const say = async (email: string) => replies.push(await (await ask(visitor, { email })).text())
    await say('new@example.com')
    await say('new@example.com')
    const { id } = await first()
    await admin.api('POST /api/admin/invite-requests/:id/decline', { params: { id } })
    await say('new@example.com')
    await say(ada.email)
    expect(replies).toHaveLength(4)
    expect(new Set(replies).size).toBe(1)
    // Declined once, an address does not come back by asking again.
    expect((await listed()).map(({ email }) => email)).toEqual([ada.email])
  })

  test('must give an address, and is stopped after a few requests', async () => {
    const visitor = callerWith(server, null)
    const refused = await ask(visitor, { message: 'Me' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain(INVITE_REQUEST_MESSAGES.emailMissing)
    for (let call = 1; call < RATE_LIMITS.inviteRequests.calls; call += 1)
      await ask(visitor, { email: `bo${call}@example.com` })
    const late = await ask(visitor, { email: 'late@example.com' })
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is refused once the list is full, whether the address waits or not', async () => {
    await server.pool.query(
      `INSERT INTO invite_requests (email, message)
        SELECT 'p' || n || '@example.com', '' FROM generate_series(1, $1) AS n`,
      [INVITE_REQUEST.maxOpen],
    )
    const visitor = callerWith(server, null)
    expect((await ask(visitor, { email: 'p1@example.com' })).status).toBe(503)
    expect((await ask(visitor, { email: 'bo@example.com' })).status).toBe(503)
    // Requests that were declined keep nobody out.
    await server.pool.query('UPDATE invite_requests SET declined_at = now()')
    expect((await ask(visitor, { email: 'bo@example.com' })).status).toBe(200)
  })

  test('gets an invitation by email once accepted', async () => {
    const visitor = callerWith(server, null)
    await ask(visitor, { email: 'cleo@example.com' })
    const { data } = await accept((await first()).id)
    expect(data).toMatchObject({ email: 'cleo@example.com', isSent: true })
    expect(await listed()).toEqual([])
    expect(server.localMail?.renderPage()).toContain(data.code)
    const created = await visitor.api('POST /api/invite-codes/validate-and-create-user', {
      body: { email: 'cleo@example.com', code: data.code ?? '' },
    })
    expect(created.success).toBe(true)
  })
})

describe('a user', () => {
  test('asks with their own address, also after somebody else entered it', async () => {
    const ada = await signedIn(server)
    await ask(callerWith(server, null), { email: ada.email, message: 'I am Ada, honestly' })
    await ask(ada, { email: 'other@example.com', message: 'For my looks' })
    expect(await listed()).toEqual([
      expect.objectContaining({ email: ada.email, name: ada.name, message: 'For my looks' }),
    ])
  })

  test('who has not confirmed the address neither takes over a request nor gets its invitation', async () => {
    const mallory = await signedIn(server)
    await server.pool.query('UPDATE users SET email_verified = false WHERE id = $1', [mallory.uid])
    await ask(callerWith(server, null), { email: mallory.email, message: 'For my looks' })
    await ask(mallory, { message: 'Mine' })
    expect(await listed()).toEqual([
      expect.objectContaining({ email: mallory.email, name: null, message: 'For my looks' }),
    ])
    const { data } = await accept((await first()).id)
    expect(data).toMatchObject({ email: mallory.email, isSent: true })
    expect(await isInvited(mallory)).toBe(false)
  })

  test('is invited as soon as they are accepted, and not any more once that is revoked', async () => {
    const ada = await signedIn(server)
    await ask(ada, {})
    const { id } = await first()
    const { data } = await accept(id)
    expect(data).toMatchObject({ email: ada.email, code: null, link: null })
    expect(await isInvited(ada)).toBe(true)
    const [invite] = (await admin.api('GET /api/admin/invites', { query: {} })).data.invites
    expect(invite?.state).toBe('used')
    await admin.api('DELETE /api/admin/invites/:id', { params: { id: invite?.id ?? '' } })
    expect(await isInvited(ada)).toBe(false)
  })

  test('who has an invitation already, or whose account goes, leaves nothing behind', async () => {
    await ask(await signedIn(server, { invited: true }), {})
    const ada = await signedIn(server)
    await ask(ada, {})
    expect(await listed()).toHaveLength(1)
    await server.pool.query('DELETE FROM users WHERE id = $1', [ada.uid])
    expect(await listed()).toEqual([])
  })
})

describe('an administrator', () => {
  test('answers a request once', async () => {
    await ask(callerWith(server, null), { email: 'bo@example.com' })
    const { id } = await first()
    const answers = await Promise.allSettled([accept(id), accept(id)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const declined = `/api/admin/invite-requests/${id}/decline`
    expect((await admin.sendJson('POST', declined, undefined)).status).toBe(409)
  })
})

test('a request that nobody answers goes after a while', async () => {
  await ask(callerWith(server, null), { email: 'bo@example.com' })
  await server.accounts.feature.hourly['invitation requests']()
  expect(await listed()).toHaveLength(1)
  await server.pool.query("UPDATE invite_requests SET asked_at = now() - interval '91 days'")
  await server.accounts.feature.hourly['invitation requests']()
  expect(await listed()).toEqual([])
})
