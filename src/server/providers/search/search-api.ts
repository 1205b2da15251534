import { DEFAULT_HTTP, type HttpOptions, requestJson } from './http-get.ts'
import { readResults, shoppingResultFrom, visualMatchFrom } from './normalise.ts'
import type { CropPublisher, RemoteSearch } from './remote-search.ts'

type Options = {
  key: string
  crops: CropPublisher
  baseUrl?: string
  http?: HttpOptions
}

/** SearchApi.io. It fetches pictures itself, so a crop is published for the length of the call. */
export const searchApi = ({
  key,
  crops,
  baseUrl = 'https://www.searchapi.io',
  http = DEFAULT_HTTP,
}: Options): RemoteSearch => {
  const search = (query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL('/api/v1/search', baseUrl)
    url.search = new URLSearchParams(query).toString()
    return requestJson(url, { headers: { authorization: `Bearer ${key}` } }, signal, http)
  }
  return {
    name: 'SearchApi',
    lens: async (crop, signal) => {
      const published = await crops.publish(crop)
      try {
        const reply = await search(
          { engine: 'google_lens', url: published.url, search_type: 'products' },
          signal,
        )
        return readResults(reply, 'visual_matches').flatMap(visualMatchFrom)
      } finally {
        await published.withdraw()
      }
    },
    shopping: async (query, limit, signal) => {
      const reply = await search({ engine: 'google_shopping', q: query }, signal)
      return readResults(reply, 'shopping_results').flatMap(shoppingResultFrom).slice(0, limit)
    },
  }
}
