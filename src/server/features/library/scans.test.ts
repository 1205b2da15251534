import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SCAN_HISTORY } from '#shared/finder-constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { toStoredDetection } from '#shared/domain/detection-record.ts'
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

const product = (id: string) => ({
  id,
  title: `Coat ${id}`,
  price: '$240',
  productLink: `https://shop.example/${id}`,
  thumbnail: 'https://shop.example/coat.jpg',
  source: 'Wearabouts',
  sureness: 'close' as const,
})

const offer = (id: string) => {
  const { title, price, productLink, thumbnail } = product(id)
  return { title, price, productLink, thumbnail }
}

/** With two products for a coat, or with none for a hat that nothing looks like. */
const detection = (id: string, isFound = true): ScanDetection => ({
  ...(isFound ? offer(`${id}1`) : {}),
  id,
  label: isFound ? 'navy coat' : 'straw hat',
  confidence: 0.8,
  bbox: { x: 10, y: 20, width: 100, height: 200 },
  category: isFound ? 'clothing' : 'accessories',
  source: 'google_lens',
  products: isFound ? [product(`${id}1`), product(`${id}2`)] : [],
  isManual: false,
  isEditable: true,
  isResizable: false,
})

const upload = async (of = ada) => {
  const body = new FormData()
  body.set('image', new File([new Uint8Array(await jpegPicture())], 'photo.jpg'))
  const reply = await of.send('/image-local.php', { method: 'POST', body })
  return ((await reply.json()) as { url: string }).url
}

const SAVE = 'POST /save-detection.php'
const EDIT = 'POST /api/firebase-sync/save-detection.php'
type Save = { call?: typeof SAVE | typeof EDIT; isLiked?: boolean; of?: SignedIn }

const save = (
  photo: string,
  result: ScanDetection,
  { call = SAVE, isLiked = false, of = ada }: Save = {},
) =>
  of.api(call, {
    body: {
      firebase_uid: of.uid,
      detection_data: toStoredDetection(result, { originalImageUrl: photo, isLiked }),
      result,
    },
  })

const scans = async (of = ada) => (await of.api('GET /api/my-scans')).data
const open = async (photo: string, of = ada) =>
  (await of.api('GET /api/my-scan', { query: { photo } })).data
const titles = async (call: 'POST /my-products.php' | 'POST /saved-products.php') =>
  (await ada.api(call, { body: { uid: ada.uid } })).data.map(({ title }) => title)
const mine = () => titles('POST /my-products.php')
const isStored = async (photo: string) => (await ada.send(photo)).status === 200

describe('each detection is saved after a scan', () => {
  test('and listed with its photo under My scans, not under My Products', async () => {
    const photo = await upload()
    await save(photo, detection('a'))
    await save(photo, detection('b', false))
    expect(await scans()).toEqual([
      {
        photo,
        scanned_at: expect.any(String) as string,
        objects: 2,
        names: ['navy coat', 'straw hat'],
      },
    ])
    expect(await mine()).toEqual([])
    const detected = await ada.api('GET /user-products.php', {
      query: { firebase_uid: ada.uid, type: 'detected' },
    })
    expect(detected.data).toHaveLength(2)
  })

  test('a scan is reopened with its boxes and everything found', async () => {
    const photo = await upload()
    await save(photo, detection('a'))
    await save(photo, detection('b', false))
    const { detections, kept } = await open(photo)
    expect(detections).toEqual([
      expect.objectContaining(detection('a')),
      expect.objectContaining({ ...detection('b', false), products: [] }),
    ])
    expect(kept).toEqual([])
  })

  test('a detection stored by another client is reopened from its record', async () => {
    const photo = await upload()
    const detection_data = toStoredDetection(detection('a'), { originalImageUrl: photo })
    await ada.api(SAVE, { body: { firebase_uid: ada.uid, detection_data } })
    const { detections } = await open(photo)
    expect(detections).toMatchObject([
      { id: 'a', title: 'Coat a1', bbox: detection('a').bbox, products: [{ price: '$240' }] },
    ])
  })
})

describe('My Products lists what the user kept, edited or added', () => {
  test('an edited detection is kept, stays in its scan, and a later scan does not drop it', async () => {
    const photo = await upload()
    await save(photo, detection('a'))
    await save(photo, { ...detection('a'), title: 'My coat' }, { call: EDIT })
    expect(await mine()).toEqual(['My coat'])
    await save(photo, detection('a'))
    expect(await mine()).toHaveLength(1)
    expect(await open(photo)).toMatchObject({ kept: ['a'] })
  })

  test('what is changed under My Products is changed in the reopened scan', async () => {
    const photo = await upload()
    await save(photo, detection('a'), { call: EDIT })
    await ada.api('PATCH /api/my-products/:id', { params: { id: 'a' }, body: { title: 'Renamed' } })
    expect((await open(photo)).detections).toMatchObject([{ title: 'Renamed' }])
  })

  test('a heart saves a detection without keeping it', async () => {
    await save(await upload(), detection('a'), { isLiked: true })
    expect(await mine()).toEqual([])
    expect(await titles('POST /saved-products.php')).toEqual(['Coat a1'])
  })

  test('a detection without an uploaded photo is kept, because no scan would show it', async () => {
    await save('https://web.example/photo.jpg', detection('a'))
    expect(await mine()).toEqual(['Coat a1'])
    expect(await scans()).toEqual([])
  })
})

describe('deleting scans', () => {
  test('one: its records and its photo go; what was kept or saved stays', async () => {
    const [photo, other] = [await upload(), await upload()]
    await save(photo, detection('a'))
    await save(photo, detection('b'), { call: EDIT })
    await save(photo, detection('c'), { isLiked: true })
    await save(other, detection('d'))
    await ada.api('DELETE /api/my-scan', { query: { photo } })
    expect(await scans()).toMatchObject([{ photo: other }])
    expect([await isStored(photo), await isStored(other)]).toEqual([false, true])
    expect(await mine()).toEqual(['Coat b1'])
    expect(await titles('POST /saved-products.php')).toEqual(['Coat c1'])
    await expect(open(photo)).rejects.toMatchObject({ status: 404 })
    await expect(ada.api('DELETE /api/my-scan', { query: { photo } })).rejects.toMatchObject({
      status: 404,
    })
    const { rows } = await server.pool.query(
      'SELECT detection_id FROM scan_results WHERE user_id = $1',
      [ada.uid],
    )
    expect(rows).toEqual([{ detection_id: 'd' }])
  })

  test('all at once, with every photo', async () => {
    const photos = [await upload(), await upload()]
    for (const [index, photo] of photos.entries()) await save(photo, detection(`d${index}`))
    await ada.api('DELETE /api/my-scans')
    expect(await scans()).toEqual([])
    for (const photo of photos) expect(await isStored(photo)).toBe(false)
  })

  test('never those of another user', async () => {
    const photo = await upload()
    await save(photo, detection('a'))
    const bo = await signedIn(server, { invited: true })
    expect(await scans(bo)).toEqual([])
    await expect(open(photo, bo)).rejects.toMatchObject({ status: 404 })
    await expect(bo.api('DELETE /api/my-scan', { query: { photo } })).rejects.toMatchObject({
      status: 404,
    })
    await bo.api('DELETE /api/my-scans')
    expect(await scans()).toHaveLength(1)
    expect(await isStored(photo)).toBe(true)
  })
})

describe('limits', () => {
  const long = {
    ...product('x'),
    description: 'x'.repeat(2_000),
    imageUrl: `/${'x'.repeat(2_000)}`,
  }

  const insertRecords = (photoOf: string, count: number) =>
    server.pool.query(
      `INSERT INTO user_products (user_id, detection_id, name, currency, type, confidence, is_kept,
         original_image_url, created_at)
       SELECT $1, 'n' || n, 'n', 'USD', 'product', 0.9, false, ${photoOf},
         now() - n * interval '1 minute' FROM generate_series(1, $2) AS n`,
      [ada.uid, count],
    )

  test('the newest scans are stored; an older one goes with its photo', async () => {
    const oldest = await upload()
    await save(oldest, detection('old'))
    await server.pool.query("UPDATE user_products SET created_at = now() - interval '1 year'")
    await insertRecords("'/media/uploads/' || n || '.jpg'", SCAN_HISTORY.scans - 1)
    expect(await scans()).toHaveLength(SCAN_HISTORY.scans)
    const newest = await upload()
    await save(newest, detection('new'))
    const listed = await scans()
    expect(listed).toHaveLength(SCAN_HISTORY.scans)
    expect(listed[0]?.photo).toBe(newest)
    expect(await isStored(oldest)).toBe(false)
  })

  test('the size of what was found is limited, however well it compresses', async () => {
    const oldest = await upload()
    await save(oldest, detection('old'))
    await server.pool.query("UPDATE user_products SET created_at = now() - interval '1 year'")
    await insertRecords("'/media/uploads/' || n || '.jpg'", 40)
    await server.pool.query(
      `INSERT INTO scan_results (user_id, detection_id, detection)
      SELECT user_id, detection_id, jsonb_build_object('title', repeat('a', 1000000))
      FROM user_products WHERE user_id = $1 AND name = 'n'`,
      [ada.uid],
    )
    await save(await upload(), detection('new'))
    expect((await scans()).length).toBeLessThan(36)
    expect(await isStored(oldest)).toBe(false)
  })

  test('a scan has a limited number of objects, and My Products is not filled by scans', async () => {
    const photo = await upload()
    await insertRecords(`'${photo}'`, SCAN_HISTORY.objectsPerScan)
    await expect(save(photo, detection('one too many'))).rejects.toMatchObject({ status: 409 })
    await expect(save(await upload(), detection('b'), { call: EDIT })).resolves.toBeTruthy()
  })

  test.each([
    ['a script as a link', { products: [{ ...product('x'), productLink: 'javascript:alert(1)' }] }],
    ['a script as a picture', { imageUrl: 'javascript:alert(1)' }],
    ['a long kind', { noneOfKind: 'x'.repeat(301) }],
    ['too much text', { description: 'x'.repeat(2_001) }],
    ['more than is stored', { products: Array.from({ length: 10 }, () => long) }],
  ])('drops a result with %s, and stores the record', async (_, fields) => {
    const photo = await upload()
    const detection_data = toStoredDetection(detection('a'), { originalImageUrl: photo })
    await ada.api(SAVE, {
      body: { firebase_uid: ada.uid, detection_data, result: { ...detection('a'), ...fields } },
    })
    expect((await open(photo)).detections).toMatchObject([
      { title: 'Coat a1', products: [{ id: 'a' }] },
    ])
    const { rows } = await server.pool.query('SELECT FROM scan_results WHERE user_id = $1', [
      ada.uid,
    ])
    expect(rows).toHaveLength(0)
  })
})

test('Download my data has every scan with what was found', async () => {
  await save(await upload(), detection('a'))
  const exported = (await (await ada.send('/api/account/export')).json()) as object
  expect(exported).toMatchObject({
    my_products: [],
    scans: [{ title: 'Coat a1' }],
    scan_results: [{ detection_id: 'a', detection: { products: [{}, {}] } }],
  })
})
