import { ANSWERS } from '#shared/constants.ts'
import type { Refinement } from '#shared/contract/answers.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { type Refinements, searchWords } from '#server/features/search/index.ts'
import { listResults } from '#shared/domain/results.ts'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'
import { AppError } from '#server/core/http/errors.ts'
import { linksElsewhere, type OtherShop } from '#server/core/search-elsewhere.ts'
import { bestTwo, colourRanges, sureMatches } from '#server/vision/likeness.ts'
import type { ModelCards } from '#server/vision/model-cards.ts'
import type { VectorMatch, VectorSearch } from '#server/vision/vectors/vector-search.ts'
import {
  createColourSwap,
  type Embedding,
  type SignedEmbeddings,
  withSeenKind,
} from './embeddings.ts'
import { type Candidate, rankByLikeness } from './likeness-order.ts'
import type { Rejections } from './rejections.store.ts'
import { isAddedKey, type ProductsOf } from './vision.service.ts'
import type { VisionStore } from './vision.store.ts'

/** What answers need of the opened models. */
export type SearchedVision = {
  engine: { cards: ModelCards }
  vectors: Pick<VectorSearch, 'search'>
}

type Parts = {
  open: () => Promise<SearchedVision>
  productsOf: ProductsOf
  store: Pick<VisionStore, 'vectorsOf'>
  refinements: Refinements
  embeddings: Pick<SignedEmbeddings, 'read'>
  rejections: Pick<Rejections, 'filterFor'>
  otherShops: readonly OtherShop[]
}

/** Compared with the object. Beyond the nearest, all that pass a filter are if they are few enough. */
const NEAREST = 400
const COMPARED = 5_000
/** Cards read beyond those listed, in place of products that are rejected or may not be listed. */
const SPARE = 24

const similarKeys = (matches: readonly VectorMatch[], thresholds: CertaintyThresholds) =>
  new Set(sureMatches(matches, thresholds).map(({ productKey }) => productKey))

type Plan = Awaited<ReturnType<Refinements['read']>>

/** What the catalogue has for one object of a photo, from its embedding. */
export const createAnswers = (parts: Parts) => {
  const { open, productsOf, store, refinements, embeddings, rejections, otherShops } = parts
  const swapColour = createColourSwap({
    samples: refinements.samplesOfColour,
    vectorsOf: store.vectorsOf,
  })

  const read = async (text: string) => {
    const embedding = embeddings.read(text)
    const { engine, vectors } = await open()
    if (!embedding) throw new AppError(400, "Invalid body field 'embedding'")
    if (embedding.version !== engine.cards.vectorVersion)
      throw new AppError(410, 'This photo was scanned by an earlier version. Scan it again.', {
        code: 'embedding-outdated',
      })
    return { object: withSeenKind(embedding, engine.cards), cards: engine.cards, vectors }
  }
  type Opened = Awaited<ReturnType<typeof read>>

  const compare = async (
    { object, cards, vectors }: Opened,
    plan: Plan,
    uid: string | undefined,
  ) => {
    const [colour] = plan.filter.colours
    const swapped =
      colour === undefined ? null : await swapColour(object, colour, colourRanges(cards))
    const vector = swapped ?? object.vector
    const category = object.category ?? undefined
    const filter = { category, ownerUid: uid }
    const own = await vectors.search(object.vector, NEAREST, filter)
    const near = swapped ? await vectors.search(swapped, NEAREST, filter) : own
    const best = bestTwo(near)
    const similarInOwnColour = swapped ? similarKeys(own, cards.embedder.calibration) : null
    const candidates = await candidatesOf(near, plan, object)
    const isShort = candidates.filter(({ isSameKind }) => isSameKind).length < ANSWERS.maxProducts
    if (object.kind === null || !(plan.isRefined || isShort))
      return { best, candidates, similarInOwnColour }
    const keys = await refinements.keysOfKind(plan, object.kind, COMPARED + 1)
    if (keys.length > COMPARED) return { best, candidates, similarInOwnColour }
    const nearKeys = new Set(near.map(({ productKey }) => productKey))
    const farther = (await vectors.search(vector, NEAREST, { among: keys })).filter(
      ({ productKey }) => !nearKeys.has(productKey),
    )
    const others = await candidatesOf(farther, plan, object)
    return { best, candidates: [...candidates, ...others], similarInOwnColour }
  }

  /** Those that can be bought and pass the filters; products that the user added have no facets. */
  const candidatesOf = async (
    matches: readonly VectorMatch[],
    plan: Plan,
    { kind }: Embedding,
  ): Promise<Candidate[]> => {
    const keys = matches.map(({ productKey }) => productKey).filter((key) => !isAddedKey(key))
    const facts = plan.isUnknown ? new Map() : await refinements.facts(keys, plan)
    return matches.flatMap((match): Candidate[] => {
      if (isAddedKey(match.productKey) && !plan.isRefined)
        return [{ ...match, id: null, isSameKind: false, euros: null, isDrawn: false }]
      const product = facts.get(match.productKey)
      if (!product) return []
      const isSameKind = refinements.isOfKind(product.kind, kind)
      return [{ ...match, ...product, isSameKind }]
    })
  }

  const rank = async (opened: Opened, plan: Plan, uid: string | undefined) => {
    const { candidates, ...compared } = await compare(opened, plan, uid)
    return rankByLikeness(candidates, {
      ...compared,
      thresholds: opened.cards.embedder.calibration,
      least: plan.isRefined ? 0 : ANSWERS.least,
    })
  }

  return {
    answer: async (
      text: string,
      refinement: Refinement,
      count: number,
      uid: string | undefined,
    ) => {
      const opened = await read(text)
      const { object } = opened
      const { label } = object
      const plan = await refinements.read(refinement)
      const [ranked, named] = await Promise.all([
        rank(opened, plan, uid),
        label === '' ? [] : refinements.byWords(label, plan),
      ])
      // The most alike are listed, in whatever order; asking for more lists more of them.
      const nearest = ranked.slice(0, ANSWERS.maxProducts + SPARE)
      const cards = await productsOf(
        nearest.map(({ productKey }) => productKey),
        uid,
      )
      const without = uid === undefined ? null : await rejections.filterFor(uid)
      const wanted = <Product extends { id: string }>(products: Product[]) =>
        without ? without(object, products) : products
      const alike = wanted(
        nearest.flatMap(({ productKey, similarity, certainty }): RankedProduct[] => {
          const product = cards.get(productKey)
          const isAddedByUser = isAddedKey(productKey)
          return product ? [{ ...product, similarity, certainty, isAddedByUser }] : []
        }),
      )
      const listed = listResults(alike, { label, limit: ANSWERS.maxProducts })
      const products = listed.slice(0, count)
      const ids = new Set(listed.map(({ id }) => id))
      const byWords = listResults(
        wanted(named).filter(({ id }) => !ids.has(id)),
        { label, limit: count },
      )
      return {
        name: label,
        products,
        noneOfKind: null,
        hasMore: listed.length + byWords.length > count,
        // Words fill the places that appearance leaves.
        byWords: byWords.slice(0, count - products.length),
        applied: plan.applied,
        // Without a name there is nothing to search for.
        elsewhere: linksElsewhere(label === '' ? [] : otherShops, searchWords(label, plan.applied)),
      }
    },

    counts: async (text: string, refinement: Refinement, uid: string | undefined) => {
      const opened = await read(text)
      const everything = await refinements.read({})
      // Without a kind there is nothing to count within.
      if (opened.object.kind === null) return { applied: [], facets: [] }
      const ranked = await rank(opened, everything, uid)
      const productIds = ranked.flatMap(({ certainty, id }) => (certainty && id ? [id] : []))
      return refinements.counts(refinement, { objectKind: opened.object.kind, productIds })
    },
  }
}
export type Answers = ReturnType<typeof createAnswers>
