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

test('a signed-in user needs no invite code to save', async () => {
  await expect(add()).resolves.toMatchObject({ success: true })
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
