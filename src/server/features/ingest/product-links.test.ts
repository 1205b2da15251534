import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRODUCT_LINK_PROBLEMS as PROBLEMS } from '#shared/account-messages.ts'
import { createPictureFetcher } from '#server/features/images/remote-pictures.ts'
import { loopbackServer } from '#tests/support/loopback-server.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, TEST_SECRET } from '#tests/support/test-app.ts'

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Quilted jacket',
  brand: { '@type': 'Brand', name: 'Nord' },
  category: 'Jackets',
  image: '/jacket.jpg',
  offers: { '@type': 'Offer', price: '80.5', priceCurrency: 'EUR' },
}
const page = (product: object) =>
  `<script type="application/ld+json">${JSON.stringify(product)}</script>`

const PAGES: Record<string, string> = {
  '/jacket': page(PRODUCT),
  '/no-picture': page({ ...PRODUCT, image: '/gone.jpg' }),
  '/about': '<title>About us</title>',
  '/huge': 'x'.repeat(5 * 1024 * 1024),
}
const STATUSES: Record<string, number> = { '/refused': 403, '/busy': 429, '/gone': 404 }

let shop: Awaited<ReturnType<typeof loopbackServer>>
let strict: TestApp
let test: TestApp
let invited: Person
beforeAll(async () => {
  const picture = await jpegPicture()
  shop = await loopbackServer(({ url: { pathname } }, response) => {
    if (pathname === '/jacket.jpg') {
      response.writeHead(200, { 'content-type': 'image/jpeg' })
      return response.end(picture)
    }
    if (pathname === '/inside') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' })
      return response.end()
    }
    response.writeHead(STATUSES[pathname] ?? (PAGES[pathname] === undefined ? 404 : 200))
    return response.end(PAGES[pathname])
  })
  const web = {
    isPublic: (address: string) => address === '127.0.0.1',
    ports: [Number(new URL(shop.url).port), 80],
  }
  test = await startTestApp({}, { shopWeb: web, remoteImages: createPictureFetcher(web) })
  strict = await startTestApp({ database: test.database })
  invited = await insertPerson(test.pool, TEST_SECRET, { invited: true })
})
afterAll(async () => {
  await strict.close()
  await test.close()
  await shop.close()
})

const read = async (link: string, app = test, person = invited) => {
  const response = await fetch(`${app.origin}/api/product-from-link`, {
    method: 'POST',
    body: JSON.stringify({ link }),
    headers: {
      origin: app.origin,
      cookie: person.cookie,
      'content-type': 'application/json',
    },
  })
  const reply = (await response.json()) as { message: string; data: { picture: string | null } }
  return { status: response.status, ...reply }
}

it('fills in title, price, currency, category and a copy of the picture', async () => {
  const { status, data } = await read(`${shop.url}/jacket`)
  expect(status).toBe(200)
  expect(data).toEqual({
    title: 'Nord Quilted jacket',
    price: '80.5',
    currency: 'EUR',
    category: 'clothing',
    picture: expect.stringMatching(/^\/media\/uploads\//) as string,
  })
  const save = async (photoUrl: string) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      title: 'Jacket',
      price: '80.5',
      website: `${shop.url}/jacket`,
      currency: 'EUR',
      photo_url: photoUrl,
    }))
      form.set(name, value)
    return fetch(`${test.origin}/api/manual-products`, {
      method: 'POST',
      body: form,
      headers: { origin: test.origin, cookie: invited.cookie },
    })
  }
  expect((await save(data.picture ?? '')).status).toBe(200)
  expect(await test.library.products.list(invited.uid)).toMatchObject([
    { currency: 'EUR', image_url: data.picture },
  ])
  expect((await save('/media/uploads/of-somebody-else.jpg')).status).toBe(404)
})

it('is worth filling in without its picture', async () => {
  expect(await read(`${shop.url}/no-picture`)).toMatchObject({
    status: 200,
    data: { title: 'Nord Quilted jacket', picture: null },
  })
})

it.each([
  ['/refused', PROBLEMS.refused],
  ['/busy', PROBLEMS.refused],
  ['/gone', PROBLEMS.gone],
  ['/about', PROBLEMS.noProduct],
  ['/huge', PROBLEMS.noProduct],
])('says plainly what is wrong with %s', async (path, message) => {
  expect(await read(shop.url + path)).toMatchObject({ status: 422, message })
})

it('answers alike for every address inside our network, whether it exists or not', async () => {
  const replies = await Promise.all([
    read(`${shop.url}/jacket`, strict),
    read('http://127.0.0.1:1/', strict),
    read('http://localhost/', strict),
    read('http://169.254.169.254/', strict),
    read('http://no-such-name.invalid/', strict),
    read(`${shop.url}/inside`),
  ])
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 422, message: PROBLEMS.unreachable })
})

it('needs an invite code and a web address', async () => {
  const stranger = await insertPerson(test.pool, TEST_SECRET)
  expect((await read(`${shop.url}/jacket`, test, stranger)).status).toBe(403)
  expect((await read('ftp://a.example.com/x')).status).toBe(400)
})
