import { DeviceFailure, type ScanEngine } from '#client/features/photo-finder/scan/scan-engine.ts'
import { getErrorMessage, logProblem } from '#client/lib/log-problem.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { DETECTION_SEARCH } from '#shared/finder-constants.ts'
import { SEARCH_ERRORS } from '#shared/finder-messages.ts'
import { FIRST_VIEW, listAnswers } from './answers.ts'
import type { Effect, EffectContext, FinderDependencies } from './finder-dependencies.ts'
import type { FinderEvent } from './finder-state.ts'

type SearchEngine = Pick<ScanEngine, 'searchBox'>

/** Searches products for single objects of a photo. */
export const createObjectSearches = (
  { store, send }: EffectContext,
  dependencies: FinderDependencies,
  { server, browser }: { server: SearchEngine; browser: SearchEngine | null },
) => {
  const { api, keepsPhotos } = dependencies
  const searches = new Map<string, AbortController>()

  const cancelAll = () => {
    searches.forEach((search) => search.abort())
    searches.clear()
  }

  /**
   * The scan compares only the appearance of an object; its answers also consider what it is. If they
   * cannot be loaded, the products of the scan are used.
   */
  const findBest = async (
    embedding: string | undefined,
    label: string,
    scanned: ScanProduct[],
  ): Promise<{ name: string; products: ScanProduct[] }> => {
    if (embedding === undefined) return { name: label, products: scanned }
    try {
      const answers = await dependencies.answersFor(embedding)
      const name = label || answers.name
      const sources = { label: name, answers, scanned, termProducts: [] }
      const products = listAnswers({ ...sources, view: FIRST_VIEW })
      return { name, products: products.slice(0, DETECTION_SEARCH.maxResults) }
    } catch (error) {
      logProblem('The answers for an object could not be loaded', error)
      return { name: label, products: scanned }
    }
  }

  const findAnswers = async ({ id, embedding, label, products }: ScanDetection) => {
    if (embedding === undefined) return
    const best = await findBest(embedding, label, products)
    void send({ type: 'answers-found', id, embedding, products: best.products })
  }

  const cancelSearches = (id: string) => {
    for (const what of ['box', 'terms', 'kind']) {
      searches.get(`${what} ${id}`)?.abort()
      searches.delete(`${what} ${id}`)
    }
  }

  /** A search for one object, which ends the last one of its kind. */
  const runSearch = async (
    what: 'box' | 'terms' | 'kind',
    id: string,
    search: (signal: AbortSignal) => Promise<FinderEvent>,
  ) => {
    const key = `${what} ${id}`
    searches.get(key)?.abort()
    const controller = new AbortController()
    const { signal } = controller
    searches.set(key, controller)
    try {
      const found = await search(signal)
      if (!signal.aborted) void send(found)
    } catch (error) {
      if (signal.aborted) return
      logProblem('The search for an object failed', error)
      void send({ type: 'search-failed', id, message: getErrorMessage(error) })
    } finally {
      if (searches.get(key) === controller) searches.delete(key)
    }
  }

  const nameKind = async (embedding: string, kind: string) =>
    (await api('POST /api/answers/kind', { body: { embedding, kind } })).data

  const searchBox = ({ id, label, bbox, category, kind: known }: Effect<'search-box'>) =>
    runSearch('box', id, async (signal) => {
      const { photo, file, imageUrl, location } = store.getState()
      const engine = location === 'device' ? browser : server
      if (!engine || !photo) throw new DeviceFailure('stopped')
      const query = { photo, file, imageUrl, bbox, category }
      const found = await engine.searchBox(query, signal)
      const { products, notice } = found
      signal.throwIfAborted()
      const isGiven = known?.isGiven === true
      const searchAs = async (kind: string | null) => {
        const named = kind === null ? null : await nameKind(found.embedding ?? '', kind)
        const embedding = named?.embedding ?? found.embedding
        signal.throwIfAborted()
        void send({ type: 'box-described', id, embedding, notice })
        return findBest(embedding, named?.label ?? label, products)
      }
      const canName = known !== null && found.embedding !== undefined
      const first = await searchAs(canName && isGiven ? known.kind : null)
      const best = canName && first.name === '' ? await searchAs(known.kind) : first
      const name = label === '' ? best.name : null
      return { type: 'box-answered', id, name, products: best.products }
    })

  /** Products for the first three search terms, or for the label, within the category. */
  const searchTerms = async ({ id, searchTerms, label, category }: ScanDetection) => {
    // On /find, words are searched only in the catalogue, as part of the answers.
    if (!keepsPhotos) return
    const terms = searchTerms?.length ? searchTerms.slice(0, DETECTION_SEARCH.terms) : [label]
    await runSearch('terms', id, async (signal) => {
      const replies = await Promise.allSettled(
        terms.map((term) => {
          const body = { term, label, category, count: DETECTION_SEARCH.resultsPerTerm }
          return api('POST /api/product-search', { body, signal })
        }),
      )
      const failure = replies.find((reply) => reply.status === 'rejected')
      // One failed term does not lose the results of the others.
      if (failure && replies.every((reply) => reply.status === 'rejected')) {
        const { message } = failure.reason as Error
        throw new Error(message || SEARCH_ERRORS.shoppingFailed, { cause: failure.reason })
      }
      const products = replies.flatMap((reply) =>
        reply.status === 'fulfilled' ? reply.value.products : [],
      )
      return { type: 'terms-answered', id, products }
    })
  }

  /** The name and embedding of an object that the visitor has given another kind. */
  const searchKind = ({ id, embedding: last, kind }: Effect<'name-kind'>) =>
    runSearch('kind', id, async () => {
      const named = await nameKind(last, kind)
      return { type: 'kind-named', id, last, kind, named }
    })

  return { cancelAll, cancelSearches, findAnswers, searchBox, searchKind, searchTerms }
}
