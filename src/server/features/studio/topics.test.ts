import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { paths } from '#shared/paths.ts'
import type { TopicKind } from '#shared/domain/topic.ts'
import { NO_DETAILS } from '#shared/domain/worn-details.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import {
  changeDraft,
  itemOf,
  publishDraft,
  startDraft,
  withdrawDraft,
} from '#tests/support/studio-drafts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let editor: SignedIn
let visitor: ReturnType<typeof callerWith>
let dressId = ''

beforeAll(async () => {
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  server = await startTestApp({}, { clientFiles })
  await importRows(server.database.maintenance, [catalogRow({ name: 'Velvet Dress' })])
  const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM catalog.products')
  dressId = rows[0]?.id ?? ''
  editor = await signedIn(server, { role: 'editor' })
  visitor = callerWith(server, null)
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const readImage = async (url: string) =>
  (await visitor.api('GET /api/image', { query: { url } })).data
const readTopic = async (kind: TopicKind, name: string) =>
  (await visitor.api('GET /api/topics/:kind/:name', { params: { kind, name }, query: {} })).data
const isMissing = async (kind: TopicKind, name: string) =>
  (await server.request(`/api/topics/${kind}/${encodeURIComponent(name)}`)).status === 404
const textOf = async (path: string) => (await server.request(path)).text()
const named = async (q: string) =>
  (await visitor.api('GET /api/collections', { query: { q } })).data.topics

const startEpisode = async (person: string, name: string, season: number, episode: number) => {
  const id = await startDraft(editor, person, dressId)
  await changeDraft(editor, id, { occasion: { kind: 'show', name, season, episode } })
  return id
}

describe('tags, events and shows', () => {
  test('have a page, a feed, an embed and a place in search, whatever their script', async () => {
    const id = await startEpisode('Ida Øre', 'Игра в кальмара', 2, 3)
    await changeDraft(editor, id, { tags: ['红毯', 'street/style'], takenOn: '2026-05-04' })
    const { data } = await editor.api('GET /api/studio/drafts/:id/preview', { params: { id } })
    const { look } = await publishDraft(editor, id)
    const topics = {
      names: [
        { kind: 'show', name: 'Игра в кальмара' },
        { kind: 'tag', name: '红毯' },
        { kind: 'tag', name: 'street/style' },
      ],
      season: 2,
      episode: 3,
    }
    expect(data.image.topics).toEqual(topics)
    expect((await readImage(look)).image.topics).toEqual(topics)

    for (const { kind, name } of topics.names as { kind: TopicKind; name: string }[]) {
      const page = await readTopic(kind, name)
      expect(page.looks).toMatchObject([
        { image: look, takenOn: '2026-05-04', season: 2, episode: 3 },
      ])
      const html = await textOf(paths[kind].href(name))
      const [, canonical = ''] = /<link rel="canonical" href="([^"]+)"/.exec(html) ?? []
      expect(new URL(canonical).pathname).toBe(paths[kind].href(name))
      expect(html).toContain('application/json+oembed')
      const feed = JSON.parse(await textOf(buildFeedPath('json', { kind, name }))) as {
        items: { tags: string[] }[]
      }
      expect(feed.items[0]?.tags).toEqual(topics.names.map((topic) => topic.name))
      expect(await textOf(buildFeedPath('rss', { kind, name }))).toContain(
        '<category>红毯</category>',
      )
      expect(await textOf(buildEmbedPath(kind, name))).toContain('Velvet Dress')
      const address = encodeURIComponent(canonical)
      expect(JSON.parse(await textOf(`/oembed?url=${address}`))).toMatchObject({ title: name })
      expect(await textOf('/sitemap.xml')).toContain(`${paths[kind].href(name)}</loc>`)
    }
    expect(await named('КАЛЬМАР')).toEqual([{ kind: 'show', name: 'Игра в кальмара' }])
  })

  test('list the latest episode first', async () => {
    const looks = new Map<string, string>()
    for (const [season, episode] of [
      [1, 9],
      [2, 1],
      [1, 10],
    ] as const) {
      const id = await startEpisode('Zoë Zest', 'Łódź Nights', season, episode)
      looks.set((await publishDraft(editor, id)).look, `${season}.${episode}`)
    }
    const page = await readTopic('show', 'lodz nights')
    expect(page.name).toBe('Łódź Nights')
    expect(page.looks.map(({ image }) => looks.get(image))).toEqual(['2.1', '1.10', '1.9'])
  })

  test('disappear with their last look and come back with it, and a show is no event', async () => {
    const id = await startEpisode('Bo Tide', 'مهرجان', 1, 1)
    const { look } = await publishDraft(editor, id)
    expect(await isMissing('event', 'مهرجان')).toBe(true)
    await withdrawDraft(editor, id)
    expect(await isMissing('show', 'مهرجان')).toBe(true)
    expect(await named('مهرجان')).toEqual([])
    expect(
      (await server.request(buildFeedPath('atom', { kind: 'show', name: 'مهرجان' }))).status,
    ).toBe(404)
    expect((await publishDraft(editor, id)).look).toBe(look)
    expect((await readTopic('show', 'مهرجان')).looks).toHaveLength(1)
  })

  test('are spelled as the first look spells them, until no other look has them', async () => {
    const first = await startEpisode('Cleo Core', 'Met gala', 1, 1)
    const second = await startEpisode('Dan Dawn', 'MET GALA', 1, 2)
    await publishDraft(editor, first)
    await publishDraft(editor, second)
    expect(await readTopic('show', 'met gala')).toMatchObject({ name: 'Met gala' })
    expect((await readTopic('show', 'met gala')).looks).toHaveLength(2)
    await withdrawDraft(editor, second)
    await changeDraft(editor, first, {
      occasion: { kind: 'show', name: 'Met Gala', season: null, episode: null },
    })
    await publishDraft(editor, first)
    expect((await readTopic('show', 'met gala')).name).toBe('Met Gala')
    const moved = await server.request(paths.show.href('met gala'), { redirect: 'manual' })
    expect([moved.status, moved.headers.get('location')]).toEqual([
      301,
      paths.show.href('Met Gala'),
    ])
  })

  test('are refused if they cannot be read', async () => {
    const id = await startDraft(editor, 'Eda Earl', dressId)
    await changeDraft(editor, id, { tags: ['...'] })
    await expect(publishDraft(editor, id)).rejects.toThrow(STUDIO_ERRORS.badTopic('...'))
  })
})

test('an item says its size, its code and who confirmed it, on pages, in feeds and to agents', async () => {
  const details = {
    ...NO_DETAILS,
    size: '38',
    code: 'АДА<10>',
    source: 'https://example.com/post?a=1&b=2',
    saidOn: '2026-05-04',
    saidBy: 'Łucja',
  }
  const id = await startDraft(editor, 'Fay Fold', dressId)
  const item = itemOf(dressId)
  const choice = { ...item.choice, details } as typeof item.choice
  await changeDraft(editor, id, { items: [{ ...item, choice }] })
  const { look } = await publishDraft(editor, id)
  expect((await readImage(look)).products[0]?.details).toEqual(details)
  const html = await textOf(buildEmbedPath('look', btoa(look)))
  expect(html).toContain('Worn in size 38. Code АДА&lt;10&gt;')
  expect(html).toContain('href="https://example.com/post?a=1&amp;b=2"')

  await changeDraft(editor, id, { items: [item] })
  await publishDraft(editor, id)
  expect((await readImage(look)).products[0]).not.toHaveProperty('details')

  const bad = { ...item.choice, details: { ...details, source: 'ftp://x' } } as typeof item.choice
  await changeDraft(editor, id, { items: [{ ...item, choice: bad }] })
  await expect(publishDraft(editor, id)).rejects.toThrow(
    STUDIO_ERRORS.badItemSource('Velvet Dress'),
  )
})

test('an accepted suggestion stays visible on the look, also after it is published again', async () => {
  await importRows(server.database.maintenance, [
    catalogRow({ name: 'Silk Coat', website: 'https://shop.example.com/coat' }),
  ])
  const coat = await server.pool.query<{ id: string }>(
    `SELECT id FROM catalog.products WHERE title = 'Silk Coat'`,
  )
  const id = await startDraft(editor, 'Gil Gray', dressId)
  const { look } = await publishDraft(editor, id)
  const suggestFor = async (productId: string | null) => {
    const [worn] = (await readImage(look)).products
    await visitor.api('POST /api/suggestions', {
      body: { item: worn?.id ?? '', kind: 'not-it', link: null, note: null },
    })
    const { suggestions } = (await editor.api('GET /api/studio/suggestions', { query: {} })).data
    const suggestion = suggestions.find(({ person }) => person === 'Gil Gray')
    const { choice } = itemOf(productId ?? '', 'Silk Coat')
    await editor.api('POST /api/studio/suggestions/:id/accept', {
      params: { id: suggestion?.id ?? '' },
      body: { product: productId && choice?.kind === 'product' ? choice.product : null },
    })
  }
  await suggestFor(coat.rows[0]?.id ?? '')
  await withdrawDraft(editor, id)
  await publishDraft(editor, id)
  const on = new Date().toISOString().slice(0, 10)
  expect((await readImage(look)).image.corrections).toEqual([
    { on, from: 'Velvet Dress', to: 'Silk Coat' },
  ])
  await suggestFor(null)
  expect((await readImage(look)).image.corrections?.[1]).toEqual({
    on,
    from: 'Silk Coat',
    to: null,
  })
})
