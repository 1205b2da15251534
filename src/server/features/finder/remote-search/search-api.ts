import { DEFAULT_HTTP, type HttpOptions, requestJson } from './request-json.ts'
import { readResults, shoppingResultFrom, visualMatchFrom } from './normalise.ts'
import type { CropPublisher, RemoteCall, RemoteSearch } from './remote-search.ts'

type Options = {
  key: string
  crops: CropPublisher
  baseUrl?: string
  http?: HttpOptions
}

/** SearchApi.io fetches pictures itself, so a crop is published for the length of the call. */
export const searchApi = ({
  key,
  crops,
  baseUrl = 'https://www.searchapi.io',
  http = DEFAULT_HTTP,
}: Options): RemoteSearch => {
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
        return readResults(reply, 'visual_matches').flatMap(visualMatchFrom)
      } finally {
        await published.withdraw()
      }
    },
    shopping: async (query, limit, call) => {
      const reply = await search({ engine: 'google_shopping', q: query }, call)
      return readResults(reply, 'shopping_results').flatMap(shoppingResultFrom).slice(0, limit)
    },
  }
}
