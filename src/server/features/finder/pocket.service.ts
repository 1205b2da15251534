import { POCKET } from '#shared/constants.ts'
import type { QueryOf } from '#shared/contract/call.ts'
import type { PocketProduct, pocketCalls } from '#shared/contract/pocket.ts'
import { celebritiesValue } from '#shared/paths.ts'
import { packVector } from '#shared/vision/pocket.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { ProductSearch, Refinements } from '#server/features/search/index.ts'
import type { ProductVectorsStore } from '#server/vision/vectors/product-vectors.store.ts'
import type { SearchedVision } from './answers.service.ts'
import type { VisionStore } from './vision.store.ts'

type Parts = {
  open: () => Promise<Pick<SearchedVision, 'engine'>>
  search: Pick<ProductSearch, 'read'>
  refinements: Pick<Refinements, 'keysToWear' | 'facts'>
  store: Pick<VisionStore, 'catalogProducts'>
  vectors: Pick<ProductVectorsStore, 'read'>
}

type Query = QueryOf<(typeof pocketCalls)['GET /api/pocket']>

/** A power of two, so that few products change their part when others come and go. */
const partsFor = (products: number) =>
  2 ** Math.ceil(Math.log2(Math.max(1, products / POCKET.partProducts)))

/** The end of a key is random. */
const partOf = (key: string, parts: number) => Number.parseInt(key.slice(-6), 16) % parts

/** The products of a shop or a person, for browsers that match photos without a network. */
export const createPockets = ({ open, search, refinements, store, vectors }: Parts) => ({
  read: async ({ shop, celebrity, part }: Query) => {
    if ((shop === undefined) === (celebrity === undefined))
      throw new AppError(400, "Either 'shop' or 'celebrity' is needed")
    const plan = await search.read(
      celebrity === undefined
        ? { shop: [shop ?? 0] }
        : { celebrities: celebritiesValue([celebrity]) },
    )
    const keys = plan.isUnknown ? [] : await refinements.keysToWear(plan, POCKET.maxProducts)
    const parts = partsFor(keys.length)
    if (keys.length === 0 || part >= parts) throw new AppError(404, 'Nothing here to take along')
    const { vectorVersion: version } = (await open()).engine.cards
    const wanted = keys.filter((key) => partOf(key, parts) === part).toSorted()
    const [facts, cards, rows] = await Promise.all([
      refinements.facts(wanted, plan),
      store.catalogProducts(wanted),
      vectors.read(version, wanted),
    ])
    const vectorOf = new Map(rows.map(({ productKey, vector }) => [productKey, vector]))
    const products = wanted.flatMap((key): PocketProduct[] => {
      const [fact, card, vector] = [facts.get(key), cards.get(key), vectorOf.get(key)]
      // Not described or not looked at yet.
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
export type Pockets = ReturnType<typeof createPockets>
