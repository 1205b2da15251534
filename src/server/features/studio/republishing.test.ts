import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { buildFeedPath } from '#shared/syndication.ts'
import { paths } from '#shared/paths.ts'
import type { Draft } from '#shared/contract/studio.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import {
  changeDraft,
  itemOf,
  publishDraft,
  readDraft,
  startDraft,
  withdrawDraft,
} from '#tests/support/studio-drafts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let editor: SignedIn
let admin: SignedIn
let dressId = ''
let scarfId = ''

beforeAll(async () => {
  server = await startTestApp(
    {},
    { clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null } },
  )
  await importRows(server.database.maintenance, [
    catalogRow({ name: 'Velvet Dress', product_image: 'https://pictures.example.com/dress.jpg' }),
    catalogRow({ name: 'Zebrina Scarf', website: 'https://shop.example.com/scarf' }),
  ])
  const idOf = async (title: string) =>
    (
      await server.pool.query<{ id: string }>('SELECT id FROM catalog.products WHERE title = $1', [
        title,
      ])
    ).rows[0]?.id ?? ''
  dressId = await idOf('Velvet Dress')
  scarfId = await idOf('Zebrina Scarf')
  editor = await signedIn(server, { role: 'editor' })
  admin = await signedIn(server, { admin: true })
})
afterAll(() => server.close())
beforeEach(() => server.pool.query('DELETE FROM rate_limits'))

const publish = async (id: string) => (await publishDraft(editor, id)).look
const isPublic = async (url: string) =>
  (await server.pool.query('SELECT FROM catalog.looks WHERE url = $1', [url])).rowCount === 1
const draftOf = async (url: string) =>
  (
    await server.pool.query<{ draft_id: string | null }>(
      'SELECT draft_id FROM catalog.looks WHERE url = $1',
      [url],
    )
  ).rows[0]?.draft_id
const takeDown = async (address: string) => {
  const body = { address, reason: 'Not theirs to publish' }
  const { data } = await admin.api('POST /api/admin/takedowns', { body })
  return () =>
    admin.api('POST /api/admin/takedowns/:id/restore', {
      params: { id: data.id },
      body: { reason: 'A mistake' },
    })
}

describe('a look and its draft', () => {
  /** Two drafts whose photos have the same size and colour. */
  const startTwins = async () => {
    const ids = [
      await startDraft(editor, 'Twin One', dressId),
      await startDraft(editor, 'Twin Two', dressId),
    ] as const
    await server.pool.query("UPDATE drafts SET color = '#123456' WHERE id = ANY ($1)", [ids])
    return ids
  }

  test('are not confused with those of a photo of the same size and colour', async () => {
    const [first, second] = await startTwins()
    const firstLook = await publish(first)
    const restore = await takeDown(firstLook)
    // Its publisher may delete a draft that is not public.
    await editor.api('DELETE /api/studio/drafts/:id', { params: { id: first } })
    const secondLook = await publish(second)
    await restore()
    expect(await isPublic(firstLook)).toBe(true)
    await withdrawDraft(editor, second)
    expect(await isPublic(secondLook)).toBe(false)
    expect(await isPublic(firstLook)).toBe(true)
  })

  test('of which there are several copies go together', async () => {
    const id = await startDraft(editor, 'Coco Copies', dressId)
    const first = await publish(id)
    // Earlier versions published a second look while the first was removed.
    await server.pool.query('UPDATE drafts SET look_url = NULL WHERE id = $1', [id])
    const second = await publish(id)
    expect([await draftOf(first), await draftOf(second)]).toEqual([id, id])
    const restore = await takeDown(first)
    expect([await isPublic(first), await isPublic(second)]).toEqual([false, false])
    await restore()
    expect([await isPublic(first), await isPublic(second)]).toEqual([false, true])
  })

  test('belong together when a server of the earlier version publishes it', async () => {
    const id = await startDraft(editor, 'Olga Older', dressId)
    const url = '/media/looks/older.jpg'
    // What it writes, without the columns that it does not know.
    await server.pool.query(
      `INSERT INTO catalog.looks (url, person_id, width, height, color, published_by, published_role,
        published_at) SELECT $1, id, 10, 10, '#123456', $2, 'editor', now() FROM catalog.people LIMIT 1`,
      [url, editor.uid],
    )
    const save = 'UPDATE drafts SET look_url = $2, content = content WHERE id = $1'
    await server.pool.query(save, [id, url])
    expect(await draftOf(url)).toBe(id)
    await server.pool.query('DELETE FROM catalog.looks WHERE url = $1', [url])
  })
})

describe('a look that has changed', () => {
  const LONG_AGO = '2020-01-02T03:04:05.000Z'
  const AGE = `UPDATE catalog.looks SET added_at = $2, published_at = $2, changed_at = NULL WHERE url = $1`
  const startPublished = async (person: string) => {
    const id = await startDraft(editor, person, dressId)
    const url = await publish(id)
    await server.pool.query(AGE, [url, LONG_AGO])
    await server.pool.query('UPDATE catalog.offers SET last_seen_at = $1', [LONG_AGO])
    return { id, url }
  }
  const feedTimes = async (name: string) => {
    const feed = { kind: 'person', name } as const
    const atom = await (await server.request(buildFeedPath('atom', feed))).text()
    const json = (await (await server.request(buildFeedPath('json', feed))).json()) as {
      items: { date_published: string; date_modified: string }[]
    }
    const [, published] = /<published>([^<]*)</.exec(atom) ?? []
    const [, updated] = /<entry>[^]*<updated>([^<]*)</.exec(atom) ?? []
    expect(json.items[0]).toMatchObject({ date_published: published, date_modified: updated })
    return { published, updated }
  }
  const lastmod = async (url: string) => {
    const xml = await (await server.request('/sitemap.xml')).text()
    const line = xml.split('\n').find((one) => one.includes(paths.celebrityImage.href(url)))
    return /<lastmod>([^<]*)</.exec(line ?? '')?.[1]
  }
  const isNow = (time: string | undefined) => Math.abs(Date.now() - Date.parse(time ?? '')) < 60_000

  test('says so in feeds and the sitemap when it is published again, not if nothing changed', async () => {
    const { id, url } = await startPublished('Fia Feeds')
    expect(await feedTimes('Fia Feeds')).toEqual({ published: LONG_AGO, updated: LONG_AGO })
    expect(await lastmod(url)).toBe(LONG_AGO)
    await publish(id)
    expect(await feedTimes('Fia Feeds')).toEqual({ published: LONG_AGO, updated: LONG_AGO })
    await changeDraft(editor, id, { credit: 'Pia Photo' })
    await publish(id)
    const { published, updated } = await feedTimes('Fia Feeds')
    expect(published).toBe(LONG_AGO)
    expect(isNow(updated)).toBe(true)
    expect(await lastmod(url)).toBe(updated)
  })

  test('says so when an editor corrects what is worn', async () => {
    const { id, url } = await startPublished('Cora Corrected')
    const visitor = callerWith(server, null)
    const { products } = (await visitor.api('GET /api/image', { query: { url } })).data
    const item = products[0]?.id ?? ''
    await visitor.sendJson('POST', '/api/suggestions', { item, kind: 'not-it' })
    const { suggestions } = (await editor.api('GET /api/studio/suggestions', { query: {} })).data
    const params = { id: suggestions.find(({ look }) => look === url)?.id ?? '' }
    const { choice } = itemOf(scarfId, 'Zebrina Scarf')
    const product = choice?.kind === 'product' ? choice.product : null
    await editor.api('POST /api/studio/suggestions/:id/accept', { params, body: { product } })
    const { published, updated } = await feedTimes('Cora Corrected')
    expect(published).toBe(LONG_AGO)
    expect(isNow(updated)).toBe(true)
    expect(isNow(await lastmod(url))).toBe(true)
    // The draft has the correction too, so that it has nothing to publish.
    const { content, published: publishedContent } = await readDraft(editor, id)
    expect(publishedContent).toEqual(content)
  })

  test.each([
    ['an import changes its credit', { image_credit: 'Other Agency' }],
    ['an import changes its person', { celebrity_name: 'Ivy Import Second' }],
  ])('says so when %s', async (_, change) => {
    const image = 'https://pictures.example.com/ivy.jpg'
    const row = catalogRow({
      celebrity_name: 'Ivy Import',
      celebrity_image: image,
      image_credit: 'Agency',
    })
    await importRows(server.database.maintenance, [row])
    await server.pool.query(AGE, [image, LONG_AGO])
    await server.pool.query('UPDATE catalog.offers SET last_seen_at = $1', [LONG_AGO])
    expect(await lastmod(image)).toBe(LONG_AGO)
    await importRows(server.database.maintenance, [{ ...row, ...change }])
    const { rows } = await server.pool.query<{ changed_at: Date | null }>(
      'SELECT changed_at FROM catalog.looks WHERE url = $1',
      [image],
    )
    expect(isNow(rows[0]?.changed_at?.toISOString())).toBe(true)
  })
})

test('publishing what a shop’s feed sells links to it, and describes nothing of it', async () => {
  const link = 'https://shop.example.com/sweater'
  await importRows(server.database.maintenance, [
    catalogRow({ name: 'Knit Sweater', website: link, price: '$60' }),
  ])
  // As a feed would have stored it: known by the number of the shop.
  await server.pool.query(
    `WITH sold AS (UPDATE catalog.offers SET shop_item_id = 'sweater-1' WHERE url = $1
      RETURNING product_id)
    UPDATE catalog.products SET product_key = gen_random_uuid(), brand = NULL, pictures = '{}',
      category = NULL FROM sold WHERE id = product_id`,
    [link],
  )
  const facts = async () =>
    (
      await server.pool.query(
        `SELECT product.id, brand, category, pictures, array_agg(price) AS prices
        FROM catalog.products product JOIN catalog.offers offer ON offer.product_id = product.id
        WHERE lower(title) = 'knit sweater' GROUP BY product.id`,
      )
    ).rows
  const before = await facts()
  const creator = await signedIn(server, { role: 'creator', name: 'Cleo Creator' })
  const id = await startDraft(creator, '', dressId)
  const item = itemOf(dressId)
  const product = {
    id: null,
    title: 'knit sweater',
    brand: 'HACKED',
    price: '$1',
    shop: null,
    link,
    category: 'footwear' as const,
    picture: null,
  }
  await changeDraft(creator, id, {
    items: [
      { ...item, choice: { kind: 'product', product, isExact: true, claimedBy: 'publisher' } },
    ],
  })
  const url = await publishDraft(creator, id)
  expect(await facts()).toEqual(before)
  const { products } = (
    await callerWith(server, null).api('GET /api/image', { query: { url: url.look } })
  ).data
  expect(products).toHaveLength(1)
})

describe('a look that was withdrawn and is published again', () => {
  test('is back with changes at its address: boards, hearts, followers, rules and clicks stay', async () => {
    const id = await startDraft(editor, 'ليلى عائدة', dressId)
    const url = await publish(id)
    const visitor = callerWith(server, null)
    const fan = await signedIn(server)
    await fan.api('PUT /api/following/:name', { params: { name: 'ليلى عائدة' } })
    const board = (await fan.api('POST /api/boards', { body: { title: 'Kept' } })).data
    const params = { id: board.id }
    await fan.api('POST /api/boards/:id/items', { params, body: { look: url } })
    const shown = async () =>
      (await visitor.api('GET /api/image', { query: { url } })).data.products.map(
        ({ id: wornId, name }) => `${wornId} ${name}`,
      )
    const before = await shown()
    const [wornId = ''] = before[0]?.split(' ') ?? []
    await server.pool.query(
      `INSERT INTO shop_clicks (day, product_id, look_id, person_id, clicks)
        SELECT current_date, product_id, look_id, person_id, 7 FROM catalog.worn_items WHERE id = $1`,
      [wornId],
    )
    await server.pool.query(
      `WITH person AS (SELECT person_id AS id FROM catalog.worn_items WHERE id = $1),
        rule AS (INSERT INTO affiliate_rules (host, person_id, kind, name, value)
          SELECT 'shop.example.com', id, 'parameter', 'ref', 'layla' FROM person),
        subscriber AS (INSERT INTO alert_subscribers (email) VALUES ('fan@example.org') RETURNING id)
      INSERT INTO alerts (subscriber_id, person_id, kind, confirmed_at)
        SELECT subscriber.id, person.id, 'new', now() FROM subscriber, person`,
      [wornId],
    )
    /** Who follows by email, whose rule it is, and what was clicked, by the names of today. */
    const kept = async () =>
      (
        await server.pool.query(
          `SELECT person.name, rule.value, click.clicks, look.url FROM catalog.people person
          JOIN affiliate_rules rule ON rule.person_id = person.id
          JOIN alerts ON alerts.person_id = person.id
          JOIN shop_clicks click ON click.person_id = person.id
          JOIN catalog.looks look ON look.id = click.look_id
          JOIN catalog.worn_items worn ON worn.product_id = click.product_id AND worn.look_id = look.id`,
        )
      ).rows
    expect(await kept()).toEqual([{ name: 'ليلى عائدة', value: 'layla', clicks: 7, url }])
    const portrait = `/media/celebrities/${
      (await server.pool.query("SELECT image FROM catalog.people WHERE name = 'ليلى عائدة'"))
        .rows[0]?.image
    }`
    expect((await server.request(portrait)).status).toBe(200)

    await withdrawDraft(editor, id)
    expect(await isPublic(url)).toBe(false)
    expect((await server.request(url)).status).toBe(410)
    await changeDraft(editor, id, {
      credit: 'Ada Foto',
      items: [itemOf(dressId), { ...itemOf(scarfId, 'Zebrina Scarf'), id: 'scarf' }],
    })
    expect(await publish(id)).toBe(url)

    expect((await server.request(url)).status).toBe(200)
    expect((await server.request(portrait)).status).toBe(200)
    const after = await shown()
    expect(after).toHaveLength(2)
    // The item that stayed has its id, which hearts and clicks refer to.
    expect(after).toEqual(expect.arrayContaining(before))
    const { data } = await visitor.api('GET /api/image', { query: { url } })
    expect(data.image.origin?.credit).toBe('Ada Foto')
    expect(
      (await fan.api('GET /api/boards/:id', { params })).data.items.map((item) =>
        item.kind === 'look' ? item.look.image : null,
      ),
    ).toEqual([url])
    expect((await fan.api('GET /api/following')).data.looks).toMatchObject([
      { image: url, isNew: false },
    ])
    expect(await kept()).toEqual([{ name: 'ليلى عائدة', value: 'layla', clicks: 7, url }])
    expect(await draftOf(url)).toBe(id)
  })

  test('can be withdrawn and published again any number of times', async () => {
    const id = await startDraft(editor, 'Ada Again', dressId)
    const url = await publish(id)
    for (let times = 0; times < 2; times += 1) {
      await withdrawDraft(editor, id)
      expect(await publish(id)).toBe(url)
    }
    await publish(id)
    expect(await isPublic(url)).toBe(true)
  })

  test('stays withdrawn, without files, if it cannot be published', async () => {
    const id = await startDraft(editor, 'Ada Undecided', dressId)
    const url = await publish(id)
    await withdrawDraft(editor, id)
    await changeDraft(editor, id, { items: [itemOf('999999999')] })
    await expect(publish(id)).rejects.toMatchObject({ status: 409 })
    expect(await isPublic(url)).toBe(false)
    expect((await server.request(url)).status).toBe(410)
    expect(await server.storage.get(url.slice('/media/'.length))).toBeNull()
    await changeDraft(editor, id, { items: [itemOf(dressId)] })
    expect(await publish(id)).toBe(url)
  })

  test('does not come back if it is taken down meanwhile, until that is undone', async () => {
    const id = await startDraft(editor, 'Øre Zurück', dressId)
    const url = await publish(id)
    await withdrawDraft(editor, id)
    const undo = await takeDown(paths.celebrityImage.href(url))
    await expect(takeDown(url)).rejects.toMatchObject({ status: 409 })
    const { rows } = await server.pool.query(
      `SELECT bool_and(sha256 IS NOT NULL) AS is_known FROM takedown_pictures WHERE url = $1`,
      [url],
    )
    expect(rows).toEqual([{ is_known: true }])
    expect((await readDraft(editor, id)).state).toBe('removed')
    await expect(publish(id)).rejects.toMatchObject({ status: 451 })
    await undo()
    expect(await isPublic(url)).toBe(false)
    expect(await publish(id)).toBe(url)
    expect((await server.request(url)).status).toBe(200)
  })

  test('leaves a notice open whose removal came second', async () => {
    const url = await publish(await startDraft(editor, 'Ada Noticed', dressId))
    for (const name of ['One', 'Two'])
      await callerWith(server, null).api('POST /api/notices', {
        body: {
          kind: 'copyright',
          address: paths.celebrityImage.href(url),
          explanation: 'I took this photo, and it is shown without my permission.',
          work: 'My photo of 3 May 2024, published on my site.',
          name,
          email: 'pho@example.org',
          goodFaith: true,
          authorized: true,
          signature: name,
        },
      })
    const open = async () =>
      (await admin.api('GET /api/admin/notices', { query: { state: 'open' } })).data.notices
    const attempts = await Promise.allSettled(
      (await open()).map(({ id }) =>
        admin.api('POST /api/admin/takedowns', {
          body: { address: url, reason: 'Not licensed', notice: id },
        }),
      ),
    )
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await open()).toHaveLength(1)
    const { rows } = await server.pool.query<{ id: string }>(
      'SELECT id FROM takedowns WHERE subject = $1',
      [url],
    )
    await admin.api('POST /api/admin/takedowns/:id/restore', {
      params: { id: rows[0]?.id ?? '' },
      body: { reason: 'A mistake' },
    })
  })

  test('comes back whole after two tabs have withdrawn it at the same moment', async () => {
    for (let times = 0; times < 5; times += 1) {
      const id = await startDraft(editor, 'Ada Withdrawn', dressId)
      const url = await publish(id)
      const attempts = await Promise.allSettled([
        withdrawDraft(editor, id),
        withdrawDraft(editor, id),
      ])
      expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await publish(id)).toBe(url)
      expect((await server.request(url)).status).toBe(200)
      await withdrawDraft(editor, id)
      expect((await server.request(url)).status).toBe(410)
    }
  })

  test('comes back once if two tabs publish it at the same moment', async () => {
    const id = await startDraft(editor, 'Ada Twice', dressId)
    const url = await publish(id)
    await withdrawDraft(editor, id)
    const { version } = await readDraft(editor, id)
    const call = { params: { id }, body: { version } }
    const attempts = await Promise.all([
      editor.api('POST /api/studio/drafts/:id/publish', call),
      editor.api('POST /api/studio/drafts/:id/publish', call),
    ])
    expect(attempts.map(({ data }) => data.look)).toEqual([url, url])
    expect((await readDraft(editor, id)).version).toBe(version + 1)
    expect(await isPublic(url)).toBe(true)
    expect((await server.request(url)).status).toBe(200)
  })
})

describe('a draft', () => {
  const dayIn = (days: number) =>
    new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)

  test('of a photo from the future is not published, except where it is already tomorrow', async () => {
    const id = await startDraft(editor, 'Fay Future', dressId)
    await changeDraft(editor, id, { takenOn: dayIn(3) })
    const refusal = { status: 409, message: STUDIO_ERRORS.futureDate }
    await expect(publishDraft(editor, id)).rejects.toMatchObject(refusal)
    await changeDraft(editor, id, { takenOn: dayIn(1) })
    await publishDraft(editor, id)
  })

  test('whose look was removed is not listed as withdrawn', async () => {
    const idsOf = async (state: Draft['state']) =>
      (await editor.api('GET /api/studio/drafts', { query: { state } })).data.drafts.map(
        ({ id }) => id,
      )
    const id = await startDraft(editor, 'Reni Removed', dressId)
    const restore = await takeDown(await publish(id))
    expect(await readDraft(editor, id)).toMatchObject({ state: 'removed', isRemoved: true })
    expect(await idsOf('removed')).toEqual([id])
    expect(await idsOf('withdrawn')).not.toContain(id)
    await restore()
    expect(await idsOf('removed')).toEqual([])
    await withdrawDraft(editor, id)
    expect(await idsOf('withdrawn')).toContain(id)
  })

  test('looks like its page: the order of its items, the names of shops, each tag once', async () => {
    const id = await startDraft(editor, 'Pia Preview', dressId)
    const facts = { brand: null, price: '$9', category: null, picture: null }
    const link = 'https://shop.example.com/bag'
    const bag = { ...facts, id: null, title: 'Straw Bag', shop: 'My Shop', link }
    const choice = { kind: 'product', product: bag, isExact: true, claimedBy: 'publisher' } as const
    await changeDraft(editor, id, {
      items: [
        { ...itemOf(dressId), id: 'a' },
        { ...itemOf(dressId), id: 'b', choice },
        { ...itemOf(scarfId, 'Zebrina Scarf'), id: 'c' },
      ],
      tags: ['Øre Tag', 'ore tag', 'Øre Tag', 'кино'],
    })
    const preview = await editor.api('GET /api/studio/drafts/:id/preview', { params: { id } })
    const url = await publish(id)
    const page = await callerWith(server, null).api('GET /api/image', { query: { url } })
    const shown = ({ image, products }: Pick<typeof page.data, 'image' | 'products'>) => ({
      topics: image.topics?.names.map(({ name }) => name),
      products: products.map(({ name, shop, website }) => [
        name,
        formatDisplaySeller({ seller: shop, productLink: website }),
      ]),
    })
    expect(shown(page.data)).toEqual({
      topics: ['Øre Tag', 'кино'],
      products: [
        ['Velvet Dress', 'Example'],
        ['Straw Bag', 'Example'],
        ['Zebrina Scarf', 'Example'],
      ],
    })
    expect(shown(preview.data)).toEqual(shown(page.data))
  })

  test('passes on the name of an object that was drawn by hand, not the words of the scan', async () => {
    const id = await startDraft(editor, 'Hanna Hand', dressId)
    const scanned = itemOf(dressId)
    const drawn = { ...itemOf(scarfId, 'Zebrina Scarf'), id: 'drawn_1_a', label: 'Oma’s 帽子' }
    await changeDraft(editor, id, { items: [scanned, drawn] })
    const labelled = [{ name: 'Velvet Dress' }, { name: 'Zebrina Scarf', label: 'Oma’s 帽子' }]
    const preview = await editor.api('GET /api/studio/drafts/:id/preview', { params: { id } })
    expect(preview.data.products).toMatchObject(labelled)
    const url = await publish(id)
    const { data } = await callerWith(server, null).api('GET /api/image', { query: { url } })
    expect(data.products).toMatchObject(labelled)
    expect(data.products[0]?.label).toBeUndefined()
    await changeDraft(editor, id, { items: [scanned, { ...drawn, label: 'Hat' }] })
    await publish(id)
    const again = await callerWith(server, null).api('GET /api/image', { query: { url } })
    expect(again.data.products).toMatchObject([{}, { label: 'Hat' }])
  })
})
