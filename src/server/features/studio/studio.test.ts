import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createJobsStore } from '#server/core/jobs/jobs.store.ts'
import { createCatalog } from '#server/features/browse/index.ts'
import { importCsv, importRows } from '#server/features/ingest/index.ts'
import type { FinderVision } from '#server/features/finder/vision.service.ts'
import { MODEL_DIR, readModelCards } from '#server/vision/node-engine.ts'
import { buildBoardCardPath } from '#shared/contract/boards.ts'
import { buildLookCardPath, buildPersonCardPath } from '#shared/contract/catalog.ts'
import type { Draft, DraftContent } from '#shared/contract/studio.ts'
import { buildEmbedPath, buildFeedPath } from '#shared/syndication.ts'
import { paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { identifyModels } from '#shared/vision/model-cards.ts'
import { STUDIO_ERRORS } from '#shared/studio-messages.ts'
import { callerWith, signedIn, type SignedIn } from '#tests/support/callers.ts'
import { findTablesWith } from '#tests/support/database-contents.ts'
import { catalogRow, portraitOf } from '#tests/support/catalog-rows.ts'
import { fakeVision, foundObject, similarProduct } from '#tests/support/fake-vision.ts'
import { MAX_BLOCK_MS, measureBlock } from '#tests/support/event-loop.ts'
import { eventually } from '#tests/support/eventually.ts'
import { PAGE_TEMPLATE } from '#tests/support/page-template.ts'
import { corneredPicture } from '#tests/support/pictures.ts'
import { lockCatalog } from '#tests/support/studio-drafts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readPhotoDay, SCAN_QUEUES } from './drafts.service.ts'

const DRESS = 'https://pictures.example.com/dress.jpg'
const ROWS = [
  catalogRow({ name: 'Velvet Dress', product_image: DRESS, celebrity_name: 'Ada Lune' }),
  catalogRow({ name: 'Zebrina Scarf', website: 'https://shop.example.com/scarf' }),
]

/** A photo of its own for each seed. */
const photoOf = (seed: number) =>
  sharp({
    create: { width: 300, height: 400, channels: 3, background: { r: seed % 256, g: 90, b: 120 } },
  })
    .composite([
      {
        input: {
          create: {
            width: 150,
            height: 90,
            channels: 3,
            background: { r: 10, g: seed % 256, b: 9 },
          },
        },
        left: (seed * 7) % 150,
        top: 100,
      },
    ])
    .jpeg()
    .toBuffer()

let server: TestApp
let other: TestApp
let editor: SignedIn
let dressId = ''
let seed = 0

beforeAll(async () => {
  const dress = similarProduct('1', { name: 'Velvet Dress', certainty: 'same item' })
  // Only known once the catalogue is there: the models are asked later.
  const vision = fakeVision([
    { object: foundObject('dress'), products: [dress] },
    { object: foundObject('hat', { kind: 'hat', label: 'straw hat' }), products: [] },
  ])
  const offer = { box: { x: 300, y: 200, width: 40, height: 100 }, kind: 'bag', confidence: 0.3 }
  const unlikely = { box: { x: 0, y: 0, width: 40, height: 40 }, kind: 'belt', confidence: 0.1 }
  const overrides = {
    finderVision: {
      ...vision,
      detect: (picture, signal, onBoxes) =>
        vision.detect(picture, signal, (boxes) =>
          onBoxes?.(boxes, [{ ...offer, isOffered: true }, unlikely]),
        ),
    } satisfies FinderVision,
    remoteImages: { fetch: async () => photoOf(1), close: async () => undefined },
    clientFiles: { template: PAGE_TEMPLATE, manifest: {}, read: () => null },
  }
  server = await startTestApp({}, overrides)
  other = await startTestApp({ database: server.database, dataDir: server.dataDir }, overrides)
  await importRows(server.database.maintenance, ROWS)
  const { rows } = await server.pool.query<{ id: string }>(
    "SELECT id FROM catalog.products WHERE title = 'Velvet Dress'",
  )
  dressId = rows[0]?.id ?? ''
  dress.id = dressId
})
afterAll(async () => {
  await other.close()
  await server.close()
})
beforeEach(async () => {
  await server.pool.query('DELETE FROM rate_limits')
  editor = await signedIn(server, { role: 'editor' })
})

const begin = async (by: SignedIn, body?: Buffer, fields: Record<string, string> = {}) => {
  seed += 1
  const form = new FormData()
  form.set(
    'image',
    new Blob([new Uint8Array(body ?? (await photoOf(seed)))], { type: 'image/jpeg' }),
  )
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { data } = await by.api('POST /api/studio/drafts', { body: {}, form })
  return data
}
const read = async (by: SignedIn, id: string): Promise<Draft> =>
  (await by.api('GET /api/studio/drafts/:id', { params: { id } })).data
const save = (
  by: SignedIn,
  { id, version }: Pick<Draft, 'id' | 'version'>,
  content: DraftContent,
) => by.api('PUT /api/studio/drafts/:id', { params: { id }, body: { version, content } })
const publish = async (by: SignedIn, id: string) => {
  const { version } = await read(by, id)
  return (
    await by.api('POST /api/studio/drafts/:id/publish', { params: { id }, body: { version } })
  ).data.look
}
const withdraw = (by: SignedIn, id: string) =>
  by.api('POST /api/studio/drafts/:id/withdraw', { params: { id } })

/** A scanned draft in which the dress is confirmed. */
const prepared = async (by: SignedIn, person = 'Zola Quint') => {
  const { id } = await begin(by)
  await server.studio.scans.drain()
  const draft = await read(by, id)
  const items = draft.content.items.map((item) => {
    const best = draft.proposals[item.id]?.products[0]
    if (!best) return item
    const { sureness: _, ...product } = best
    const choice = { kind: 'product', product, isExact: true, claimedBy: 'publisher' } as const
    return { ...item, choice }
  })
  await save(by, draft, { ...draft.content, person, items })
  return read(by, id)
}
/** Of a table, as text. */
const tablesWith = (text: string) => findTablesWith(server.pool, text)
const contentOf = async (table: string) => {
  const { rows } = await server.pool.query<{ text: string }>(
    `SELECT coalesce(string_agg(one::text, ' ' ORDER BY one::text), '') AS text FROM ${table} one`,
  )
  return rows[0]?.text ?? ''
}
const ask = async (app: TestApp, path: string) => {
  const response = await app.request(path)
  return { status: response.status, text: await response.text() }
}

/** Of both servers, which share their disk. */
const cachedFiles = async () => {
  const folder = join(server.dataDir, 'cache')
  const names = await readdir(folder, { recursive: true })
  const files = names.map((name) => join(folder, name))
  return files.filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
}

/** The address of a shared board that shows this look. */
const boardWith = async (look: string) => {
  const { data } = await editor.api('POST /api/boards', { body: { title: 'Kept' } })
  const params = { id: data.id }
  await editor.api('POST /api/boards/:id/items', { params, body: { look } })
  const body = { until: null, isPublic: false }
  const shared = await editor.api('PUT /api/boards/:id/share', { params, body })
  return shared.data.share?.token ?? ''
}

const bytesOf = async (path: string) =>
  Buffer.from(await (await server.request(path)).arrayBuffer()).toString('base64')

const storedFiles = async () => {
  const keys: string[] = []
  for (const folder of ['looks/', 'products/', 'celebrities/'])
    for await (const key of server.storage.list(folder)) keys.push(key)
  return keys.toSorted()
}

/** Other servers hear of a change a moment later. */
const soon = (app: TestApp, path: string) => expect.poll(async () => (await ask(app, path)).text)

test('a draft of the year 0 opens without its date', async () => {
  const { id } = await begin(editor)
  await server.pool.query(
    `UPDATE drafts SET content = jsonb_set(content, '{takenOn}', '"0000-01-01"') WHERE id = $1`,
    [id],
  )
  expect((await read(editor, id)).content.takenOn).toBeNull()
})

test('a longer title and price of a product, as stored by earlier versions, are cut', async () => {
  const { id } = await begin(editor)
  const product = {
    id: null,
    title: 'T'.repeat(431),
    brand: null,
    price: `€1${'0'.repeat(90)}`,
    shop: null,
    link: 'https://shop.example.com/long',
    category: null,
    picture: null,
  }
  const choice = { kind: 'product', product, isExact: true, claimedBy: 'publisher' }
  const box = { x: 0, y: 0, width: 1, height: 1 }
  const items = [{ id: '1', label: 'dress', category: null, box, choice }]
  await server.pool.query(
    `UPDATE drafts SET content = jsonb_set(content, '{items}', $2::jsonb) WHERE id = $1`,
    [id, JSON.stringify(items)],
  )
  const { content, version } = await read(editor, id)
  expect(content.items[0]?.choice).toMatchObject({
    product: { title: 'T'.repeat(300), price: product.price.slice(0, 40) },
  })
  const save = (saved: object) =>
    editor.sendJson('PUT', `/api/studio/drafts/${id}`, {
      version,
      content: { ...content, ...saved },
    })
  expect((await save({ items })).status).toBe(400)
  expect((await save({})).status).toBe(200)
})

describe('a draft', () => {
  test('is scanned in the background, with products of the catalogue proposed', async () => {
    const { id, isNew } = await begin(editor)
    expect(isNew).toBe(true)
    expect(await read(editor, id)).toMatchObject({ scan: 'scanning', state: 'draft' })
    await server.studio.scans.drain()
    const { scan, content, proposals, offers } = await read(editor, id)
    expect(scan).toBe('done')
    expect(offers).toEqual([{ kind: 'bag', box: { x: 0.75, y: 0.5, width: 0.1, height: 0.25 } }])
    expect(content.items.map(({ label }) => label)).toEqual(['red dress', 'straw hat'])
    expect(content.items[0]?.box).toEqual({ x: 0.25, y: 0.25, width: 0.25, height: 0.5 })
    expect(proposals[content.items[0]?.id ?? '']?.products).toMatchObject([
      { id: dressId, title: 'Velvet Dress', sureness: 'same item' },
    ])
  })

  test('is not scanned by a server without models, unless a worker has them', async () => {
    const bare = await startTestApp(
      { database: server.database, dataDir: server.dataDir, env: { VISION_WORKERS: '0' } },
      { finderVision: fakeVision([]) },
    )
    await bare.finder.start(bare.listener)
    const { id } = await begin(editor)
    await bare.studio.scans.drain()
    expect(await read(editor, id)).toMatchObject({ scan: 'scanning' })
    const models = identifyModels(await readModelCards(MODEL_DIR))
    await server.pool.query(
      'INSERT INTO vision_workers (id, models) VALUES (gen_random_uuid(), $1)',
      [models],
    )
    await bare.studio.scans.drain()
    expect(await read(editor, id)).toMatchObject({ scan: 'done' })
    await server.pool.query('DELETE FROM vision_workers')
    await bare.close()
  })

  test('takes turns with photos of others, however many they sent before', async () => {
    await server.studio.scans.drain()
    const [many, few] = [
      await signedIn(server, { role: 'editor' }),
      await signedIn(server, { role: 'editor' }),
    ]
    const first = await begin(many)
    const second = await begin(many)
    const third = await begin(many)
    const alone = await begin(few)
    await many.api('POST /api/studio/drafts/:id/scan', { params: { id: first.id } })
    const taken: string[] = []
    const jobs = createJobsStore(server.pool, SCAN_QUEUES.photo)
    for (let count = 0; count < 4; count += 1)
      for (const { key } of await jobs.take(1, MINUTE_MS)) taken.push(key)
    expect(taken).toEqual([alone, second, third, first].map(({ id }) => id))
    await jobs.forget(taken)
  })

  test('of a photo that was sent before is the same draft', async () => {
    const photo = await photoOf(77)
    const first = await begin(editor, photo)
    expect(await begin(editor, photo)).toEqual({ id: first.id, isNew: false })
    const stranger = await signedIn(server, { role: 'editor' })
    expect((await begin(stranger, photo)).isNew).toBe(true)
    // A smaller copy of the user's file, which a browser may encode differently the next time.
    const fields = { sha256: 'a1'.repeat(32) }
    const copy = await begin(editor, undefined, fields)
    expect(copy.isNew).toBe(true)
    expect(await begin(editor, undefined, fields)).toEqual({ id: copy.id, isNew: false })
    const body = { hashes: [fields.sha256] }
    expect((await editor.api('POST /api/studio/known-photos', { body })).data.known).toEqual(
      body.hashes,
    )
  })

  test.each([
    ['an empty file', Buffer.alloc(0), 400],
    ['no picture', Buffer.from('not a picture'), 415],
    ['a vector picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['the start of a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 422],
  ])('is refused with the reason for %s', async (_, body, status) => {
    await expect(begin(editor, body)).rejects.toMatchObject({ status, code: 'bad-picture' })
  })

  test('keeps the date that the camera wrote', async () => {
    const photo = await sharp(await photoOf(78))
      .withExif({ IFD2: { DateTimeOriginal: '2024:03:09 17:20:11' } })
      .jpeg()
      .toBuffer()
    expect(await readPhotoDay(photo)).toBe('2024-03-09')
    const { id } = await begin(editor, photo)
    expect((await read(editor, id)).content.takenOn).toBe('2024-03-09')
    const { id: dated } = await begin(editor, undefined, { takenOn: '2023-01-02', archive: '1' })
    expect((await read(editor, dated)).content.takenOn).toBe('2023-01-02')
  })

  test('reads no more of a picture’s data than a camera writes', async () => {
    const chunk = (name: string, data: Uint8Array) => {
      const head = Buffer.from(`${name}    `)
      head.writeUInt32LE(data.length, 4)
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
    }
    const flags = Buffer.from([8, 0, 0, 0, 7, 0, 0, 7, 0, 0])
    const plain = await sharp(await photoOf(78))
      .resize(8, 8)
      .webp()
      .toBuffer()
    /** A WebP may have megabytes of EXIF data, which sharp does not write. */
    const withData = (bytes: number) => {
      const exif = Buffer.from(`Exif\0\0II*\0${'x'.repeat(bytes)}2004:05:06 11:11:11`)
      const parts = [chunk('VP8X', flags), plain.subarray(12), chunk('EXIF', exif)]
      return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]))
    }
    expect(await readPhotoDay(withData(60_000))).toBe('2004-05-06')
    expect(await readPhotoDay(withData(70_000))).toBeNull()
  })

  test('is not overwritten by a device that has not seen the last save', async () => {
    const { id } = await begin(editor)
    const draft = await read(editor, id)
    await save(editor, draft, { ...draft.content, person: 'Ada' })
    await expect(save(editor, draft, { ...draft.content, person: 'Bo' })).rejects.toMatchObject({
      status: 409,
      code: 'draft-changed',
      message: STUDIO_ERRORS.savedElsewhere,
    })
    expect((await read(editor, id)).content.person).toBe('Ada')
  })

  test('belongs to its publisher alone until it is published', async () => {
    const draft = await prepared(editor)
    const stranger = await signedIn(server, { role: 'editor' })
    const creator = await signedIn(server, { role: 'creator' })
    for (const person of [stranger, creator])
      await expect(read(person, draft.id)).rejects.toMatchObject({ status: 404 })
    await publish(editor, draft.id)
    expect((await read(stranger, draft.id)).upload).toBeNull()
    await expect(read(creator, draft.id)).rejects.toMatchObject({ status: 404 })
    const listed = await stranger.api('GET /api/studio/drafts', { query: { state: 'published' } })
    expect(listed.data.drafts.find(({ id }) => id === draft.id)?.publisher).toBe(editor.name)
  })

  test('keeps its photo from being swept away', async () => {
    const { id } = await begin(editor)
    await server.pool.query("UPDATE uploads SET created_at = now() - interval '3 days'")
    await server.images.uploads.sweep()
    const { upload } = await read(editor, id)
    expect((await editor.send(upload ?? '')).status).toBe(200)
    await editor.api('DELETE /api/studio/drafts/:id', { params: { id } })
    expect((await editor.send(upload ?? '')).status).toBe(404)
  })
})

test('a draft that is published while it is being deleted stays, so that its look can be withdrawn', async () => {
  const { id } = await begin(editor)
  // Holds what a publication changes, until the deletion waits for it.
  const publication = await server.pool.connect()
  await publication.query('BEGIN')
  await publication.query(
    "UPDATE drafts SET look_url = '/media/looks/1.jpg', version = version + 1 WHERE id = $1",
    [id],
  )
  const deletion = editor.api('DELETE /api/studio/drafts/:id', { params: { id } })
  const refusal = expect(deletion).rejects.toThrow(STUDIO_ERRORS.savedElsewhere)
  await eventually(async () => {
    const { rows } = await server.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    expect(rows).toHaveLength(1)
  })
  await publication.query('COMMIT')
  publication.release()
  await refusal
  const { rows } = await server.pool.query('SELECT FROM drafts WHERE id = $1', [id])
  expect(rows).toHaveLength(1)
})

describe('publishing', () => {
  test.each([
    ['nobody', (content: DraftContent) => ({ ...content, person: '' }), STUDIO_ERRORS.noPerson],
    ['no product', (content: DraftContent) => ({ ...content, items: [] }), STUDIO_ERRORS.noItems],
    [
      'a source that is no link',
      (content: DraftContent) => ({ ...content, source: 'x' }),
      STUDIO_ERRORS.badSource,
    ],
  ])('is refused with %s', async (_, change, message) => {
    const draft = await prepared(editor)
    await save(editor, draft, change(draft.content))
    await expect(publish(editor, draft.id)).rejects.toMatchObject({ status: 409, message })
    expect((await read(editor, draft.id)).state).toBe('draft')
  })

  test('shows the look at once on every server, with who claims what', async () => {
    const draft = await prepared(editor, 'Imara Solenne')
    // Answers from before, which every server may have kept.
    for (const app of [server, other]) await ask(app, '/api/celebrities')
    const url = await publish(editor, draft.id)
    const visitor = callerWith(other, null)
    const { data } = await visitor.api('GET /api/image', { query: { url } })
    expect(data.celebrity.name).toBe('Imara Solenne')
    expect(data.products).toMatchObject([
      { name: 'Velvet Dress', claim: { by: 'editor', isExact: true }, box: { x: 0.25 } },
    ])
    for (const app of [server, other]) {
      await soon(app, '/api/celebrities').toContain('Imara Solenne')
      expect((await ask(app, paths.celebrityImage.href(url))).status).toBe(200)
      expect((await ask(app, `/api/products/${dressId}/worn-by`)).text).toContain(url)
      expect((await ask(app, '/api/search?q=imara')).text).toContain('Imara Solenne')
    }
    expect((await other.request(buildPictureUrl(url, 320))).status).toBe(200)
  })

  test('edits keep the ids of what stays, and move the look to another person', async () => {
    const draft = await prepared(editor, 'Edna First')
    const url = await publish(editor, draft.id)
    const before = (await callerWith(server, null).api('GET /api/image', { query: { url } })).data
    const now = await read(editor, draft.id)
    await save(editor, now, {
      ...now.content,
      person: 'Edna Second',
      credit: 'Pia Photo',
      takenOn: '2024-03-09',
      items: now.content.items.map((item) => {
        if (item.choice?.kind !== 'product') return item
        const doubted = { ...item.choice, isExact: false, claimedBy: 'finder' as const }
        return Object.assign(item, { choice: doubted })
      }),
    })
    expect(await publish(editor, draft.id)).toBe(url)
    await soon(other, '/api/celebrities').toContain('Edna Second')
    const after = (await callerWith(other, null).api('GET /api/image', { query: { url } })).data
    expect(after.products[0]?.id).toBe(before.products[0]?.id)
    expect(after.products[0]?.claim).toEqual({ by: 'finder', isExact: false })
    const origin = { credit: 'Pia Photo', source: null, licence: null, takenOn: '2024-03-09' }
    expect(after.image.origin).toEqual(origin)
    const preview = await editor.api('GET /api/studio/drafts/:id/preview', {
      params: { id: draft.id },
    })
    expect(preview.data.image.origin).toEqual(origin)
    expect((await ask(other, '/api/celebrities')).text).not.toContain('Edna First')
  })

  test('adds a product from a shop link to the catalogue, with a copy of its picture', async () => {
    const draft = await prepared(editor, 'Lina Link')
    const picture = await server.images.uploads.keep(editor.uid, await photoOf(200))
    const hat = {
      id: null,
      title: 'Panama Hat',
      brand: 'Toquilla',
      price: '€89',
      shop: null,
      link: 'https://hats.example.org/panama',
      category: 'accessories' as const,
      picture,
    }
    await save(editor, draft, {
      ...draft.content,
      items: draft.content.items.map((item) =>
        item.label === 'straw hat'
          ? {
              ...item,
              choice: { kind: 'product', product: hat, isExact: true, claimedBy: 'brand' } as const,
            }
          : item,
      ),
    })
    const url = await publish(editor, draft.id)
    const { products } = (await callerWith(other, null).api('GET /api/image', { query: { url } }))
      .data
    const card = products.find(({ name }) => name === 'Panama Hat')
    expect(card).toMatchObject({ website: hat.link, price: '€89', claim: { by: 'brand' } })
    expect(card?.product_image).toMatch(/^\/media\/products\//)
    expect((await other.request(card?.product_image ?? '')).status).toBe(200)
    expect((await ask(other, '/api/search/products?q=panama')).text).toContain('Panama Hat')
    // Publishing again neither adds nor loses anything.
    await publish(editor, draft.id)
    const again = (await callerWith(other, null).api('GET /api/image', { query: { url } })).data
    expect(again.products.map(({ id }) => id)).toEqual(products.map(({ id }) => id))
  })

  test('waits for an import no longer than a request may, and changes nothing', async () => {
    const draft = await prepared(editor)
    const release = await lockCatalog(server)
    await expect(publish(editor, draft.id)).rejects.toMatchObject({
      status: 409,
      message: STUDIO_ERRORS.catalogBusy,
    })
    await release()
    await publish(editor, draft.id)
  })

  test('is refused if the draft was saved meanwhile, and leaves no copies', async () => {
    const draft = await prepared(editor, 'Sara Saved')
    const files = await storedFiles()
    const release = await lockCatalog(server)
    const publication = publish(editor, draft.id)
    const refused = expect(publication).rejects.toMatchObject({
      status: 409,
      code: 'draft-changed',
    })
    // It has read the draft and copied the photo, and waits for the catalogue.
    await expect.poll(storedFiles).not.toEqual(files)
    const now = await read(editor, draft.id)
    await save(editor, now, { ...now.content, credit: 'Pia Photo' })
    await release()
    await refused
    expect(await read(editor, draft.id)).toMatchObject({
      state: 'draft',
      content: { credit: 'Pia Photo' },
    })
    expect(await contentOf('catalog.people')).not.toContain('Sara Saved')
    expect(await storedFiles()).toEqual(files)
  })

  test('under another spelling of a name adds to the person, whose portrait stays', async () => {
    await publish(editor, (await prepared(editor, 'Adwoa Mensah-Clarke')).id)
    const portrait = await portraitOf(server, 'Adwoa Mensah-Clarke')
    const before = await bytesOf(portrait)
    const draft = await prepared(editor, 'adwoa mensah clarke.')
    await publish(editor, draft.id)
    expect((await read(editor, draft.id)).content.person).toBe('Adwoa Mensah-Clarke')
    expect(await contentOf('catalog.people')).not.toContain('adwoa mensah clarke.')
    await withdraw(editor, draft.id)
    expect(await bytesOf(portrait)).toBe(before)
    await soon(other, paths.celebrity.href('ADWOA MENSAH CLARKE')).toContain('Adwoa Mensah-Clarke')
  })

  test('leaves the catalogue as it is when its own export is imported again', async () => {
    await publish(editor, (await prepared(editor, 'Rita Round')).id)
    const exported = async () => {
      let csv = ''
      for await (const part of createCatalog(server.pool).files.csv()) csv += part
      return csv
    }
    const before = await exported()
    expect(before).toContain('Rita Round')
    const worn = 'SELECT count(*)::int AS items FROM catalog.worn_items'
    const items = (await server.pool.query<{ items: number }>(worn)).rows
    const result = await importCsv(server.database.maintenance, Readable.from([before]))
    expect(result).toMatchObject({ isImported: true, added: 0, changed: 0 })
    expect(await exported()).toBe(before)
    expect((await server.pool.query(worn)).rows).toEqual(items)
    const { rows } = await server.pool.query(
      "SELECT said_by FROM catalog.worn_items JOIN catalog.people ON people.id = person_id WHERE name = 'Rita Round'",
    )
    expect(rows).toEqual([{ said_by: 'editor' }])
  })
})

describe('a creator', () => {
  test('publishes on a page of their own, whatever the draft says', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'Cleo Maré' })
    expect((await creator.api('GET /api/studio')).data.creator).toEqual({
      name: 'cleo-mare',
      displayName: 'Cleo Maré',
    })
    const draft = await prepared(creator, 'Ada Lune')
    const url = await publish(creator, draft.id)
    const { data } = await callerWith(other, null).api('GET /api/image', { query: { url } })
    expect(data.celebrity).toMatchObject({ name: 'Cleo Maré', styleType: 'creator' })
    expect(data.products[0]?.claim).toEqual({ by: 'creator', isExact: true })
    const { rows } = await server.pool.query(
      'SELECT people.name FROM creators JOIN catalog.people ON people.id = person_id WHERE user_id = $1',
      [creator.uid],
    )
    expect(rows).toEqual([{ name: 'Cleo Maré' }])
  })

  test.each([
    ['Øre Łucja Groß', 'ore-lucja-gross'],
    ['王菲', 'creator'],
  ])('called %s has a page at %s', async (name, address) => {
    const creator = await signedIn(server, { role: 'creator', name })
    expect((await creator.api('GET /api/studio')).data.creator?.name).toBe(address)
  })

  test.each(['Ada Lune', 'ada lune', 'Ada-Lune.', 'Àda Lüne', 'Ａｄａ Ｌｕｎｅ'])(
    'cannot take the name of somebody who is in the catalogue as %s',
    async (name) => {
      const portrait = await portraitOf(server, 'Ada Lune')
      const before = await bytesOf(portrait)
      const creator = await signedIn(server, { role: 'creator', name })
      const draft = await prepared(creator)
      await expect(publish(creator, draft.id)).rejects.toMatchObject({
        status: 409,
        message: STUDIO_ERRORS.nameTaken(name),
      })
      expect(await bytesOf(portrait)).toBe(before)
    },
  )

  const SCARF = 'https://shop.example.com/scarf'
  const scarfOf = (picture: string) => ({
    id: null,
    title: 'ZEBRINA scarf',
    brand: 'Forged',
    price: '€1',
    shop: null,
    link: SCARF,
    category: 'footwear' as const,
    picture,
  })
  const factTables = ['catalog.offers', 'catalog.price_changes', 'catalog.shops']
  /** Everything that is stated about the scarf, and all offers. */
  const statedFacts = async () => [
    await contentOf(
      `(SELECT id, title, brand, category, pictures, described_by FROM catalog.products
        WHERE title ILIKE 'zebrina scarf')`,
    ),
    ...(await Promise.all(factTables.map(contentOf))),
    (await storedFiles()).filter((key) => key.startsWith('products/')),
  ]

  test('links a product that the catalogue has, and changes nothing about it', async () => {
    const before = await statedFacts()
    const creator = await signedIn(server, { role: 'creator', name: 'Fern Forger' })
    const draft = await prepared(creator)
    const picture = await server.images.uploads.keep(creator.uid, await photoOf(201))
    const choice = {
      kind: 'product',
      product: scarfOf(picture),
      isExact: true,
      claimedBy: 'brand',
    } as const
    const items = draft.content.items.map((item) => ({ ...item, choice })).slice(0, 1)
    await save(creator, draft, { ...draft.content, items })
    const url = await publish(creator, draft.id)
    const { data } = await callerWith(other, null).api('GET /api/image', { query: { url } })
    expect(data.products).toMatchObject([
      { name: 'Zebrina Scarf', website: SCARF, claim: { by: 'creator', isExact: true } },
    ])
    expect(await statedFacts()).toEqual(before)
    // Again as if it were new: the look has it by now.
    const now = await read(creator, draft.id)
    await save(creator, now, { ...now.content, items })
    await publish(creator, draft.id)
    expect(await statedFacts()).toEqual(before)
    await withdraw(creator, draft.id)
    expect(await statedFacts()).toEqual(before)
  })

  test('withdraws a look without the product of a feed that has no picture', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `INSERT INTO catalog.products (product_key, title, described_by)
      SELECT gen_random_uuid(), 'Bare Belt', min(id) FROM catalog.shops RETURNING id`,
    )
    const creator = await signedIn(server, { role: 'creator', name: 'Bea Bare' })
    const draft = await prepared(creator)
    const items = draft.content.items.slice(0, 1)
    const [choice] = items.map((item) => item.choice)
    if (choice?.kind === 'product') choice.product.id = rows[0]?.id ?? ''
    await save(creator, draft, { ...draft.content, items })
    await publish(creator, draft.id)
    await withdraw(creator, draft.id)
    expect(await contentOf('catalog.products')).toContain('Bare Belt')
  })

  test('takes their looks along when they delete their account, and their export has the drafts', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'Lea Leaver' })
    const url = await publish(creator, (await prepared(creator)).id)
    const exported = await (await creator.send('/api/account/export')).text()
    expect(exported).toContain(url)
    await creator.api('DELETE /api/account', { body: { confirm: 'delete my account' } })
    await server.studio.publishing.orphans.drain()
    for (const app of [server, other]) {
      await soon(app, '/api/celebrities').not.toContain('Lea Leaver')
      expect((await app.request(url)).status).toBe(410)
    }
  })

  test('leave no name, caption or look in the database when they delete their account', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'Zelda Uniquename' })
    const urls: string[] = []
    for (const isWithdrawn of [true, false]) {
      const draft = await prepared(creator)
      await save(creator, draft, { ...draft.content, caption: 'Seen at the Zeldafest' })
      urls.push(await publish(creator, draft.id))
      if (isWithdrawn) await withdraw(creator, draft.id)
    }
    expect(await tablesWith('Zelda')).toContain('takedown_rows')
    // It may still be published again.
    await server.moderation.takedown.applyPending()
    expect(await tablesWith('Zelda')).toContain('takedown_rows')
    await creator.api('DELETE /api/account', { body: { confirm: 'delete my account' } })
    await server.studio.publishing.orphans.drain()
    // The log of what administrators and publishers did is kept for a year.
    await vi.waitFor(async () => expect(await tablesWith('Zelda')).toEqual(['audit_log']), 20_000)
    expect(await tablesWith(creator.uid)).toEqual(['audit_log'])
    for (const url of urls) expect((await server.request(url)).status).toBe(410)
    const { rows } = await server.pool.query(
      'SELECT count(*)::int AS hashes FROM takedown_pictures WHERE url = ANY ($1) AND sha256 IS NOT NULL',
      [urls],
    )
    expect(rows).toEqual([{ hashes: 2 }])
  })

  test('does not withdraw the looks of others', async () => {
    const draft = await prepared(editor)
    await publish(editor, draft.id)
    const creator = await signedIn(server, { role: 'creator' })
    await expect(withdraw(creator, draft.id)).rejects.toMatchObject({ status: 404 })
  })
})

describe('a withdrawn look', () => {
  test('leaves the page of its products where lists name them by the worn item', async () => {
    const draft = await prepared(editor, 'Vera Vanish')
    const url = await publish(editor, draft.id)
    const { data } = await editor.api('GET /api/image', { query: { url } })
    const worn = data.products.find(({ name }) => name.includes('Dress'))?.id ?? ''
    const nameAt = async (id: string) =>
      (await editor.api('GET /api/product/:id', { params: { id } })).data.card.name
    const name = await nameAt(worn)
    await withdraw(editor, draft.id)
    expect(await nameAt(worn)).toBe(name)
  })

  test('is gone everywhere on every server, and its photo can be published again', async () => {
    const before = [await contentOf('catalog.people'), await contentOf('catalog.looks')]
    const draft = await prepared(editor, 'Vera Vanish')
    const kept = await cachedFiles()
    const url = await publish(editor, draft.id)
    const token = await boardWith(url)
    const key = url.slice('/media/'.length)
    const portrait = await portraitOf(server, 'Vera Vanish')
    const addresses: [what: string, path: string][] = [
      ['page', paths.celebrityImage.href(url)],
      ['page of the person', paths.celebrity.href('Vera Vanish')],
      ['picture', url],
      ['resized picture', buildPictureUrl(url, 320)],
      ['portrait', portrait],
      ['look', `/api/image?url=${encodeURIComponent(url)}`],
      ['feed', '/api/images?celebrities=feed'],
      ['looks of the person', '/api/images?celebrities=Vera%20Vanish'],
      ['people', '/api/celebrities'],
      ['search', '/api/search?q=vera%20vanish'],
      ['product search', '/api/search/products?q=vera%20vanish'],
      ['product', `/api/product/${dressId}`],
      ['page of the product', paths.product.href(dressId)],
      ['who wears it', `/api/products/${dressId}/worn-by`],
      ['sitemap of looks', '/sitemap-looks-1.xml'],
      ['sitemap of people', '/sitemap-people-1.xml'],
      ['catalogue file', '/products.csv'],
      ['names', '/celebrities.txt'],
      ['Atom feed', buildFeedPath('atom')],
      ['JSON feed', buildFeedPath('json')],
      ['feed of the person', buildFeedPath('atom', { kind: 'person', name: 'Vera Vanish' })],
      ['embed', buildEmbedPath('look', btoa(url))],
      ['embed of the person', buildEmbedPath('person', 'Vera Vanish')],
      ['preview card', buildLookCardPath(url)],
      ['preview card of the person', buildPersonCardPath('Vera Vanish')],
      ['board', paths.sharedBoard.href(token)],
      ['embed of the board', buildEmbedPath('board', token)],
      ['preview card of the board', buildBoardCardPath(token)],
    ]
    // Shown on both before, so that both have it in their caches.
    for (const [, path] of addresses)
      for (const app of [server, other]) expect((await ask(app, path)).status, path).toBe(200)

    const seen = new Set((await cachedFiles()).filter((file) => !kept.includes(file)))
    // The picture in its sizes, and the cards of look, person and board.
    expect(seen.size).toBeGreaterThan(3)

    await withdraw(editor, draft.id)
    for (const app of [server, other])
      await soon(app, '/api/celebrities').not.toContain('Vera Vanish')
    const traces = [url, encodeURIComponent(url), 'Vera Vanish', portrait, btoa(url)]
    for (const [what, path] of addresses)
      for (const app of [server, other]) {
        const { status, text } = await ask(app, path)
        if (status === 200)
          for (const trace of traces.filter((one) => !decodeURIComponent(path).includes(one)))
            expect(text.includes(trace), `${what}: ${trace}`).toBe(false)
        else expect([404, 410], what).toContain(status)
      }
    for (const table of ['search.documents', 'catalog.words', 'catalog.looks', 'catalog.people'])
      expect(await contentOf(table), table).not.toMatch(/vanish/i)
    expect(await server.storage.get(key)).toBeNull()
    for await (const stored of server.storage.list('removed/')) expect(stored).not.toContain(key)
    await expect
      .poll(async () => (await cachedFiles()).filter((file) => seen.has(file)))
      .toEqual([])
    expect([await contentOf('catalog.people'), await contentOf('catalog.looks')]).toEqual(before)

    // The draft and its photo stay with their publisher, who may change their mind.
    expect(await read(editor, draft.id)).toMatchObject({ state: 'withdrawn', look: null })
    expect(await publish(editor, draft.id)).toBe(url)
    await expect.poll(async () => (await other.request(url)).status).toBe(200)
  })

  test('takes the portrait that was cut from it, although the person has another look', async () => {
    const draft = await prepared(editor, 'Pola Portrait')
    await publish(editor, draft.id)
    await publish(editor, (await prepared(editor, 'Pola Portrait')).id)
    const portrait = await portraitOf(server, 'Pola Portrait')
    const before = await bytesOf(portrait)
    await withdraw(editor, draft.id)
    expect(await server.storage.get(portrait.slice('/media/'.length))).toBeNull()
    // The next one is cut from the look that stays.
    expect((await other.request(portrait)).status).toBe(200)
    expect(await bytesOf(portrait)).not.toBe(before)
  })

  test('stays as it was, and is not announced, if the takedown cannot begin', async () => {
    const draft = await prepared(editor, 'Tess Tries')
    const url = await publish(editor, draft.id)
    const portrait = await portraitOf(server, 'Tess Tries')
    await server.pool.query(
      "INSERT INTO takedowns (kind, subject, title, reason) VALUES ('look', $1, '', '')",
      [url],
    )
    await expect(withdraw(editor, draft.id)).rejects.toMatchObject({ status: 409 })
    expect(await server.storage.get(portrait.slice('/media/'.length))).not.toBeNull()
    const withdrawals =
      "SELECT FROM catalog.events WHERE kind = 'look-withdrawn' AND detail ->> 'url' = $1"
    expect((await server.pool.query(withdrawals, [url])).rowCount).toBe(0)
    await server.pool.query('DELETE FROM takedowns WHERE subject = $1', [url])
    await withdraw(editor, draft.id)
    expect((await server.pool.query(withdrawals, [url])).rowCount).toBe(1)
    expect(await server.storage.get(portrait.slice('/media/'.length))).toBeNull()
  })

  test('leaves followers and affiliate rules of a person who has no other', async () => {
    const draft = await prepared(editor, 'Fay Followed')
    await publish(editor, draft.id)
    const follower = await signedIn(server, {})
    await follower.api('PUT /api/following/:name', { params: { name: 'fay followed' } })
    const admin = await signedIn(server, { admin: true })
    await admin.api('POST /api/admin/affiliate-rules', {
      body: {
        host: 'fay.example.com',
        person: 'Fay Followed',
        kind: 'parameter',
        name: 'tag',
        value: 'fay',
      },
    })
    await withdraw(editor, draft.id)
    // What the operator provides is neither replaced nor deleted.
    const key = (await portraitOf(server, 'Fay Followed')).slice('/media/'.length)
    expect(await server.storage.get(key)).toBeNull()
    const provided = await corneredPicture('#2266cc')
    await server.storage.put(key, provided, 'image/jpeg')
    const following = async () => (await follower.api('GET /api/following')).data
    expect(await following()).toEqual({ people: [], looks: [] })
    for (const path of [
      '/api/celebrities',
      '/api/search?q=fay',
      '/celebrities.txt',
      '/sitemap-people-1.xml',
    ])
      await soon(other, path).not.toContain('Fay Followed')
    await soon(other, paths.celebrity.href('Fay Followed')).not.toContain('/media/celebrities/')
    const rules = async () => (await admin.api('GET /api/admin/affiliate-rules')).data.rules
    expect((await rules()).map(({ rule }) => rule.person)).toContain('Fay Followed')
    await publish(editor, draft.id)
    expect(await following()).toMatchObject({ people: [{ name: 'Fay Followed' }], looks: [{}] })
    await withdraw(editor, draft.id)
    expect((await server.storage.get(key))?.body).toEqual(provided)
  })

  test('is not published again by a device that still shows it as published', async () => {
    const { id } = await prepared(editor, 'Stella Stale')
    await publish(editor, id)
    const shown = await read(editor, id)
    await withdraw(editor, id)
    const conflict = { status: 409, code: 'draft-changed' }
    const changes = { ...shown.content, credit: 'Changed' }
    await expect(save(editor, shown, changes)).rejects.toMatchObject(conflict)
    const params = { params: { id }, body: { version: shown.version } }
    await expect(editor.api('POST /api/studio/drafts/:id/publish', params)).rejects.toMatchObject(
      conflict,
    )
    expect((await read(editor, id)).state).toBe('withdrawn')
  })

  test('is no removal by an administrator', async () => {
    const draft = await prepared(editor)
    await publish(editor, draft.id)
    const admin = await signedIn(server, { admin: true })
    const counted = async () => (await admin.api('GET /api/admin/takedown-counts')).data
    const listed = async () => (await admin.api('GET /api/admin/takedowns', { query: {} })).data
    const before = [await counted(), await listed()]
    await withdraw(editor, draft.id)
    expect([await counted(), await listed()]).toEqual(before)
  })
})

describe('a look that an administrator removed', () => {
  const takeDown = async (address: string) => {
    const admin = await signedIn(server, { admin: true })
    const body = { address, reason: 'Not theirs to publish' }
    const { data } = await admin.api('POST /api/admin/takedowns', { body })
    const restore = () =>
      admin.api('POST /api/admin/takedowns/:id/restore', {
        params: { id: data.id },
        body: { reason: 'A mistake' },
      })
    return { restore }
  }

  test('cannot be published until it is restored, and nothing is written', async () => {
    const draft = await prepared(editor, 'Rhea Removed')
    const url = await publish(editor, draft.id)
    const shown = await read(editor, draft.id)
    const { restore } = await takeDown(url)
    await expect(save(editor, shown, shown.content)).rejects.toMatchObject({ status: 409 })
    expect(await read(editor, draft.id)).toMatchObject({ look: null, isRemoved: true })
    const before = [await contentOf('catalog.looks'), await storedFiles()]
    const refusal = { status: 451, message: STUDIO_ERRORS.lookRemoved }
    await expect(publish(editor, draft.id)).rejects.toMatchObject(refusal)
    // Another draft with the same photo, from before the removal.
    await server.pool.query('UPDATE drafts SET look_url = NULL WHERE id = $1', [draft.id])
    await expect(publish(editor, draft.id)).rejects.toMatchObject({ status: 451 })
    await server.pool.query('UPDATE drafts SET look_url = $2 WHERE id = $1', [draft.id, url])
    expect([await contentOf('catalog.looks'), await storedFiles()]).toEqual(before)
    expect((await ask(server, '/api/celebrities')).text).not.toContain('Rhea Removed')
    await restore()
    const restored = { state: 'published', look: url, isRemoved: false }
    expect(await read(editor, draft.id)).toMatchObject(restored)
    expect(await publish(editor, draft.id)).toBe(url)
  })

  test('of which an earlier version published copies leaves one look at most', async () => {
    const { id } = await prepared(editor, 'Clea Copied')
    const publishCopy = async () => {
      await server.pool.query('UPDATE drafts SET look_url = NULL WHERE id = $1', [id])
      return publish(editor, id)
    }
    const publicLooks = async () => {
      const query = `SELECT url FROM catalog.looks look
        JOIN catalog.people person ON person.id = look.person_id WHERE person.name = 'Clea Copied'`
      const { rows } = await server.pool.query<{ url: string }>(query)
      return rows.map(({ url }) => url)
    }
    const first = await publish(editor, id)
    const known = await publishCopy()
    const { restore } = await takeDown(first)
    await restore()
    expect(await publicLooks()).toEqual([known])
    await publishCopy()
    await publishCopy()
    expect(await publicLooks()).toHaveLength(3)
    await withdraw(editor, id)
    expect(await publicLooks()).toEqual([])
  })

  test('cannot be published by a request that waits for the catalogue meanwhile', async () => {
    const draft = await prepared(editor, 'Wanda Waits')
    const url = await publish(editor, draft.id)
    const endImport = await lockCatalog(server)
    const waiting = publish(editor, draft.id).catch((error: unknown) => error)
    await expect
      .poll(async () => {
        const { rowCount } = await server.pool.query(
          "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 7341010 AND NOT granted",
        )
        return rowCount
      })
      .toBe(1)
    await server.pool.query(
      `WITH begun AS (INSERT INTO takedowns (kind, subject, title, reason)
        VALUES ('look', $1, '', '') RETURNING id)
      INSERT INTO takedown_pictures (takedown_id, url) SELECT id, $1 FROM begun`,
      [url],
    )
    await endImport()
    expect(await waiting).toMatchObject({ status: 451 })
  })
})

describe('the same garment', () => {
  test('in several photos gets a choice once, where nobody has decided', async () => {
    const creator = await signedIn(server, { role: 'creator', name: 'Gwen Garment' })
    const first = await begin(creator, undefined, { archive: '1' })
    const second = await begin(creator, undefined, { archive: '1' })
    await server.studio.scans.drain()
    const draft = await read(creator, first.id)
    const [item] = draft.content.items
    const proposal = draft.proposals[item?.id ?? '']
    const garment = proposal?.garment ?? ''
    expect(draft.garments[garment]).toBe(1)
    const [best] = proposal?.products ?? []
    if (!best) throw new Error('Nothing was proposed')
    const { sureness: _, ...product } = best
    const choice = { kind: 'product', product, isExact: true, claimedBy: 'publisher' } as const
    const { data } = await creator.api('POST /api/studio/garments/:garment', {
      params: { garment },
      body: { choice },
    })
    expect(data.drafts).toBe(2)
    const { content } = await read(creator, second.id)
    expect(content.items.map((one) => one.choice?.kind ?? null)).toEqual(['product', null])
    expect((await read(creator, first.id)).garments[garment]).toBeUndefined()
  })
})

test('a scan leaves the server to others, however many garments its creator has', async () => {
  const creator = await signedIn(server, { role: 'creator', name: 'Gwen Archive' })
  const { id } = await begin(creator)
  await server.studio.scans.drain()
  await server.pool.query(
    `INSERT INTO draft_objects (draft_id, item_id, garment, embedding)
    SELECT draft_id, item_id || n, gen_random_uuid(), embedding
    FROM draft_objects, generate_series(1, 4000) n WHERE draft_id = $1`,
    [id],
  )
  const scanAgain = async () => {
    await creator.api('POST /api/studio/drafts/:id/scan', { params: { id } })
    await server.studio.scans.drain()
  }
  expect(await measureBlock(scanAgain)).toBeLessThan(MAX_BLOCK_MS)
})

describe('a visitor', () => {
  const suggest = async (item: string, more: object = {}) =>
    callerWith(server, null).sendJson('POST', '/api/suggestions', {
      item,
      kind: 'not-it',
      ...more,
    })
  const cardsOf = async (url: string) =>
    (await callerWith(other, null).api('GET /api/image', { query: { url } })).data.products
  const queue = async () =>
    (await editor.api('GET /api/studio/suggestions', { query: {} })).data.suggestions

  test('doubts an item; only an editor takes it out, and the draft follows', async () => {
    const draft = await prepared(editor, 'Dora Doubt')
    const url = await publish(editor, draft.id)
    const [card] = await cardsOf(url)
    expect((await suggest(card?.id ?? '', { note: 'It is satin.' })).status).toBe(200)
    expect((await suggest(card?.id ?? '')).status).toBe(200)
    expect(await cardsOf(url)).toHaveLength(1)
    const first = (await queue()).find(({ look }) => look === url)
    expect(first).toMatchObject({ name: 'Velvet Dress', note: 'It is satin.', others: 1 })
    const params = { id: first?.id ?? '' }
    const creator = await signedIn(server, { role: 'creator' })
    const accept = (by: SignedIn) =>
      by.api('POST /api/studio/suggestions/:id/accept', { params, body: { product: null } })
    await expect(accept(creator)).rejects.toMatchObject({ status: 403 })
    await accept(editor)
    await expect.poll(() => cardsOf(url)).toEqual([])
    expect((await queue()).filter(({ look }) => look === url)).toEqual([])
    const { content } = await read(editor, draft.id)
    expect(content.items[0]?.choice).toEqual({ kind: 'unknown' })
  })

  test('names another product, which an editor puts in its place', async () => {
    const url = await publish(editor, (await prepared(editor, 'Nina Named')).id)
    const [card] = await cardsOf(url)
    const link = 'https://shop.example.org/satin-dress'
    await suggest(card?.id ?? '', { kind: 'other', link })
    const first = (await queue()).find(({ look }) => look === url)
    const product = {
      id: null,
      title: 'Satin Dress',
      brand: null,
      price: '€200',
      shop: null,
      link,
      category: 'clothing' as const,
      picture: null,
    }
    await editor.api('POST /api/studio/suggestions/:id/accept', {
      params: { id: first?.id ?? '' },
      body: { product },
    })
    await expect
      .poll(() => cardsOf(url))
      .toMatchObject([
        { name: 'Satin Dress', website: link, box: card?.box, claim: { by: 'editor' } },
      ])
  })

  test('names a product that the catalogue has, about which the correction changes nothing', async () => {
    const url = await publish(editor, (await prepared(editor, 'Kira Known')).id)
    const [card] = await cardsOf(url)
    const link = 'https://shop.example.com/scarf'
    await suggest(card?.id ?? '', { kind: 'other', link })
    const first = (await queue()).find(({ look }) => look === url)
    const stated = async () => [
      await contentOf('(SELECT id, title, brand, category, pictures FROM catalog.products)'),
      await contentOf('catalog.offers'),
      (await storedFiles()).filter((key) => key.startsWith('products/')),
    ]
    const before = await stated()
    const picture = await server.images.uploads.keep(editor.uid, await photoOf(202))
    const facts = {
      brand: 'Other',
      price: '€1',
      shop: null,
      category: 'footwear' as const,
      picture,
    }
    await editor.api('POST /api/studio/suggestions/:id/accept', {
      params: { id: first?.id ?? '' },
      body: { product: { id: null, title: 'Zebrina scarf', link, ...facts } },
    })
    await expect.poll(() => cardsOf(url)).toMatchObject([{ name: 'Zebrina Scarf', website: link }])
    expect(await stated()).toEqual(before)
  })

  test('is limited, and cannot speak of what is not worn', async () => {
    expect((await suggest('999999999')).status).toBe(404)
    expect((await suggest('1', { kind: 'other', link: 'javascript:alert(1)' })).status).toBe(400)
    const statuses: number[] = []
    for (let call = 0; call < 12; call += 1) statuses.push((await suggest('999999999')).status)
    expect(statuses).toContain(429)
  })
})
