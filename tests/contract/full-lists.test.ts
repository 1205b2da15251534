import { afterAll, beforeAll, expect, test } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { BOARDS } from '#shared/studio-constants.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { MAX_BLOCK_MS, measureBlock } from '#tests/support/event-loop.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const LINK = `https://shop.example/${'x'.repeat(2_000)}`

let setUp: TestApp
let app: TestApp
let ada: Person
beforeAll(async () => {
  setUp = await startTestApp()
  // Only there are replies not checked against the contract, which takes longer than writing them.
  app = await startTestApp({
    database: setUp.database,
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: ORIGIN,
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
    },
  })
  await importRows(
    setUp.pool,
    Array.from({ length: BOARDS.items }, (_, index) =>
      catalogRow({
        name: `Coat ${index}`,
        website: `https://shop.example/${index}`,
        celebrity_name: `Ada ${index}`,
        celebrity_image: `https://pictures.example.com/${index}.jpg`,
      }),
    ),
  )
  ada = await insertPerson(setUp.pool, TEST_SECRET, { invited: true, admin: true, role: 'editor' })
  const { maintenance: pool } = setUp.database
  await pool.query(
    `INSERT INTO user_products (user_id, detection_id, name, currency, type, confidence, is_kept,
      product_link, offers_link, thumbnail, delivery, original_image_url, created_at)
    SELECT $1, 'lens_' || n, 'Coat ' || n, 'USD', 'product', 0.9, n % 2 = 0, $2, $2, $2,
      repeat('é', 2000), '/media/uploads/' || n / 60 || '.jpg', now() - n * interval '1 minute'
    FROM generate_series(1, 2400) n`,
    [ada.uid, LINK],
  )
  await pool.query(
    `INSERT INTO saved_products (user_id, name, type, product)
    SELECT $1, 'Coat ' || n, 'product', jsonb_build_object('id', n::text, 'detection_id', null,
      'type', 'product', 'title', 'Coat ' || n, 'category', null, 'brand', null,
      'confidence_score', null, 'bbox', null, 'image_url', null, 'thumbnail', null,
      'original_image_url', null, 'price', '$1', 'currency', 'USD', 'seller', null,
      'product_link', $2::text, 'product_id', n::text, 'rating', null, 'reviews', null,
      'offers_link', null, 'delivery', null, 'durability', null, 'thumbnail_video', null,
      'source', null, 'celebrity_name', null, 'celebrity_image', null, 'is_liked', true,
      'detected_at', '')
    FROM generate_series(1, 2000) n`,
    [ada.uid, LINK],
  )
  await pool.query(
    `WITH board AS (INSERT INTO boards (user_id, title, share_token)
      SELECT $1, 'Board ' || n, 'token-' || n FROM generate_series(1, $2) n RETURNING id)
    INSERT INTO board_items (board_id, product_id, note, place)
    SELECT board.id, product.id, repeat('é', 500), product.id
    FROM board, catalog.products product`,
    [ada.uid, BOARDS.perUser],
  )
  await pool.query('INSERT INTO follows SELECT $1, id, now() FROM catalog.people', [ada.uid])
})
afterAll(async () => {
  await app.close()
  await setUp.close()
})

const isOwnList = ([key, { permission, params, reply }]: [string, CallDefinition]) =>
  (key.startsWith('GET ') || /^POST \/(saved|my)-products\.php$/.test(key)) &&
  permission !== 'browse' &&
  params === undefined &&
  (typeof reply !== 'string' || key === 'GET /api/account/export')

const OWN_LISTS = Object.entries(allCalls as Record<string, CallDefinition>).filter(isOwnList)

test.each(OWN_LISTS)('%s leaves the server to others, however much is stored', async (key) => {
  const { method, path, fixedQuery } = parseCallKey(key)
  const query = new URLSearchParams({ firebase_uid: ada.uid, type: 'detected' })
  for (const [name, value] of fixedQuery) query.set(name, value)
  const ask = async () => {
    const reply = await app.app.request(`${ORIGIN}${path}?${query.toString()}`, {
      method,
      headers: { cookie: ada.cookie, origin: ORIGIN, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify({ uid: ada.uid }) } : {}),
    })
    expect(reply.status).toBeLessThan(500)
    let byteLength = 0
    for await (const part of reply.body ?? []) byteLength += part.length
    if (/-products\.php$|export$/.test(key)) expect(byteLength).toBeGreaterThan(3_000_000)
  }
  expect(await measureBlock(ask)).toBeLessThan(MAX_BLOCK_MS)
})

/** More than one caller may have running and waiting at a time. */
const CROWD = 45

test.each([
  '/api/boards',
  '/api/following',
  '/api/shared-boards/token-1',
  '/embed/board/token-1',
  '/feeds/atom/board/token-1',
  `/oembed?url=${encodeURIComponent(`${ORIGIN}/board/token-1`)}`,
])('%s is read in the turns of its caller', async (path) => {
  const ask = async () => {
    const reply = await app.app.request(ORIGIN + path, { headers: { cookie: ada.cookie } })
    await reply.arrayBuffer()
    return reply.status
  }
  const statuses = await Promise.all(Array.from({ length: CROWD }, ask))
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  expect(await ask()).toBe(200)
})
