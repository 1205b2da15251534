import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, beforeAll, afterAll, describe, expect, test, vi } from 'vitest'
import { CATALOG_SOURCE } from '#shared/finder-constants.ts'
import { scanCalls, type ScanProduct } from '#shared/contract/scan.ts'
import { FINDER_TEXT, SCAN_MESSAGES } from '#shared/finder-messages.ts'
import type { Database } from '#server/core/db/database.ts'
import { type RemoteSearch, RemoteSearchError } from './remote-search/remote-search.ts'
import type { FinderVision } from './vision.service.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { fakeVision, foundObject, similarProduct } from '#tests/support/fake-vision.ts'
import {
  DRESS,
  readEventLines,
  readScanEvents,
  SHOES,
  startFinderApp,
  createTestShop,
  waitUntilAborted,
  WARDROBE,
} from '#tests/support/finder-app.ts'
import { isLongRun } from '#tests/support/length.ts'
import { insertPerson } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { type TestApp, TEST_SECRET } from '#tests/support/test-app.ts'

let database: Database
const apps: TestApp[] = []
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})
afterAll(() => database.close())

const start = async (vision?: FinderVision, providers?: readonly RemoteSearch[]) => {
  const started = await startFinderApp(database, vision, providers)
  apps.push(started.app)
  return started
}

const MATCH = {
  position: 1,
  title: 'Far away dress',
  link: 'https://far.example/dress',
  source: 'Far',
  price: '$14*',
  thumbnail: 'https://far.example/t.jpg',
}

describe('POST /api/scan', () => {
  test('sends the boxes first, then products card by card, with true progress', async () => {
    const { post, imageUrl } = await start()
    const response = await post('/api/scan', { imageUrl })
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const told = await readScanEvents(response)
    expect(told.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'started'],
      [2, 'detections'],
      [3, 'products'],
      [4, 'products'],
      [5, 'done'],
    ])
    const searched = told.flatMap((event) => (event.type === 'products' ? [event] : []))
    expect(searched.map((event) => [event.searched, event.total])).toEqual([
      [1, 2],
      [2, 2],
    ])
    expect(searched[0]?.detection).toMatchObject({
      category: 'clothing',
      title: 'Dress 1',
      price: '$120',
      seller: 'maison.example',
      description: 'Maison, as worn by Ada Vale',
      source: 'google_lens',
      products: [
        { id: '1', sureness: 'same item', source: CATALOG_SOURCE },
        { id: '2', sureness: 'close' },
      ],
    })
    expect(searched[1]?.detection.products).toEqual([])
  })

  test('shows the boxes before their words are known', async () => {
    const words = new EventTarget()
    const vision = fakeVision(WARDROBE)
    const { post, imageUrl } = await start({
      ...vision,
      detect: async (picture, signal, onBoxes) => {
        const detected = await vision.detect(picture, signal, onBoxes)
        await Promise.race([once(words, 'known'), waitUntilAborted(signal)])
        return detected
      },
    })
    const told = readEventLines(await post('/api/scan', { imageUrl }))
    await told.next()
    expect((await told.next()).value).toMatchObject({
      type: 'detections',
      detections: [
        { category: 'clothing', label: 'dress' },
        { category: 'footwear', label: 'footwear' },
      ],
    })
    words.dispatchEvent(new Event('known'))
    expect((await told.next()).value).toMatchObject({
      type: 'products',
      detection: {
        label: 'red dress',
        primaryQuery: 'red dress clothing',
        embedding: expect.any(String),
      },
    })
    await told.return(undefined)
  })

  test('gives the same photo the same ids, so that it is stored once', async () => {
    const { post, imageUrl } = await start()
    const ids = async () =>
      (await readScanEvents(await post('/api/scan', { imageUrl }))).flatMap((event) =>
        event.type === 'detections' ? event.detections.map(({ id }) => id) : [],
      )
    const first = await ids()
    expect(first).toHaveLength(2)
    expect(first.every((id) => id.startsWith('lens_'))).toBe(true)
    expect(await ids()).toEqual(first)
  })

  test('ends with No visual matches found when nothing is detected', async () => {
    const { post, imageUrl } = await start(fakeVision([]))
    expect((await readScanEvents(await post('/api/scan', { imageUrl }))).at(-1)).toMatchObject({
      type: 'failed',
      error: SCAN_MESSAGES.noVisualMatches,
    })
  })

  test('an unexpected failure leaks nothing', async () => {
    const vision = {
      ...fakeVision([]),
      detect: async () => {
        throw new Error('secret path /etc/models')
      },
    }
    const { post, imageUrl } = await start(vision)
    const last = (await readScanEvents(await post('/api/scan', { imageUrl }))).at(-1)
    expect(last).toMatchObject({ type: 'failed', error: expect.stringContaining('went wrong') })
    expect(JSON.stringify(last)).not.toContain('secret')
  })

  test('is for invited users, and for their own photos', async () => {
    const { app, post, imageUrl } = await start()
    const uninvited = await insertPerson(app.pool, TEST_SECRET)
    const stranger = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    expect((await post('/api/scan', { imageUrl }, null)).status).toBe(401)
    expect((await post('/api/scan', { imageUrl }, uninvited)).status).toBe(403)
    expect((await post('/api/scan', { imageUrl }, stranger)).status).toBe(404)
    expect((await post('/api/scan', { imageUrl: 'http://127.0.0.1/x.jpg' })).status).toBe(404)
  })

  test('is cancelled on the server when the user leaves', async () => {
    const vision = fakeVision(WARDROBE, waitUntilAborted)
    const { app, send, post, imageUrl } = await start(vision)
    const response = await post('/api/scan', { imageUrl })
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    const { scanId } = JSON.parse(first.split('\n')[0] ?? '') as { scanId: string }
    const stranger = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    expect((await send(`/api/scan/${scanId}`, { method: 'DELETE' }, stranger)).status).toBe(404)
    expect(vision.signals[0]?.aborted).toBe(false)
    expect((await send(`/api/scan/${scanId}`, { method: 'DELETE' })).status).toBe(200)
    expect(vision.signals[0]?.aborted).toBe(true)
    await reader?.cancel()
  })

  test('resumes after a lost connection', async () => {
    const gate = { isOpen: false }
    const vision = fakeVision(WARDROBE, async () => {
      while (!gate.isOpen) await delay(5)
    })
    const { send, post, imageUrl } = await start(vision)
    const lost = new AbortController()
    const response = await post('/api/scan', { imageUrl }, undefined, lost.signal)
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    const { scanId } = JSON.parse(first.split('\n')[0] ?? '') as { scanId: string }
    lost.abort()
    gate.isOpen = true
    const rest = await readScanEvents(await send(`/api/scan/${scanId}?after=1`))
    expect(rest.map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
    expect((await send('/api/scan/5f0c1b6e-8d1e-4a51-9c0e-000000000000')).status).toBe(404)
  })

  test.runIf(isLongRun)('stops when a lost connection is not resumed', async () => {
    const vision = fakeVision(WARDROBE, waitUntilAborted)
    const { post, imageUrl } = await start(vision)
    const lost = new AbortController()
    const response = await post('/api/scan', { imageUrl }, undefined, lost.signal)
    await response.body?.getReader().read()
    lost.abort()
    await vi.waitFor(() => expect(vision.signals[0]?.aborted).toBe(true), { timeout: 10_000 })
  })
})

describe('Not this', () => {
  test('is remembered for this user, product and object', async () => {
    const { app, post, imageUrl, person } = await start()
    const refused = await post('/api/not-this', { imageUrl, bbox: DRESS.bbox, productId: '1' })
    expect(refused.status).toBe(200)
    const titles = async (url: string, by = person) =>
      (await readScanEvents(await post('/api/scan', { imageUrl: url }, by))).flatMap((event) =>
        event.type === 'products' ? event.detection.products.map(({ id }) => id) : [],
      )
    expect(await titles(imageUrl)).toEqual(['2'])
    const again = await app.images.uploads.keep(person.uid, await jpegPicture({ color: '#101010' }))
    expect(await titles(again)).toEqual(['2'])
    const other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    const theirs = await app.images.uploads.keep(other.uid, await jpegPicture())
    expect(await titles(theirs, other)).toEqual(['1', '2'])
  })

  test('about another object keeps the product where it fits', async () => {
    const { post, imageUrl } = await start()
    await post('/api/not-this', { imageUrl, bbox: SHOES.bbox, productId: '1' })
    const told = await readScanEvents(await post('/api/scan', { imageUrl }))
    expect(JSON.stringify(told)).toContain('"id":"1"')
  })
})

describe('web shops', () => {
  test('get one crop per call, never the whole photo, and their results follow the catalogue’s', async () => {
    const { provider, crops } = createTestShop(async () => [MATCH])
    const { app, post, imageUrl } = await start(fakeVision(WARDROBE), [provider])
    const told = await readScanEvents(await post('/api/scan', { imageUrl }))
    const lastOf = (category: string) =>
      told.findLast((event) => event.type === 'products' && event.detection.category === category)
    expect(lastOf('clothing')).toMatchObject({
      detection: {
        products: [{ id: '1' }, { id: '2' }, { source: 'TestShop', sureness: 'close' }],
      },
    })
    expect(lastOf('footwear')).toMatchObject({
      detection: { title: 'Far away dress', price: '$14' },
    })
    const sizes = await Promise.all(crops.map(async (jpeg) => sharp(jpeg).metadata()))
    // The photo is 200 by 200: the boxes are a quarter and less of it.
    expect(new Set(sizes.map(({ width, height }) => `${width} by ${height}`))).toEqual(
      new Set(['50 by 100', '30 by 20']),
    )
    expect(sizes.every(({ exif }) => exif === undefined)).toBe(true)
    const { rows } = await app.pool.query('SELECT url FROM remote_pictures')
    expect(rows).toEqual([{ url: 'https://far.example/t.jpg' }])
  })

  test('get one glove of a pair, not the coat between them', async () => {
    const { provider, crops } = createTestShop(async () => [MATCH])
    const gloves = foundObject('gloves', {
      category: 'accessories',
      bbox: { x: 40, y: 200, width: 320, height: 60 },
      bestSeen: { x: 40, y: 200, width: 40, height: 60 },
    })
    const vision = fakeVision([{ object: gloves, products: [] }])
    const { post, imageUrl } = await start(vision, [provider])
    const told = await readScanEvents(await post('/api/scan', { imageUrl }))
    const { width, height } = await sharp(crops[0]).metadata()
    expect({ width, height, count: crops.length }).toEqual({ width: 20, height: 30, count: 1 })
    expect(told).toContainEqual(
      expect.objectContaining({
        detections: [expect.objectContaining({ bbox: gloves.bbox, bestSeen: gloves.bestSeen })],
      }),
    )
  })

  test('get crops of the six surest detections at most', async () => {
    const { provider, crops } = createTestShop(async () => [MATCH])
    // Each box is wider and surer than the last, so the widths tell which crops were sent.
    const vision = fakeVision(
      Array.from({ length: 8 }, (_, index) => ({
        object: foundObject(`${index}`, {
          confidence: 0.1 * (index + 1),
          bbox: { x: 0, y: 0, width: 20 * (index + 1), height: 40 },
        }),
        products: [],
      })),
    )
    const { post, imageUrl } = await start(vision, [provider])
    const told = await readScanEvents(await post('/api/scan', { imageUrl }))
    const widths = await Promise.all(
      crops.map(async (jpeg) => (await sharp(jpeg).metadata()).width),
    )
    expect(widths.toSorted((a, b) => a - b)).toEqual([30, 40, 50, 60, 70, 80])
    expect(told.findLast(({ type }) => type === 'products')).toMatchObject({
      searched: 8,
      total: 8,
    })
  })

  test.each([
    { path: '/api/scan', body: {} },
    { path: '/google-lens.php', body: { searchType: 'products' } },
  ])(
    'get nothing from $path when nothing is detected, least of all the whole photo',
    async (call) => {
      const { provider, crops } = createTestShop(async () => [MATCH])
      const { post, imageUrl } = await start(fakeVision([]), [provider])
      const response = await post(call.path, { imageUrl, ...call.body })
      expect(await response.text()).toContain(SCAN_MESSAGES.noVisualMatches)
      expect(crops).toEqual([])
    },
  )

  test('that fail cause a notice and leave the catalogue’s results', async () => {
    const { provider } = createTestShop(async () => {
      throw new RemoteSearchError('timeout', 'No answer')
    })
    const { post, imageUrl } = await start(fakeVision(WARDROBE), [provider])
    const told = await readScanEvents(await post('/api/scan', { imageUrl }))
    expect(told).toContainEqual(
      expect.objectContaining({ type: 'notice', message: FINDER_TEXT.remoteTrouble('TestShop') }),
    )
    expect(told.at(-1)?.type).toBe('done')
    expect(JSON.stringify(told)).toContain('"id":"1"')
  })

  test('that cannot fetch our crop are skipped silently', async () => {
    const { provider } = createTestShop(async () => {
      throw new RemoteSearchError('not-published', 'No address')
    })
    const { post, imageUrl } = await start(fakeVision(WARDROBE), [provider])
    const told = await readScanEvents(await post('/api/scan', { imageUrl }))
    expect(told.some(({ type }) => type === 'notice')).toBe(false)
  })
})

describe('POST /api/scan-box', () => {
  const titles = async (response: Response) => {
    const { data } = (await response.json()) as { data: { products: { title: string }[] } }
    return data.products.map(({ title }) => title)
  }

  test('finds products like the content of a box', async () => {
    const { post, imageUrl } = await start()
    const response = await post('/api/scan-box', { imageUrl, bbox: DRESS.bbox })
    expect(await titles(response)).toEqual(['Dress 1', 'Dress 2'])
  })

  test('finds only products of the given category', async () => {
    const bag = similarProduct('4', { name: 'Tote', category: 'bags' })
    const vision = fakeVision([{ object: DRESS, products: [similarProduct('1'), bag] }])
    const { provider } = createTestShop(async () => [
      { ...MATCH, title: 'Leather tote bag' },
      { ...MATCH, title: 'Summer dress' },
      { ...MATCH, title: 'Aurora' },
    ])
    const { post, imageUrl } = await start(vision, [provider])
    const search = { imageUrl, bbox: DRESS.bbox, category: 'bags' }
    // A title that names no category may still be of this one.
    expect(await titles(await post('/api/scan-box', search))).toEqual([
      'Tote',
      'Leather tote bag',
      'Aurora',
    ])
  })
})

describe('calls for other clients', () => {
  test('detect and shopping-search from a photo, in one reply', async () => {
    const { send } = await start()
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(await jpegPicture())]), 'a.jpg')
    const reply: unknown = await (
      await send('/api/detect-and-search', { method: 'POST', body: form })
    ).json()
    expect(JSON.stringify(reply)).not.toContain('productLink')
    // Parsing drops what the contract does not name: the signed embedding is for our own client.
    expect(scanCalls['POST /api/detect-and-search'].reply.parse(reply)).toEqual(reply)
    expect(reply).toMatchObject({
      success: true,
      lensResults: {
        detections: [
          {
            title: 'Dress 1',
            product_link: 'https://www.maison.example/1',
            products: [{ product_link: 'https://www.maison.example/1' }, { title: 'Dress 2' }],
          },
          { label: 'black shoes' },
        ],
      },
      shoppingResults: {
        success: true,
        products: [
          {
            title: 'Dress 1',
            product_link: 'https://www.maison.example/1',
            extracted_price: 120,
            lensCategory: 'clothing',
            lensObjectName: 'dress',
            lensSearchTerms: DRESS.searchTerms,
            lensPrimaryQuery: DRESS.primaryQuery,
          },
          { title: 'Dress 2' },
        ],
      },
    })
  })

  test('/google-lens.php answers from the catalogue in the shape of the provider', async () => {
    const { post, imageUrl } = await start()
    const reply = await (
      await post('/google-lens.php', { imageUrl, searchType: 'products' })
    ).json()
    expect(reply).toMatchObject({
      success: true,
      data: {
        visual_matches: [
          {
            position: 1,
            title: 'Dress 1',
            link: 'https://www.maison.example/1',
            price: '$120',
            extracted_price: 120,
            currency: 'USD',
            image: { link: '/media/products/1.jpg' },
            thumbnail: '/media/products/1.jpg',
          },
          { position: 2, title: 'Dress 2' },
        ],
        shopping_results: [{ product_id: '1' }, { product_id: '2' }],
      },
    })
  })

  test('/google-lens.php says when nothing matches', async () => {
    const { post, imageUrl } = await start(fakeVision([]))
    const reply = await (
      await post('/google-lens.php', { imageUrl, searchType: 'products' })
    ).json()
    expect(reply).toMatchObject({ success: false, error: SCAN_MESSAGES.noVisualMatches })
  })

  test('/google-lens.php reports the status of a failed provider if nothing else was found', async () => {
    const { provider } = createTestShop(async () => {
      throw new RemoteSearchError('unreachable', 'down', { status: 502 })
    })
    const { post, imageUrl } = await start(fakeVision([{ object: DRESS, products: [] }]), [
      provider,
    ])
    const reply = await post('/google-lens.php', { imageUrl, searchType: 'products' })
    expect(await reply.json()).toMatchObject({
      success: false,
      error: 'Google Lens API error: 502',
    })
  })

  test('/google-lens.php that fails without a reason gives its status', async () => {
    const vision = fakeVision(WARDROBE)
    vision.detect = () => Promise.reject(new Error('a bare error'))
    const { post, imageUrl } = await start(vision)
    const reply = await post('/google-lens.php', { imageUrl, searchType: 'products' })
    expect([reply.status, await reply.json()]).toMatchObject([
      500,
      { success: false, error: 'Google Lens API error: 500' },
    ])
  })

  test.each([
    ['', 'No titles provided for shopping search'],
    ['***', 'No valid titles found for shopping search'],
  ])('/google-shopping.php refuses the query %j', async (query, error) => {
    const { post } = await start()
    const reply = await post('/google-shopping.php', { query })
    expect(await reply.json()).toMatchObject({ success: false, error })
  })

  test('search by words answers from the catalogue, at most so many, with all it knows', async () => {
    const { app, post } = await start()
    await importRows(app.pool, [
      catalogRow({ name: 'Red dress', price: 'N/A', website: 'https://maison.example/0' }),
      catalogRow({ name: 'Red dress pattern', website: 'https://maison.example/1' }),
      catalogRow({ name: 'Silk dress', website: 'https://maison.example/2' }),
      catalogRow({ name: 'Red wrap dress', website: 'https://maison.example/3' }),
      catalogRow({ name: 'Red gown dress', website: 'https://maison.example/4' }),
      catalogRow({ name: 'Red dress shoes', website: 'https://maison.example/5' }),
    ])
    const shopping = await (
      await post('/google-shopping.php', { query: 'red dress', limit: 2, category: 'clothing' })
    ).json()
    expect(shopping).toMatchObject({
      success: true,
      data: {
        shopping_results: [
          { position: 1, seller: 'maison.example', source: CATALOG_SOURCE, extracted_price: 120.5 },
          { position: 2, currency: 'USD' },
        ],
        search_information: { total_results: 2 },
      },
    })
    const term = { term: 'red dress', category: 'clothing' }
    const search = (await (await post('/api/product-search', term)).json()) as {
      products: ScanProduct[]
    }
    expect(search).toMatchObject({ success: true })
    expect(search.products.map(({ title }) => title).toSorted()).toEqual([
      'Red gown dress',
      'Red wrap dress',
    ])
    const forObject = { term: 'red', label: 'red dress', count: 10 }
    const named = (await (await post('/api/product-search', forObject)).json()) as {
      products: ScanProduct[]
    }
    // Without the red shoes; the colour decides among dresses.
    expect(new Map(named.products.map(({ title, labelMatch }) => [title, labelMatch]))).toEqual(
      new Map([
        ['Red gown dress', 1],
        ['Red wrap dress', 1],
      ]),
    )
    await app.pool.query('TRUNCATE catalog.products CASCADE')
  })

  test('search by words looks for a category among all products and counts them', async () => {
    const { app, post } = await start()
    await importRows(app.pool, [
      ...Array.from({ length: 60 }, (_, index) =>
        catalogRow({ name: `Red dress ${index}`, website: `https://maison.example/d${index}` }),
      ),
      ...['Red tote bag', 'Red clutch'].map((name, index) =>
        catalogRow({ name, category: 'bags', website: `https://maison.example/b${index}` }),
      ),
    ])
    const shop = async (body: object) => {
      const reply = await post('/google-shopping.php', { query: 'red', ...body })
      const { success, data } = (await reply.json()) as {
        success: boolean
        data: { shopping_results: object[]; search_information: { total_results: number } }
      }
      return [success, data.shopping_results.length, data.search_information.total_results]
    }
    expect(await shop({ category: 'bags' })).toEqual([true, 2, 2])
    expect(await shop({ category: 'Handbags' })).toEqual([true, 2, 2])
    expect(await shop({ limit: 5 })).toEqual([true, 5, 62])
    expect(await shop({ limit: 50, category: '' })).toEqual([true, 50, 62])
    expect(await shop({ limit: 50, category: 'clothing' })).toEqual([true, 50, 60])
    expect(await shop({ category: 'zzz' })).toEqual([true, 0, 0])
    const term = { term: 'red', category: 'bags' }
    expect(await (await post('/api/product-search', term)).json()).toMatchObject({
      products: [{}, {}],
    })
    await app.pool.query('TRUNCATE catalog.products CASCADE')
  })
})
