import { AppError } from '#server/core/http/errors.ts'
import { buildSearchLinks, type OtherShop } from '#server/core/search-elsewhere.ts'
import { describeTitle } from '#server/features/catalog/description/index.ts'
import {
  type ComparableProduct,
  isOfLabeledKind,
  rateLabelMatch,
  type LabelMeaning,
  readLabel,
  readLikely,
} from '#shared/vocabulary/label-match.ts'
import { type Refinements } from '#server/features/search/index.ts'
import { buildSearchWords } from '#shared/vocabulary/vocabulary.ts'
import type { VectorSearch } from '#server/vision/vectors/vector-search.ts'
import { ANSWERS } from '#shared/finder-constants.ts'
import type { RankedProduct, RefinementQuery } from '#shared/contract/vision.ts'
import type { Department } from '#shared/domain/department.ts'
import { listResults } from '#shared/domain/results.ts'
import type { Calibration } from '#shared/vision/model-cards.ts'
import {
  findBestTwo,
  listColorRanges,
  inferKind,
  listOtherKinds,
  selectSureMatches,
  readWordChances,
} from '#shared/vision/likeness.ts'
import {
  type Candidate,
  rankAnswers,
  type RankingContext,
  type VectorMatch,
} from '#shared/vision/match-order.ts'
import type { ModelCards } from '#shared/vision/model-cards.ts'
import { composeLabel, describeKind } from '#shared/vision/words.ts'
import {
  createRecolor,
  type Embedding,
  type SeenObject,
  type SignedEmbeddings,
} from './embeddings.ts'
import type { Rejections } from './rejections.store.ts'
import { isAddedKey, type ReadProducts } from './vision.service.ts'
import type { VisionStore } from './vision.store.ts'
import { FINDER_SERVICE_TEXT } from './finder-service-messages.ts'
import { HTTP_TEXT } from '#server/core/http/http-messages.ts'

/** The parts of the open models that answers use. */
export type SearchedVision = {
  engine: { cards: ModelCards }
  vectors: Pick<VectorSearch, 'search'>
}

type AnswersDependencies = {
  open: () => Promise<SearchedVision>
  productsOf: ReadProducts
  store: Pick<VisionStore, 'vectorsOf'>
  refinements: Refinements
  embeddings: SignedEmbeddings
  rejections: Pick<Rejections, 'filterFor'>
  otherShops: readonly OtherShop[]
}

/** The nearest products are always compared with the object. */
const NEAREST_PRODUCTS = 400
/** All products that pass a filter are compared as well, unless there are more than this. */
const MAX_COMPARED = 5_000
/** Products listed at most in order to count them. */
const MAX_COUNTED = 1_000
/** Cards read in addition, to replace products that are rejected or may not be listed. */
const SPARE_CARDS = 24

const findSimilarKeys = (matches: readonly VectorMatch[], thresholds: Calibration) =>
  new Set(selectSureMatches(matches, thresholds).map(({ productKey }) => productKey))

type AnswerPlan = Awaited<ReturnType<Refinements['read']>> & {
  /** The department that the visitor prefers, if any. */
  department: Department | null
}

type AnswerOptions = { count: number; department?: Department | null | undefined }

/** What the label of the object means, unless the visitor asks for something else. */
const readObjectMeaning = (
  { label, kind, isKindSure }: SeenObject,
  { filter, department }: AnswerPlan,
): LabelMeaning => {
  const labelMeaning = readLabel(label, kind)
  const requestedKinds = [...filter.kinds, ...filter.widerKinds]
  // A visitor who asks for a skirt knows better than the model that calls it a dress.
  const isOtherKind =
    isKindSure &&
    requestedKinds.length > 0 &&
    !requestedKinds.some((kind) => labelMeaning.kindsOfObject.has(kind))
  const orFromLabel = (requested: readonly string[], fromLabel: ReadonlySet<string>) =>
    requested.length > 0 ? new Set(requested) : fromLabel
  return {
    ...labelMeaning,
    department,
    kindsOfObject: isOtherKind ? new Set(requestedKinds) : labelMeaning.kindsOfObject,
    colors: filter.colors.length > 0 ? filter.colors : labelMeaning.colors,
    patterns: orFromLabel(filter.patterns, labelMeaning.patterns),
    materials: orFromLabel(filter.materials, labelMeaning.materials),
  }
}

const addDefaultColors = (plan: AnswerPlan, colors: readonly string[]): AnswerPlan =>
  plan.filter.colors.length > 0 ? plan : { ...plan, filter: { ...plan.filter, colors } }

/** Finds catalogue products for one object of a photo, by its embedding. */
export const createAnswers = (dependencies: AnswersDependencies) => {
  const { open, productsOf, store, refinements, embeddings, rejections, otherShops } = dependencies
  const recolor = createRecolor({
    samples: refinements.samplesOfColor,
    vectorsOf: store.vectorsOf,
  })

  const openObject = async (text: string) => {
    const embedding = embeddings.read(text)
    const { engine, vectors } = await open()
    if (!embedding) throw new AppError(400, HTTP_TEXT.wrongField('body', 'embedding'))
    if (embedding.version !== engine.cards.vectorVersion)
      throw new AppError(410, FINDER_SERVICE_TEXT.scannedByEarlierVersion, {
        code: 'embedding-outdated',
      })
    return { object: inferKind(embedding, engine.cards), cards: engine.cards, vectors }
  }
  type OpenObject = Awaited<ReturnType<typeof openObject>>

  /** The candidates for the answers; with `includesAll`, all of the kind if they are few enough to count. */
  const compare = async (
    { object, cards, vectors }: OpenObject,
    plan: AnswerPlan,
    uid: string | undefined,
    includesAll: boolean,
  ): Promise<{ candidates: Candidate[]; question: RankingContext; isComplete: boolean }> => {
    const [color] = plan.filter.colors
    const recolored =
      color === undefined ? null : await recolor(object, color, listColorRanges(cards))
    const vector = recolored ?? object.vector
    const category = object.category ?? undefined
    const filter = { category, ownerUid: uid }
    const matches = await vectors.search(object.vector, NEAREST_PRODUCTS, filter)
    const nearMatches = recolored
      ? await vectors.search(recolored, NEAREST_PRODUCTS, filter)
      : matches
    const thresholds = cards.embedder.calibration
    const meaning = readObjectMeaning(object, plan)
    const likely = readLikely(readWordChances(object.vector, cards), object.kind)
    const question = {
      meaning,
      // A visitor who asks for a colour wants a different one from the object's.
      likely: { ...likely, colors: color === undefined ? likely.colors : [] },
      isKindSure: object.isKindSure,
      thresholds,
      best: findBestTwo(nearMatches),
      similarInOwnColor: recolored ? findSimilarKeys(matches, thresholds) : null,
      minAnswers: plan.isRefined ? 0 : ANSWERS.minProducts,
    }
    const candidates = await listCandidates(nearMatches, plan)
    const hasTooFew = (fits: (description: ComparableProduct) => boolean | null) =>
      candidates.filter(({ description }) => description && fits(description)).length <
      ANSWERS.maxProducts
    const hasEnough =
      !plan.isRefined && !hasTooFew((description) => rateLabelMatch(meaning, description) === 1)
    if (object.kind === null || (hasEnough && !includesAll))
      return { candidates, question, isComplete: false }
    // Products that the label names are compared however far away they are. If few of the kind are near,
    // all of the kind are.
    const hasTooFewOfKind = hasTooFew(({ kind }) => isOfLabeledKind(meaning, kind))
    const fartherPlan =
      includesAll || hasTooFewOfKind ? plan : addDefaultColors(plan, meaning.colors)
    const limit = includesAll ? MAX_COUNTED : MAX_COMPARED
    const keys = await refinements.keysOfKinds(fartherPlan, [...meaning.kindsOfObject], limit + 1)
    if (keys.length > limit) return { candidates, question, isComplete: false }
    const nearKeys = new Set(nearMatches.map(({ productKey }) => productKey))
    const nearest = await vectors.search(vector, includesAll ? MAX_COUNTED : NEAREST_PRODUCTS, {
      among: keys,
    })
    const farther = nearest.filter(({ productKey }) => !nearKeys.has(productKey))
    return {
      candidates: [...candidates, ...(await listCandidates(farther, plan))],
      question,
      isComplete: includesAll,
    }
  }

  /** Matches in stock that pass the filters. Products that the user added have no facets to filter by. */
  const listCandidates = async (
    matches: readonly VectorMatch[],
    plan: AnswerPlan,
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

  /** The products listed for an object because of its appearance. */
  const listAlike = async (
    openedObject: OpenObject,
    plan: AnswerPlan,
    uid: string | undefined,
    includesAll = false,
  ) => {
    const { object } = openedObject
    const { label, kind, isKindSure } = object
    const { candidates, question, isComplete } = await compare(openedObject, plan, uid, includesAll)
    const { answers, hasKind, isFar } = rankAnswers(candidates, question)
    const limit = includesAll ? MAX_COUNTED : ANSWERS.maxProducts
    const best = answers.slice(0, limit + SPARE_CARDS)
    const cards = await productsOf(
      best.map(({ productKey }) => productKey),
      uid,
    )
    const withoutRejected = uid === undefined ? null : await rejections.filterFor(uid)
    const dropRejected = <Product extends { id: string }>(products: Product[]) =>
      withoutRejected ? withoutRejected(object, products) : products
    const similarProducts = dropRejected(
      best.flatMap(({ productKey, similarity, certainty, labelMatch: match }): RankedProduct[] => {
        const product = cards.get(productKey)
        const isAddedByUser = isAddedKey(productKey)
        return product
          ? [{ ...product, similarity, certainty, labelMatch: match, isAddedByUser }]
          : []
      }),
    )
    const products = listResults(similarProducts, { label, limit })
    const ids = new Set(products.map(({ id }) => id))
    const productIds = best.flatMap(({ productKey, id }) =>
      id !== null && ids.has(cards.get(productKey)?.id ?? '') ? [id] : [],
    )
    const isOfOtherKinds = isKindSure && !hasKind && !plan.isRefined && products.length > 0
    const noneOfKind = isOfOtherKinds && kind !== null ? describeKind(kind, 'plurals') : null
    // Likeness was measured for the kinds that the words model describes.
    const { typesOfKind } = openedObject.cards.words
    const isDescribed = kind !== null && Object.hasOwn(typesOfKind, kind)
    return {
      isNothingClose: isFar && isDescribed && !plan.isRefined,
      products,
      productIds,
      wanted: dropRejected,
      meaning: question.meaning,
      noneOfKind,
      isComplete,
    }
  }

  /** Everything listed for an object, by its appearance and by the words of its label. */
  const list = async (openedObject: OpenObject, plan: AnswerPlan, uid: string | undefined) => {
    const { object } = openedObject
    const { label } = object
    const [{ wanted, meaning, ...alike }, namedProducts] = await Promise.all([
      listAlike(openedObject, plan, uid),
      label === '' ? [] : refinements.byWords(label, plan),
    ])
    const ids = new Set(alike.products.map(({ id }) => id))
    const otherProducts = wanted(namedProducts).flatMap((product) => {
      const title = describeTitle(product.name)
      const isOther = isOfLabeledKind(meaning, title.kind) === false
      if (ids.has(product.id) || (isOther && object.isKindSure)) return []
      return [{ ...product, labelMatch: rateLabelMatch(meaning, title) }]
    })
    const byWords = listResults(otherProducts, { label, limit: ANSWERS.maxProducts })
    return { ...alike, byWords }
  }

  return {
    /**
     * The products that a scan lists for an object. Products that are merely the closest available only
     * appear among the answers: a scan that listed them would claim to have found the object.
     */
    similarTo: async (embedding: Embedding, uid: string | undefined) => {
      const { engine, vectors } = await open()
      const { cards } = engine
      const unfiltered = await refinements.read({})
      const { products, noneOfKind, isNothingClose } = await listAlike(
        { object: inferKind(embedding, cards), cards, vectors },
        { ...unfiltered, department: null },
        uid,
      )
      const similar = products.flatMap(({ certainty, ...product }) =>
        certainty === null ? [] : [{ ...product, certainty }],
      )
      return { products: similar, noneOfKind, isNothingClose }
    },

    findAnswers: async (
      text: string,
      refinement: RefinementQuery,
      { count, department = null }: AnswerOptions,
      uid: string | undefined,
    ) => {
      const openedObject = await openObject(text)
      const { label } = openedObject.object
      const plan = await refinements.read(refinement)
      const { byWords, noneOfKind, isNothingClose, ...results } = await list(
        openedObject,
        { ...plan, department },
        uid,
      )
      const products = results.products.slice(0, count)
      return {
        name: label,
        products,
        noneOfKind,
        isNothingClose,
        otherKinds: listOtherKinds(openedObject.object, openedObject.cards),
        hasMore: results.products.length + byWords.length > count,
        // Words fill the places that appearance leaves.
        byWords: byWords.slice(0, count - products.length),
        applied: plan.applied,
        relaxed: plan.relaxed,
        // Without a name there is nothing to search for.
        elsewhere: buildSearchLinks(
          label === '' ? [] : otherShops,
          buildSearchWords(label, plan.applied),
        ),
      }
    },

    /** The object as a person calls it; of its name, the colour stays. */
    nameKind: async (text: string, kind: string) => {
      const { object, cards } = await openObject(text)
      const category = cards.detector.categories[kind]
      if (!category) throw new AppError(400, HTTP_TEXT.wrongField('body', 'kind'))
      const { version, vector, label: lastLabel } = object
      const [color] = readLabel(lastLabel, object.kind).colors
      // Its shape does not say more than the person.
      const label = composeLabel(kind, { x0: 0, y0: 0, x1: 1, y1: 1 }, color)
      const named = { version, vector, kind, category, label, isGiven: true } as const
      return { embedding: embeddings.write(named), label, category }
    },

    /** Counts the listed products, or all products of the kind if those are too many to list. */
    countAnswers: async (text: string, refinement: RefinementQuery, uid: string | undefined) => {
      const openedObject = await openObject(text)
      const unfiltered = await refinements.read({})
      // Without a kind there is nothing to count within.
      if (openedObject.object.kind === null) return { applied: [], facets: [] }
      const { productIds, meaning, isComplete } = await listAlike(
        openedObject,
        { ...unfiltered, department: null },
        uid,
        true,
      )
      const kinds = isComplete ? [] : [...meaning.kindsOfObject]
      const { applied, facets } = await refinements.counts(refinement, { kinds, productIds })
      // No list of answers is longer than that.
      for (const value of facets)
        if (value.count !== null) value.count = Math.min(value.count, ANSWERS.maxProducts)
      return { applied, facets }
    },
  }
}
export type AnswersService = ReturnType<typeof createAnswers>
