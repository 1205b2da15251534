import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WITHHELD } from '#server/features/ingest/csv-reader.ts'
import { importCsv, importRows } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { REMOVED_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { catalogRow, csvOf, portraitOf } from '#tests/support/catalog-rows.ts'
import { contentsOf } from '#tests/support/database-contents.ts'
import { isLongRun } from '#tests/support/length.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { insertPerson } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { createCatalogRemoval } from '#server/features/catalog/index.ts'
import { createTakedownsStore } from './takedowns.store.ts'

const LOOK = 'https://pictures.example.com/look-1.jpg'
const OTHER_LOOK = 'https://pictures.example.com/look-2.jpg'
const DRESS = 'https://pictures.example.com/dress.jpg'
/** Of imports. */
const IMPORT_LOCK = 7_341_010
const REASON = 'The photographer did not license it.'

const ROWS = [
  catalogRow({ celebrity_image: LOOK, name: 'Velvet Dress', product_image: DRESS }),
  catalogRow({
    celebrity_image: LOOK,
    name: 'Zebrina Scarf',
    website: 'https://shop.example.com/scarf',
  }),
  catalogRow({
    celebrity_image: OTHER_LOOK,
    name: 'Velvet Dress',
    product_image: DRESS,
  }),
]

/** A picture of its own for every address: four coloured fields. */
const drawn = async (url: string) => {
  const hash = createHash('sha256').update(url).digest('hex')
  const fields = [0, 1, 2, 3].map((field) => ({
    input: {
      create: {
        width: 150,
        height: 200,
        channels: 3 as const,
        background: `#${hash.slice(field * 6, field * 6 + 6)}`,
      },
    },
    left: (field % 2) * 150,
    top: Math.floor(field / 2) * 200,
  }))
  return sharp({ create: { width: 300, height: 400, channels: 3, background: '#ffffff' } })
    .composite(fields)
    .jpeg()
    .toBuffer()
}

const pictures = new Map<string, Buffer>()
const remoteImages = {
  fetch: async (url: string) => pictures.get(url) ?? drawn(url),
  close: async () => undefined,
}
const overrides = {
  remoteImages,
  clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
}

let server: TestApp
let other: TestApp
let admin: SignedIn
beforeAll(async () => {
  server = await startTestApp({}, overrides)
  other = await startTestApp({ database: server.database }, overrides)
  await importRows(server.database.maintenance, ROWS)
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  admin = await signedIn(server, { admin: true })
})

const idOf = async (name: string) => {
  const { rows } = await server.pool.query<{ id: string }>(
    'SELECT id FROM catalog.products WHERE title = $1',
    [name],
  )
  return rows[0]?.id ?? ''
}
const remove = async (address: string) =>
  (await admin.api('POST /api/admin/takedowns', { body: { address, reason: REASON } })).data
const restore = (id: string) =>
  admin.api('POST /api/admin/takedowns/:id/restore', {
    params: { id },
    body: { reason: 'The counter-notice holds.' },
  })

const heart = (fan: SignedIn, { id, name, product_image }: CatalogProduct) =>
  fan.api('POST /api/favorites', { body: { product: { id, name, image_url: product_image } } })
const hearts = async (fan: SignedIn) =>
  (await fan.api('POST /saved-products.php', { body: { uid: fan.uid } })).data.map(
    ({ title }) => title,
  )

/** Status and text of an address on one server. */
const ask = async (app: TestApp, path: string) => {
  const response = await app.request(path)
  return { status: response.status, text: await response.text() }
}

const LISTS = [
  '/api/images?celebrities=feed',
  '/api/products?celebrities=feed',
  '/products.csv',
  '/sitemap.xml',
  '/api/home',
]
/** Shuffled anew for every visitor. */
const PAGES = ['/celebrity-search-result?celebrities=feed', '/']
const showsLook = (text: string) => text.includes('look-1.jpg')

const cacheFiles = async (app: TestApp): Promise<string[]> =>
  readdir(join(app.dataDir, 'cache/pictures')).catch(() => [])
/** What a server keeps on its disk since then. */
const cachedSince = async (app: TestApp, before: readonly string[]) =>
  (await cacheFiles(app)).filter((name) => !before.includes(name))

/** Keeps whoever removes the other look in the middle of it. */
const holdOtherLook = async () => {
  const client = new Client({ connectionString: server.database.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('BEGIN')
  await client.query('SELECT FROM catalog.looks WHERE url = $1 FOR UPDATE', [OTHER_LOOK])
  return client
}

const untilLocksAreAwaited = (count: number) =>
  vi.waitFor(async () => {
    const { rows } = await server.pool.query('SELECT FROM pg_locks WHERE NOT granted')
    expect(rows.length).toBeGreaterThanOrEqual(count)
  }, 20_000)

/** As soon as it is removed, although it is still in the catalogue. */
const untilHidden = (app: TestApp, url: string) =>
  vi.waitFor(
    async () => expect((await ask(app, buildPictureUrl(url, 300))).status).toBe(410),
    20_000,
  )

describe('removing a look', () => {
  const addresses = () =>
    [
      [paths.celebrityImage.href(LOOK), 410],
      [`/api/image?url=${encodeURIComponent(LOOK)}`, 410],
      [buildPictureUrl(LOOK, 300), 410],
      [buildPictureUrl(LOOK), 410],
    ] as const

  test('takes it from every page, list, picture and file of every server, until it is restored', async () => {
    const before = new Map<string, string>()
    // Made from the other look, which stays.
    for (const app of [server, other]) await ask(app, await portraitOf(server, 'Ada Lune'))
    const kept = await cacheFiles(other)
    for (const app of [server, other]) {
      for (const [path] of addresses()) expect((await ask(app, path)).status).toBe(200)
      for (const path of [...LISTS, ...PAGES]) before.set(path, (await ask(app, path)).text)
    }
    expect(showsLook(before.get(PAGES[0] ?? '') ?? '')).toBe(true)
    const scarf = await idOf('Zebrina Scarf')
    expect(await cachedSince(other, kept)).not.toEqual([])

    const removed = await remove(`http://localhost${paths.celebrityImage.href(LOOK)}`)
    expect(removed).toMatchObject({ kind: 'look', title: 'Ada Lune', isRecognised: true })
    expect(removed.doneAt).not.toBeNull()

    for (const app of [server, other])
      await vi.waitFor(async () => {
        for (const [path, status] of addresses())
          expect((await ask(app, path)).status, path).toBe(status)
        for (const path of [...LISTS, ...PAGES]) {
          const { text } = await ask(app, path)
          expect(showsLook(text), path).toBe(false)
          expect(text, path).not.toContain(encodeURIComponent(btoa(LOOK)))
          expect(text, path).not.toContain('Zebrina')
        }
        expect((await ask(app, `/api/product/${scarf}`)).text).toContain(REMOVED_TEXT)
        expect((await ask(app, '/api/search?q=zebrina')).text).not.toContain('Zebrina Scarf')
      }, 20_000)
    // The original and its two sizes.
    await vi.waitFor(async () => expect(await cachedSince(other, kept)).toEqual([]), 20_000)
    // A product with a picture of its own stays.
    expect((await ask(other, `/api/product/${await idOf('Velvet Dress')}`)).text).not.toContain(
      'look-1.jpg',
    )

    await restore(removed.id)
    for (const app of [server, other])
      await vi.waitFor(async () => {
        for (const [path] of addresses()) expect((await ask(app, path)).status, path).toBe(200)
        for (const path of LISTS) expect((await ask(app, path)).text, path).toBe(before.get(path))
        for (const path of PAGES)
          expect(showsLook((await ask(app, path)).text), path).toBe(
            showsLook(before.get(path) ?? ''),
          )
        expect((await ask(app, '/api/search?q=zebrina')).text).toContain('Zebrina Scarf')
      }, 20_000)
  })

  test('removes the looks of everybody in the picture, whoever was named', async () => {
    const picture = 'https://pictures.example.com/couple.jpg'
    const couple = ['Ada Lune', 'Bo Lind'].map((celebrity_name) =>
      catalogRow({ celebrity_name, celebrity_image: picture, name: 'Cape' }),
    )
    await importRows(server.database.maintenance, couple)
    const { rows } = await server.pool.query<{ url: string }>(
      `SELECT url FROM catalog.looks WHERE url LIKE '%couple%' ORDER BY url`,
    )
    const pages = rows.map(({ url }) => paths.celebrityImage.href(url))
    expect(pages).toHaveLength(2)
    const statuses = () =>
      Promise.all(pages.map(async (page) => (await server.request(page)).status))
    expect(await statuses()).toEqual([200, 200])
    const shown = await server.request(buildPictureUrl(rows[1]?.url ?? '', 300))
    expect(shown.status).toBe(200)

    const removed = await remove(rows[1]?.url ?? '')
    expect(await statuses()).toEqual([410, 410])
    const again = await importRows(server.database.maintenance, couple)
    expect(again.problems.kept.map(({ message }) => message)).toEqual([WITHHELD, WITHHELD])
    await restore(removed.id)
    expect(await statuses()).toEqual([200, 200])
    await remove(picture)
  })

  test('hides it on every server while the catalogue is busy with another takedown', async () => {
    const held = await holdOtherLook()
    const first = remove(OTHER_LOOK)
    await untilHidden(other, OTHER_LOOK)
    // One server is in the middle of it, the other one waits to do it.
    await untilLocksAreAwaited(2)
    const second = remove(LOOK)
    await untilHidden(other, LOOK)
    await held.query('COMMIT')
    for (const { id } of await Promise.all([first, second])) await restore(id)
  })

  test('changes the catalogue once, although every server tries', async () => {
    const { id } = await remove(LOOK)
    /** As a server that hears of it late. */
    const tryAgain = () =>
      createCatalogRemoval(other.database.maintenance).remove(id, (client) =>
        createTakedownsStore(client).claimRemoval(client, id),
      )
    expect(await tryAgain()).toBe('done already')
    await restore(id)
    // Restored while an import still kept it from being applied.
    await server.pool.query('UPDATE takedowns SET applied_at = NULL WHERE id = $1', [id])
    expect(await tryAgain()).toBe('done already')
  })

  test('keeps it from returning under its address or, as a changed copy, under another', async () => {
    const removed = await remove(LOOK)
    const again = await importCsv(
      server.database.maintenance,
      Readable.from([csvOf(ROWS, [...Object.keys(catalogRow()), 'product_image'])]),
    )
    expect(again.problems.kept).toMatchObject([
      { line: 2, message: WITHHELD },
      { line: 3, message: WITHHELD },
    ])
    expect((await ask(server, paths.celebrityImage.href(LOOK))).status).toBe(410)

    const copy = 'https://elsewhere.example.com/copy.jpg'
    pictures.set(
      copy,
      await sharp(await drawn(LOOK))
        .extract({ left: 9, top: 6, width: 285, height: 380 })
        .resize(200)
        .webp({ quality: 60 })
        .toBuffer(),
    )
    await importRows(server.database.maintenance, [
      catalogRow({ celebrity_image: copy, name: 'Hat', website: 'https://shop.example.com/hat' }),
    ])
    expect((await ask(other, paths.celebrityImage.href(copy))).status).toBe(200)
    expect((await ask(other, buildPictureUrl(copy, 300))).status).toBe(410)
    await vi.waitFor(async () => {
      expect((await ask(server, paths.celebrityImage.href(copy))).status).toBe(410)
      expect((await ask(server, '/api/images?celebrities=feed')).text).not.toContain(copy)
    }, 20_000)

    const form = new FormData()
    const upload = await sharp(await drawn(LOOK))
      .resize(240)
      .png()
      .toBuffer()
    form.set('image', new Blob([new Uint8Array(upload)]), 'photo.png')
    const person = await insertPerson(server.pool, TEST_SECRET, { invited: true })
    const sent = await callerWith(server, person.cookie).send('/image-local.php', {
      method: 'POST',
      body: form,
    })
    expect(sent.status).toBe(451)
    await restore(removed.id)
    expect((await ask(server, buildPictureUrl(copy, 300))).status).toBe(200)
  })
})

describe('restoring', () => {
  test('waits while another takedown is carried out, and happens once', async () => {
    const first = await remove(LOOK)
    const held = await holdOtherLook()
    const removing = remove(OTHER_LOOK)
    await untilLocksAreAwaited(1)
    await untilHidden(other, OTHER_LOOK)
    const both = Promise.allSettled([restore(first.id), restore(first.id)])
    // Longer than an import is waited for.
    if (isLongRun) await setTimeout(4_000)
    await held.query('COMMIT')
    const second = await removing
    const outcomes = (await both).map((one) =>
      one.status === 'fulfilled' ? 'restored' : String(one.reason),
    )
    expect(outcomes).toHaveLength(2)
    expect(outcomes).toContain('restored')
    expect(outcomes).toContain('ApiError: This has been restored already.')
    await restore(second.id)
  })

  test('brings back every row of the catalogue, and has the feed read in full', async () => {
    const { database, pool } = server
    await importRows(database.maintenance, [
      catalogRow({
        name: 'Gucci Clog',
        brand: 'Gucci',
        website: 'https://clogs.example.com/1',
        celebrity_image: LOOK,
      }),
    ])
    const id = await idOf('Gucci Clog')
    await pool.query(
      `INSERT INTO catalog.seen_attributes (product_id, models, type) VALUES ($1, 'm', 'clogs')`,
      [id],
    )
    for (const statement of [
      `INSERT INTO catalog.price_changes (offer_id, former_price)
        SELECT id, '$99' FROM catalog.offers WHERE product_id = $1`,
      `INSERT INTO catalog.offer_checks (offer_id, failures)
        SELECT id, 2 FROM catalog.offers WHERE product_id = $1`,
      `INSERT INTO catalog.feeds (shop_id, name, source, etag)
        SELECT shop_id, 'Clogs', 'https://clogs.example.com/feed.xml', 'known'
        FROM catalog.offers WHERE product_id = $1`,
      `INSERT INTO catalog.home_samples (place, name, brand, price, category, image)
        SELECT 99, title, 'Gucci', '$1', 'shoes', 'clog.jpg' FROM catalog.products WHERE id = $1`,
    ])
      await pool.query(statement, [id])
    await createDocumentUpdater(database.maintenance).update()
    const state = async () => {
      const contents = Object.entries(await contentsOf(pool))
      const kept = contents.filter(([name]) => /^catalog\.|^search\.documents$/.test(name))
      // The feed is read again, and what happened has happened.
      return Object.fromEntries(kept.filter(([name]) => !/\.(?:feeds|events)$/.test(name)))
    }
    const before = await state()

    const removed = await remove(`/product/${id}`)
    const during = await state()
    for (const table of [
      'brands',
      'home_samples',
      'offer_checks',
      'offers',
      'price_changes',
      'products',
      'seen_attributes',
      'words',
    ])
      expect(during[`catalog.${table}`], table).not.toBe(before[`catalog.${table}`])

    await restore(removed.id)
    expect(await state()).toEqual(before)
    const feeds = await pool.query('SELECT etag FROM catalog.feeds')
    expect(feeds.rows).toEqual([{ etag: null }])
  })

  test.skipIf(!isLongRun)('is refused while an import runs', async () => {
    const removed = await remove(LOOK)
    const client = await holdOtherLook()
    await client.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK])
    await expect(restore(removed.id)).rejects.toThrow('An import is running')
    await client.query('COMMIT')
    await restore(removed.id)
  })
})

describe('removing a product', () => {
  test('takes its page, picture, card, vectors and favorites away, until it is restored', async () => {
    const id = await idOf('Velvet Dress')
    const key = 'SELECT product_key::text AS key FROM catalog.products WHERE id = $1'
    const { rows } = await server.pool.query<{ key: string }>(key, [id])
    await server.pool.query(
      `INSERT INTO model_vectors (product_key, vector, category, model_version)
      VALUES ($1, '{1,0}', 'clothing', 'm')`,
      [rows[0]?.key],
    )
    const vectors = async () =>
      (await server.pool.query('SELECT FROM model_vectors WHERE product_key = $1', [rows[0]?.key]))
        .rowCount
    const fan = await signedIn(server)
    const { data: found } = await fan.api('GET /api/product/:id', { params: { id } })
    await heart(fan, found.card)
    expect(await hearts(fan)).toEqual(['Velvet Dress'])
    const addresses = [
      paths.product.href(id, 'Velvet Dress'),
      `/api/product/${id}`,
      `/api/product/${id}/card`,
      buildPictureUrl(DRESS, 300),
    ]
    const kept = await cacheFiles(other)
    for (const app of [server, other])
      for (const path of addresses) expect((await ask(app, path)).status, path).toBe(200)
    // Its picture in one size, and its card.
    expect((await cachedSince(other, kept)).length).toBeGreaterThan(1)
    const removed = await remove(`/product/${id}/velvet-dress`)
    for (const app of [server, other])
      await vi.waitFor(async () => {
        for (const path of addresses) expect((await ask(app, path)).status, path).toBe(410)
        for (const path of LISTS) expect((await ask(app, path)).text).not.toContain('Velvet Dress')
      }, 20_000)
    await vi.waitFor(async () => expect(await cachedSince(other, kept)).toEqual([]), 20_000)
    expect(await vectors()).toBe(0)
    expect(await hearts(fan)).toEqual([])
    // Under another look and another address, but with the same name and shop.
    const again = await importRows(server.database.maintenance, [
      catalogRow({ celebrity_image: 'https://pictures.example.com/look-9.jpg' }),
    ])
    expect(again).toMatchObject({ added: 0, problems: { warnings: 1 } })
    await expect(remove(`/product/${id}`)).rejects.toMatchObject({ status: 404 })
    await restore(removed.id)
    for (const path of addresses) expect((await ask(server, path)).status, path).toBe(200)
    expect(await hearts(fan)).toEqual(['Velvet Dress'])
    await expect(restore(removed.id)).rejects.toMatchObject({ status: 409 })
  })

  test.each([
    '/media/celebrities/%',
    '/media/celebrities/%00.jpg',
    '/api/image-proxy?url=a%00b',
    '/celebrity-image/AA==',
    '/product/999999999999999999',
  ])('that does not exist, at %s, is answered as unknown', async (address) => {
    await expect(remove(address)).rejects.toMatchObject({ status: 404 })
  })

  test('a single picture goes, and the product stays', async () => {
    const id = await idOf('Velvet Dress')
    const removed = await remove(buildPictureUrl(DRESS, 300))
    expect(removed.kind).toBe('picture')
    await vi.waitFor(async () => {
      expect((await ask(other, buildPictureUrl(DRESS, 300))).status).toBe(410)
      const { status, text } = await ask(other, `/api/product/${id}`)
      expect(status).toBe(200)
      expect(text).not.toContain(DRESS)
    }, 20_000)
    await restore(removed.id)
    expect((await ask(server, `/api/product/${id}`)).text).toContain(DRESS)
  })
})

test('a picture that may be a copy is listed until somebody dismisses it, and not again', async () => {
  const url = 'https://pictures.example.com/nearly.jpg'
  const removed = await remove(paths.celebrityImage.href(LOOK))
  const suspect = () =>
    server.pool.query(
      'INSERT INTO takedown_suspects (takedown_id, url) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [removed.id, url],
    )
  const similar = async () =>
    (await admin.api('GET /api/admin/takedowns', { query: {} })).data.takedowns.find(
      ({ id }) => id === removed.id,
    )?.similar
  const dismiss = () =>
    admin.api('DELETE /api/admin/takedowns/:id/similar', {
      params: { id: removed.id },
      query: { url },
    })
  await suspect()
  expect(await similar()).toEqual([url])
  await dismiss()
  expect(await similar()).toEqual([])
  await suspect()
  expect(await similar()).toEqual([])
  await expect(dismiss()).rejects.toMatchObject({ status: 404 })
  await restore(removed.id)
})
