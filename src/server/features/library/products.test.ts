import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await signedIn(server, { invited: true })
})

const record = {
  name: 'Navy wool coat',
  image_url: 'https://shop.example/coat.jpg',
  thumbnail: 'https://shop.example/coat-small.jpg',
  price: '$240',
  currency: 'USD',
  category: 'clothing',
  confidence: 0.82,
  bbox: { x: 10, y: 20, width: 100, height: 200 },
  product_id: 'p-1',
  detection_id: 'lens_1',
  seller: 'Shop',
  product_link: 'https://shop.example/coat',
  rating: 4.5,
  reviews: 12,
  offers_link: 'https://shop.example/offers',
  delivery: 'Free',
  durability: 'New',
  thumbnail_video: 'https://shop.example/v.mp4',
  source: 'google_lens',
  is_liked: false,
  original_image_url: 'https://shop.example/photo.webp',
} as const

const store = (fields: object = {}, of = ada) =>
  of.api('POST /save-detection.php', {
    body: { firebase_uid: of.uid, detection_data: { ...record, ...fields } },
  })
const detected = async (of = ada) =>
  (await of.api('GET /user-products.php', { query: { firebase_uid: of.uid, type: 'detected' } }))
    .data
const mine = async (of = ada) =>
  (await of.api('POST /my-products.php', { body: { uid: of.uid } })).data
const saved = async (of = ada) =>
  (await of.api('POST /saved-products.php', { body: { uid: of.uid } })).data

const upload = async () => {
  const body = new FormData()
  body.set('image', new File([new Uint8Array(await jpegPicture())], 'photo.jpg'))
  const reply = await ada.send('/image-local.php', { method: 'POST', body })
  return ((await reply.json()) as { url: string }).url
}

describe('a photo that was left open for more than a day', () => {
  const dayOldUpload = async () => {
    const url = await upload()
    await server.pool.query("UPDATE uploads SET created_at = now() - interval '25 hours'")
    return url
  }

  test('is kept by a save, even if the sweep is at work', async () => {
    const url = await dayOldUpload()
    await store({ original_image_url: url })
    await server.pool.query('DELETE FROM user_products')
    await server.images.uploads.sweep()
    expect((await ada.send(url)).status).toBe(200)
  })

  test.each(['original_image_url', 'image_url', 'thumbnail'])(
    'says plainly when it is gone as the %s',
    async (field) => {
      const url = await dayOldUpload()
      await server.images.uploads.sweep()
      await expect(store({ [field]: url })).rejects.toMatchObject({
        status: 410,
        message: SCAN_MESSAGES.photoGone,
      })
      expect(await detected()).toEqual([])
    },
  )

  test('cannot be saved from somebody else', async () => {
    const url = await dayOldUpload()
    const other = await signedIn(server, { invited: true })
    await expect(store({ image_url: url }, other)).rejects.toMatchObject({ status: 410 })
    const favorite = { product: { name: 'Coat', image_url: url } }
    await expect(other.api('POST /api/favorites', { body: favorite })).rejects.toMatchObject({
      status: 410,
    })
  })
})

describe('the stored detection record', () => {
  test('is read back with every field', async () => {
    await store()
    const { name, confidence, ...rest } = record
    expect(await detected()).toEqual([
      expect.objectContaining({
        ...rest,
        id: 'lens_1',
        title: name,
        confidence_score: confidence,
        type: 'detection',
      }),
    ])
  })

  test('defaults: Unknown Product, USD, 0.9', async () => {
    await ada.api('POST /save-detection.php', {
      body: { firebase_uid: ada.uid, detection_data: {} },
    })
    expect(await detected()).toMatchObject([
      { title: 'Unknown Product', currency: 'USD', confidence_score: 0.9 },
    ])
  })

  test('a manual detection is a my_product, and not among the detected', async () => {
    await store({ type: 'my_product', detection_id: 'manual_1' })
    expect(await detected()).toEqual([])
    expect(await mine()).toMatchObject([{ type: 'my_product', detection_id: 'manual_1' }])
  })

  test('saving an edited detection changes it and keeps its heart if is_liked is absent', async () => {
    await store({ is_liked: true })
    const { is_liked: _, ...edited } = record
    await ada.api('POST /api/firebase-sync/save-detection.php', {
      body: { firebase_uid: ada.uid, detection_data: { ...edited, price: '$99' } },
    })
    expect(await detected()).toMatchObject([{ price: '$99', is_liked: true }])
    expect(await saved()).toMatchObject([{ price: '$99' }])
  })

  test('an edited price on a product of a shop is marked, in the saved list too', async () => {
    await store({ is_liked: true })
    expect(await saved()).toMatchObject([{ is_price_edited: false }])
    const change = (price: string, id = 'lens_1') =>
      ada.api('PATCH /api/my-products/:id', { params: { id }, body: { price } })
    await change(record.price)
    expect(await mine()).toMatchObject([{ is_price_edited: false }])
    await change('$99')
    expect(await mine()).toMatchObject([{ price: '$99', is_price_edited: true }])
    expect(await saved()).toMatchObject([{ price: '$99', is_price_edited: true }])
    await store({ type: 'my_product', detection_id: 'manual_1' })
    expect((await change('$99', 'manual_1')).data).toMatchObject({ is_price_edited: false })
  })

  test.each(['lens_1', 'p-1'])('is deleted by %s, heart included', async (product_id) => {
    await store({ is_liked: true })
    await ada.api('DELETE /api/firebase-sync/save-detection.php', {
      body: { firebase_uid: ada.uid, product_id },
    })
    expect(await detected()).toEqual([])
    expect(await saved()).toEqual([])
  })

  test('deleting an unknown product is a 404', async () => {
    await expect(
      ada.api('DELETE /api/my-products/:id', { params: { id: 'nothing' } }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('hearts on detections', () => {
  test('is_liked moves the saved list with it', async () => {
    await store({ is_liked: true })
    expect(await saved()).toMatchObject([{ title: 'Navy wool coat', type: 'detection' }])
    await store({ is_liked: false })
    expect(await saved()).toEqual([])
  })

  test('renaming a liked detection renames its favorite', async () => {
    await store({ is_liked: true })
    await ada.api('PATCH /api/my-products/:id', {
      params: { id: 'lens_1' },
      body: { title: 'Black coat' },
    })
    expect((await saved()).map(({ title }) => title)).toEqual(['Black coat'])
    await store({ name: 'Green coat', is_liked: true })
    expect((await saved()).map(({ title }) => title)).toEqual(['Green coat'])
  })

  test('removing a favorite by name clears the heart on the record', async () => {
    await store({ is_liked: true })
    await ada.api('DELETE /api/favorites', { body: { name: 'Navy wool coat' } })
    expect(await detected()).toMatchObject([{ is_liked: false }])
  })

  test('a heart by detection_id', async () => {
    await store()
    await ada.api('POST /api/favorites', { body: { detection_id: 'lens_1' } })
    expect(await detected()).toMatchObject([{ is_liked: true }])
    expect(await saved()).toMatchObject([{ type: 'detection' }])
  })
})

describe('who may add', () => {
  test('only invited users; others may still change and like their own', async () => {
    const bo = await signedIn(server)
    await expect(store({}, bo)).rejects.toMatchObject({ status: 403 })
    await expect(
      bo.api('POST /user-products.php', {
        body: { firebase_uid: bo.uid, my_products: [{ id: 'x', name: 'Hat' }] },
      }),
    ).rejects.toMatchObject({ status: 403 })
    await store()
    await ada.api('DELETE /invite-code.php?action=remove', { body: { firebase_uid: ada.uid } })
    await store({ is_liked: true })
    expect(await saved()).toHaveLength(1)
  })

  test('keeping in My Products requires an invitation, a heart only an account', async () => {
    const body = new FormData()
    body.set('image', new File([new Uint8Array(await jpegPicture())], 'photo.jpg'))
    const upload = await ada.send('/image-local.php', { method: 'POST', body })
    const { url } = (await upload.json()) as { url: string }
    const detection_data = { ...record, original_image_url: url }
    await store(detection_data)
    await ada.api('DELETE /invite-code.php?action=remove', { body: { firebase_uid: ada.uid } })

    const attempts = await Promise.allSettled([
      ada.api('POST /api/firebase-sync/save-detection.php', {
        body: { firebase_uid: ada.uid, detection_data },
      }),
      store({ ...detection_data, type: 'my_product' }),
      store({ original_image_url: undefined }),
      ada.api('PATCH /api/my-products/:id', {
        params: { id: 'lens_1' },
        body: { price: '$200' },
      }),
      ada.api('POST /user-products.php', {
        body: { firebase_uid: ada.uid, my_products: [{ id: 'lens_1', name: 'Coat' }] },
      }),
    ])
    const refused = { status: 403, message: 'An invitation code is required' }
    expect(attempts).toMatchObject(attempts.map(() => ({ reason: refused })))
    expect(await mine()).toEqual([])

    await store({ ...detection_data, is_liked: true })
    expect(await saved()).toMatchObject([{ title: 'Navy wool coat' }])
    expect(await mine()).toEqual([])
  })

  test('an administrator needs no code', async () => {
    const admin = await signedIn(server, { admin: true })
    await store({}, admin)
    expect(await mine(admin)).toHaveLength(1)
  })

  test('the list is limited', async () => {
    await server.pool.query(
      `INSERT INTO user_products (user_id, detection_id, name, currency, type, confidence)
       SELECT $1, 'd' || n, 'n' || n, 'USD', 'product', 0.9 FROM generate_series(1, 2000) AS n`,
      [ada.uid],
    )
    await expect(store()).rejects.toMatchObject({ status: 409 })
  })

  describe('another user', () => {
    let bo: SignedIn
    beforeEach(async () => {
      await store({ is_liked: true })
      bo = await signedIn(server, { invited: true })
    })
    afterEach(async () => {
      expect(await mine()).toMatchObject([{ title: 'Navy wool coat', is_liked: true }])
      expect(await saved()).toMatchObject([{ title: 'Navy wool coat' }])
    })

    test('sees nothing', async () => {
      expect([await mine(bo), await saved(bo), await detected(bo)]).toEqual([[], [], []])
    })

    test('who saves under the same detection_id gets a record of their own', async () => {
      await store({ name: "Bo's coat" }, bo)
      expect(await mine(bo)).toMatchObject([{ title: "Bo's coat", is_liked: false }])
    })

    test('can neither change nor delete it, by detection_id or product_id', async () => {
      const params = { id: 'lens_1' }
      const attempts = await Promise.allSettled([
        bo.api('PATCH /api/my-products/:id', { params, body: { title: 'x' } }),
        bo.api('DELETE /api/my-products/:id', { params }),
        ...['lens_1', 'p-1'].map((product_id) =>
          bo.api('DELETE /api/firebase-sync/save-detection.php', {
            body: { firebase_uid: bo.uid, product_id },
          }),
        ),
      ])
      expect(attempts).toMatchObject(attempts.map(() => ({ reason: { status: 404 } })))
    })

    test("cannot act in the owner's name", async () => {
      await expect(
        bo.api('POST /save-detection.php', {
          body: { firebase_uid: ada.uid, detection_data: { ...record, name: 'x' } },
        }),
      ).rejects.toMatchObject({ status: 403 })
      await expect(
        bo.api('DELETE /api/firebase-sync/save-detection.php', {
          body: { firebase_uid: ada.uid, product_id: 'lens_1' },
        }),
      ).rejects.toMatchObject({ status: 403 })
    })

    test('removing a favorite of the same name leaves the heart of the owner', async () => {
      await bo.api('DELETE /api/favorites', { body: { name: 'Navy wool coat' } })
    })
  })
})

describe('POST /user-products.php merges lists', () => {
  test('of several tabs at once', async () => {
    const list = Array.from({ length: 5 }, (_, index) => ({
      id: `lens_${index}`,
      name: `Coat ${index}`,
      is_liked: true,
    }))
    const tabs = [list, list.toReversed(), list, list.toReversed()]
    const sync = (entries: typeof list) =>
      ada.api('POST /user-products.php', {
        body: { firebase_uid: ada.uid, my_products: entries, saved_products: entries.toReversed() },
      })
    await Promise.all(tabs.map(sync))
    expect(await saved()).toHaveLength(list.length)
    expect(await mine()).toHaveLength(list.length)
  })

  describe('of hundreds of entries', () => {
    const my_products = Array.from({ length: 120 }, (_, number) => ({ name: `Coat ${number}` }))
    const merge = (init: RequestInit = {}) =>
      ada.send('/user-products.php', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ firebase_uid: ada.uid, my_products, saved_products: my_products }),
        ...init,
      })
    const storedIn = async (table: 'user_products' | 'saved_products') => {
      const { rows } = await server.pool.query<{ entries: number; transactions: number }>(
        `SELECT count(*)::int AS entries, count(DISTINCT xmin::text)::int AS transactions
          FROM ${table} WHERE user_id = $1`,
        [ada.uid],
      )
      return rows[0]
    }

    test('in a few transactions', async () => {
      expect((await merge()).status).toBe(200)
      expect(await storedIn('saved_products')).toEqual({ entries: 120, transactions: 3 })
    })

    test('and stops when the client is gone', async () => {
      const client = new AbortController()
      const reply = merge({ signal: client.signal })
      await expect
        .poll(async () => (await storedIn('user_products'))?.entries, {
          interval: 5,
          timeout: 20_000,
        })
        .toBeGreaterThan(0)
      client.abort()
      await reply
      expect((await storedIn('user_products'))?.entries).toBeLessThan(120)
      expect((await storedIn('saved_products'))?.entries).toBe(0)
    })

    test('one list after the other, a few at most', async () => {
      const { user } = (await server.sessions.find(new Headers({ cookie: ada.cookie }))) ?? {}
      if (!user) throw new Error('Ada is not signed in')
      const lists = { saved: [], own: my_products }
      const merges = await Promise.allSettled(
        Array.from({ length: 5 }, () =>
          server.library.products.merge(user, lists, new AbortController().signal),
        ),
      )
      expect(merges).toMatchObject([{}, {}, {}, {}, { reason: { status: 429 } }])
    })
  })

  test('merges own and saved products by id or name, without duplicates', async () => {
    await store()
    const body = {
      firebase_uid: ada.uid,
      saved_products: [
        { id: 'lens_1', type: 'detection' },
        { name: 'Red hat', price: '$10' },
      ],
      my_products: [{ id: 'mine_1', title: 'My scarf' }, { name: 'My belt' }],
    }
    await ada.api('POST /user-products.php', { body })
    await ada.api('POST /user-products.php', { body })
    expect((await saved()).map(({ title }) => title).sort()).toEqual(['Navy wool coat', 'Red hat'])
    expect((await mine()).map(({ title }) => title).sort()).toEqual([
      'My belt',
      'My scarf',
      'Navy wool coat',
    ])
  })

  test('a full list of saved products takes no heart', async () => {
    await store()
    await server.pool.query(
      `INSERT INTO saved_products (user_id, name, type, product)
       SELECT $1, 'n' || n, 'product', '{}' FROM generate_series(1, 2000) AS n`,
      [ada.uid],
    )
    await ada.api('POST /user-products.php', {
      body: { firebase_uid: ada.uid, saved_products: [{ id: 'lens_1' }], my_products: [] },
    })
    expect(await mine()).toMatchObject([{ is_liked: false }])
  })

  test('empty lists remove nothing', async () => {
    await store({ is_liked: true })
    await ada.api('POST /user-products.php', {
      body: { firebase_uid: ada.uid, saved_products: [], my_products: [] },
    })
    expect([await saved(), await mine()].map((list) => list.length)).toEqual([1, 1])
  })
})

describe('links of stored products', () => {
  const DANGEROUS = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)//http://x',
    'javascript://x.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    '//evil.example',
    '/\\evil.example',
  ]

  const save = (fields: object) =>
    ada.sendJson('POST', '/save-detection.php', {
      firebase_uid: ada.uid,
      detection_data: { name: 'Coat', detection_id: 'd', ...fields },
    })
  const favorite = (fields: object) =>
    ada.sendJson('POST', '/api/favorites', { product: { name: 'Coat', ...fields } })
  const merge = (list: string) => (fields: object) =>
    ada.sendJson('POST', '/user-products.php', {
      firebase_uid: ada.uid,
      [list]: [{ id: 'd', name: 'Coat', ...fields }],
    })
  const change = async (fields: object) => {
    await save({})
    return ada.sendJson('PATCH', '/api/my-products/d', fields)
  }
  const addByHand = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ title: 'Coat', price: '1', ...fields }))
      form.set(name, value)
    return ada.send('/api/manual-products', { method: 'POST', body: form })
  }

  const everythingStored = async () => {
    const { rows } = await server.pool.query(
      'SELECT to_jsonb(p) FROM user_products p UNION ALL SELECT to_jsonb(s) FROM saved_products s',
    )
    return JSON.stringify(rows)
  }

  describe('a link that is neither http nor https is not stored', () => {
    test.each<[string, (fields: Record<string, string>) => Promise<Response>, string[]]>([
      [
        'in a detection',
        save,
        [
          'product_link',
          'offers_link',
          'image_url',
          'thumbnail',
          'thumbnail_video',
          'original_image_url',
        ],
      ],
      ['in a favorite', favorite, ['product_link', 'image_url', 'celebrity_image']],
      [
        'in a merged list of saved products',
        merge('saved_products'),
        ['product_link', 'image_url'],
      ],
      ['in a merged list of own products', merge('my_products'), ['product_link', 'thumbnail']],
      ['in a change', change, ['product_link', 'image_url']],
      ['in a product added by hand', addByHand, ['website']],
    ])('%s', async (_, send, fields) => {
      for (const field of fields)
        for (const link of DANGEROUS) {
          const { status } = await send({ [field]: link })
          expect([field, link, status]).toEqual([field, link, 400])
        }
      expect(await everythingStored()).not.toMatch(/script:|data:|file:|blob:|evil/i)
    })
  })

  test.each([
    [{ product_link: 'https://shop.example/a' }],
    [{ product_link: 'HTTP://shop.example/a' }],
    [{ product_link: 'N/A', offers_link: '' }],
    [{ product_link: null }],
    [{ image_url: '/media/demo/a.jpg', thumbnail: '' }],
  ])('%j is stored', async (fields) => {
    expect((await save(fields)).status).toBe(200)
  })
})

describe('the lists of a user', () => {
  const LINK = `https://shop.example/${'x'.repeat(2_000)}`
  const LARGE = {
    product_link: LINK,
    offers_link: LINK,
    thumbnail: LINK,
    thumbnail_video: LINK,
    delivery: 'é'.repeat(2_000),
    durability: 'é'.repeat(2_000),
  }
  /** More than the limits allow, as an earlier version took it. */
  const fill = async (count: number, isKept: boolean) => {
    const { data } = await store({ ...LARGE, detection_id: 'first' })
    await server.pool.query(
      `INSERT INTO user_products SELECT (jsonb_populate_record(first, jsonb_build_object(
        'detection_id', 'lens_' || n, 'is_kept', $2::boolean,
        'original_image_url', '/media/uploads/' || n / 50 || '.jpg'))).*
      FROM user_products first, generate_series(1, $3::int) n
      WHERE user_id = $1 AND detection_id = 'first'`,
      [ada.uid, isKept, count],
    )
    return data
  }

  test('take four megabytes, show no more, and keep what is stored', async () => {
    await fill(500, true)
    const list = await mine()
    expect(list.length).toBeGreaterThan(200)
    expect(JSON.stringify(list).length).toBeLessThan(5_000_000)
    expect(JSON.stringify(await detected()).length).toBeLessThan(5_000_000)
    await expect(store({ ...LARGE, detection_id: 'one more' })).rejects.toMatchObject({
      status: 409,
      message: 'Your list of products is full',
    })
    const changes = { price: '$1' }
    await ada.api('PATCH /api/my-products/:id', { params: { id: 'lens_1' }, body: changes })
    await expect(
      ada.api('PATCH /api/my-products/:id', {
        params: { id: 'lens_1' },
        body: { title: 'A much longer title than it had' },
      }),
    ).rejects.toMatchObject({ status: 409 })
    const { rowCount } = await server.pool.query('SELECT FROM user_products WHERE user_id = $1', [
      ada.uid,
    ])
    expect(rowCount).toBe(501)
  })

  test('forget the oldest scans beyond 32 megabytes, but never the newest', async () => {
    await fill(3_000, false)
    const photo = await upload()
    await store({ detection_id: 'newest', original_image_url: photo })
    const { data } = await ada.api('GET /api/my-scans')
    expect(data[0]?.photo).toBe(photo)
    expect(data.length).toBeLessThan(62)
    expect(data.length).toBeGreaterThan(30)
    expect(JSON.stringify(await detected()).length).toBeLessThan(5_000_000)
  })
})
