import { FIND } from '#shared/finder-constants.ts'
import type { Core } from '#server/core/core.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Finder } from '#server/features/finder/index.ts'
import type { Outgoing } from '#server/features/outgoing/index.ts'
import type { RatesService } from '#server/features/rates/index.ts'
import type { Search } from '#server/features/search/index.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { buildLensDetectionId } from '#shared/domain/detection.ts'
import { type AgentProduct, createAgentsStore } from '#server/features/catalog/index.ts'
import { createLookTools } from './looks.ts'
import {
  type AgentSite,
  detailProduct,
  lookupEnvelope,
  type lookupInput,
  toMajorUnits,
  MAX_PRODUCTS,
  type pictureInput,
  type productInput,
  searchEnvelope,
  type searchInput,
  buildUcpError,
  ucpProduct,
} from './ucp.ts'

type AgentsServiceDependencies = Pick<Core, 'pool' | 'env'> & {
  search: Search
  rates: RatesService
  outgoing: Outgoing
  finder: Finder
}

export type AgentCall = {
  origin: string
  uid: string | null
  visitor: string
  signal: AbortSignal
  /** Throws if this caller has searched by too many pictures. */
  countPicture: (isFetched: boolean) => Promise<void>
}

const DEFAULT_CURRENCY = 'USD'

const info = (code: string, content: string) => ({ type: 'info', code, content })

export const createAgents = ({
  pool,
  env,
  search,
  rates,
  outgoing,
  finder,
}: AgentsServiceDependencies) => {
  const store = createAgentsStore(pool)
  const createAgentSite = async ({ origin }: AgentCall) => ({
    origin,
    rates: await rates.current(),
    rules: await outgoing.rules(),
  })

  const lookTools = createLookTools({ pool, search })
  const withSite =
    <Input, Reply>(run: (input: Input, site: AgentSite) => Promise<Reply>) =>
    async (input: Input, call: AgentCall) =>
      run(input, await createAgentSite(call))

  /** Queues the work among all scans. */
  const waitForTurn = <T>({ visitor, signal }: AgentCall, work: () => Promise<T>) =>
    finder.queue.reserve(visitor, FIND.perAddress).run(
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(FIND.maxMs)]),
        onPosition: () => undefined,
      },
      work,
    )

  /** Products by requested id, in the order of the request. */
  const readProductsById = async (ids: readonly string[]) =>
    new Map((await store.products(ids)).map((product) => [product.input, product]))

  /** Finds the objects in a photo and similar products. The photo is not stored. */
  const findByPicture = async ({ picture }: z.output<typeof pictureInput>, call: AgentCall) => {
    const { url, data } = picture
    await call.countPicture(url !== undefined)
    const bytes =
      url === undefined
        ? new Uint8Array(Buffer.from(data ?? '', 'base64'))
        : await finder.uploads.copyFrom(url, call.visitor, call.signal)
    const photo = { picture: await openPicture(bytes, finder.decodeFor(call.visitor)) }
    const scan = { uid: call.uid, photo, idPrefix: buildLensDetectionId(randomUUID()) }
    const { detections } = await waitForTurn(call, () => finder.scans.scanWhole(scan, call.signal))
    const site = await createAgentSite(call)
    const byId = await readProductsById(
      detections.flatMap(({ products }) => products.map(({ id }) => id)),
    )
    return {
      ucp: searchEnvelope(),
      objects: detections.map((detection) => objectFrom(detection, byId, site)),
    }
  }

  return {
    search: async ({ catalog }: z.output<typeof searchInput>, call: AgentCall) => {
      const { query, filters, context, pagination } = catalog
      const currency = context?.currency ?? DEFAULT_CURRENCY
      const price = filters?.price && {
        ...(filters.price.min !== undefined && { min: toMajorUnits(filters.price.min, currency) }),
        ...(filters.price.max !== undefined && { max: toMajorUnits(filters.price.max, currency) }),
        currency,
      }
      const result = await search.productSearch.products({
        ...(query && { q: query }),
        ...(filters?.categories?.length && {
          kind: filters.categories.map((category) => category.toLowerCase()),
        }),
        ...(price && { price }),
        currency: context?.currency,
        sort: 'relevance',
        after: pagination?.cursor,
        limit: Math.min(pagination?.limit ?? 10, MAX_PRODUCTS),
      })
      const site = await createAgentSite(call)
      const byId = await readProductsById(result.products.map(({ id }) => id))
      const products = result.products.flatMap(({ id }) => {
        const product = byId.get(id)
        return (product && ucpProduct(product, site)) ?? []
      })
      const { corrected, nearest, sections } = result
      const messages = [
        ...(corrected
          ? [
              info(
                'search_corrected',
                `Showing results for “${corrected.query}” instead of “${corrected.typed}”.`,
              ),
            ]
          : []),
        ...result.relaxed.map(({ words, did }) =>
          info('search_changed', words ? `${words}: ${did}` : did),
        ),
        ...sections.flatMap(({ heading, from }) =>
          from === null
            ? []
            : [info('search_section', `From product ${from + 1} of this page: ${heading}.`)],
        ),
        ...nearest.map((q) => info('search_nearest', `Did you mean “${q}”?`)),
      ]
      return {
        ucp: searchEnvelope(),
        products,
        pagination: {
          has_next_page: result.next !== null,
          ...(result.next !== null && { cursor: result.next }),
          ...(!result.isMore && { total_count: result.total }),
        },
        ...(messages.length > 0 && { messages }),
      }
    },

    lookup: async ({ catalog }: z.output<typeof lookupInput>, call: AgentCall) => {
      const ids = [...new Set(catalog.ids)]
      const site = await createAgentSite(call)
      const byInput = await readProductsById(ids)
      const listInputs = (product: AgentProduct, variant: string, isFirst: boolean) =>
        [...byInput].flatMap(([input, { id }]) => {
          if (id !== product.id) return []
          if (input === variant) return [{ id: input, match: 'exact' }]
          return isFirst && !input.startsWith('offer-') ? [{ id: input, match: 'featured' }] : []
        })
      const unique = new Map([...byInput.values()].map((product) => [product.id, product]))
      const products = [...unique.values()].flatMap((product) => {
        const ucp = ucpProduct(product, site)
        if (!ucp) return []
        const variants = ucp.variants.flatMap((variant, index) => {
          const inputs = listInputs(product, variant.id, index === 0)
          return inputs.length > 0 ? [{ ...variant, inputs }] : []
        })
        return variants.length > 0 ? [{ ...ucp, variants }] : []
      })
      const listedIds = new Set(
        products
          .flatMap(({ variants }) => variants.flatMap(({ inputs }) => inputs))
          .map(({ id }) => id),
      )
      const messages = ids.filter((id) => !listedIds.has(id)).map((id) => info('not_found', id))
      return { ucp: lookupEnvelope(), products, ...(messages.length > 0 && { messages }) }
    },

    product: async ({ catalog }: z.output<typeof productInput>, call: AgentCall) => {
      const product = (await store.products([catalog.id]))[0]
      const detail =
        product && detailProduct(product, catalog.selected ?? [], await createAgentSite(call))
      if (!detail)
        return buildUcpError('not_found', 'No product with this id is sold at a known price')
      return { ucp: lookupEnvelope(), product: detail }
    },

    findPeople: withSite(lookTools.findPeople),
    findShows: withSite(lookTools.findShows),
    listLooks: withSite(lookTools.listLooks),
    getLook: withSite(lookTools.getLook),

    /** Null if only users may scan photos. */
    findByPicture: env.PUBLIC_FINDER ? findByPicture : null,
  }
}
export type Agents = ReturnType<typeof createAgents>

/** The box is in 400ths of the picture's width and height; the certainty of the box is 0 to 1. */
const objectFrom = (
  { label, category, bbox, confidence, products }: ScanDetection,
  byId: ReadonlyMap<string, AgentProduct>,
  site: Parameters<typeof ucpProduct>[1],
) => ({
  label,
  category,
  box: bbox,
  certainty: confidence,
  products: products.flatMap(({ id, sureness }) => {
    const product = byId.get(id)
    const ucp = product && ucpProduct(product, site)
    return ucp ? [{ ...ucp, metadata: { ...ucp.metadata, certainty: sureness } }] : []
  }),
})
