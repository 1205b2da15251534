import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import { ALERTS } from '#shared/alert-constants.ts'
import { paths } from '#shared/paths.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { callerWith, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables } from '#tests/support/database.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { createPushBrowser } from '#tests/support/push-browser.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const EMAIL = 'grace@example.com'
const NEW = { kind: 'new' } as const

let smtp: Awaited<ReturnType<typeof startLoopbackSmtp>>
let service: Awaited<ReturnType<typeof loopbackServer>>
let pushStatus: number
let server: TestApp
let other: TestApp
beforeAll(async () => {
  smtp = await startLoopbackSmtp()
  service = await loopbackServer((_, response) => void response.writeHead(pushStatus).end())
  const pushWeb = {
    isPublic: () => true,
    ports: [Number(new URL(service.url).port)],
    protocols: ['http:'],
  }
  const env = { SMTP_URL: smtp.url }
  server = await startTestApp({ env }, { pushWeb })
  other = await startTestApp({ env, database: server.database }, { pushWeb })
})
afterAll(async () => {
  await other.close()
  await server.close()
  await service.close()
  smtp.close()
})
beforeEach(async () => {
  pushStatus = 201
  smtp.received.length = 0
  service.received.length = 0
  await emptyTables(
    server.pool,
    'catalog.worn_items',
    'catalog.looks',
    'catalog.people',
    'alert_subscribers',
    'users',
    'rate_limits',
    'jobs',
  )
})

const addLook = (person: string, look: string) =>
  importRows(server.pool, [
    catalogRow({
      celebrity_name: person,
      celebrity_image: `https://pictures.example.com/${look}.jpg`,
      website: `https://shop.example.com/${look}`,
    }),
  ])
const visitor = () => callerWith(server, null)
const follow = (person: string, email = EMAIL) =>
  visitor().api('POST /api/alerts', { body: { on: { person }, condition: NEW, email } })
const linkIn = (text = smtp.received.at(-1)?.text ?? '') =>
  /\/alerts#((?:confirm|manage)\.[\w.-]+)/.exec(text)?.[1] ?? ''
const open = (token: string) => visitor().api('POST /api/alerts/link', { body: { token } })
const confirmFollow = async (person: string, email = EMAIL) => {
  await follow(person, email)
  return (await open(linkIn())).data
}
const pass = async (hours: number) => {
  const ago = `- ${hours} * interval '1 hour'`
  await server.pool.query(`UPDATE alert_subscribers SET digest_at = digest_at ${ago},
    used_at = used_at ${ago}`)
  await server.pool.query(`UPDATE alert_looks SET at = at ${ago}`)
  await server.pool.query(`UPDATE alerts SET created_at = created_at ${ago}`)
  await server.pool.query(`UPDATE jobs SET due_at = due_at ${ago}`)
}
const subjects = () =>
  smtp.received.map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '')
/** The emails about looks that are due after these hours. */
const mailsAfter = async (hours: number) => {
  await server.alerts.deliver()
  smtp.received.length = 0
  await pass(hours)
  await server.alerts.deliver()
  return smtp.received.map(({ text }) => text)
}

describe('a person who is followed by email', () => {
  test.each(['Ada Lune', '楊紫瓊', 'Ирина Шейк', 'فيروز', 'Øre <b>&"'])(
    '%s is named in the email and the list, but not to an address that has not confirmed',
    async (person) => {
      await addLook(person, 'first')
      await follow(person)
      expect(smtp.received[0]?.text).toContain(ALERT_TEXT.newLooks)
      expect(smtp.received[0]?.text).not.toContain(person)
      const { alerts } = (await open(linkIn())).data
      expect(alerts).toMatchObject([{ kind: 'new', person: { name: person }, product: null }])
      await addLook(person, 'second')
      const [mail = '', ...rest] = await mailsAfter(1.1)
      expect(rest).toEqual([])
      const [, text = '', html = ''] = mail.split(/content-type: text\/(?:plain|html)/i)
      expect(text).toContain(`\n${person}\r\n`)
      expect(text).toContain(`${server.origin}/celebrity-image/`)
      expect(html).toContain(`<img src="${server.origin}/api/image-proxy?url=`)
      expect(html).not.toContain('<b>&"')
      expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    },
  )

  test('is told of once, by one email a day for all who are followed, from any server', async () => {
    await addLook('Ada Lune', 'a1')
    await addLook('Bo Tide', 'b1')
    await confirmFollow('Ada Lune')
    await confirmFollow('Bo Tide')
    await addLook('Ada Lune', 'a2')
    await addLook('Bo Tide', 'b2')
    await server.alerts.deliver()
    smtp.received.length = 0
    await pass(1.1)
    await Promise.all([server.alerts.deliver(), other.alerts.deliver()])
    expect(subjects()).toEqual(['2 new looks'])
    await addLook('Ada Lune', 'a3')
    expect(await mailsAfter(13)).toEqual([])
    expect(await mailsAfter(11)).toHaveLength(1)
    expect(subjects()).toEqual(['New look: Ada Lune'])
    expect(await mailsAfter(25)).toEqual([])
  })

  test('is not told of before the confirmation, and looks from before are no news', async () => {
    await addLook('Ada Lune', 'a1')
    await follow('Ada Lune')
    await addLook('Ada Lune', 'a2')
    const token = linkIn()
    expect(await mailsAfter(2)).toEqual([])
    await open(token)
    expect(await mailsAfter(2)).toEqual([])
  })

  test('keeps followers when the last look is removed and restored', async () => {
    await addLook('Ada Lune', 'a1')
    const { token } = await confirmFollow('Ada Lune')
    const admin = await signedIn(server, { admin: true })
    const address = paths.celebrityImage.href('https://pictures.example.com/a1.jpg')
    const { data } = await admin.api('POST /api/admin/takedowns', {
      body: { address, reason: 'A test' },
    })
    expect((await open(token)).data.alerts).toMatchObject([{ person: null }])
    await admin.api('POST /api/admin/takedowns/:id/restore', {
      params: { id: data.id },
      body: { reason: 'A mistake' },
    })
    expect(await mailsAfter(2)).toEqual([])
    await addLook('Ada Lune', 'a2')
    expect(await mailsAfter(2)).toHaveLength(1)
  })

  test('whose new look is withdrawn before the email is not in it', async () => {
    await addLook('Ada Lune', 'a1')
    await confirmFollow('Ada Lune')
    await addLook('Ada Lune', 'a2')
    await server.pool.query(`DELETE FROM catalog.worn_items`)
    await server.pool.query(`DELETE FROM catalog.looks WHERE url LIKE '%a2%'`)
    expect(await mailsAfter(2)).toEqual([])
  })

  test('brings thirty looks at most of a file with hundreds', async () => {
    await addLook('Ada Lune', 'a0')
    await confirmFollow('Ada Lune')
    await importRows(
      server.pool,
      Array.from({ length: 200 }, (_, index) =>
        catalogRow({
          celebrity_name: 'Ada Lune',
          celebrity_image: `https://pictures.example.com/many-${index}.jpg`,
        }),
      ),
    )
    const { rows } = await server.pool.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM alert_looks',
    )
    expect(rows).toEqual([{ count: ALERTS.perMail }])
    expect(await mailsAfter(2)).toHaveLength(1)
  })

  test('cannot be followed with another condition, or without the catalogue', async () => {
    await addLook('Ada Lune', 'a1')
    const body = { on: { person: 'Ada Lune' }, condition: { kind: 'stock' as const }, email: EMAIL }
    await expect(visitor().api('POST /api/alerts', { body })).rejects.toMatchObject({
      status: 409,
      message: ALERT_TEXT.onlyLooks,
    })
    await expect(follow('Nobody')).rejects.toMatchObject({ status: 404 })
  })

  test('shares the limits of alerts: five requests of a stranger, a hundred that are confirmed', async () => {
    await addLook('Ada Lune', 'a1')
    const { token } = await confirmFollow('Ada Lune')
    for (let number = 0; number <= ALERTS.maxUnconfirmed; number += 1)
      await addLook(`Person ${number}`, `p${number}`)
    const ask = (number: number) =>
      follow(`Person ${number}`).catch(({ status }) => status as number)
    for (let number = 0; number < ALERTS.maxUnconfirmed; number += 1)
      expect(await ask(number)).not.toBe(409)
    expect([409, 429]).toContain(await ask(ALERTS.maxUnconfirmed))
    await server.pool.query(
      `INSERT INTO alerts (subscriber_id, person_id, kind, confirmed_at)
      SELECT id, number, 'new', now() FROM alert_subscribers, generate_series(900001, $1) number`,
      [900_000 + ALERTS.perSubscriber],
    )
    const [pending] = (await open(token)).data.pending
    await expect(
      visitor().api('POST /api/alerts/link', { body: { token, confirm: pending?.id ?? '' } }),
    ).rejects.toMatchObject({ status: 409, message: ALERT_TEXT.isFull })
  })
})

describe('a browser without an account', () => {
  const followHere = async (person: string, device: object) =>
    (
      await visitor().api('POST /api/alerts', {
        body: { on: { person }, condition: NEW, device: device as never },
      })
    ).data

  test('is told of each new look once, lists whom it follows, and stops', async () => {
    await addLook('Ada Lune', 'a1')
    await addLook('Bo Tide', 'b1')
    const browser = createPushBrowser(`${service.url}/push/1`)
    const { state, token } = await followHere('Ada Lune', browser.device)
    expect([state, token]).toEqual(['active', expect.stringMatching(/^manage\./)])
    expect((await followHere('Bo Tide', browser.device)).token).toBe(token)
    expect((await open(token ?? '')).data.alerts).toHaveLength(2)
    service.received.length = 0
    await addLook('Ada Lune', 'a2')
    await server.alerts.deliver()
    await server.alerts.deliver()
    expect(service.received).toHaveLength(1)
    expect(browser.read(service.received[0]?.body ?? Buffer.of())).toMatchObject({
      title: 'Ada Lune',
      url: expect.stringContaining('/celebrity-image/') as string,
    })
    await visitor().api('POST /api/alerts/unsubscribe', { query: { token: token ?? '' } })
    await addLook('Ada Lune', 'a3')
    await server.alerts.deliver()
    expect(service.received).toHaveLength(1)
  })

  test('that cannot be reached is refused, and nothing is stored', async () => {
    await addLook('Ada Lune', 'a1')
    pushStatus = 410
    const { device } = createPushBrowser(`${service.url}/push/1`)
    await expect(followHere('Ada Lune', device)).rejects.toMatchObject({
      status: 400,
      message: ALERT_TEXT.unreachable,
    })
    const { rows } = await server.pool.query('SELECT FROM alert_subscribers')
    expect(rows).toEqual([])
  })

  test('is refused in the same words whether its address is private, unknown or dead', async () => {
    await addLook('Ada Lune', 'a1')
    pushStatus = 410
    const addresses = [
      `${service.url}/push/1`,
      'https://10.0.0.1/push',
      'https://database.internal/push',
      'https://push.example:8443/push',
    ]
    for (const endpoint of addresses)
      await expect(
        followHere('Ada Lune', createPushBrowser(endpoint).device),
        endpoint,
      ).rejects.toMatchObject({ status: 400, message: ALERT_TEXT.unreachable })
  })

  test('is not taken over by somebody who knows only its address', async () => {
    await addLook('Ada Lune', 'a1')
    const endpoint = `${service.url}/push/1`
    const { token } = await followHere('Ada Lune', createPushBrowser(endpoint).device)
    const stranger = createPushBrowser(endpoint).device
    await expect(followHere('Ada Lune', stranger)).rejects.toMatchObject({ status: 409 })
    expect((await open(token ?? '')).data.alerts).toHaveLength(1)
  })

  test('may be registered a limited number of times an hour from one network', async () => {
    await addLook('Ada Lune', 'a1')
    const { device } = createPushBrowser(`${service.url}/push/1`)
    for (let number = 0; number < RATE_LIMITS.pushFollows.calls; number += 1)
      await followHere('Ada Lune', device)
    await expect(followHere('Ada Lune', device)).rejects.toMatchObject({ status: 429 })
  })

  test('is forgotten when its push service has removed it', async () => {
    await addLook('Ada Lune', 'a1')
    await followHere('Ada Lune', createPushBrowser(`${service.url}/push/1`).device)
    pushStatus = 410
    await addLook('Ada Lune', 'a2')
    await server.alerts.deliver()
    await server.alerts.feature.hourly.alerts()
    const { rows } = await server.pool.query('SELECT FROM alert_subscribers')
    expect(rows).toEqual([])
  })
})
