import { OFFLINE_LIST } from '#shared/finder-constants.ts'
import type { QueryOf } from '#shared/contract/call.ts'
import type { OfflineProduct, offlineProductCalls } from '#shared/contract/offline-products.ts'
import { formatCelebritySelection } from '#shared/paths.ts'
import { packVector } from '#shared/vision/offline-match.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { ProductSearch, Refinements } from '#server/features/search/index.ts'
import type { ProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import type { SearchedVision } from './answers.service.ts'
import type { VisionStore } from './vision.store.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'

type OfflineProductsDependencies = {
  open: () => Promise<Pick<SearchedVision, 'engine'>>
  search: Pick<ProductSearch, 'read'>
  refinements: Pick<Refinements, 'fashionKeys' | 'facts'>
  store: Pick<VisionStore, 'catalogProducts'>
  vectors: Pick<ProductVectorsStore, 'read'>
}

type Query = QueryOf<(typeof offlineProductCalls)['GET /api/offline-products']>

/** A power of two, so that few products move to another part when products are added or removed. */
const countParts = (products: number) =>
  2 ** Math.ceil(Math.log2(Math.max(1, products / OFFLINE_LIST.partProducts)))

/** The last digits of a key are random, so the parts have similar sizes. */
const selectPart = (key: string, parts: number) => Number.parseInt(key.slice(-6), 16) % parts

/** The products of a shop or a person, for browsers that match photos without a network. */
export const createOfflineProducts = ({
  open,
  search,
  refinements,
  store,
  vectors,
}: OfflineProductsDependencies) => ({
  readPart: async ({ shop, celebrity, part }: Query) => {
    if ((shop === undefined) === (celebrity === undefined))
      throw new AppError(400, FINDER_SERVICE_TEXT.shopOrCelebrity)
    const plan = await search.read(
      celebrity === undefined
        ? { shop: [shop ?? 0] }
        : { celebrities: formatCelebritySelection([celebrity]) },
    )
    const keys = plan.isUnknown ? [] : await refinements.fashionKeys(plan, OFFLINE_LIST.maxProducts)
    const parts = countParts(keys.length)
    if (keys.length === 0 || part >= parts)
      throw new AppError(404, FINDER_SERVICE_TEXT.nothingToSave)
    const { vectorVersion: version } = (await open()).engine.cards
    const partKeys = keys.filter((key) => selectPart(key, parts) === part).toSorted()
    const [facts, cards, rows] = await Promise.all([
      refinements.facts(partKeys, plan),
      store.catalogProducts(partKeys),
      vectors.read(version, partKeys),
    ])
    const vectorsByKey = new Map(rows.map(({ productKey, vector }) => [productKey, vector]))
    const products = partKeys.flatMap((key): OfflineProduct[] => {
      const [fact, card, vector] = [facts.get(key), cards.get(key), vectorsByKey.get(key)]
      // The product has not been indexed yet.
      if (!fact || !card || !vector) return []
      const { id: _id, tags: _tags, ...facets } = fact
      const { id, name, price, website, category, shop: seller } = card
      const picture = card.product_image ?? card.celebrity_image
      const product = { id, name, price, website, category, shop: seller, picture }
      return [{ ...facets, ...product, key, vector: packVector(vector) }]
    })
    const name = celebrity ?? plan.applied.find(({ facet }) => facet === 'shop')?.label ?? ''
    return { name, version, parts, products }
  },
})
export type OfflineProducts = ReturnType<typeof createOfflineProducts>
