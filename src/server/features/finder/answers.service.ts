import { ANSWERS } from '#shared/constants.ts'
import type { Refinement } from '#shared/contract/answers.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { type Refinements, searchWords } from '#server/features/search/index.ts'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'
import { AppError } from '#server/core/http/errors.ts'
import { linksElsewhere, type OtherShop } from '#server/core/search-elsewhere.ts'
import { colourRanges } from '#server/vision/likeness.ts'
import { bestTwo, sureMatches } from '#server/vision/matches.ts'
import type { ModelCards } from '#server/vision/model-cards.ts'
import type { VectorMatch, VectorSearch } from '#server/vision/vectors/vector-search.ts'
import { createColourSwap } from './colour-swap.ts'
import type { ObjectLook, ObjectLooks } from './object-looks.ts'
import { type Candidate, rankAnswers } from './ranked-products.ts'
import type { Rejections } from './rejections.service.ts'
import { withSeenKind } from './seen-kind.ts'
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
  looks: Pick<ObjectLooks, 'read'>
  rejections: Pick<Rejections, 'filterFor'>
  otherShops: readonly OtherShop[]
}

/** Compared with the object. Beyond the nearest, all that pass a filter are if they are few enough. */
const NEAREST = 400
const COMPARED = 5_000
/** Cards read beyond those shown, in place of products that a user has rejected. */
const SPARE = 24

const similarKeys = (matches: readonly VectorMatch[], thresholds: CertaintyThresholds) =>
  new Set(sureMatches(matches, thresholds).map(({ productKey }) => productKey))

type Plan = Awaited<ReturnType<Refinements['read']>>

/** What the catalogue has for one object of a photo, from what is known of its look. */
export const createAnswers = (parts: Parts) => {
  const { open, productsOf, store, refinements, looks, rejections, otherShops } = parts
  const swapColour = createColourSwap({
    samples: refinements.samplesOfColour,
    vectorsOf: store.vectorsOf,
  })

  const read = async (text: string) => {
    const look = looks.read(text)
    const { engine, vectors } = await open()
    if (!look) throw new AppError(400, "Invalid body field 'look'")
    if (look.version !== engine.cards.vectorVersion)
      throw new AppError(410, 'This photo was scanned by an earlier version. Scan it again.', {
        code: 'look-outdated',
      })
    return { look: withSeenKind(look, engine.cards), cards: engine.cards, vectors }
  }
  type Opened = Awaited<ReturnType<typeof read>>

  const compare = async ({ look, cards, vectors }: Opened, plan: Plan, uid: string | undefined) => {
    const [colour] = plan.filter.colours
    const swapped =
      colour === undefined ? null : await swapColour(look, colour, colourRanges(cards))
    const vector = swapped ?? look.vector
    const category = look.category ?? undefined
    const filter = { category, ownerUid: uid }
    const own = await vectors.search(look.vector, NEAREST, filter)
    const near = swapped ? await vectors.search(swapped, NEAREST, filter) : own
    const best = bestTwo(near)
    const similarInOwnColour = swapped ? similarKeys(own, cards.embedder.calibration) : null
    const found = await candidatesOf(near, plan, look)
    const isShort = found.filter(({ isSameKind }) => isSameKind).length < ANSWERS.maxProducts
    if (look.kind === null || !(plan.isRefined || isShort))
      return { best, found, similarInOwnColour }
    const keys = await refinements.keysOfKind(plan, look.kind, COMPARED + 1)
    if (keys.length > COMPARED) return { best, found, similarInOwnColour }
    const known = new Set(near.map(({ productKey }) => productKey))
    const farther = (await vectors.search(vector, NEAREST, { among: keys })).filter(
      ({ productKey }) => !known.has(productKey),
    )
    const others = await candidatesOf(farther, plan, look)
    return { best, found: [...found, ...others], similarInOwnColour }
  }

  /** Those that can be bought and pass the filters; products that the user added have no facets. */
  const candidatesOf = async (
    matches: readonly VectorMatch[],
    plan: Plan,
    { kind }: ObjectLook,
  ): Promise<Candidate[]> => {
    const keys = matches.map(({ productKey }) => productKey).filter((key) => !isAddedKey(key))
    const facts = plan.isUnknown ? new Map() : await refinements.facts(keys, plan)
    return matches.flatMap((match): Candidate[] => {
      if (isAddedKey(match.productKey) && !plan.isRefined)
        return [{ ...match, id: null, isSameKind: false, euros: null, isDrawn: false }]
      const known = facts.get(match.productKey)
      if (!known) return []
      const isSameKind = refinements.isOfKind(known.kind, kind)
      return [{ ...match, ...known, isSameKind }]
    })
  }

  const rank = async (opened: Opened, plan: Plan, uid: string | undefined) => {
    const { found, ...compared } = await compare(opened, plan, uid)
    return rankAnswers(found, {
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
      const { look } = opened
      const plan = await refinements.read(refinement)
      const [ranked, named] = await Promise.all([
        rank(opened, plan, uid),
        look.label === '' ? [] : refinements.byWords(look.label, plan),
      ])
      const first = ranked.slice(0, count + SPARE)
      const cards = await productsOf(
        first.map(({ productKey }) => productKey),
        uid,
      )
      const without = uid === undefined ? null : await rejections.filterFor(uid)
      const wanted = <Product extends { id: string }>(products: Product[]) =>
        without ? without(look, products) : products
      const products = wanted(
        first.flatMap(({ productKey, similarity, certainty }): RankedProduct[] => {
          const product = cards.get(productKey)
          const isAddedByUser = isAddedKey(productKey)
          return product ? [{ ...product, similarity, certainty, isAddedByUser }] : []
        }),
      )
      const shown = products.slice(0, count)
      const listed = new Set(shown.map(({ id }) => id))
      return {
        name: look.label,
        products: shown,
        hasMore: products.length > shown.length || ranked.length > first.length,
        byWords: wanted(named)
          .filter(({ id }) => !listed.has(id))
          .slice(0, ANSWERS.byWords),
        applied: plan.applied,
        // Without a name there is nothing to search for.
        elsewhere: linksElsewhere(
          look.label === '' ? [] : otherShops,
          searchWords(look.label, plan.applied),
        ),
      }
    },

    counts: async (text: string, refinement: Refinement, uid: string | undefined) => {
      const opened = await read(text)
      const everything = await refinements.read({})
      // Without a kind there is nothing to count within.
      if (opened.look.kind === null) return { applied: [], facets: [] }
      const ranked = await rank(opened, everything, uid)
      const productIds = ranked.flatMap(({ certainty, id }) => (certainty && id ? [id] : []))
      return refinements.counts(refinement, { objectKind: opened.look.kind, productIds })
    },
  }
}
export type Answers = ReturnType<typeof createAnswers>
