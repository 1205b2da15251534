import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BodyInput } from '#shared/contract/call.ts'
import type { noticeCalls } from '#shared/contract/takedown.ts'
import { paths } from '#shared/paths.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { corneredPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { composeRemovedMail } from './notice-mail.ts'

const LOOK = 'https://pictures.example.com/look.jpg'
const REASON = 'The photographer did not license it.'

let server: TestApp
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp(
    {},
    {
      remoteImages: { fetch: () => corneredPicture('#aa2244'), close: async () => undefined },
      clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
    },
  )
  await importRows(server.database.maintenance, [catalogRow({ celebrity_image: LOOK })])
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  admin = await signedIn(server, { admin: true })
})

type NoticeInput = BodyInput<(typeof noticeCalls)['POST /api/notices']>

const notice = (changes: Partial<NoticeInput> = {}): NoticeInput => ({
  kind: 'copyright',
  address: paths.celebrityImage.href(LOOK),
  explanation: 'I took this photo, and it is shown without my permission.',
  work: 'My photo of 3 May 2024, published on my site.',
  name: 'Pho Tographer',
  email: 'pho@example.org',
  goodFaith: true,
  authorized: true,
  signature: 'Pho Tographer',
  ...changes,
})

describe('a notice', () => {
  const send = (changes: Partial<NoticeInput> = {}) =>
    callerWith(server, null).api('POST /api/notices', { body: notice(changes) })

  test('is confirmed by email, decided, and the sender is told why', async () => {
    const { reference, isConfirmed } = (await send()).data
    expect(isConfirmed).toBe(true)
    expect(server.localMail?.renderPage()).toContain(reference)
    const { notices } = (await admin.api('GET /api/admin/notices', { query: { state: 'open' } }))
      .data
    const [open] = notices
    expect(open).toMatchObject({ reference, kind: 'copyright', email: 'pho@example.org' })
    const { data: removed } = await admin.api('POST /api/admin/takedowns', {
      body: { address: open?.address ?? '', reason: REASON, notice: open?.id ?? '' },
    })
    expect(removed).toMatchObject({ kind: 'look', reference })
    expect(server.localMail?.renderPage()).toContain(REASON)
    await expect(
      admin.api('POST /api/admin/notices/:id/decline', {
        params: { id: open?.id ?? '' },
        body: { reason: 'No' },
      }),
    ).rejects.toMatchObject({ status: 409 })
    const counter = 'The counter-notice holds.'
    await admin.api('POST /api/admin/takedowns/:id/restore', {
      params: { id: removed.id },
      body: { reason: counter },
    })
    expect(server.localMail?.renderPage()).toContain(counter)
    const { years } = (await admin.api('GET /api/admin/takedown-counts')).data
    expect(years[0]).toMatchObject({
      notices: 1,
      removed: 1,
      byKind: [{ kind: 'copyright', notices: 1 }],
      medianHours: expect.any(Number),
    })
    const { entries } = (await admin.api('GET /api/admin/audit', { query: {} })).data
    expect(entries.slice(0, 2)).toMatchObject([
      {
        event: 'content-restored',
        subject: removed.title,
        actor: expect.stringContaining(admin.name),
      },
      {
        event: 'content-removed',
        subject: removed.title,
        actor: expect.stringContaining(admin.name),
      },
    ])
  })

  test('is counted in the year it was received, with the median time to the decision', async () => {
    const add = `INSERT INTO notices (reference, kind, address, explanation, state, received_at, decided_at)
      SELECT 'Y' || $1::int || row_number() OVER (), 'privacy', '/', 'why',
        CASE WHEN hours IS NULL THEN 'open' ELSE 'declined' END,
        make_timestamptz($1::int, 12, 31, 23, 59, 0, 'UTC'),
        make_timestamptz($1::int, 12, 31, 23, 59, 0, 'UTC') + hours * interval '1 hour'
      FROM unnest($2::float8[]) AS given(hours)`
    await server.pool.query(add, [2001, [48, 1, null, 3]])
    await server.pool.query(add, [2002, [2, 5, 1, 100]])
    await server.pool.query(add, [2003, [null]])
    const { years } = (await admin.api('GET /api/admin/takedown-counts')).data
    await server.pool.query('DELETE FROM notices WHERE year < 2010')
    expect(years.filter(({ year }) => year < 2010)).toMatchObject([
      { year: 2003, notices: 1, declined: 0, medianHours: null },
      { year: 2002, notices: 4, declined: 4, medianHours: 3.5 },
      { year: 2001, notices: 4, declined: 3, medianHours: 3 },
    ])
  })

  test('can be declined with a reason', async () => {
    const { reference } = (await send({ kind: 'privacy' })).data
    const { notices } = (await admin.api('GET /api/admin/notices', { query: {} })).data
    const found = notices.find((one) => one.reference === reference)
    const params = { id: found?.id ?? '' }
    const reason = 'It is a public event.'
    await admin.api('POST /api/admin/notices/:id/decline', { params, body: { reason } })
    expect(server.localMail?.renderPage()).toContain(reason)
    // The sender may have entered somebody else's email address.
    if (!found) throw new Error('no notice')
    const { text } = composeRemovedMail(found, reason)
    expect(text).toContain(reference)
    expect(text).not.toContain(found.address)
    expect((await server.request(paths.celebrityImage.href(LOOK))).status).toBe(200)
  })

  test.each<[string, Partial<NoticeInput>, number]>([
    ['without an explanation', { explanation: ' ' }, 400],
    ['about copyright without the work', { work: '' }, 400],
    ['about copyright without a signature', { signature: '' }, 400],
    ['about copyright from somebody who is not authorized', { authorized: false }, 400],
    ['without a name', { kind: 'other', name: '' }, 400],
    ['without an address for the answer', { kind: 'other', email: '' }, 400],
    ['without good faith', { goodFaith: false as true }, 400],
    ['about another site', { address: 'https://elsewhere.example/x' }, 400],
    ['that is too long', { explanation: 'x'.repeat(5_001) }, 400],
    ['of a trademark without a signature', { kind: 'trademark', signature: '' }, 200],
    ['of the abuse of a child without a name', { kind: 'child-abuse', name: '', email: '' }, 200],
  ])('%s', async (_, changes, status) => {
    const { sendJson } = callerWith(server, null)
    const reply = await sendJson('POST', '/api/notices', notice(changes))
    expect(reply.status).toBe(status)
  })

  test('is limited by sender, and receipts by recipient', async () => {
    for (let sent = 0; sent < 10; sent += 1) expect((await send()).data.isConfirmed).toBe(sent < 5)
    await expect(send()).rejects.toMatchObject({ status: 429 })
  })
})
