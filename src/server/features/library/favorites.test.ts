import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  ada = await signedIn(server)
})

const product = {
  id: '17',
  name: 'Silk scarf',
  price: '$45',
  image_url: '/media/looks/1.jpg',
  product_link: 'https://shop.example/scarf',
  celebrity_name: 'Ines Okafor',
}
const add = (fields: object = {}) =>
  ada.api('POST /api/favorites', { body: { product: { ...product, ...fields } } })
const saved = async () =>
  (await ada.api('POST /saved-products.php', { body: { uid: ada.uid } })).data
const isFavorited = async (name: string) =>
  (await ada.api('GET /api/favorites/check', { query: { name } })).data.isFavorited

test('a plain product is added, checked, listed and removed', async () => {
  expect(await isFavorited('Silk scarf')).toBe(false)
  await add()
  expect(await isFavorited('Silk scarf')).toBe(true)
  expect(await saved()).toMatchObject([
    { id: '17', title: 'Silk scarf', type: 'product', price: '$45', celebrity_name: 'Ines Okafor' },
  ])
  await ada.api('DELETE /api/favorites', { body: { name: 'Silk scarf' } })
  expect(await saved()).toEqual([])
  await ada.api('DELETE /api/favorites', { body: { name: 'Silk scarf' } })
})

test('favorites are keyed by product name, and newest come first', async () => {
  await add({ name: 'A' })
  await add({ name: 'B' })
  await add({ name: 'A', id: '99' })
  expect((await saved()).map(({ title }) => title)).toEqual(['B', 'A'])
})

test('a price that states its currency is not stored with another one', async () => {
  await add({ price: '€15' })
  expect(await saved()).toMatchObject([{ price: '€15', currency: 'EUR' }])
})

test('a signed-in user needs no invite code to save', async () => {
  await expect(add()).resolves.toMatchObject({ success: true })
})

test('the list takes four megabytes, shows no more, and keeps what is stored', async () => {
  await add({ name: 'n0' })
  await server.pool.query(
    `INSERT INTO saved_products (user_id, name, type, product, created_at)
     SELECT user_id, 'n' || n, type, product || jsonb_build_object('product_link', repeat('x', 10000)),
       now() - n * interval '1 day'
     FROM saved_products, generate_series(1, 500) AS n WHERE user_id = $1`,
    [ada.uid],
  )
  const list = await saved()
  expect(list.slice(0, 2).map(({ title }) => title)).toEqual(['n0', 'n1'])
  expect(list.length).toBeGreaterThan(300)
  expect(JSON.stringify(list).length).toBeLessThan(5_000_000)
  await expect(add()).rejects.toMatchObject({ status: 409 })
  // What gets smaller may be replaced, and what is removed makes room.
  await add({ name: 'n500' })
  const { rows } = await server.pool.query(
    `SELECT count(*)::int, min(octet_length(product::text)) FILTER (WHERE name = 'n500') < 2000
      AS is_replaced FROM saved_products WHERE user_id = $1`,
    [ada.uid],
  )
  expect(rows).toEqual([{ count: 501, is_replaced: true }])
  await server.pool.query(
    `DELETE FROM saved_products WHERE user_id = $1 AND created_at < now() - interval '300 days'`,
    [ada.uid],
  )
  await add()
  expect((await saved())[0]?.title).toBe('Silk scarf')
})

test('the list is limited', async () => {
  await server.pool.query(
    `INSERT INTO saved_products (user_id, name, type, product)
     SELECT $1, 'n' || n, 'product', '{}' FROM generate_series(1, 2000) AS n`,
    [ada.uid],
  )
  await expect(add()).rejects.toMatchObject({ status: 409 })
})

test("another user's detection cannot be saved, whatever its id", async () => {
  const bo = await signedIn(server, { invited: true })
  await bo.api('POST /save-detection.php', {
    body: { firebase_uid: bo.uid, detection_data: { name: "Bo's coat", detection_id: 'of_bo' } },
  })
  await expect(
    ada.api('POST /api/favorites', { body: { detection_id: 'of_bo' } }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await saved()).toEqual([])
  const { data } = await bo.api('POST /my-products.php', { body: { uid: bo.uid } })
  expect(data).toMatchObject([{ detection_id: 'of_bo', is_liked: false }])
})
