import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: TestApp
let ada: SignedIn
beforeAll(async () => {
  server = await startTestApp()
  ada = await signedIn(server)
  // A database that lacks what the calls below read and write, as after a failed migration.
  await server.pool.query(`
    ALTER TABLE user_products RENAME TO lost_user_products;
    ALTER TABLE saved_products RENAME TO lost_saved_products;
    ALTER TABLE invites RENAME TO lost_invites;
    ALTER TABLE users RENAME COLUMN last_login_at TO lost_login_at`)
})
afterAll(() => server.close())

const person = () => ({ uid: ada.uid, email: null, displayName: null, photoURL: null })
const detection = { name: 'Coat', detection_id: 'lens_1' }

test.each<[string, string, () => object, string]>([
  [
    'POST',
    '/user.php',
    () => ({ firebase_user_data: person(), provider: 'google' }),
    'Failed to sync user',
  ],
  ['POST', '/user.php', () => ({ uid: ada.uid }), 'Failed to get user from Hono'],
  [
    'POST',
    '/save-detection.php',
    () => ({ firebase_uid: ada.uid, detection_data: detection }),
    'Failed to save detection object',
  ],
  [
    'POST',
    '/api/firebase-sync/save-detection.php',
    () => ({ firebase_uid: ada.uid, detection_data: detection }),
    'Failed to save detection object',
  ],
  [
    'POST',
    '/user-products.php',
    () => ({ firebase_uid: ada.uid, saved_products: [{ id: 'a', name: 'Coat' }] }),
    'Failed to sync user products',
  ],
  [
    'POST',
    '/saved-products.php',
    () => ({ uid: ada.uid }),
    'Failed to get saved products from Hono',
  ],
  ['POST', '/my-products.php', () => ({ uid: ada.uid }), 'Failed to get my products from Hono'],
  [
    'POST',
    '/update-last-login.php',
    () => ({ firebase_uid: ada.uid }),
    'Failed to update last login',
  ],
  [
    'POST',
    '/invite-code.php?action=save',
    () => ({ firebase_uid: ada.uid, code: 'ABC234' }),
    'Failed to save invite code',
  ],
  [
    'POST',
    '/api/invite-codes/validate-and-create-user-by-ref',
    () => ({ ref: 'abc' }),
    'Failed to create account',
  ],
])('%s %s fails in the words of the specification', async (method, path, body, message) => {
  const reply = await ada.sendJson(method, path, body())
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ success: false, message })
})

test('GET /user-products.php fails in the words of the specification', async () => {
  const reply = await ada.send(`/user-products.php?firebase_uid=${ada.uid}&type=detected`)
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ message: 'Failed to get detected products' })
})

test('a call without its own message fails neutrally and leaks nothing', async () => {
  const reply = await ada.sendJson('DELETE', '/api/my-products/x', undefined)
  expect(reply.status).toBe(500)
  const { message } = (await reply.json()) as { message: string }
  expect(message).toBe('Something went wrong on our side. Please try again.')
})
