import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { createRemotePictureUrlsStore } from '#server/features/images/index.ts'
import { listResults } from '#shared/domain/results.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createRemoteFinder } from './remote-finder.service.ts'
import { createBudget } from './remote-budget.store.ts'
import { createSearchApi } from './remote-search/providers.ts'
import { type RemoteSearch, RemoteSearchError } from './remote-search/remote-search.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('the daily budget', () => {
  test('is never exceeded by one user, however many calls come at once', async () => {
    const budget = createBudget(database.pool, { callsPerUserDaily: 3, callsDaily: 1_000 })
    const taken = await Promise.all(Array.from({ length: 8 }, () => budget.take('ada')))
    expect(taken.filter(Boolean)).toHaveLength(3)
    expect(await budget.take('eve')).toBe(true)
  })

  test('is never exceeded by all users together', async () => {
    const { rows } = await database.pool.query<{ calls: number }>(
      "SELECT calls FROM remote_search_calls WHERE caller = ''",
    )
    const callsDaily = (rows[0]?.calls ?? 0) + 2
    const budget = createBudget(database.pool, { callsPerUserDaily: 10, callsDaily })
    const people = ['a', 'b', 'c', 'd', 'e']
    const taken = await Promise.all(people.map((uid) => budget.take(uid)))
    expect(taken.filter(Boolean)).toHaveLength(2)
  })

  test('of zero allows no call', async () => {
    const budget = createBudget(database.pool, { callsPerUserDaily: 0, callsDaily: 10 })
    expect(await budget.take('zoe')).toBe(false)
  })
})

describe('asking web shops', () => {
  const never = new AbortController().signal
  const crop = { jpeg: Buffer.from('crop') }
  const provider = (name: string, lens: RemoteSearch['lens']): RemoteSearch => ({
    name,
    lens: async (crop, call) => {
      await call.spend()
      return lens(crop, call)
    },
    shopping: async () => [],
  })
  const silent = pino({ level: 'silent' })
  const finder = (providers: RemoteSearch[], isFree = true, log = silent) =>
    createRemoteFinder({
      providers,
      budget: { take: async () => isFree },
      pictures: createRemotePictureUrlsStore(database.pool),
      log,
    })
  const found = { position: 1, title: 'Coat', link: 'https://far.example/c', price: '$9' }

  test('falls back to the next provider', async () => {
    const broken = provider('First', async () => {
      throw new RemoteSearchError('unreachable', 'down')
    })
    const { products, notice } = await finder([
      broken,
      provider('Second', async () => [found]),
    ]).lens('ada', crop, never)
    expect(products).toMatchObject([{ title: 'Coat', source: 'Second' }])
    expect(notice).toBeNull()
  })

  test('a candidate is kept only if it has title, price and link', async () => {
    const half = provider('Shop', async () => [
      { position: 1, title: 'No price', link: 'https://far.example/n' },
      found,
    ])
    expect((await finder([half]).lens('ada', crop, never)).products).toHaveLength(1)
  })

  test('a title keeps 6 words, 4 if it is longer than 50 characters, and names its brand', async () => {
    const title = 'Nike Air Force 1 Low White Black Womens Size 38 New With Box'
    const long = provider('Shop', async () => [{ ...found, title }])
    const { products } = await finder([long]).lens('ada', crop, never)
    expect(products).toMatchObject([
      { title: 'Nike Air Force 1', originalTitle: title, brand: 'Nike' },
    ])
  })

  test('a picture is kept only with an http address that fits, and then known to the proxy', async () => {
    const long = `https://far.example/${'x'.repeat(2_048)}`
    const pictures = provider('Shop', async () => [
      { ...found, thumbnail: 'data:image/png;base64,AA', image: { link: long } },
      { ...found, link: 'https://far.example/e', thumbnail: 'https://far.example/e.jpg' },
    ])
    const { products } = await finder([pictures]).lens('ada', crop, never)
    expect(products.map(({ thumbnail, imageUrl }) => [thumbnail, imageUrl])).toEqual([
      [undefined, undefined],
      ['https://far.example/e.jpg', undefined],
    ])
    const { rows } = await database.pool.query('SELECT url FROM remote_pictures')
    expect(rows).toEqual([{ url: 'https://far.example/e.jpg' }])
  })

  test('two long titles with the same first words stay two products', async () => {
    const title = (color: string) => `Nike Air Force 1 Low Womens Trainers Size 38 New ${color}`
    const both = provider('Shop', async () => [
      { ...found, title: title('White') },
      { ...found, title: title('Black'), link: 'https://far.example/d' },
    ])
    const { products } = await finder([both]).lens('ada', crop, never)
    expect(listResults(products, { label: 'trainers' })).toHaveLength(2)
  })

  test('lens confidence is 0.9 minus 0.05 times position', async () => {
    const three = provider('Shop', async () =>
      ['a', 'b', 'c'].map((key) =>
        Object.assign({}, found, { link: `https://far.example/${key}` }),
      ),
    )
    const { products } = await finder([three]).lens('ada', crop, never)
    const confidences = products.map(({ confidence = 0 }) => confidence.toFixed(2))
    expect(confidences).toEqual(['0.90', '0.85', '0.80'])
  })

  test('a digital item is left out by its whole title', async () => {
    const title = 'Vintage Floral Summer Dress For Women Sewing PDF Pattern'
    const digital = provider('Shop', async () => [{ ...found, title }])
    expect((await finder([digital]).lens('ada', crop, never)).products).toEqual([])
  })

  describe('matches without a price', () => {
    const priceless = { position: 1, title: 'Wool coat', link: 'https://far.example/n' }
    const offer = (key: string) => ({
      position: 1,
      title: 'Wool coat',
      product_link: `https://shop.example/${key}`,
      price: '$80',
      seller: 'Shop',
    })
    const withShopping = (shopping: RemoteSearch['shopping'], title = priceless.title) =>
      finder([{ name: 'Provider', lens: async () => [{ ...priceless, title }], shopping }]).lens(
        'ada',
        crop,
        never,
      )

    test('are searched by title, 5 results, of which the first is processed', async () => {
      const asked: [string, number][] = []
      const { products } = await withShopping(async (query, limit) => {
        asked.push([query, limit])
        return [offer('a'), offer('b')]
      })
      expect(asked).toEqual([['Wool coat', 5]])
      expect(products).toMatchObject([
        { productLink: 'https://shop.example/a', confidence: 1, sureness: 'similar' },
      ])
      expect(products[0]?.id).toMatch(/^shopping_/)
    })

    test('are not searched if no title has a word', async () => {
      const never = async () => {
        throw new Error('must not be asked')
      }
      expect(await withShopping(never, '***')).toMatchObject({ products: [], notice: null })
    })
  })

  test('shopping results get an id with the prefix shopping_, one per page', async () => {
    const shop: RemoteSearch = {
      ...provider('Shop', async () => []),
      shopping: async () => [
        { ...found, product_link: found.link },
        { ...found, product_link: found.link, product_id: '7' },
        { ...found, product_link: 'https://far.example/d' },
      ],
    }
    const { products } = await finder([shop]).shopping('ada', 'coat', 5, never)
    const [first, second, third] = products.map(({ id }) => id)
    expect(first).toMatch(/^shopping_[\w-]{24}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('a shopping result is a product with everything its shop says', async () => {
    const title = 'Puma Classics Oversized Padded Green Jacket For Women, Size M'
    const shop: RemoteSearch = {
      ...provider('Shop', async () => []),
      shopping: async () => [
        {
          position: 1,
          title,
          price: '$49*',
          extracted_price: 49,
          product_link: found.link,
          offers: '3+',
          extracted_offers: 3,
          offers_link: 'https://far.example/offers',
          delivery: 'Free delivery',
          durability: 'New',
          thumbnail_video: 'https://far.example/v.mp4',
        },
      ],
    }
    const { products } = await finder([shop]).shopping('ada', 'jacket', 5, never)
    expect(products).toMatchObject([
      {
        title: 'Puma Classics Oversized Padded',
        originalTitle: title,
        brand: 'Puma',
        model: 'Classics Oversized Padded',
        extractedPrice: 49,
        offers: '3+',
        extractedOffers: 3,
        offersLink: 'https://far.example/offers',
        delivery: 'Free delivery',
        durability: 'New',
        thumbnailVideo: 'https://far.example/v.mp4',
      },
    ])
    expect(products[0]?.confidence).toBeCloseTo(0.8 + (0.2 * 2) / 3)
  })

  test('a lens match says whether its shop has it, and its model', async () => {
    const stocked = { ...found, title: 'Nike Air Force 1', stock_information: 'In stock' }
    const { products } = await finder([provider('Shop', async () => [stocked])]).lens(
      'ada',
      crop,
      never,
    )
    expect(products).toMatchObject([{ stockInfo: 'In stock', brand: 'Nike', model: 'Air Force 1' }])
  })

  test.each([
    [503, 'HTTP error! status: 503'],
    [undefined, 'Google Shopping API failed'],
  ])('a shopping search that fails with %s says so', async (status, sentence) => {
    const broken: RemoteSearch = {
      name: 'Shop',
      lens: async () => [],
      shopping: async () => {
        throw new RemoteSearchError('unreachable', 'down', status ? { status } : {})
      },
    }
    const { products, error } = await finder([broken]).shopping('ada', 'coat', 5, never)
    expect({ products, error }).toEqual({ products: [], error: sentence })
  })

  test.each([
    [502, 'Google Lens API error: 502'],
    [undefined, 'Google Lens API failed'],
  ])('a lens that fails with %s is logged and reported as such', async (status, sentence) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const broken = provider('Shop', async () => {
      throw new RemoteSearchError('unreachable', 'down', status ? { status } : {})
    })
    const { error } = await finder([broken], true, log).lens('ada', crop, never)
    expect(error).toBe(sentence)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ provider: 'Shop', msg: sentence })
  })

  test('asks nobody once the budget is used up, and says so', async () => {
    let calls = 0
    const counting = provider('Shop', async () => {
      calls += 1
      return []
    })
    const { notice } = await finder([counting], false).lens('ada', crop, never)
    expect({ calls, notice }).toEqual({ calls: 0, notice: FINDER_TEXT.remoteBudget })
  })

  test('does not charge the budget for a provider that cannot be asked', async () => {
    let taken = 0
    const notPublished = () => Promise.reject(new RemoteSearchError('not-published', 'No https'))
    const remote = createRemoteFinder({
      providers: [
        createSearchApi({ key: 'k', crops: { publish: notPublished } }),
        provider('Second', async () => [found]),
      ],
      budget: { take: async () => (taken += 1) > 0 },
      pictures: createRemotePictureUrlsStore(database.pool),
      log: silent,
    })
    expect((await remote.lens('ada', crop, never)).products).toHaveLength(1)
    expect(taken).toBe(1)
  })

  test('does not blame the provider when the user left', async () => {
    const leaving = new AbortController()
    const slow = provider('Shop', async () => {
      leaving.abort(new Error('left'))
      throw new RemoteSearchError('unreachable', 'aborted')
    })
    await expect(finder([slow]).lens('ada', crop, leaving.signal)).rejects.toThrow('left')
  })
})
