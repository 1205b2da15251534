import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { importCsv } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import type { DetectedObject, SimilarProduct } from '#shared/contract/vision.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { createRejectedMatches, createRejections } from './rejections.store.ts'
import { createVisionStore } from './vision.store.ts'

/** The tiny embedder's vector is the mean colour: a picture of one colour finds products of it. */
const plain = (color: string, width = 200, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

const CATALOG = `celebrity_name,celebrity_image,name,price,website,category,product_image,box
Ada,https://pictures.example/ada.png,Red Coat,$120,https://shop.example/red,clothing,/media/red.png,
Ada,https://pictures.example/ada.png,Crimson Jacket,$300,https://shop.example/crimson,clothing,/media/crimson.png,
Ada,https://pictures.example/ada.png,Red Tote,$80,https://shop.example/tote,bags,/media/red.png,
Ada,https://pictures.example/ada.png,Blue Tote,$90,https://shop.example/blue,bags,/media/blue.png,
Ada,https://pictures.example/ada.png,Lost Shoes,$90,https://shop.example/lost,footwear,/media/lost.png,
Bo,/media/halves.png,Green Loafers,$60,https://shop.example/green,footwear,,0.5 0 0.5 1
`

let folder = ''
let test: TestApp
let invited: Person
let stranger: Person

const send = (path: string, body: FormData, person: Person | null = invited) =>
  fetch(`${test.origin}${path}`, {
    method: 'POST',
    body,
    headers: { origin: test.origin, ...(person ? { cookie: person.cookie } : {}) },
  })

const form = (image: Uint8Array | null, fields: Record<string, string> = {}) => {
  const body = new FormData()
  if (image)
    body.set('image', new File([new Uint8Array(image)], 'photo.jpg', { type: 'image/jpeg' }))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

const similar = async (response: Response) =>
  ((await response.json()) as { data: { products: SimilarProduct[] } }).data.products
const names = (products: { name: string }[]) => products.map(({ name }) => name)

beforeAll(async () => {
  folder = await writeTinyModels([
    { box: [0, 0, 32, 64], kind: 'outerwear', score: 0.9 },
    { box: [32, 0, 64, 64], kind: 'bag', score: 0.8 },
  ])
  test = await startTestApp({ modelDir: folder })
  const { storage, pool } = test
  // Twice as wide as high, so that both boxes are squares, and no crop has a grey edge.
  await storage.put('red.png', await plain('#ff0000', 400, 200), 'image/png')
  await storage.put('crimson.png', await plain('#ff2020', 400, 200), 'image/png')
  await storage.put('blue.png', await plain('#0000ff', 400, 200), 'image/png')
  const halves = await sharp(await plain('#808080', 400, 200))
    .composite([{ input: await plain('#00ff00'), left: 200, top: 0 }])
    .png()
    .toBuffer()
  await storage.put('halves.png', halves, 'image/png')
  invited = await insertPerson(pool, TEST_SECRET, { invited: true })
  stranger = await insertPerson(pool, TEST_SECRET)
  const result = await importCsv(pool, Readable.from([CATALOG]))
  if (!result.isImported) throw new Error(JSON.stringify(result.problems.kept))
  await test.finder.start(test.listener)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

describe('background indexing', () => {
  const indexed = async () => {
    const { rows } = await test.pool.query<{ name: string; category: string }>(
      `SELECT title AS name, vectors.category FROM model_vectors vectors
      JOIN catalog.products ON products.product_key::text = vectors.product_key ORDER BY title`,
    )
    return names(rows)
  }

  it('gives each catalogue product a vector, from its picture or its box in the celebrity image', async () => {
    await vi.waitFor(
      async () =>
        expect(await indexed()).toEqual([
          'Blue Tote',
          'Crimson Jacket',
          'Green Loafers',
          'Red Coat',
          'Red Tote',
        ]),
      5_000,
    )
  })

  it('keeps what it sees in a picture where nobody states it', async () => {
    await vi.waitFor(async () => {
      const { rows } = await test.pool.query(
        `SELECT title, seen.kind, seen.category FROM catalog.seen_attributes seen
        JOIN catalog.products ON id = product_id WHERE title LIKE 'Red%' ORDER BY title`,
      )
      // The tiny detector sees a coat and a bag side by side; the category stated tells which is meant.
      expect(rows).toEqual([
        { title: 'Red Coat', kind: 'outerwear', category: 'clothing' },
        { title: 'Red Tote', kind: 'bag', category: 'bags' },
      ])
    }, 5_000)
  })

  it('retries a product whose picture is missing', async () => {
    await vi.waitFor(async () => {
      const { rows } = await test.pool.query('SELECT last_error FROM jobs')
      expect(rows).toEqual([{ last_error: 'There is no picture /media/lost.png' }])
    }, 5_000)
  })
})

describe('POST /api/vision/detect', () => {
  it('returns boxes, kinds, colours and search terms', async () => {
    const photo = await sharp(await plain('#14203f', 400, 200))
      .composite([{ input: await plain('#b5854f'), left: 200, top: 0 }])
      .jpeg({ quality: 95 })
      .toBuffer()
    const response = await send('/api/vision/detect', form(photo))
    expect(response.status).toBe(200)
    const { data } = (await response.json()) as {
      data: { picture: object; detections: DetectedObject[] }
    }
    expect(data.picture).toEqual({ width: 400, height: 200 })
    expect(data.detections).toHaveLength(2)
    expect(data.detections[0]).toMatchObject({
      // Without a colour: the tiny model knows no navy, so that it does not agree with the pixels.
      label: 'jacket',
      kind: 'outerwear',
      category: 'clothing',
      bbox: { x: 0, y: 0, width: 200, height: 400 },
      pixelBox: { x: 0, y: 0, width: 200, height: 200 },
      primaryQuery: 'jacket clothing',
    })
    expect(data.detections[0]?.searchTerms).toContain('jacket buy')
    expect(data.detections[1]).toMatchObject({ label: 'camel bag', category: 'bags' })
  })

  it.each([
    { name: 'no picture', status: 400, make: async () => null },
    { name: 'HTML named .jpg', status: 415, make: async () => Buffer.from('<html></html>') },
    { name: 'zero bytes', status: 400, make: async () => Buffer.alloc(0) },
    { name: 'one pixel', status: 422, make: () => plain('#fff', 1, 1) },
    {
      name: 'a damaged picture',
      status: 422,
      make: async () => (await plain('#f00')).subarray(0, 60),
    },
    {
      name: 'more than 10 MB',
      status: 413,
      make: async () => Buffer.alloc(11 * 1024 * 1024, 255),
    },
  ])('$name is refused in words: $status', async ({ make, status }) => {
    const response = await send('/api/vision/detect', form(await make()))
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({
      success: false,
      message: expect.stringMatching(/^(The|This|That) /) as string,
    })
  })

  it('needs a session and an invite code', async () => {
    const photo = await plain('#fff')
    expect((await send('/api/vision/detect', form(photo), null)).status).toBe(401)
    expect((await send('/api/vision/detect', form(photo), stranger)).status).toBe(403)
  })
})

describe('POST /api/vision/similar', () => {
  it('finds the same item first and leaves out what does not look like it', async () => {
    const products = await similar(await send('/api/vision/similar', form(await plain('#ff0000'))))
    expect(names(products).toSorted()).toEqual(['Crimson Jacket', 'Red Coat', 'Red Tote'])
    expect(products[0]).toMatchObject({ certainty: 'same item', isAddedByUser: false })
    expect(products.find(({ name }) => name === 'Crimson Jacket')?.certainty).toBe('close')
  })

  it('looks only at the given box, in the 400-unit frame', async () => {
    const halves = (await test.storage.get('halves.png'))?.body
    if (!halves) throw new Error('no picture')
    const box = { x: '210', y: '10', width: '180', height: '380' }
    const products = await similar(await send('/api/vision/similar', form(halves, box)))
    expect(names(products)).toEqual(['Green Loafers'])
  })

  it('filters by category and price', async () => {
    const red = await plain('#ff0000')
    const bags = await similar(await send('/api/vision/similar', form(red, { category: 'bags' })))
    expect(names(bags)).toEqual(['Red Tote'])
    const dear = await similar(await send('/api/vision/similar', form(red, { minPrice: '200' })))
    expect(names(dear)).toEqual(['Crimson Jacket'])
  })

  it('compares prices of other currencies by the rates of the day', async () => {
    const red = await plain('#ff0000')
    const below = async (maxPrice: string, currency?: string) =>
      names(
        await similar(
          await send('/api/vision/similar', form(red, { maxPrice, ...(currency && { currency }) })),
        ),
      ).toSorted()
    // $120 is about €103, and ¥12,000 about €68.
    expect(await below('110', 'EUR')).toEqual(['Red Coat', 'Red Tote'])
    expect(await below('110')).toEqual(['Red Tote'])
    expect(await below('12000', 'JPY')).toEqual([])
    expect(await below('13000', 'JPY')).toEqual(['Red Tote'])
  })

  it('shows nothing rather than a bad match', async () => {
    const products = await similar(
      await send('/api/vision/similar', form(await plain('#00ff00'), { category: 'bags' })),
    )
    expect(products).toEqual([])
  })

  it('leaves out what the user rejected for something that looks like this', async () => {
    const photo = await plain('#ff0000')
    const { appearanceOf } = test.finder.similar
    const { signal } = new AbortController()
    const appearance = await appearanceOf(await openPicture(photo), null, signal)
    const ask = async () => similar(await send('/api/vision/similar', form(photo)))
    const [rejected] = await ask()
    await createRejections(createRejectedMatches(test.pool)).remember(
      invited.uid,
      appearance,
      rejected?.id ?? '',
    )
    expect(names(await ask())).not.toContain(rejected?.name)
    await test.pool.query('DELETE FROM rejected_matches')
  })

  it('needs an invite code, and refuses a half-given box', async () => {
    const red = await plain('#ff0000')
    expect((await send('/api/vision/similar', form(red), stranger)).status).toBe(403)
    expect((await send('/api/vision/similar', form(red, { x: '1' }))).status).toBe(400)
  })
})

describe('GET /api/products/:id/similar', () => {
  const ask = (id: string, query = '') => fetch(`${test.origin}/api/products/${id}/similar${query}`)

  it('is public and returns similar products of the same category', async () => {
    const { rows } = await test.pool.query<{ id: string }>(
      "SELECT id FROM catalog.products WHERE title = 'Red Coat'",
    )
    expect(names(await similar(await ask(rows[0]?.id ?? '')))).toEqual(['Crimson Jacket'])
  })

  it('serves from an earlier model while the present one is incomplete', async () => {
    const { rows } = await test.pool.query<{ id: string; name: string; key: string }>(
      `SELECT id, title AS name, product_key::text AS key FROM catalog.products
        WHERE title IN ('Red Coat', 'Blue Tote')`,
    )
    const coat = rows.find(({ name }) => name === 'Red Coat')
    await test.pool.query(
      `INSERT INTO vector_models (version, calibration, completed_at)
      VALUES ('earlier', '{"sameItem": 0.9, "close": 0.8, "similar": 0.7}', now())`,
    )
    await createProductVectorsStore(test.pool).write(
      'earlier',
      rows.map(({ key }) => ({
        productKey: key,
        vector: Float32Array.of(1, 0),
        category: 'clothing',
        ownerUid: null,
      })),
    )
    expect(names(await similar(await ask(coat?.id ?? '')))).toEqual(['Blue Tote'])
    await test.pool.query("DELETE FROM vector_models WHERE version = 'earlier'")
    expect(names(await similar(await ask(coat?.id ?? '')))).toEqual(['Crimson Jacket'])
  })

  it('lists the closest of its kind where nothing is similar, without what is sold out', async () => {
    const { rows } = await test.pool.query<{ id: string }>(
      "SELECT id FROM catalog.products WHERE title = 'Red Tote'",
    )
    const id = rows[0]?.id ?? ''
    expect(await similar(await ask(id))).toMatchObject([{ name: 'Blue Tote', certainty: null }])
    const priced = async (query: string) => names(await similar(await ask(id, `?${query}`)))
    expect(await priced('maxPrice=90')).toEqual(['Blue Tote'])
    expect(await priced('maxPrice=89.99')).toEqual([])
    const sell = async (state: string | null) => {
      await test.pool.query(
        `UPDATE catalog.offers SET availability = $1 WHERE url = 'https://shop.example/blue'`,
        [state],
      )
      await createDocumentUpdater(test.pool).update()
    }
    await sell('out_of_stock')
    expect(await similar(await ask(id))).toEqual([])
    await sell(null)
  })

  it.each(['999999', 'x', '1e3'])('says 404 for %s', async (id) => {
    expect((await ask(id)).status).toBe(404)
  })
})

describe('GET /api/products/:id/nearest-in-stock', () => {
  const nearest = async (name: string) => {
    const { rows } = await test.pool.query<{ id: string }>(
      'SELECT id FROM catalog.products WHERE title = $1',
      [name],
    )
    const response = await fetch(
      `${test.origin}/api/products/${rows[0]?.id ?? 'x'}/nearest-in-stock`,
    )
    if (response.status !== 200) return response.status
    const { data } = (await response.json()) as { data: { product: { name: string } | null } }
    return data.product?.name ?? null
  }
  const sell = async (state: string | null, ...urls: string[]) => {
    await test.pool.query('UPDATE catalog.offers SET availability = $1 WHERE url = ANY ($2)', [
      state,
      urls.map((url) => `https://shop.example/${url}`),
    ])
    await createDocumentUpdater(test.pool).update()
  }

  it('is what looks most like it in its category and can be bought, however little alike', async () => {
    expect(await nearest('Red Tote')).toBe('Blue Tote')
    await sell('out_of_stock', 'crimson', 'blue')
    expect(await nearest('Red Tote')).toBeNull()
    expect(await nearest('Red Coat')).toBeNull()
    await sell(null, 'crimson', 'blue')
    expect(await nearest('Red Coat')).toBe('Crimson Jacket')
  })

  it('is unknown for a product without a vector, and 404 for no product', async () => {
    expect(await nearest('Lost Shoes')).toBeNull()
    expect(await nearest('Nothing')).toBe(404)
  })
})

describe('POST /api/product-search', () => {
  const search = async (body: object, person = invited) =>
    fetch(`${test.origin}/api/product-search`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        origin: test.origin,
        cookie: person.cookie,
        'content-type': 'application/json',
      },
    })

  it('returns at most `count` products of the category', async () => {
    const response = await search({ term: 'tote', category: 'bags', count: 1 })
    const reply = (await response.json()) as { success: boolean; products: { title: string }[] }
    expect(reply.success).toBe(true)
    expect(reply.products.map(({ title }) => title)).toEqual([expect.stringContaining('Tote')])
    const none = await search({ term: 'tote', category: 'footwear' })
    expect(await none.json()).toMatchObject({ success: true, products: [] })
  })

  it('needs an invite code', async () => {
    expect((await search({ term: 'tote' }, stranger)).status).toBe(403)
  })
})

describe('a product that a user added', () => {
  it('is found within seconds by its owner, and by nobody else', async () => {
    await test.storage.put('own.png', await plain('#ff00ff', 400, 200), 'image/png')
    await test.pool.query(
      `INSERT INTO user_products (user_id, detection_id, name, image_url, price, currency, category,
        type, confidence, product_link) VALUES ($1, 'd1', 'My Dress', '/media/own.png', '$10', 'USD',
        'clothing', 'my_product', 0.9, 'https://shop.example/mine')`,
      [invited.uid],
    )
    const photo = await plain('#ff00ff')
    await vi.waitFor(async () => {
      const own = await similar(await send('/api/vision/similar', form(photo)))
      expect(own).toMatchObject([{ name: 'My Dress', isAddedByUser: true, certainty: 'same item' }])
    }, 5_000)
    const other = await insertPerson(test.pool, TEST_SECRET, { invited: true })
    expect(await similar(await send('/api/vision/similar', form(photo), other))).toEqual([])
    const scanned = async ({ uid }: Person) => {
      const { signal } = new AbortController()
      const detected = await test.finder.similar.detect(await openPicture(photo), signal)
      const { value } = await test.finder.similar.findProducts(detected, uid, signal).next()
      return names(value?.products ?? [])
    }
    expect(await scanned(invited)).toEqual(['My Dress'])
    expect(await scanned(other)).toEqual([])
    // Even with the key in hand.
    const { rows } = await test.pool.query<{ key: string }>(
      'SELECT user_product_key(user_id, detection_id) AS key FROM user_products WHERE user_id = $1',
      [invited.uid],
    )
    const { addedProducts } = createVisionStore(test.pool)
    const keys = rows.map(({ key }) => key)
    expect((await addedProducts(invited.uid, keys)).size).toBe(1)
    expect((await addedProducts(other.uid, keys)).size).toBe(0)
    await test.pool.query('DELETE FROM user_products WHERE user_id = $1', [invited.uid])
    await vi.waitFor(async () => {
      expect(await similar(await send('/api/vision/similar', form(photo)))).toEqual([])
    }, 5_000)
  })
})

describe('scanning a photo', () => {
  const photo = async () =>
    sharp(await plain('#ff0000', 400, 200))
      .composite([{ input: await plain('#0000ff'), left: 200, top: 0 }])
      .png()
      .toBuffer()

  it('looks up each object in its own category, in order', async () => {
    const service = test.finder.similar
    const { signal } = new AbortController()
    const detected = await service.detect(await openPicture(await photo()), signal)
    const found: string[][] = []
    for await (const { index, products } of service.findProducts(detected, invited.uid, signal))
      found[index] = names(products)
    expect(found).toEqual([['Red Coat', 'Crimson Jacket'], ['Blue Tote']])
  })

  it('stops when aborted', async () => {
    const service = test.finder.similar
    const caller = new AbortController()
    const detected = await service.detect(await openPicture(await photo()), caller.signal)
    const lookups = service.findProducts(detected, invited.uid, caller.signal)
    await lookups.next()
    caller.abort(new Error('left'))
    await expect(lookups.next()).rejects.toThrow('left')
  })
})
