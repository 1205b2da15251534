import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { createAtomically } from '#server/core/db/query.ts'
import { removeDemoCommunity } from '#server/demo-community.ts'
import { fillWithDemo } from '#server/demo-fill.ts'
import { buildPersonCardPath } from '#shared/contract/catalog.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { paths, WEB_MANIFEST_PATH } from '#shared/paths.ts'
import { signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startLoopbackSmtp } from '#tests/support/loopback-smtp.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const SETTINGS = { name: '', accent: null, contactEmail: '', imprint: '', home: [] as string[] }

let smtp: Awaited<ReturnType<typeof startLoopbackSmtp>>
let server: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  const overrides = { clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null } }
  smtp = await startLoopbackSmtp()
  server = await startTestApp({ env: { SMTP_URL: smtp.url } }, overrides)
  other = await startTestApp({ database: server.database, dataDir: server.dataDir }, overrides)
})
afterAll(async () => {
  await other.close()
  await server.close()
  smtp.close()
})
beforeEach(async () => {
  admin = await signedIn(server, { admin: true })
})

const save = (changes: Partial<Omit<typeof SETTINGS, 'accent'>> & { accent?: string }) =>
  admin.sendJson('PUT', '/api/admin/site', { ...SETTINGS, ...changes })
const pageOf = async (app: TestApp, path = '/') => (await app.request(path)).text()

const NAME = 'Closet & Co'
const PERSON = 'Ada Lune'
const text = async (path: string) => (await fetch(server.origin + path)).text()
/** The last email after this request, with its sender. */
const mailAfter = async (path: string, body: object) => {
  await server.pool.query('DELETE FROM rate_limits')
  smtp.received.length = 0
  await admin.sendJson('POST', path, body)
  return smtp.received.at(-1)?.text ?? ''
}
const reader = { email: 'reader@example.com', name: 'Rea Der' }

describe('the name of the site', () => {
  beforeAll(() => importRows(server.database.maintenance, [catalogRow({ celebrity_name: PERSON })]))

  test.each<[string, () => Promise<string>]>([
    ['the first page', () => text('/')],
    ['the page of a person', () => text(paths.celebrity.href(PERSON))],
    ['the login page', () => text(paths.login.href())],
    ['the Atom feed', () => text(buildFeedPath('atom'))],
    ['the JSON feed', () => text(buildFeedPath('json'))],
    ['the feed of a person', () => text(buildFeedPath('atom', { kind: 'person', name: PERSON }))],
    ['an embed', () => text(buildEmbedPath('person', PERSON))],
    [
      'the reply to oEmbed',
      () => text(`/oembed?url=${encodeURIComponent(server.origin + paths.celebrity.href(PERSON))}`),
    ],
    ['the web manifest', () => text(WEB_MANIFEST_PATH)],
    ['the email for signing in', () => mailAfter('/api/sign-in/email', reader)],
    [
      'the receipt of a notice',
      () =>
        mailAfter('/api/notices', {
          ...reader,
          kind: 'privacy',
          address: paths.celebrity.href(PERSON),
          explanation: 'It shows my flat.',
          goodFaith: true,
        }),
    ],
    ['the contact form', () => mailAfter('/api/contact', { ...reader, message: 'Hello' })],
    [
      'a passkey',
      async () => (await admin.sendJson('POST', '/api/account/passkeys/options', {})).text(),
    ],
  ])('is in %s, and the product is not named there', async (_, read) => {
    await save({ name: NAME, contactEmail: 'hello@closet.example' })
    await expect.poll(() => text('/')).toContain('<title>Closet')
    const shown = await read()
    expect(shown.replaceAll('&amp;', '&')).toContain(NAME)
    expect(shown).not.toContain('Wearabouts')
    await save({})
  })

  test('is on preview cards, which are drawn anew', async () => {
    const card = async () => (await server.request(buildPersonCardPath(PERSON))).arrayBuffer()
    const own = Buffer.from(await card())
    await save({ name: NAME })
    expect(Buffer.from(await card()).equals(own)).toBe(false)
    await save({})
    expect(Buffer.from(await card()).equals(own)).toBe(true)
  })
})

describe('the settings of the site', () => {
  test('are on every page of every server at once', async () => {
    for (const app of [server, other]) expect(await pageOf(app)).toContain('Wearabouts')
    await save({ name: 'Closet & Co', accent: '#0b5fff', imprint: 'Ada Ltd\nLondon' })
    for (const app of [server, other]) {
      await expect.poll(() => pageOf(app)).toContain('<title>Closet')
      const page = await pageOf(app)
      expect(page).toContain('<title>Closet &amp; Co · ')
      expect(page).toContain('og:site_name" content="Closet &amp; Co"')
      expect(page).not.toContain('Wearabouts')
      expect(page).toContain('href="/site.css?0b5fff"')
      expect(page).toContain('Ada Ltd')
      expect(await pageOf(app, '/site.css')).toContain('--color-accent:#0b5fff')
    }
    await save({})
    await expect.poll(() => pageOf(other)).toContain('Wearabouts')
    expect(await pageOf(other)).not.toContain('/site.css')
  })

  test.each([
    ['a colour that is hard to see', { accent: '#ffe600' }],
    ['a colour that is none', { accent: 'red;}' }],
    ['an address that is none', { contactEmail: 'nobody' }],
    ['a name that is too long', { name: 'x'.repeat(61) }],
  ])('are refused with %s', async (_, changes) => {
    expect((await save(changes)).status).toBe(400)
  })

  test('choose the people on the first page', async () => {
    await importRows(server.database.maintenance, [
      catalogRow({ celebrity_name: 'Ada Lune' }),
      catalogRow({ celebrity_name: 'Bo Reed', celebrity_image: 'https://p.example.com/bo.jpg' }),
    ])
    await save({ home: ['Bo Reed', 'Nobody', 'Ada Lune'] })
    const names = async () =>
      (await admin.api('GET /api/home')).data.celebrities.map(({ name }) => name)
    await expect.poll(names).toEqual(['Bo Reed', 'Ada Lune'])
  })

  test('show a logo that is a picture and nothing else', async () => {
    const image = await sharp({
      create: { width: 900, height: 100, channels: 4, background: '#ff000080' },
    })
      .png()
      .toBuffer()
    const send = (bytes: Buffer) => {
      const form = new FormData()
      form.set('image', new Blob([new Uint8Array(bytes)]))
      return admin.api('POST /api/admin/site/logo', { form })
    }
    const { logo } = (await send(image)).data
    expect((await sharp(await (await other.request(logo)).arrayBuffer()).metadata()).width).toBe(
      480,
    )
    await expect.poll(() => pageOf(other)).toContain(logo)
    await expect(send(Buffer.from('<svg onload="x"/>'))).rejects.toMatchObject({ status: 415 })
    await admin.api('DELETE /api/admin/site/logo')
    expect((await other.request(logo)).status).toBe(404)
  })
})

/** What users of the demo added is on the screens for it, and named as the demo's. */
const testCommunity = async () => {
  const { data: page } = await admin.api('GET /api/creators/:name', { params: { name: 'noor' } })
  expect(page.about).toContain('demo')
  expect(page.looks.length).toBeGreaterThan(3)
  expect(page.collections.map(({ items }) => items)).toEqual([10, 10])
  const show = await admin.api('GET /api/topics/:kind/:name', {
    params: { kind: 'show', name: 'night ferry' },
    query: {},
  })
  expect(show.data.name).toBe('Night Ferry')
  expect(new Set(show.data.looks.map(({ season }) => season))).toEqual(new Set([1, 2]))
  const { suggestions } = (await admin.api('GET /api/studio/suggestions', { query: {} })).data
  for (const { note } of suggestions) expect(note).toContain('Demo')
  const { days } = (await admin.api('GET /api/admin/clicks', { query: { days: 30 } })).data
  expect(days.filter(({ clicks }) => clicks > 0)).toHaveLength(28)
  // The checklist of a new site asks for a real editor.
  expect((await admin.api('GET /api/admin/site')).data.checklist).toContainEqual({
    step: 'editor',
    isDone: false,
  })
}

describe('the demo', () => {
  test('goes in one step, leaves what others have, and comes back', async () => {
    const counts = async () => {
      const { rows } = await server.pool.query<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM catalog.looks WHERE url LIKE '/media/demo/%') AS looks,
          (SELECT count(*)::int FROM catalog.products WHERE pictures[1] LIKE '/media/demo/%') AS products,
          (SELECT count(*)::int FROM catalog.people) AS people,
          (SELECT count(*)::int FROM catalog.feeds) AS feeds,
          (SELECT count(*)::int FROM search.documents) AS documents,
          (SELECT count(*)::int FROM users) AS users,
          (SELECT count(*)::int FROM catalog.topics) AS topics,
          (SELECT count(*)::int FROM creators) AS creators,
          (SELECT count(*)::int FROM boards) AS boards,
          (SELECT count(*)::int FROM board_items) AS "boardItems",
          (SELECT count(*)::int FROM suggestions) AS suggestions,
          (SELECT count(*)::int FROM shop_clicks) AS clicks`,
      )
      return rows[0]
    }
    const own = await counts()
    expect(own).toMatchObject({ looks: 0, people: 2 })
    await admin.api('POST /api/admin/site/demo', { body: { confirm: 'bring the demo back' } })
    const full = await counts()
    expect(full?.['looks']).toBeGreaterThan(50)
    expect(full).toMatchObject({
      topics: 7,
      creators: 3,
      boards: 5,
      boardItems: 50,
      suggestions: 5,
    })
    await testCommunity()
    // Nothing is left unsaid about a demo product, and shops can be compared.
    const { rows: offered } = await server.pool.query(
      `SELECT count(*) FILTER (WHERE shops > 1)::int >= 700 AS "isCompared", sum(unsaid)::int AS unsaid,
        sum(few) > 50 AS "hasFew"
      FROM (SELECT count(DISTINCT shop_id) AS shops, count(*) FILTER (WHERE availability IS NULL
          OR condition IS NULL OR sizes IS NULL OR terms -> 'shipping' IS NULL
          OR departments = '{}') AS unsaid, count(terms -> 'left') AS few
        FROM catalog.offers offer JOIN catalog.products product ON product.id = product_id
        WHERE pictures[1] LIKE '/media/demo/%' GROUP BY product_id) products`,
    )
    expect(offered).toEqual([{ isCompared: true, unsaid: 0, hasFew: true }])
    expect((await admin.api('GET /api/admin/site')).data).toMatchObject({ hasDemo: true })

    const { log, dataDir, database } = server
    const start = () =>
      fillWithDemo({ pool: database.maintenance, log, modelDir: 'models', dataDir })
    // What an operator changed and deleted stays so.
    const changed = `(SELECT min(id) FROM catalog.looks WHERE cardinality(topics) > 0)`
    await server.pool.query(`UPDATE catalog.looks SET episode = 99 WHERE id = ${changed}`)
    await createAtomically(database.maintenance)(removeDemoCommunity)
    await server.pool.query('DELETE FROM suggestions')
    await start()
    expect(await counts()).toMatchObject({ creators: 0, suggestions: 0, clicks: 0 })
    // The demo of an earlier version gets its community once.
    await server.pool.query('UPDATE site_settings SET demo_community_at = NULL')
    await Promise.all([start(), start()])
    expect(await counts()).toEqual(full)
    await start()
    expect(await counts()).toEqual(full)
    const { rows } = await server.pool.query('SELECT FROM catalog.looks WHERE episode = 99')
    expect(rows).toHaveLength(1)

    await admin.api('DELETE /api/admin/site/demo', { body: { confirm: 'remove the demo' } })
    expect(await counts()).toEqual(own)
    expect((await admin.api('GET /api/admin/site')).data).toMatchObject({
      hasDemo: false,
      isDemoRemoved: true,
    })
    // Not even into an empty catalogue, when the server starts again.
    await server.pool.query('TRUNCATE catalog.products CASCADE')
    await start()
    expect((await counts())?.['looks']).toBe(0)
  }, 120_000)
})
