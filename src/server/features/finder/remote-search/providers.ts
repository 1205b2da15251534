import {
  DEFAULT_HTTP,
  type HttpOptions,
  type RawResult,
  readResults,
  requestJson,
  toShoppingResults,
  toVisualMatches,
} from './provider-replies.ts'
import {
  type Crop,
  type CropPublisher,
  type RemoteCall,
  type RemoteSearch,
  RemoteSearchError,
  withCircuitBreaker,
} from './remote-search.ts'
import { z } from 'zod'
import type { Env } from '#server/core/env.ts'

type SearchApiOptions = {
  key: string
  crops: CropPublisher
  baseUrl?: string
  http?: HttpOptions
}

/** SearchApi.io fetches pictures itself, so a crop is published for the length of the call. */
export const createSearchApi = ({
  key,
  crops,
  baseUrl = 'https://www.searchapi.io',
  http = DEFAULT_HTTP,
}: SearchApiOptions): RemoteSearch => {
  const search = async (query: Record<string, string>, { signal, spend }: RemoteCall) => {
    await spend()
    const url = new URL('/api/v1/search', baseUrl)
    url.search = new URLSearchParams(query).toString()
    return requestJson(url, { headers: { authorization: `Bearer ${key}` } }, signal, http)
  }
  return {
    name: 'SearchApi',
    lens: async (crop, call) => {
      const published = await crops.publish(crop)
      try {
        const reply = await search(
          { engine: 'google_lens', url: published.url, search_type: 'products' },
          call,
        )
        return readResults(reply, 'visual_matches').flatMap(toVisualMatches)
      } finally {
        await published.withdraw()
      }
    },
    shopping: async (query, limit, call) => {
      const reply = await search({ engine: 'google_shopping', q: query }, call)
      return readResults(reply, 'shopping_results').flatMap(toShoppingResults).slice(0, limit)
    },
  }
}

type SerpApiOptions = { key: string; baseUrl?: string; http?: HttpOptions }

/** A link to the shop itself costs another billed call, so only the first few results get one. */
const STORE_LOOKUPS = 3

const imageReply = z.object({ image_id: z.string().min(1) })
const storesReply = z.object({
  product_results: z.object({
    stores: z.array(
      z.object({
        name: z.string().optional(),
        link: z.string().optional(),
        price: z.string().optional(),
        extracted_price: z.number().optional(),
      }),
    ),
  }),
})

/** SerpApi takes the crop itself, so our server need not be reachable from outside. */
export const createSerpApi = ({
  key,
  baseUrl = 'https://serpapi.com',
  http = DEFAULT_HTTP,
}: SerpApiOptions): RemoteSearch => {
  const search = (query: Record<string, string>, { signal }: RemoteCall) => {
    const url = new URL('/search.json', baseUrl)
    url.search = new URLSearchParams({ ...query, api_key: key }).toString()
    return requestJson(url, {}, signal, http)
  }

  const upload = async ({ jpeg }: Crop, { signal }: RemoteCall) => {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'crop.jpg')
    form.set('api_key', key)
    const reply = imageReply.safeParse(
      await requestJson(new URL('/image', baseUrl), { method: 'POST', body: form }, signal, http),
    )
    if (!reply.success) throw new RemoteSearchError('unreadable', 'The upload gave no image_id')
    return reply.data.image_id
  }

  /** `product_link` is a page of the search engine, so this looks up the shop's own page. */
  const withStore = async (raw: RawResult, call: RemoteCall) => {
    const token = raw.immersive_product_page_token
    if (!token) return raw
    try {
      await call.spend()
      const reply = storesReply.safeParse(
        await search({ engine: 'google_immersive_product', page_token: token }, call),
      )
      const store = reply.data?.product_results.stores.find(({ link }) => link)
      return store ? { ...raw, store_link: store.link, store_name: store.name } : raw
    } catch (error) {
      // A link to the search engine's page is still better than none.
      if (error instanceof RemoteSearchError) return raw
      throw error
    }
  }

  return {
    name: 'SerpApi',
    lens: async (crop, call) => {
      // Before the upload: without a budget not even a crop is sent.
      await call.spend()
      const image_id = await upload(crop, call)
      const reply = await search({ engine: 'google_lens', image_id, type: 'products' }, call)
      return readResults(reply, 'visual_matches').flatMap(toVisualMatches)
    },
    shopping: async (query, limit, call) => {
      await call.spend()
      const reply = await search({ engine: 'google_shopping', q: query }, call)
      const results = readResults(reply, 'shopping_results').slice(0, limit)
      const linked = await Promise.all(
        results.slice(0, STORE_LOOKUPS).map((raw) => withStore(raw, call)),
      )
      return [...linked, ...results.slice(STORE_LOOKUPS)].flatMap(toShoppingResults)
    },
  }
}

export const chooseRemoteSearch = (
  { SEARCHAPI_KEY, SERPAPI_KEY }: Pick<Env, 'SEARCHAPI_KEY' | 'SERPAPI_KEY'>,
  crops: CropPublisher,
): RemoteSearch[] =>
  [
    ...(SEARCHAPI_KEY ? [createSearchApi({ key: SEARCHAPI_KEY, crops })] : []),
    ...(SERPAPI_KEY ? [createSerpApi({ key: SERPAPI_KEY })] : []),
  ].map((provider) => withCircuitBreaker(provider))
