import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readModelCards } from '#server/vision/node-engine.ts'
import { SCAN } from '#shared/finder-constants.ts'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import { identifyModels } from '#shared/vision/model-cards.ts'
import { callerWith } from '#tests/support/callers.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { createSignedEmbeddings } from './embeddings.ts'

let app: TestApp
let folder = ''
let models = ''
let version = ''
beforeAll(async () => {
  folder = await writeTinyModels([])
  const cards = await readModelCards(folder)
  models = identifyModels(cards)
  version = cards.vectorVersion
  app = await startTestApp({ modelDir: folder })
  await app.finder.start(app.listener)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await app.pool.query('DELETE FROM rate_limits')
})

const embeddings = createSignedEmbeddings(TEST_SECRET)
const jacket = {
  kind: 'outerwear',
  words: {},
  colour: 'navy',
  heightToWidth: 1.2,
  vector: [0.6, 0.8, 0],
}
const send = (path: string, body: unknown) => callerWith(app, null).sendJson('POST', path, body)
const describeObjects = (...objects: unknown[]) => send('/api/find-objects', { models, objects })

describe('what a browser says about the objects of a photo', () => {
  test('becomes embeddings as a scan on the server would make them, in order', async () => {
    const reply = await describeObjects(jacket, {
      ...jacket,
      kind: 'outerwear',
      colour: null,
      heightToWidth: 2,
    })
    expect(reply.status).toBe(200)
    const { data } = (await reply.json()) as { data: { embeddings: string[] } }
    const [first, second] = data.embeddings.map((text) => embeddings.read(text))
    const facts = { version, kind: 'outerwear', category: 'clothing' }
    expect(first).toMatchObject({ ...facts, label: 'navy jacket' })
    expect(second).toMatchObject({ ...facts, label: 'coat' })
    expect(Array.from(first?.vector ?? [])).toEqual([
      expect.closeTo(0.6, 4),
      expect.closeTo(0.8, 4),
      0,
    ])
    const answer = await send('/api/answers', { embedding: data.embeddings[0] })
    expect(await answer.json()).toMatchObject({ data: { name: 'navy jacket' } })
  })

  test('of a drawn box, only the vector and the category are known', async () => {
    const reply = await send('/api/find-vector', {
      models,
      vector: [1, 0, 0],
      category: 'bags',
    })
    const { data } = (await reply.json()) as { data: { embedding: string } }
    expect(embeddings.read(data.embedding)).toMatchObject({
      version,
      kind: null,
      category: 'bags',
      label: '',
    })
  })

  test.each([
    ['a kind that the models do not know', { kind: 'spaceship' }],
    ['a word that they do not know', { words: { colour: '<b>free</b>' } }],
    ['an attribute that they do not know', { words: { seller: 'red' } }],
    ['a colour that has no name', { colour: 'buy at evil.example' }],
    ['a name of every object', { colour: 'constructor' }],
    ['too few numbers', { vector: [1, 0] }],
    ['too many numbers', { vector: [1, 0, 0, 0] }],
    ['a long vector', { vector: [1, 1, 0] }],
    ['a short vector', { vector: [0.5, 0, 0] }],
    ['no direction', { vector: [0, 0, 0] }],
    ['a number too large', { vector: [1.5, 0, 0] }],
    ['no number', { vector: [1, null, 0] }],
    ['no shape', { heightToWidth: 0 }],
  ])('is refused: %s', async (_, change) => {
    expect((await describeObjects({ ...jacket, ...change })).status).toBe(400)
  })

  test('is refused: too many objects, or none', async () => {
    const many = Array.from({ length: SCAN.maxDetections + 1 }, () => jacket)
    expect((await describeObjects(...many)).status).toBe(400)
    expect((await describeObjects()).status).toBe(400)
  })

  test.each(['/api/find-objects', '/api/find-vector'])(
    'of other models, %s says that the page is old',
    async (path) => {
      const body = { models: `${models}0`, objects: [jacket], vector: jacket.vector }
      const reply = await send(path, body)
      expect(reply.status).toBe(409)
      expect(await reply.json()).toMatchObject({ code: 'models-outdated' })
    },
  )

  test('counts like half a photo', async () => {
    const statuses: number[] = []
    for (let call = 0; call <= RATE_LIMITS.findObjects.calls; call += 1)
      statuses.push((await describeObjects(jacket)).status)
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    expect(RATE_LIMITS.findObjects.calls).toBe(2 * RATE_LIMITS.find.calls)
  })
})
