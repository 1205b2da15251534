import { ANSWERS } from '#shared/finder-constants.ts'
import type { OfflineProduct } from '#shared/contract/offline-products.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { listResults } from '#shared/domain/results.ts'
import { readLabel, readLikely } from '#shared/vocabulary/label-match.ts'
import { type Candidate, rankAnswers } from './match-order.ts'
import {
  findBestTwo,
  quantizeVector,
  inferKind,
  type ObjectFacts,
  readWordChances,
} from './likeness.ts'
import type { ModelCards } from './model-cards.ts'

export const packVector = (vector: Float32Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(quantizeVector(vector).buffer)))

/** Not of unit length. */
export const unpackVector = (packed: string): Int8Array =>
  Int8Array.from(atob(packed), (character) => character.charCodeAt(0))

export type OfflineItem = { product: OfflineProduct; vector: Int8Array }

const computeCosine = (packedVector: Int8Array, vector: Float32Array): number => {
  let [product, square] = [0, 0]
  for (let index = 0; index < packedVector.length; index += 1) {
    const value = packedVector[index] ?? 0
    product += value * (vector[index] ?? 0)
    square += value * value
  }
  return square > 0 ? product / Math.sqrt(square) : 0
}

const toRankedProduct = (
  { id, name, price, website, category, shop, picture }: OfflineProduct,
  { similarity, certainty, labelMatch }: ReturnType<typeof rankAnswers>['answers'][number],
): RankedProduct => ({
  id,
  name,
  price,
  website,
  category,
  shop,
  similarity,
  certainty,
  labelMatch,
  product_image: picture,
  celebrity_name: '',
  celebrity_image: '',
  brand: null,
  box: null,
  isAddedByUser: false,
})

/** The offline answers for an object, ranked by the same rules as on the server. */
export const matchOffline = (
  items: readonly OfflineItem[],
  facts: ObjectFacts,
  cards: ModelCards,
): RankedProduct[] => {
  const object = inferKind(facts, cards)
  const byKey = new Map(items.map(({ product }) => [product.key, product]))
  const candidates = items
    .filter(({ product }) => object.category === null || product.category === object.category)
    .map(({ product, vector }): Candidate => {
      const { key, id, euros, isDrawn } = product
      const { kind, colors, patterns, materials, departments, sources } = product
      const description = { kind, colors, patterns, materials, departments, sources }
      const similarity = computeCosine(vector, object.vector)
      return { productKey: key, similarity, id, euros, isDrawn, description }
    })
  const { answers } = rankAnswers(candidates, {
    meaning: readLabel(object.label, object.kind),
    likely: readLikely(readWordChances(object.vector, cards), object.kind),
    isKindSure: object.isKindSure,
    thresholds: cards.embedder.calibration,
    best: findBestTwo(candidates),
    similarInOwnColor: null,
    minAnswers: ANSWERS.minProducts,
  })
  const ranked = answers.slice(0, ANSWERS.maxProducts).flatMap((answer) => {
    const product = byKey.get(answer.productKey)
    return product ? [toRankedProduct(product, answer)] : []
  })
  return listResults(ranked, { label: object.label, limit: ANSWERS.products })
}
