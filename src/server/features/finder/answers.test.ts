import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRows } from '#server/features/ingest/index.ts'
import { createDocumentUpdater } from '#server/features/catalog/index.ts'
import { readModelCards } from '#server/vision/node-engine.ts'
import { createProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import { ANSWERS } from '#shared/finder-constants.ts'
import type { BodyInput, ReplyOf } from '#shared/contract/call.ts'
import type { answerCalls } from '#shared/contract/vision.ts'
import { callerWith, signedIn } from '#tests/support/callers.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import { writeTinyModels } from '#tests/support/tiny-models.ts'
import { createSignedEmbeddings, type Embedding } from './embeddings.ts'

/** The tiny models' vectors are colours, so that a swapped colour is another vector altogether. */
const COLORS = { Ink: [0.05, 0.05, 0.05], Cherry: [0.9, 0.1, 0.1], Sage: [0.3, 0.8, 0.3] } as const
const KINDS = ['Utility Jacket', 'Trench Coat', 'Blazer', 'Silk Blouse', 'Mini Skirt'] as const
const PRICES = ['$40.00', '€90.00', '£150.00', '€260.00']

const ITEMS = Array.from({ length: 60 }, (_, index) => {
  const color = Object.keys(COLORS)[index % 3] as keyof typeof COLORS
  const kind = KINDS[Math.floor(index / 3) % KINDS.length] ?? ''
  return { index, color, kind, name: `Model ${index} ${kind} in ${color}` }
})
const rows = ITEMS.map(({ index, name, kind }) =>
  catalogRow({
    name,
    price: PRICES[Math.floor(index / 4) % PRICES.length] ?? '',
    brand: index % 4 === 0 ? 'Oslo & Fjord' : 'Almara',
    category: 'clothing',
    product_image: `/media/${kind}.png`,
    website: `https://${index % 2 ? 'first' : 'second'}.example.com/${index}`,
  }),
)

/** Nobody has looked at these yet. */
const UNSEEN = ['Kilt in Cherry', 'Long Kilt in Cherry']
const unseenRows = UNSEEN.map((name) =>
  catalogRow({ name, price: '$40.00', category: 'clothing', website: 'https://kilts.example.com' }),
)

const unit = (...values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}
/** A shade of the colour, a little different for each item. */
const vectorOf = (index: number, color: keyof typeof COLORS) => {
  const [red, green, blue] = COLORS[color]
  return unit(red + index / 400, green + index / 700, blue + (index % 7) / 100)
}

let app: TestApp
let folder = ''
let version = ''
beforeAll(async () => {
  folder = await writeTinyModels([])
  version = (await readModelCards(folder)).vectorVersion
  app = await startTestApp({ modelDir: folder })
  await importRows(app.pool, [...rows, ...unseenRows])
  const { rows: known } = await app.pool.query<{ key: string; title: string }>(
    'SELECT product_key::text AS key, title FROM catalog.products',
  )
  await createProductVectorsStore(app.pool).write(
    version,
    known.flatMap(({ key, title }) => {
      if (UNSEEN.includes(title)) return []
      const item = ITEMS.find(({ name }) => name === title)
      const vector = vectorOf(item?.index ?? 0, item?.color ?? 'Ink')
      return [{ productKey: key, vector, category: 'clothing', ownerUid: null }]
    }),
  )
  await app.finder.start(app.listener)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const embeddings = createSignedEmbeddings(TEST_SECRET)
const embedding = (changes: Partial<Embedding> = {}) =>
  embeddings.write({
    version,
    kind: 'outerwear',
    category: 'clothing',
    label: 'red jacket',
    vector: vectorOf(0, 'Cherry'),
    ...changes,
  })

type Calls = typeof answerCalls
type Asked = Omit<BodyInput<Calls['POST /api/answers']>, 'embedding'>
type Answer = ReplyOf<Calls['POST /api/answers']>['data']
type Counts = ReplyOf<Calls['POST /api/answers/counts']>['data']
const ask = async <Data = Answer>(
  asked: Asked = {},
  of = embedding(),
  path = '/api/answers',
): Promise<Data> => {
  const reply = await callerWith(app, null).sendJson('POST', path, { ...asked, embedding: of })
  expect([asked, reply.status]).toEqual([asked, 200])
  return ((await reply.json()) as { data: Data }).data
}
const all = (asked: Asked = {}, of = embedding()) =>
  ask({ ...asked, count: ANSWERS.maxProducts }, of)
const names = (products: readonly { name: string }[]) => products.map(({ name }) => name)

const updateDocuments = () => createDocumentUpdater(app.pool).update()

describe('the answer for an object', () => {
  it('is open to visitors: ten, by title match and then by likeness, with how certain each is', async () => {
    const { name, products, hasMore } = await ask()
    expect({ name, hasMore }).toEqual({ name: 'red jacket', hasMore: true })
    expect(products).toHaveLength(10)
    expect(products[0]).toMatchObject({ certainty: 'same item' })
    const order = products.map(({ name, certainty, similarity }) => [
      Number(certainty !== 'same item' && !name.includes('Jacket')),
      -Math.round(similarity * 100),
    ])
    expect(order).toEqual(order.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
  })

  it('is another where a person says what the object is, however unlikely that looks', async () => {
    const { otherKinds } = await ask()
    expect(otherKinds).toContain('bag')
    expect(otherKinds).not.toContain('outerwear')
    const named = await ask<{ embedding: string; label: string; category: string }>(
      { kind: 'bag' },
      embedding(),
      '/api/answers/kind',
    )
    expect(named).toMatchObject({ label: 'red bag', category: 'bags' })
    const { name, products, otherKinds: others } = await ask({}, named.embedding)
    expect([name, products, others.includes('outerwear')]).toEqual(['red bag', [], true])
    const wrong = await callerWith(app, null).sendJson('POST', '/api/answers/kind', {
      embedding: embedding(),
      kind: 'spaceship',
    })
    expect(wrong.status).toBe(400)
  })

  it('lists the closest of its kind if nothing is similar', async () => {
    const { products } = await ask({}, embedding({ vector: unit(-1, -0.2, -0.1) }))
    expect(products.length).toBeGreaterThanOrEqual(ANSWERS.minProducts)
    expect(products.every(({ certainty }) => certainty === null)).toBe(true)
    expect(names(products).every((name) => /Jacket|Coat|Blazer/.test(name))).toBe(true)
  })

  it('has six products of its category if the catalogue has fewer of its kind', async () => {
    const dress = { kind: 'dress', label: 'red dress', vector: unit(-1, -0.2, -0.1) }
    const { products } = await ask({}, embedding(dress))
    expect(products).toHaveLength(ANSWERS.minProducts)
  })

  it('has what the label names first, however far it is, before anything of another kind', async () => {
    const skirt = { kind: 'skirt', label: 'green skirt', vector: vectorOf(0, 'Cherry') }
    const { products, noneOfKind } = await all({}, embedding(skirt))
    expect(noneOfKind).toBeNull()
    const isSkirt = names(products).map((name) => name.includes('Skirt'))
    expect(isSkirt.lastIndexOf(true)).toBeLessThan(isSkirt.indexOf(false))
    // The same items, then green ones although they are less alike, then the others.
    const colors = names(products.slice(0, 12)).map((name) => name.split(' ').at(-1))
    expect([...new Set(colors)]).toEqual(['Cherry', 'Sage', 'Ink'])
  })

  it('finds others by words, none of them twice, in the places that are left', async () => {
    const skirt = embedding({ kind: 'skirt', label: 'red skirt' })
    const { products, byWords } = await all({}, skirt)
    expect(names(byWords).toSorted()).toEqual(UNSEEN)
    expect(names(products).filter((name) => names(byWords).includes(name))).toEqual([])
    const first = await ask({}, skirt)
    expect(first.products.length + first.byWords.length).toBe(ANSWERS.products)
    expect(first.hasMore).toBe(true)
  })

  it('lists what every list may show, in the order of every list', async () => {
    const set = (title: string, price: string) =>
      app.pool.query(
        `UPDATE catalog.offers SET price = $1
        WHERE product_id = (SELECT id FROM catalog.products WHERE title = $2)`,
        [price, title],
      )
    const whole = names((await all()).products)
    const [first = '', second = '', third = ''] = whole
    await set(first, 'N/A')
    await set(second, '$10*')
    await app.pool.query(
      "UPDATE catalog.products SET title = title || ' sewing pattern' WHERE title = $1",
      [third],
    )
    await updateDocuments()
    const { products } = await all()
    expect(names(products)).toEqual([...whole.slice(3), second])
    expect(products.at(-1)).toMatchObject({ price: '$10', isPriceUncertain: true })
    await app.pool.query(
      "UPDATE catalog.products SET title = replace(title, ' sewing pattern', '')",
    )
    for (const title of [first, second]) await set(title, '$40.00')
    await updateDocuments()
  })

  it('leaves out what cannot be bought', async () => {
    const [first] = names((await ask()).products)
    const sell = async (state: string | null) => {
      await app.pool.query(
        `UPDATE catalog.offers SET availability = $1
        WHERE product_id = (SELECT id FROM catalog.products WHERE title = $2)`,
        [state, first],
      )
      await updateDocuments()
    }
    await sell('out_of_stock')
    expect(names((await all()).products)).not.toContain(first)
    await sell(null)
    expect(names((await all()).products)).toContain(first)
  })

  it('leaves out what this user has rejected for it', async () => {
    const [first] = (await ask()).products
    const ada = await signedIn(app)
    await app.finder.rejections.remember(
      ada.uid,
      { vector: vectorOf(0, 'Cherry'), version },
      first?.id ?? '',
    )
    const reply = await ada.sendJson('POST', '/api/answers', { embedding: embedding() })
    const { data } = (await reply.json()) as { data: Answer }
    expect(names(data.products)).not.toContain(first?.name)
  })

  it.each([
    ['that nobody signed', () => embedding().replace(/\.[^.]+$/, '.AAAA'), 400],
    ['of an earlier model', () => embedding({ version: 'earlier' }), 410],
  ])('is refused for an embedding %s', async (_, made, status) => {
    const reply = await callerWith(app, null).sendJson('POST', '/api/answers', {
      embedding: made(),
    })
    expect(reply.status).toBe(status)
  })
})

describe('refining', () => {
  const REFINEMENTS: readonly Asked[] = [
    { kind: 'coats' },
    { kind: 'coats|blazers' },
    { colour: 'red' },
    { colour: 'black' },
    { q: 'in black' },
    { brand: 'Almara' },
    { price: '-100EUR' },
    { price: '80-200EUR', brand: 'Almara' },
    { q: 'under 80 euro' },
    { q: 'blazer' },
    { q: 'Oslo & Fjord' },
    { stock: 'in_stock' },
    { condition: 'used' },
    { q: 'umbrella' },
    { q: 'leather' },
  ]

  it.each(REFINEMENTS)('%o leaves part of the list, in its order', async (refinement) => {
    const whole = (await all()).products
    const some = (await all(refinement)).products
    const byName = new Map(whole.map((product) => [product.name, product]))
    expect(names(some).filter((name) => !byName.has(name))).toEqual([])
    expect(some.length).toBeLessThan(whole.length)
    // Another colour is another question about the same products.
    if (refinement.colour !== undefined || refinement.q === 'in black') return
    expect(names(some)).toEqual(names(whole).filter((name) => names(some).includes(name)))
    for (const product of some) expect(product.certainty).toBe(byName.get(product.name)?.certainty)
  })

  it('takes free words as filters and shows them as chips', async () => {
    const { products, applied } = await all({ q: 'trench coat under 100 euro' })
    expect(applied).toMatchObject([
      { facet: 'kind', value: 'trenches' },
      { facet: 'price', value: '-100EUR' },
    ])
    expect(products.length).toBeGreaterThan(0)
    expect(names(products).every((name) => name.includes('Trench Coat'))).toBe(true)
  })

  it("replaces the colour by 'in black': alike in everything else, never the same item", async () => {
    const { products, byWords, applied, elsewhere } = await all({ q: 'in black' })
    expect(applied).toMatchObject([{ facet: 'colour', value: 'black' }])
    expect(names(products).every((name) => name.endsWith('in Ink'))).toBe(true)
    // Without the colour these would be far from a red jacket.
    expect(products[0]).toMatchObject({ certainty: 'close' })
    expect(names(byWords).every((name) => name.endsWith('in Ink'))).toBe(true)
    expect(elsewhere[1]).toEqual({
      name: 'eBay',
      url: 'https://www.ebay.com/sch/i.html?_nkw=black%20jacket',
    })
  })

  it('counts what each value would leave', async () => {
    const { facets } = await ask<Counts>({}, embedding(), '/api/answers/counts')
    expect(facets.map(({ facet }) => facet)).toEqual(
      expect.arrayContaining(['kind', 'colour', 'brand', 'shop', 'price']),
    )
    for (const { facet, value, count } of facets) {
      const { products } = await all({ [facet]: value })
      expect([facet, value, products.length]).toEqual([facet, value, count])
    }
  })

  it('offers prices in the currency of the visitor', async () => {
    const asked = { currency: 'USD' }
    const { facets } = await ask<Counts>(asked, embedding(), '/api/answers/counts')
    const prices = facets.filter(({ facet }) => facet === 'price')
    expect(prices.length).toBeGreaterThan(0)
    for (const { value, label, count } of prices) {
      expect([value, label]).toEqual([
        expect.stringMatching(/USD$/),
        expect.stringMatching(/^(Under |Over )?\$/),
      ])
      expect((await all({ ...asked, price: value })).products).toHaveLength(count ?? -1)
    }
  })
})
