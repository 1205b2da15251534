import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { paths } from '#shared/paths.ts'
import { callerWith, type SignedIn, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { emptyTables, testDatabase } from '#tests/support/database.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { renderMarkdown } from './creator-pages.ts'

const urlOf = (number: number) => `https://pictures.example.com/ada-${number}.jpg`
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36'

let database: Database
let server: TestApp
let ada: SignedIn
let name: string
beforeAll(async () => {
  database = await testDatabase()
  await importRows(
    database.pool,
    [1, 2, 3].map((number) =>
      catalogRow({
        celebrity_image: urlOf(number),
        name: `Coat ${number}`,
        website: `https://shop.test/${number}`,
      }),
    ),
  )
  const clientFiles = { template: PAGE_TEMPLATE, manifest: {}, read: () => null }
  server = await startTestApp({ database }, { clientFiles })
})
afterAll(async () => {
  await server.close()
  await database.close()
})
let count = 0
beforeEach(async () => {
  await emptyTables(database.pool, 'creators', 'boards', 'shop_clicks')
  ada = await signedIn(server, { role: 'creator' })
  name = `ada-${(count += 1)}`
  await database.pool.query(
    `INSERT INTO creators (user_id, name, display_name, person_id)
    VALUES ($1, $2, 'Ada at home', (SELECT id FROM catalog.people WHERE name = 'Ada Lune'))`,
    [ada.uid, name],
  )
})

const visitor = () => callerWith(server, null)
const page = async () => (await visitor().api('GET /api/creators/:name', { params: { name } })).data
const get = (path: string) => fetch(server.origin + path, { headers: { accept: 'text/html' } })

describe('the page of a creator', () => {
  test('shows text, links and looks, and lets no HTML of theirs through', async () => {
    await ada.api('PATCH /api/my-creator-page', {
      body: {
        about: '**Hello** <img src=x onerror=alert(1)>',
        links: [{ label: 'Blog', url: 'https://ada.example' }],
      },
    })
    const shown = await page()
    expect(shown).toMatchObject({
      displayName: 'Ada at home',
      person: 'Ada Lune',
      links: [{ label: 'Blog', url: 'https://ada.example' }],
    })
    expect(shown.about).toContain('<strong>Hello</strong>')
    expect(shown.about).not.toContain('<img')
    expect(shown.looks).toHaveLength(3)
    const html = await (await get(paths.creator.href(name))).text()
    expect(html).toContain(`/api/creators/${name}/card`)
    expect(html).toContain(buildFeedPath('atom', { kind: 'creator', name }))
  })

  test.each([
    'https://shop.example@ada.example/',
    'https://ada:secret@ada.example',
    'ftp://a.example',
  ])('has no link to %s, which hides where it leads', async (url) => {
    const links = [{ label: 'Blog', url }]
    await expect(
      ada.api('PATCH /api/my-creator-page', { body: { about: '', links } }),
    ).rejects.toMatchObject({ status: 400 })
  })

  test('keeps the order that the creator chose; new looks follow', async () => {
    await ada.api('PUT /api/my-creator-page/order', { body: { looks: [urlOf(2), urlOf(1)] } })
    expect((await page()).looks.map(({ image }) => image)).toEqual([2, 1, 3].map(urlOf))
    await ada.api('PUT /api/my-creator-page/order', { body: { looks: [urlOf(3)] } })
    expect((await page()).looks[0]?.image).toBe(urlOf(3))
    // A look that two tabs moved is listed twice.
    const looks = [urlOf(2), urlOf(1), urlOf(2)]
    await ada.api('PUT /api/my-creator-page/order', { body: { looks } })
    expect((await page()).looks.map(({ image }) => image)).toEqual([2, 1, 3].map(urlOf))
  })

  test('shows public boards as collections in their own order, and no others', async () => {
    const ids: string[] = []
    for (const title of ['Secret', 'First', 'Second']) {
      const { data } = await ada.api('POST /api/boards', { body: { title } })
      ids.push(data.id)
      await ada.api('PUT /api/boards/:id/share', {
        params: { id: data.id },
        body: { until: null, isPublic: title !== 'Secret' },
      })
    }
    const titles = async () => (await page()).collections.map(({ title }) => title)
    expect(await titles()).toEqual(['First', 'Second'])
    await ada.api('PUT /api/my-creator-page/order', {
      body: { collections: [ids[2] ?? '', ids[1] ?? ''] },
    })
    expect(await titles()).toEqual(['Second', 'First'])
    const [shown] = (await page()).collections
    const indexed = await (await get(paths.sharedBoard.href(shown?.token ?? ''))).text()
    expect(indexed).not.toContain('noindex')
    await ada.api('DELETE /api/boards/:id/share', { params: { id: ids[2] ?? '' } })
    expect(await titles()).toEqual(['First'])
  })

  test('is changed by its creator alone; only publishers make boards public', async () => {
    const bo = await signedIn(server, { role: 'creator' })
    await expect(
      bo.api('PATCH /api/my-creator-page', { body: { about: 'Mine' } }),
    ).rejects.toMatchObject({ status: 404 })
    const user = await signedIn(server)
    const { data } = await user.api('POST /api/boards', { body: { title: 'Mine' } })
    const params = { id: data.id }
    await expect(
      user.api('PUT /api/boards/:id/share', { params, body: { until: null, isPublic: true } }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(
      user.api('PATCH /api/my-creator-page', { body: { about: 'Mine' } }),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('can be subscribed to and embedded', async () => {
    const feed = await (await get(buildFeedPath('json', { kind: 'creator', name }))).text()
    expect(feed).toContain('Coat 1')
    expect((await get(buildEmbedPath('creator', name))).status).toBe(200)
    const page = encodeURIComponent(server.origin + paths.creator.href(name))
    expect((await get(`/oembed?url=${page}`)).status).toBe(200)
    expect((await get(buildFeedPath('atom', { kind: 'creator', name: 'nobody' }))).status).toBe(404)
    expect((await get(paths.creator.href('nobody'))).status).toBe(404)
  })

  const places = () => [
    paths.creator.href(name),
    `/api/creators/${name}`,
    `/api/creators/${name}/card`,
    buildFeedPath('atom', { kind: 'creator', name }),
    buildEmbedPath('creator', name),
    `/oembed?url=${server.origin}${paths.creator.href(name)}`,
  ]
  const statuses = () => Promise.all(places().map(async (path) => (await get(path)).status))
  /** Whether it is found by search, linked from the person's page, in the sitemap, and indexed. */
  const listings = async () => {
    server.replies.clear()
    const found = await visitor().api('GET /api/collections', { query: { q: 'Ada at' } })
    const person = await visitor().api('GET /api/people/:name', { params: { name: 'Ada Lune' } })
    const sitemap = await (await get('/sitemap.xml')).text()
    const html = await (await get(paths.creator.href(name))).text()
    return [
      found.data.creators.length === 1,
      person.data.creatorPage === name,
      sitemap.includes(paths.creator.href(name)),
      !html.includes('noindex'),
    ]
  }
  const setUser = (assignment: string) =>
    database.pool.query(`UPDATE users SET ${assignment} WHERE id = $1`, [ada.uid])

  test('is gone everywhere and at once while its creator is suspended', async () => {
    const seen = places().map(() => 200)
    expect(await statuses()).toEqual(seen)
    await setUser('suspended_at = now()')
    expect(await statuses()).toEqual(places().map(() => 404))
    expect(await listings()).toEqual([false, false, false, false])
    await setUser('suspended_at = NULL')
    expect(await statuses()).toEqual(seen)
  })

  test('is not listed while its creator may not publish', async () => {
    expect(await listings()).toEqual([true, true, true, true])
    await setUser('publisher_role = NULL')
    expect(await listings()).toEqual([false, false, false, false])
    expect((await get(paths.creator.href(name))).status).toBe(200)
    await setUser(`publisher_role = 'creator'`)
    expect(await listings()).toEqual([true, true, true, true])
  })
})

describe('clicks in the looks of a creator', () => {
  const click = async (by: Pick<SignedIn, 'send'>) => {
    const { rows } = await database.pool.query<{ id: string }>(
      'SELECT id FROM catalog.worn_items ORDER BY id LIMIT 1',
    )
    await by.send('/api/clicks', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
      body: JSON.stringify({ product: rows[0]?.id }),
    })
  }

  test('are shown to them, without their own', async () => {
    await click(visitor())
    await click(ada)
    await click(await signedIn(server))
    const { data } = await ada.api('GET /api/my-clicks', { query: { days: 7 } })
    expect(data.days.at(-1)?.clicks).toBe(2)
    expect(data.looks).toMatchObject([{ person: 'Ada Lune', clicks: 2 }])
    const csv = await (await ada.api('GET /api/my-clicks.csv', { query: { days: 7 } })).text()
    expect(csv).toContain('Coat 1')
  })

  test('are not shown to other creators', async () => {
    await click(visitor())
    const bo = await signedIn(server, { role: 'creator' })
    const { data } = await bo.api('GET /api/my-clicks', { query: { days: 7 } })
    expect(data.products).toEqual([])
    expect(data.days.every(({ clicks }) => clicks === 0)).toBe(true)
  })
})

describe('following', () => {
  const followed = async (by: SignedIn) => (await by.api('GET /api/following')).data
  const params = { name: 'Ada Lune' }

  test('shows what is new since the last visit', async () => {
    const bo = await signedIn(server)
    await bo.api('PUT /api/following/:name', { params })
    await bo.api('PUT /api/following/:name', { params })
    const before = await followed(bo)
    expect(before.people.map((person) => person.name)).toEqual(['Ada Lune'])
    expect(before.looks.map(({ isNew }) => isNew)).toEqual([false, false, false])
    await database.pool.query(
      "UPDATE catalog.looks SET added_at = now() + interval '1 second' WHERE url = $1",
      [urlOf(2)],
    )
    const [first] = (await followed(bo)).looks
    expect(first).toMatchObject({ image: urlOf(2), isNew: true })
    // A Date has no microseconds.
    await database.pool.query(
      `UPDATE catalog.looks SET added_at = date_trunc('milliseconds', now()) WHERE url = $1`,
      [urlOf(2)],
    )
    await bo.api('POST /api/following/seen', { body: { until: new Date().toISOString() } })
    expect((await followed(bo)).looks.some(({ isNew }) => isNew)).toBe(false)
    await bo.api('DELETE /api/following/:name', { params })
    expect(await followed(bo)).toEqual({ people: [], looks: [] })
  })

  test('of nobody is refused, and follows are of one user alone', async () => {
    const bo = await signedIn(server)
    await expect(
      bo.api('PUT /api/following/:name', { params: { name: 'Nobody' } }),
    ).rejects.toMatchObject({ status: 404 })
    await bo.api('PUT /api/following/:name', { params })
    expect((await followed(ada)).people).toEqual([])
  })
})

test('a person at a glance: looks by date, most worn brands and colours', async () => {
  await importRows(
    database.pool,
    ['Red coat', 'Crimson scarf', 'Green skirt', 'Bag'].map((title, index) =>
      catalogRow({
        celebrity_name: 'Cleo Vane',
        celebrity_image: `https://pictures.example.com/cleo-${index}.jpg`,
        name: title,
        website: `https://shop.test/cleo-${index}`,
      }),
    ),
  )
  await database.pool.query(
    `UPDATE catalog.looks SET taken_on = DATE '2020-01-01' + id::int;
    UPDATE catalog.products SET brand = 'Almara' WHERE title IN ('Red coat', 'Bag')`,
  )
  const { data } = await visitor().api('GET /api/people/:name', { params: { name: 'Cleo Vane' } })
  const dates = data.looks.map(({ takenOn }) => takenOn)
  expect(dates).toEqual(dates.toSorted((a, b) => (b ?? '').localeCompare(a ?? '')))
  expect(data.brands).toEqual([{ name: 'Almara', count: 2 }])
  // No row of a catalogue file states a colour: they are read from the titles, as filters do.
  expect(data.colours).toEqual([
    { name: 'red', count: 2 },
    { name: 'green', count: 1 },
  ])
})

it('renders no text to much more than its length', () => {
  const wide = `${'|a'.repeat(100)}|\n${'|-'.repeat(100)}|\n${'a\n'.repeat(1_700)}`
  const texts = [
    wide,
    '> '.repeat(2_000),
    '- '.repeat(2_000),
    'a.example '.repeat(400),
    '\n'.repeat(4_000),
  ]
  for (const text of texts)
    expect(renderMarkdown(text.slice(0, 4_000)).length).toBeLessThan(20 * 4_000)
})

it('renders markdown with plain links', () => {
  expect(renderMarkdown('**Hello** [blog](https://ada.example)')).toBe(
    '<p><strong>Hello</strong> <a href="https://ada.example" rel="noopener nofollow ugc">blog</a></p>\n',
  )
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '![x](https://spy.example/pixel.gif)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '<a href="javascript:alert(1)">x</a>',
  '[x](//elsewhere.example)',
  '[x](\\\\\\\\elsewhere.example)',
  '[x]: //elsewhere.example\n[x]',
  '[x](/account)',
])('lets nothing through that could run or spy: %s', (text) => {
  const html = renderMarkdown(text)
  expect(html).not.toMatch(/<(script|img)|href="(?!https?:\/\/|mailto:)/i)
})
