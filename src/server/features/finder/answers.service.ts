import { ANSWERS } from '#shared/constants.ts'
import type { Refinement } from '#shared/contract/answers.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import {
  type Description,
  describeTitle,
  isOfLabelledKind,
  labelMatch,
  type LabelMeaning,
  readLabel,
  readLikely,
  type Refinements,
  searchWords,
} from '#server/features/search/index.ts'
import type { Department } from '#shared/domain/department.ts'
import { listResults } from '#shared/domain/results.ts'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'
import { AppError } from '#server/core/http/errors.ts'
import { linksElsewhere, type OtherShop } from '#server/core/search-elsewhere.ts'
import {
  bestTwo,
  colourRanges,
  sureMatches,
  inferKind,
  wordChances,
} from '#shared/vision/likeness.ts'
import type { ModelCards } from '#shared/vision/model-cards.ts'
import { pluralOf } from '#shared/vision/words.ts'
import type { VectorMatch, VectorSearch } from '#server/vision/vectors/vector-search.ts'
import {
  createColourSwap,
  type Embedding,
  type SeenObject,
  type SignedEmbeddings,
} from './embeddings.ts'
import { type Candidate, type RankingContext, rankAnswers } from '#shared/vision/answer-order.ts'
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
/** So many are listed to count them. */
const COUNTED = 1_000
/** Cards read beyond those listed, in place of products that are rejected or may not be listed. */
const SPARE = 24

const similarKeys = (matches: readonly VectorMatch[], thresholds: CertaintyThresholds) =>
  new Set(sureMatches(matches, thresholds).map(({ productKey }) => productKey))

type Plan = Awaited<ReturnType<Refinements['read']>> & {
  /** Preferred, if the visitor chose it. */
  department: Department | null
}

type Wanted = { count: number; department?: Department | null | undefined }

/** What is asked for: what the label of the object means, or what the visitor wants instead. */
const meaningOf = (
  { label, kind, isKindSure }: SeenObject,
  { filter, department }: Plan,
): LabelMeaning => {
  const named = readLabel(label, kind)
  const wantedKinds = [...filter.kinds, ...filter.widerKinds]
  // Who asks for a skirt knows better than the model that calls it a dress.
  const isOtherKind =
    isKindSure &&
    wantedKinds.length > 0 &&
    !wantedKinds.some((wanted) => named.kindsOfObject.has(wanted))
  const instead = (wanted: readonly string[], own: ReadonlySet<string>) =>
    wanted.length > 0 ? new Set(wanted) : own
  return {
    ...named,
    department,
    kindsOfObject: isOtherKind ? new Set(wantedKinds) : named.kindsOfObject,
    colours: filter.colours.length > 0 ? filter.colours : named.colours,
    patterns: instead(filter.patterns, named.patterns),
    materials: instead(filter.materials, named.materials),
  }
}

const withColours = (plan: Plan, colours: readonly string[]): Plan =>
  plan.filter.colours.length > 0 ? plan : { ...plan, filter: { ...plan.filter, colours } }

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
    return { object: inferKind(embedding, engine.cards), cards: engine.cards, vectors }
  }
  type Opened = Awaited<ReturnType<typeof read>>

  /** The products that may be answers; `isWhole`: all of the kind, if they are few enough to count. */
  const compare = async (
    { object, cards, vectors }: Opened,
    plan: Plan,
    uid: string | undefined,
    isWhole: boolean,
  ): Promise<{ candidates: Candidate[]; question: RankingContext; isComplete: boolean }> => {
    const [colour] = plan.filter.colours
    const swapped =
      colour === undefined ? null : await swapColour(object, colour, colourRanges(cards))
    const vector = swapped ?? object.vector
    const category = object.category ?? undefined
    const filter = { category, ownerUid: uid }
    const own = await vectors.search(object.vector, NEAREST, filter)
    const near = swapped ? await vectors.search(swapped, NEAREST, filter) : own
    const thresholds = cards.embedder.calibration
    const meaning = meaningOf(object, plan)
    const likely = readLikely(wordChances(object.vector, cards))
    const question = {
      meaning,
      // Who asks for a colour wants another one than that of the object.
      likely: { ...likely, colours: colour === undefined ? likely.colours : [] },
      isKindSure: object.isKindSure,
      thresholds,
      best: bestTwo(near),
      similarInOwnColour: swapped ? similarKeys(own, thresholds) : null,
      least: plan.isRefined ? 0 : ANSWERS.least,
    }
    const candidates = await candidatesOf(near, plan)
    const isShortOf = (isFitting: (one: Description) => boolean | null) =>
      candidates.filter(({ description }) => description && isFitting(description)).length <
      ANSWERS.maxProducts
    const isEnough = !plan.isRefined && !isShortOf((one) => labelMatch(meaning, one) === 1)
    if (object.kind === null || (isEnough && !isWhole))
      return { candidates, question, isComplete: false }
    // What the label names is compared however far it is, or all of the kind if little of it is near.
    const isShortOfKind = isShortOf(({ kind }) => isOfLabelledKind(meaning, kind))
    const wanted = isWhole || isShortOfKind ? plan : withColours(plan, meaning.colours)
    const most = isWhole ? COUNTED : COMPARED
    const keys = await refinements.keysOfKinds(wanted, [...meaning.kindsOfObject], most + 1)
    if (keys.length > most) return { candidates, question, isComplete: false }
    const nearKeys = new Set(near.map(({ productKey }) => productKey))
    const nearest = await vectors.search(vector, isWhole ? COUNTED : NEAREST, { among: keys })
    const farther = nearest.filter(({ productKey }) => !nearKeys.has(productKey))
    return {
      candidates: [...candidates, ...(await candidatesOf(farther, plan))],
      question,
      isComplete: isWhole,
    }
  }

  /** Those that can be bought and pass the filters; products that the user added have no facets. */
  const candidatesOf = async (
    matches: readonly VectorMatch[],
    plan: Plan,
  ): Promise<Candidate[]> => {
    const keys = matches.map(({ productKey }) => productKey).filter((key) => !isAddedKey(key))
    const facts: Awaited<ReturnType<Refinements['facts']>> = plan.isUnknown
      ? new Map()
      : await refinements.facts(keys, plan)
    return matches.flatMap((match): Candidate[] => {
      if (isAddedKey(match.productKey) && !plan.isRefined)
        return [{ ...match, id: null, euros: null, isDrawn: false, description: null }]
      const product = facts.get(match.productKey)
      if (!product) return []
      const { id, euros, isDrawn, ...description } = product
      return [{ ...match, id, euros, isDrawn, description }]
    })
  }

  /** What is listed for an object by its appearance. */
  const listAlike = async (
    opened: Opened,
    plan: Plan,
    uid: string | undefined,
    isWhole = false,
  ) => {
    const { object } = opened
    const { label, kind, isKindSure } = object
    const { candidates, question, isComplete } = await compare(opened, plan, uid, isWhole)
    const { answers, hasKind } = rankAnswers(candidates, question)
    // The best are listed; asking for more lists more of them.
    const most = isWhole ? COUNTED : ANSWERS.maxProducts
    const best = answers.slice(0, most + SPARE)
    const cards = await productsOf(
      best.map(({ productKey }) => productKey),
      uid,
    )
    const without = uid === undefined ? null : await rejections.filterFor(uid)
    const wanted = <Product extends { id: string }>(products: Product[]) =>
      without ? without(object, products) : products
    const alike = wanted(
      best.flatMap(({ productKey, similarity, certainty, labelMatch: match }): RankedProduct[] => {
        const product = cards.get(productKey)
        const isAddedByUser = isAddedKey(productKey)
        return product
          ? [{ ...product, similarity, certainty, labelMatch: match, isAddedByUser }]
          : []
      }),
    )
    const products = listResults(alike, { label, limit: most })
    const ids = new Set(products.map(({ id }) => id))
    const productIds = best.flatMap(({ productKey, id }) =>
      id !== null && ids.has(cards.get(productKey)?.id ?? '') ? [id] : [],
    )
    const isOfOtherKinds = isKindSure && !hasKind && !plan.isRefined && products.length > 0
    const noneOfKind = isOfOtherKinds && kind !== null ? pluralOf(kind) : null
    return { products, productIds, wanted, meaning: question.meaning, noneOfKind, isComplete }
  }

  /** Everything listed for an object: by its appearance, and what is found by words. */
  const list = async (opened: Opened, plan: Plan, uid: string | undefined) => {
    const { object } = opened
    const { label } = object
    const [{ wanted, meaning, ...alike }, named] = await Promise.all([
      listAlike(opened, plan, uid),
      label === '' ? [] : refinements.byWords(label, plan),
    ])
    const ids = new Set(alike.products.map(({ id }) => id))
    const others = wanted(named).flatMap((product) => {
      const title = describeTitle(product.name)
      const isOther = isOfLabelledKind(meaning, title.kind) === false
      if (ids.has(product.id) || (isOther && object.isKindSure)) return []
      return [{ ...product, labelMatch: labelMatch(meaning, title) }]
    })
    const byWords = listResults(others, { label, limit: ANSWERS.maxProducts })
    return { ...alike, byWords }
  }

  return {
    /**
     * What a scan lists for an object, in the order of its answers. What is only the closest there is
     * comes with the answers: a scan that shows it would claim to have found it.
     */
    similarTo: async (embedding: Embedding, uid: string | undefined) => {
      const { engine, vectors } = await open()
      const { cards } = engine
      const everything = await refinements.read({})
      const { products, noneOfKind } = await listAlike(
        { object: inferKind(embedding, cards), cards, vectors },
        { ...everything, department: null },
        uid,
      )
      const similar = products.flatMap(({ certainty, ...product }) =>
        certainty === null ? [] : [{ ...product, certainty }],
      )
      return { products: similar, noneOfKind }
    },

    answer: async (
      text: string,
      refinement: Refinement,
      { count, department = null }: Wanted,
      uid: string | undefined,
    ) => {
      const opened = await read(text)
      const { label } = opened.object
      const plan = await refinements.read(refinement)
      const { byWords, noneOfKind, ...listed } = await list(opened, { ...plan, department }, uid)
      const products = listed.products.slice(0, count)
      return {
        name: label,
        products,
        noneOfKind,
        hasMore: listed.products.length + byWords.length > count,
        // Words fill the places that appearance leaves.
        byWords: byWords.slice(0, count - products.length),
        applied: plan.applied,
        relaxed: plan.relaxed,
        // Without a name there is nothing to search for.
        elsewhere: linksElsewhere(label === '' ? [] : otherShops, searchWords(label, plan.applied)),
      }
    },

    /** Of what the list shows; of all of the kind, where that is too much to list. */
    counts: async (text: string, refinement: Refinement, uid: string | undefined) => {
      const opened = await read(text)
      const everything = await refinements.read({})
      // Without a kind there is nothing to count within.
      if (opened.object.kind === null) return { applied: [], facets: [] }
      const { productIds, meaning, isComplete } = await listAlike(
        opened,
        { ...everything, department: null },
        uid,
        true,
      )
      const kinds = isComplete ? [] : [...meaning.kindsOfObject]
      const { applied, facets } = await refinements.counts(refinement, { kinds, productIds })
      // No list is longer.
      for (const value of facets)
        if (value.count !== null) value.count = Math.min(value.count, ANSWERS.maxProducts)
      return { applied, facets }
    },
  }
}
export type Answers = ReturnType<typeof createAnswers>
