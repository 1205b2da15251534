import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD } from '#shared/constants.ts'
import { RemoteError } from '#server/core/web/public-client.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { animatedGif, hugePng, jpegPicture, phonePicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let invited: Person
let uninvited: Person
const onTheWeb = new Map<string, Buffer>()
const failures = new Map([
  ['http://nowhere.internal/', 'The other server did not answer as expected'],
  ['http://database.internal/', 'database.internal is not a public host'],
  ['https://pictures.example/gone.jpg', 'Status 404'],
])

beforeAll(async () => {
  app = await startTestApp(
    {},
    {
      remoteImages: {
        fetch: async (url) => {
          const body = onTheWeb.get(url)
          if (!body) throw new RemoteError(failures.get(url) ?? 'Not a public address')
          return body
        },
        close: async () => undefined,
      },
    },
  )
  invited = await insertPerson(app.pool, TEST_SECRET, { invited: true })
  uninvited = await insertPerson(app.pool, TEST_SECRET)
  onTheWeb.set('https://pictures.example/coat.jpg', await jpegPicture())
})
afterAll(() => app.close())

const headers = (person: Person | null) => ({
  origin: app.origin,
  ...(person ? { cookie: person.cookie } : {}),
})

const upload = async (bytes: Uint8Array, person: Person | null = invited) => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
  const response = await fetch(`${app.origin}/image-local.php`, {
    method: 'POST',
    body: form,
    headers: headers(person),
  })
  const reply = (await response.json()) as { success: boolean; url?: string; error?: string }
  return { status: response.status, ...reply }
}

const fetchBack = async (url = '', person = invited) => {
  const response = await fetch(`${app.origin}${url}`, { headers: headers(person) })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

describe('POST /image-local.php', () => {
  test('stores a picture under an unguessable name, with its owner', async () => {
    const { status, success, url } = await upload(await jpegPicture())
    expect({ status, success }).toEqual({ status: 200, success: true })
    expect(url).toMatch(/^\/media\/uploads\/[0-9a-f-]{36}\.jpg$/)
    const { rows } = await app.pool.query('SELECT user_id FROM uploads WHERE key = $1', [
      url?.slice('/media/'.length),
    ])
    expect(rows).toEqual([{ user_id: invited.uid }])
    const { response } = await fetchBack(url)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('rotates a phone’s photo upright and removes its metadata', async () => {
    const { url } = await upload(await phonePicture())
    const { body } = await fetchBack(url)
    const { width, height, exif, orientation } = await sharp(body).metadata()
    expect({ width, height, exif, orientation }).toEqual({
      width: 300,
      height: 400,
      exif: undefined,
      orientation: undefined,
    })
    expect(body.includes('Telltale')).toBe(false)
  })

  test('scales a large picture down to 2048 pixels', async () => {
    const { url } = await upload(await jpegPicture({ width: 4096, height: 1024 }))
    const { width, height } = await sharp((await fetchBack(url)).body).metadata()
    expect([width, height]).toEqual([UPLOAD.maxSidePx, UPLOAD.maxSidePx / 4])
  })

  test('keeps only the first frame of an animation', async () => {
    const { url } = await upload(await animatedGif())
    const { body } = await fetchBack(url)
    const { pages, format } = await sharp(body).metadata()
    expect({ pages, format }).toEqual({ pages: undefined, format: 'jpeg' })
    const { data } = await sharp(body).resize(1, 1).raw().toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(200)
  })

  const whole = jpegPicture({ width: 600, height: 600 })
  test.each([
    ['an empty file', 400, async () => new Uint8Array()],
    ['half a picture', 422, async () => (await whole).subarray(0, 900)],
    ['a web page named as a picture', 415, async () => Buffer.from('<html><script>alert(1)')],
    [
      'an SVG, which can contain scripts',
      415,
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['too many pixels', 413, hugePng],
    ['a picture of three pixels', 422, () => jpegPicture({ width: 3, height: 3 })],
    ['more than 10 MB', 413, async () => Buffer.alloc(UPLOAD.maxBytes + 100_000, 1)],
  ])('refuses %s', async (_, status, bytes) => {
    const reply = await upload(await bytes())
    expect(reply).toMatchObject({ status, success: false })
    expect(reply.error).toMatch(/^[A-Z].+/)
  })

  test('needs an invitation', async () => {
    const picture = await jpegPicture()
    expect((await upload(picture, uninvited)).status).toBe(403)
    expect((await upload(picture, null)).status).toBe(401)
  })

  test('reports a missing picture', async () => {
    const response = await fetch(`${app.origin}/image-local.php`, {
      method: 'POST',
      body: new FormData(),
      headers: headers(invited),
    })
    expect(response.status).toBe(400)
  })
})

describe('an image link', () => {
  const from = async (address: string, person: Person = invited) => {
    const response = await fetch(`${app.origin}/api/image-from-address`, {
      method: 'POST',
      body: JSON.stringify({ address }),
      headers: { ...headers(person), 'content-type': 'application/json' },
    })
    return { status: response.status, ...((await response.json()) as object) }
  }

  test('is fetched and stored like an upload', async () => {
    const reply = await from('https://pictures.example/coat.jpg')
    expect(reply).toMatchObject({ status: 200, success: true })
    expect(reply).toHaveProperty('url', expect.stringMatching(/^\/media\/uploads\//))
  })

  test('to a private address reveals nothing about our network', async () => {
    expect(await from('http://169.254.169.254/latest')).toMatchObject({
      status: 422,
      error: 'There is no picture at that address that we can use.',
    })
  })

  test('does not reveal whether an internal name exists', async () => {
    const replies = await Promise.all([...failures.keys()].map((url) => from(url)))
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1)
    expect(replies[0]).toMatchObject({ status: 422 })
  })

  test('needs an invitation', async () => {
    expect(await from('https://pictures.example/coat.jpg', uninvited)).toMatchObject({
      status: 403,
    })
  })
})

describe('pictures of a deleted product', () => {
  test('are deleted with it, unless another product or person uses them', async () => {
    const { url: shared = '' } = await upload(await jpegPicture())
    const { url: own = '' } = await upload(await jpegPicture())
    const other = await insertPerson(app.pool, TEST_SECRET, { invited: true })
    const { url: theirs = '' } = await upload(await jpegPicture(), other)
    await app.ownProducts.products.save(
      { ...invited, hasInviteCode: true } as never,
      { name: 'Hat', currency: 'USD', type: 'product', confidence: 1, image_url: shared },
      { isEdited: true },
    )
    await app.uploads.release(invited.uid, [
      shared,
      own,
      theirs,
      'https://else.example/x.jpg',
      null,
    ])
    const statusOf = async (url: string, person: Person) =>
      (await fetchBack(url, person)).response.status
    expect(await statusOf(shared, invited)).toBe(200)
    expect(await statusOf(own, invited)).toBe(404)
    expect(await statusOf(theirs, other)).toBe(200)
  })
})
