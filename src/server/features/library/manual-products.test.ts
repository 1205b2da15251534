import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MANUAL_PRODUCT_PROBLEMS } from '#shared/account-messages.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let invited: Person
beforeAll(async () => {
  app = await startTestApp()
  invited = await insertPerson(app.pool, TEST_SECRET, { invited: true })
})
afterAll(() => app.close())

const FORM = { title: 'Wool coat', price: '120.50', website: 'https://www.atelier.example/coat' }

const add = async (fields: object, photo?: Uint8Array, person: Person = invited) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  if (photo) form.set('photo', new Blob([new Uint8Array(photo)]), 'coat.jpg')
  const response = await fetch(`${app.origin}/api/manual-products`, {
    method: 'POST',
    body: form,
    headers: { origin: app.origin, cookie: person.cookie },
  })
  const reply = (await response.json()) as {
    message: string
    data: { id: string; image_url: string }
  }
  return { status: response.status, ...reply }
}

const call = (path: string, method: string, person: Person = invited) =>
  fetch(`${app.origin}${path}`, {
    method,
    headers: { origin: app.origin, cookie: person.cookie },
  })

describe('adding a product by hand', () => {
  test('saves it with its photo under My Products', async () => {
    const { status, data } = await add(FORM, await jpegPicture())
    expect(status).toBe(200)
    const mine = await app.library.products.list(invited.uid)
    expect(mine).toMatchObject([
      {
        id: data.id,
        type: 'my_product',
        title: 'Wool coat',
        price: '120.50',
        seller: 'atelier.example',
        category: 'clothing',
        product_link: FORM.website,
        image_url: expect.stringMatching(/^\/media\/uploads\//),
      },
    ])
  })

  test('saves it without a photo', async () => {
    expect((await add({ ...FORM, title: 'Silk scarf' })).data.image_url).toBeNull()
  })

  test.each([
    ['no title', { ...FORM, title: '  ' }, MANUAL_PRODUCT_PROBLEMS.titleRequired],
    ['a price below 0', { ...FORM, price: '-1' }, MANUAL_PRODUCT_PROBLEMS.priceInvalid],
    [
      'a script for a website',
      { ...FORM, website: 'javascript:alert(1)' },
      MANUAL_PRODUCT_PROBLEMS.websiteInvalid,
    ],
  ])('refuses %s', async (_, fields, problem) => {
    const { status, message } = await add(fields)
    expect(status).toBe(400)
    expect(message).toContain(problem)
  })

  test('refuses a file that is not a picture and saves nothing', async () => {
    const before = (await app.library.products.list(invited.uid)).length
    expect((await add(FORM, Buffer.from('<html>'))).status).toBe(415)
    expect(await app.library.products.list(invited.uid)).toHaveLength(before)
  })

  test('requires an invite code', async () => {
    const uninvited = await insertPerson(app.pool, TEST_SECRET)
    expect((await add(FORM, undefined, uninvited)).status).toBe(403)
  })

  test('deletes the photo with the product', async () => {
    const { data } = await add({ ...FORM, title: 'Short-lived hat' }, await jpegPicture())
    expect((await call(data.image_url, 'GET')).status).toBe(200)
    expect((await call(`/api/my-products/${data.id}`, 'DELETE')).status).toBe(200)
    expect((await call(data.image_url, 'GET')).status).toBe(404)
    const { rows } = await app.pool.query('SELECT FROM uploads WHERE key = $1', [
      data.image_url.replace('/media/', ''),
    ])
    expect(rows).toEqual([])
  })

  test('lets no other user delete either', async () => {
    const { data } = await add({ ...FORM, title: 'Guarded hat' }, await jpegPicture())
    const stranger = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    expect((await call(`/api/my-products/${data.id}`, 'DELETE', stranger)).status).toBe(404)
    expect((await call(data.image_url, 'GET')).status).toBe(200)
  })
})
