import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { isAllowed } from '#shared/contract/permissions.ts'
import { paths } from '#shared/paths.ts'
import { signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const LOOK = 'https://pictures.example.com/ada-1.jpg'
const LOOK_NAME = paths.celebrityImage.href(LOOK).split('/').at(-1) ?? ''

let server: TestApp
/** Values of placeholders, so that as many addresses as possible show something. */
const values: Record<string, string> = {
  celebrity: 'Ada%20Lune',
  celebrityImage: LOOK_NAME,
  format: 'json',
  kind: 'person',
  provider: 'google',
}
beforeAll(async () => {
  const picture = await jpegPicture({ width: 30, height: 40 })
  server = await startTestApp(
    {},
    {
      clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
      remoteImages: { fetch: async () => picture, close: async () => undefined },
    },
  )
  await importRows(server.pool, [
    catalogRow({ celebrity_image: LOOK, product_image: 'https://pictures.example.com/dress.jpg' }),
  ])
  const ada = await signedIn(server, { role: 'creator' })
  await server.pool.query(
    `INSERT INTO creators (user_id, name, display_name, person_id)
     VALUES ($1, 'ada', 'Ada', (SELECT id FROM catalog.people))`,
    [ada.uid],
  )
  const board = (await ada.api('POST /api/boards', { body: { title: 'Autumn' } })).data
  const params = { id: board.id }
  await ada.api('POST /api/boards/:id/items', { params, body: { look: LOOK } })
  const { data } = await ada.api('PUT /api/boards/:id/share', { params, body: { until: null } })
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  Object.assign(values, { uid: ada.uid, token: data.share?.token, id: rows[0]?.id })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const LOOK_QUERY = `url=${encodeURIComponent(LOOK)}`

/** Where the first address that comes to mind would show nothing. */
const ADDRESSES: Record<string, () => readonly string[]> = {
  '/embed/:kind/:name': () => [
    `/embed/look/${LOOK_NAME}`,
    '/embed/person/Ada%20Lune',
    '/embed/creator/ada',
    `/embed/board/${values['token']}`,
    '/embed/person/Nobody',
  ],
  '/feeds/:format': () => ['/feeds/json', '/feeds/atom'],
  '/feeds/:format/:kind/:name': () => [
    '/feeds/json/person/Ada%20Lune',
    `/feeds/atom/board/${values['token']}`,
  ],
  '/oembed': () =>
    ['json', 'xml'].map((format) => {
      const page = encodeURIComponent(`${server.origin}/celebrity/Ada%20Lune`)
      return `/oembed?url=${page}&format=${format}`
    }),
  '/api/image': () => [`/api/image?${LOOK_QUERY}`],
  '/api/look-card': () => [`/api/look-card?${LOOK_QUERY}`],
  '/api/image-proxy': () => [`/api/image-proxy?${LOOK_QUERY}&w=64`],
  '/api/people/:name': () => ['/api/people/Ada%20Lune'],
  '/api/people/:name/card': () => ['/api/people/Ada%20Lune/card'],
  '/api/creators/:name': () => ['/api/creators/ada'],
  '/api/creators/:name/card': () => ['/api/creators/ada/card'],
  '/creator/:name': () => ['/creator/ada'],
  '/api/search': () => ['/api/search?q=dress'],
  '/api/search/products': () => ['/api/search/products?q=dress'],
}

const publicCalls = Object.entries(allCalls as Record<string, CallDefinition>)
  .filter(([key, { permission }]) => key.startsWith('GET ') && isAllowed('visitor', permission))
  .map(([key]) => parseCallKey(key).path)
const screens = Object.values(paths).map(({ pattern }) => pattern)
const others = [
  '/api/docs',
  '/api/openapi.json',
  '/models/list.json',
  '/robots.txt',
  '/sitemap.xml',
  '/site.css',
  '/manifest.webmanifest',
  '/media/nothing',
  '/nothing',
]

/** What differs between two views of the same thing. All other headers are policy. */
const VIEW =
  /^(content-(type|length|encoding|disposition)|connection|date|etag|keep-alive|link|set-cookie|transfer-encoding|vary|x-request-id)$/

const view = async (address: string, headers: Record<string, string>, method = 'GET') => {
  const reply = await fetch(server.origin + address, { method, headers, redirect: 'manual' })
  await reply.arrayBuffer()
  const policy = Object.fromEntries([...reply.headers].filter(([name]) => !VIEW.test(name)))
  return { status: reply.status, etag: reply.headers.get('etag'), policy }
}

/** Compression makes a tag weak. */
const tagOf = ({ etag }: { etag: string | null }) => etag?.replace(/^W\//, '')

const fill = (pattern: string) =>
  pattern.replaceAll(/:(\w+)\??/g, (_, name: string) => values[name] ?? 'x')

test.each([...new Set([...publicCalls, ...screens, ...others])])(
  '%s has the same policy at every view',
  async (pattern) => {
    for (const address of ADDRESSES[pattern]?.() ?? [fill(pattern)]) {
      const common = { accept: 'text/html,*/*' }
      const { status, policy } = await view(address, { ...common, 'accept-encoding': 'identity' })
      for (const encoding of ['identity', 'gzip', 'br']) {
        const headers = { ...common, 'accept-encoding': encoding }
        const second = await view(address, headers)
        expect(second).toMatchObject({ status, policy })
        expect(await view(address, headers, 'HEAD')).toMatchObject({ policy })
        if (second.etag === null || status !== 200) continue
        const known = await view(address, { ...headers, 'if-none-match': second.etag })
        // Some pages have another order at each view.
        const isSame = tagOf(known) === tagOf(second)
        expect(known).toMatchObject({ status: isSame ? 304 : 200, policy })
      }
    }
  },
)

test('other sites may frame embeds, at the first view and later', async () => {
  const first = await view('/embed/person/Ada%20Lune', { 'accept-encoding': 'gzip' })
  const headers = { 'accept-encoding': 'gzip', 'if-none-match': first.etag ?? '' }
  const later = await view('/embed/person/Ada%20Lune', headers)
  expect(later.status).toBe(304)
  expect(later.policy['content-security-policy']).toContain('frame-ancestors *')
})
