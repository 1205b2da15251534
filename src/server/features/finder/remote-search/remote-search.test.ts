import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { collectGarbage } from '#tests/support/collect-garbage.ts'
import { loopbackServer, type ReceivedRequest, sendJson } from '#tests/support/loopback-server.ts'
import {
  type CropPublisher,
  type RemoteFailure,
  type RemoteSearch,
  RemoteSearchError,
  withCircuitBreaker,
} from './remote-search.ts'
import { createSearchApi, createSerpApi } from './providers.ts'

/** Long enough for a busy machine. */
const http = { timeoutMs: 10_000, tries: 2, backoffMs: 1 }
const impatient = { ...http, timeoutMs: 50 }
const crop = { jpeg: Buffer.from('a crop') }
const call = { signal: new AbortController().signal, spend: async () => undefined }

const servers: { close(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const serverThat = async (
  answer: (received: ReceivedRequest, response: ServerResponse, count: number) => void,
) => {
  const server = await loopbackServer(answer)
  servers.push(server)
  return server
}

const publisher = () => {
  const log: string[] = []
  const crops: CropPublisher = {
    publish: async () => {
      log.push('published')
      return {
        url: 'https://ours.example/crop.jpg',
        withdraw: async () => {
          log.push('withdrawn')
        },
      }
    },
  }
  return { crops, log }
}

const adapters: [string, (baseUrl: string, options?: typeof http) => RemoteSearch][] = [
  [
    'SearchApi',
    (baseUrl, options = http) =>
      createSearchApi({ key: 'secret', crops: publisher().crops, baseUrl, http: options }),
  ],
  [
    'SerpApi',
    (baseUrl, options = http) => createSerpApi({ key: 'secret', baseUrl, http: options }),
  ],
]

/** The lens answer of either provider; SerpApi asks for an image_id first. */
const lensServer = (matches: unknown) =>
  serverThat(({ url }, response) =>
    sendJson(response, url.pathname === '/image' ? { image_id: 'i1' } : matches),
  )

describe('SearchApi', () => {
  test('a crop is published for the length of the lens call, and only the crop is sent', async () => {
    const server = await lensServer({
      visual_matches: [
        {
          position: 1,
          title: 'Wool coat',
          link: 'https://shop.example/coat',
          source: 'Shop Example',
          price: '$14*',
          extracted_price: 14,
          currency: '$',
          stock_information: 'In stock',
          thumbnail: 'https://shop.example/t.jpg',
          image: { link: 'https://shop.example/i.jpg' },
        },
      ],
    })
    const { crops, log } = publisher()
    const matches = await createSearchApi({ key: 'secret', crops, baseUrl: server.url, http }).lens(
      crop,
      call,
    )
    expect(matches).toEqual([
      {
        position: 1,
        title: 'Wool coat',
        link: 'https://shop.example/coat',
        source: 'Shop Example',
        price: '$14*',
        extracted_price: 14,
        currency: '$',
        stock_information: 'In stock',
        thumbnail: 'https://shop.example/t.jpg',
        image: { link: 'https://shop.example/i.jpg' },
      },
    ])
    const [request] = server.received
    expect(request?.url.pathname).toBe('/api/v1/search')
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      engine: 'google_lens',
      url: 'https://ours.example/crop.jpg',
      search_type: 'products',
    })
    expect(request?.headers.authorization).toBe('Bearer secret')
    expect(log).toEqual(['published', 'withdrawn'])
  })

  test('the crop is withdrawn when the provider fails', async () => {
    const server = await serverThat((_, response) => sendJson(response, { error: 'no' }, 500))
    const { crops, log } = publisher()
    await expect(
      createSearchApi({ key: 'k', crops, baseUrl: server.url, http }).lens(crop, call),
    ).rejects.toThrow(RemoteSearchError)
    expect(log).toEqual(['published', 'withdrawn'])
  })

  test('shopping results keep the fields of the spec, condition read as durability', async () => {
    const server = await serverThat((_, response) =>
      sendJson(response, {
        shopping_results: [
          {
            position: 1,
            product_id: '77',
            title: 'Loafer',
            product_link: 'https://shop.example/loafer',
            seller: 'Loaferie',
            offers: '3+',
            extracted_offers: 3,
            offers_link: 'https://shop.example/offers',
            price: '$90.00',
            extracted_price: 90,
            rating: 4.5,
            reviews: 12,
            delivery: 'Free',
            condition: 'used',
            thumbnail: 'https://shop.example/t.jpg',
          },
        ],
      }),
    )
    const [result] = await createSearchApi({
      key: 'k',
      crops: publisher().crops,
      baseUrl: server.url,
      http,
    }).shopping('loafer', 10, call)
    expect(result).toMatchObject({
      product_id: '77',
      seller: 'Loaferie',
      link: 'https://shop.example/loafer',
      durability: 'used',
      extracted_offers: 3,
      rating: 4.5,
    })
  })
})

describe('SerpApi', () => {
  test('the crop is uploaded, and price and picture are read in its own shape', async () => {
    const server = await lensServer({
      visual_matches: [
        {
          position: 2,
          title: 'Boot',
          link: 'https://www.boots.example/b',
          price: { value: '$34*', extracted_value: 34, currency: 'USD' },
          in_stock: true,
          image: 'https://boots.example/i.jpg',
        },
      ],
    })
    const matches = await createSerpApi({ key: 'secret', baseUrl: server.url, http }).lens(
      crop,
      call,
    )
    expect(matches).toEqual([
      {
        position: 2,
        title: 'Boot',
        link: 'https://www.boots.example/b',
        source: 'www.boots.example',
        price: '$34*',
        extracted_price: 34,
        currency: 'USD',
        stock_information: 'In stock',
        thumbnail: 'https://boots.example/i.jpg',
        image: { link: 'https://boots.example/i.jpg' },
      },
    ])
    expect(server.received[0]?.method).toBe('POST')
    expect(server.received[0]?.body.includes('a crop')).toBe(true)
    expect(server.received[1]?.url.searchParams.get('image_id')).toBe('i1')
  })

  test("the shop's own link costs a second call and replaces the search engine's page", async () => {
    const server = await serverThat(({ url }, response) =>
      sendJson(
        response,
        url.searchParams.get('engine') === 'google_immersive_product'
          ? {
              product_results: { stores: [{ name: 'Cobbler', link: 'https://cobbler.example/1' }] },
            }
          : {
              shopping_results: [
                {
                  position: 1,
                  title: 'Boot',
                  source: 'Cobbler',
                  product_link: 'https://engine.example/p',
                  immersive_product_page_token: 'tok',
                  price: '$799.00',
                },
              ],
            },
      ),
    )
    const results = await createSerpApi({ key: 'k', baseUrl: server.url, http }).shopping(
      'boot',
      5,
      call,
    )
    expect(results).toMatchObject([
      { title: 'Boot', link: 'https://cobbler.example/1', seller: 'Cobbler', price: '$799.00' },
    ])
  })

  test('every billed call is counted, and only the first three results cost a second one', async () => {
    const server = await serverThat((_, response) =>
      sendJson(response, {
        shopping_results: Array.from({ length: 8 }, (__, index) => ({
          title: `Boot ${index}`,
          product_link: `https://engine.example/${index}`,
          immersive_product_page_token: `t${index}`,
        })),
      }),
    )
    let spent = 0
    const counting = { ...call, spend: async () => void (spent += 1) }
    const results = await createSerpApi({ key: 'k', baseUrl: server.url, http }).shopping(
      'boot',
      8,
      counting,
    )
    expect(results).toHaveLength(8)
    expect({ spent, requests: server.received.length }).toEqual({ spent: 4, requests: 4 })
  })

  test("a failing second call leaves the search engine's page as the link", async () => {
    const server = await serverThat(({ url }, response) =>
      url.searchParams.get('engine') === 'google_immersive_product'
        ? sendJson(response, { error: 'gone' }, 410)
        : sendJson(response, {
            shopping_results: [
              {
                title: 'Boot',
                product_link: 'https://engine.example/p',
                immersive_product_page_token: 'tok',
              },
            ],
          }),
    )
    const results = await createSerpApi({ key: 'k', baseUrl: server.url, http }).shopping(
      'boot',
      5,
      call,
    )
    expect(results).toMatchObject([{ link: 'https://engine.example/p' }])
  })
})

describe.each(adapters)('%s, like every provider,', (_, adapter) => {
  test('reads HTTP 200 with an error sentence as an empty result', async () => {
    const server = await lensServer({
      image_id: 'i1',
      error: "Google Lens hasn't returned any results for this query.",
    })
    expect(await adapter(server.url).lens(crop, call)).toEqual([])
  })

  test('drops results without title or http link, and fields of the wrong type', async () => {
    const server = await serverThat((__, response) =>
      sendJson(response, {
        shopping_results: [
          { title: 'No link' },
          { product_link: 'https://shop.example/untitled' },
          { title: 'Script', product_link: 'javascript:alert(1)' },
          { title: 'Kept', product_link: 'https://shop.example/k', rating: 'five', position: null },
          'nonsense',
        ],
      }),
    )
    const results = await adapter(server.url).shopping('x', 10, call)
    expect(results.map(({ title }) => title)).toEqual(['Kept'])
    expect(results[0]).not.toHaveProperty('rating')
  })

  test.each([500, 503, 429])('%i is tried twice', async (status) => {
    const server = await serverThat((__, response, count) =>
      count === 1
        ? sendJson(response, { error: 'later' }, status)
        : sendJson(response, { shopping_results: [] }),
    )
    expect(await adapter(server.url).shopping('x', 10, call)).toEqual([])
    expect(server.received).toHaveLength(2)
  })

  test.each([
    [400, 'refused', 1],
    [401, 'refused', 1],
    [403, 'refused', 1],
    [404, 'refused', 1],
    [410, 'refused', 1],
    [429, 'quota', 2],
    [502, 'unreachable', 2],
  ] as const)(
    '%i is %s after %i tries, and nothing of the key is told',
    async (status, failure, tries) => {
      const server = await serverThat((__, response) =>
        sendJson(response, { error: 'key secret' }, status),
      )
      const error: unknown = await adapter(server.url)
        .shopping('x', 10, call)
        .catch((caught: unknown) => caught)
      expect(error).toMatchObject({ failure, status })
      expect(String(error)).not.toContain('secret')
      expect(server.received).toHaveLength(tries)
    },
  )

  test('reports a timeout', async () => {
    const server = await serverThat(collectGarbage)
    await expect(adapter(server.url, impatient).shopping('x', 10, call)).rejects.toMatchObject({
      failure: 'timeout',
    })
  })

  test('reports HTML, and JSON of another shape, as unreadable', async () => {
    const html = await serverThat((__, response) => response.end('<html>'))
    await expect(adapter(html.url).shopping('x', 10, call)).rejects.toMatchObject({
      failure: 'unreadable',
    })
    const other = await serverThat((__, response) =>
      sendJson(response, { shopping_results: 'none' }),
    )
    await expect(adapter(other.url).shopping('x', 10, call)).rejects.toMatchObject({
      failure: 'unreadable',
    })
  })

  test('sends nothing, not even a crop, when the budget is used up', async () => {
    const server = await serverThat((__, response) => sendJson(response, {}))
    const broke = {
      ...call,
      spend: async () => {
        throw new RemoteSearchError('over-budget', 'used up')
      },
    }
    const refusal = { failure: 'over-budget' }
    await expect(adapter(server.url).lens(crop, broke)).rejects.toMatchObject(refusal)
    await expect(adapter(server.url).shopping('x', 10, broke)).rejects.toMatchObject(refusal)
    expect(server.received).toEqual([])
  })

  test('does not follow redirects: the next server would get the crop and the key', async () => {
    const other = await serverThat((__, response) => sendJson(response, { shopping_results: [] }))
    const server = await serverThat((__, response) => {
      response.writeHead(302, { location: other.url }).end()
    })
    await expect(adapter(server.url).shopping('x', 10, call)).rejects.toThrow(RemoteSearchError)
    expect(other.received).toEqual([])
  })

  test('stops reading a reply larger than 5 MB', async () => {
    const server = await serverThat((__, response) => {
      response.end(JSON.stringify({ shopping_results: [], padding: 'x'.repeat(5 * 1024 * 1024) }))
    })
    await expect(adapter(server.url).shopping('x', 10, call)).rejects.toMatchObject({
      failure: 'unreadable',
    })
  })

  test('stops when the user leaves', async () => {
    const server = await serverThat(() => {})
    const leaving = new AbortController()
    const asking = adapter(server.url).shopping('x', 10, { ...call, signal: leaving.signal })
    leaving.abort()
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('the circuit breaker', () => {
  const failing = (failure: RemoteFailure) => {
    const calls: string[] = []
    const provider: RemoteSearch = {
      name: 'Stub',
      lens: async () => [],
      shopping: async (query) => {
        calls.push(query)
        if (query === 'good') return []
        throw new RemoteSearchError(failure, 'down')
      },
    }
    return { provider, calls }
  }

  test('lets a failing provider rest, then tries it again', async () => {
    let now = 0
    const { provider, calls } = failing('unreachable')
    const guarded = withCircuitBreaker(provider, {
      failuresToOpen: 2,
      restMs: 1000,
      now: () => now,
    })
    const ask = (query: string) => guarded.shopping(query, 1, call)
    await expect(ask('bad')).rejects.toMatchObject({ failure: 'unreachable' })
    await expect(ask('bad')).rejects.toMatchObject({ failure: 'unreachable' })
    await expect(ask('good')).rejects.toMatchObject({ failure: 'resting' })
    expect(calls).toHaveLength(2)
    now = 999
    await expect(ask('good')).rejects.toMatchObject({ failure: 'resting' })
    now = 1000
    await expect(ask('bad')).rejects.toMatchObject({ failure: 'unreachable' })
    await expect(ask('good')).rejects.toMatchObject({ failure: 'resting' })
    now = 2000
    expect(await ask('good')).toEqual([])
    await expect(ask('bad')).rejects.toMatchObject({ failure: 'unreachable' })
    expect(await ask('good')).toEqual([])
  })

  test.each(['quota', 'unreachable', 'timeout', 'unreadable'] as const)(
    'opens when failures are %s',
    async (failure) => {
      const guarded = withCircuitBreaker(failing(failure).provider, { failuresToOpen: 1 })
      await expect(guarded.shopping('bad', 1, call)).rejects.toMatchObject({ failure })
      await expect(guarded.shopping('good', 1, call)).rejects.toMatchObject({ failure: 'resting' })
    },
  )

  test.each(adapters)('%s is given up at the deadline, tries included', async (_name, adapter) => {
    const { url } = await serverThat(collectGarbage)
    const guarded = withCircuitBreaker(adapter(url), { deadlineMs: 50 })
    const asked = Array.from({ length: 3 }, () => guarded.lens(crop, call))
    for (const one of asked) await expect(one).rejects.toMatchObject({ failure: 'timeout' })
    await expect(guarded.lens(crop, call)).rejects.toMatchObject({ failure: 'resting' })
  })

  test('asks a provider one question after its rest, and the others do not wait', async () => {
    let now = 0
    const { provider } = failing('timeout')
    const guarded = withCircuitBreaker(provider, { failuresToOpen: 1, now: () => now, restMs: 10 })
    await expect(guarded.shopping('bad', 1, call)).rejects.toMatchObject({ failure: 'timeout' })
    now = 10
    const asked = ['good', 'good'].map((query) => guarded.shopping(query, 1, call))
    await expect(asked[1]).rejects.toMatchObject({ failure: 'resting' })
    expect(await asked[0]).toEqual([])
    expect(await guarded.shopping('good', 1, call)).toEqual([])
  })

  test('does not open for a refused query', async () => {
    const { provider, calls } = failing('refused')
    const guarded = withCircuitBreaker(provider, { failuresToOpen: 1 })
    await expect(guarded.shopping('bad', 1, call)).rejects.toMatchObject({ failure: 'refused' })
    expect(await guarded.shopping('good', 1, call)).toEqual([])
    expect(calls).toHaveLength(2)
  })
})
