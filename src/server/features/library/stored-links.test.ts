import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SignedIn, signedIn } from '#tests/support/callers.ts'
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
    ['in a merged list of saved products', merge('saved_products'), ['product_link', 'image_url']],
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
