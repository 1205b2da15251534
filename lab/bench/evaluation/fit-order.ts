import type { Pool } from 'pg'
import { describeItem } from '#server/features/catalog/description/index.ts'
import {
  type ComparableProduct,
  isOfLabeledColor,
  isOfLabeledKind,
  LABEL_WEIGHTS,
  LIKELY_WEIGHTS,
  readLabel,
  readLikely,
} from '#shared/vocabulary/label-match.ts'
import { detectObjects } from '#server/vision/node-engine.ts'
import { openPicture } from '#server/vision/sharp-picture.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { toCorners } from '#shared/vision/image-ops.ts'
import { inferKind, readWordChances } from '#shared/vision/likeness.ts'
import { type Candidate, rankAnswers } from '#shared/vision/match-order.ts'
import { isOfSplit, type LabeledPhoto, readLabeledPhotos, readPhoto } from './labeled-photos.ts'
import { findItem } from './words-on-boxes.ts'

type Product = Omit<Candidate, 'similarity' | 'description'> & {
  category: string
  vector: Float32Array
  description: ComparableProduct
}
type Weights = { label: typeof LABEL_WEIGHTS; likely: typeof LIKELY_WEIGHTS }

/** An object of a photo with its label by the models, and what it is by eye. */
type Query = {
  candidates: Candidate[]
  question: Parameters<typeof rankAnswers>[1]
  isPlausible: (product: ComparableProduct) => boolean
}

export type Fit = { name: string; first: number; three: number; objects: number }

const onlyKind = { ...LABEL_WEIGHTS, colour: 0, cut: 0, pattern: 0, material: 0 }
const NO_WEIGHTS = { cut: 0, colour: 0, pattern: 0 }
const createLikelyWeights = (cut: number, colour: number, pattern: number) => ({
  cut,
  colour,
  pattern,
})

/** What is compared: without parts of the label, and with more or less of what is likely. */
const TRIED: readonly (readonly [string, Weights])[] = [
  ['kind and appearance', { label: onlyKind, likely: NO_WEIGHTS }],
  ['label', { label: LABEL_WEIGHTS, likely: NO_WEIGHTS }],
  ['label, likely cut', { label: LABEL_WEIGHTS, likely: createLikelyWeights(0.4, 0, 0) }],
  ['label, likely colour', { label: LABEL_WEIGHTS, likely: createLikelyWeights(0, 0.8, 0) }],
  ['in use', { label: LABEL_WEIGHTS, likely: LIKELY_WEIGHTS }],
]

const isPlainProduct = ({ patterns }: ComparableProduct) =>
  patterns.every((pattern) => pattern === 'plain')

/** The same kind, cut and colour family, and a pattern if it has one. `types`: all that are labelled. */
export const createPlausibilityCheck = (
  kind: string,
  words: Readonly<Record<string, string | null>>,
  types: readonly string[],
) => {
  const item = describeItem({ kind, ...words })
  const type = words['type'] ?? kind
  const meaning = { ...readLabel(type, kind), colors: item.colors }
  const isType = types.map((word) => [word, Number(word === type)] as const)
  const [[cut] = []] = readLikely({ type: isType }).cuts
  const kinds = cut?.kinds ?? new Set<string>()
  return (product: ComparableProduct) =>
    isOfLabeledKind(meaning, product.kind) === true &&
    (kinds.size === 0 || kinds.has(product.kind ?? '')) &&
    isOfLabeledColor(meaning, product.colors) &&
    isPlainProduct(item) === isPlainProduct(product)
}

const computeDot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

const createQueries = async (
  engine: VisionEngine,
  bytes: Buffer,
  photo: LabeledPhoto,
  products: readonly Product[],
): Promise<Query[]> => {
  const picture = await openPicture(bytes)
  const { detections, squares } = await detectObjects(engine, picture)
  const { vectors } = await engine.embed(squares)
  const { vectorVersion: version } = engine.cards
  const types = engine.cards.words.attributes.find(({ name }) => name === 'type')?.words ?? []
  return detections.flatMap(({ pixelBox, kind, category, label, confidence }, index): Query[] => {
    const box = toCorners(pixelBox)
    const item = findItem({ box, kind, score: confidence }, photo.items)
    const vector = vectors[index]
    if (!vector || item?.kind !== kind || !item.words['colour']) return []
    const { isKindSure } = inferKind({ version, kind, category, label, vector }, engine.cards)
    const candidates = products
      .filter((product) => product.category === category)
      .map(({ category: _category, vector: other, ...product }): Candidate =>
        Object.assign(product, { similarity: computeDot(vector, other) }),
      )
    const question = {
      meaning: readLabel(label, kind),
      likely: readLikely(readWordChances(vector, engine.cards), kind),
      isKindSure,
      thresholds: engine.cards.embedder.calibration,
      best: [],
      similarInOwnColor: null,
      minAnswers: 3,
    }
    return [{ candidates, question, isPlausible: createPlausibilityCheck(kind, item.words, types) }]
  })
}

/** For how many objects a plausible product comes first, or is among the first three. */
export const scoreOrder = (queries: readonly Query[], weights: Weights): Omit<Fit, 'name'> => {
  const ranks = queries.map(({ candidates, question, isPlausible }) =>
    rankAnswers(candidates, { ...question, weights })
      .answers.slice(0, 3)
      .findIndex(({ description }) => description !== null && isPlausible(description)),
  )
  const share = (isGood: (rank: number) => boolean) =>
    ranks.filter(isGood).length / Math.max(1, ranks.length)
  return {
    objects: ranks.length,
    first: share((rank) => rank === 0),
    three: share((rank) => rank >= 0),
  }
}

/** Scores ways of ordering the demo catalogue's answers for the labelled items in a folder. */
export const fitOrder = async (
  engine: VisionEngine,
  pool: Pick<Pool, 'query'>,
  folder: string,
  split: string | null,
  onPhoto: (done: number, total: number) => void,
): Promise<Fit[]> => {
  const products = await readProducts(pool, engine.cards.vectorVersion)
  const photos = (await readLabeledPhotos(folder, engine.cards.words)).filter((photo) =>
    isOfSplit(photo, split),
  )
  const queries: Query[] = []
  for (const [index, photo] of photos.entries()) {
    queries.push(
      ...(await createQueries(engine, await readPhoto(folder, photo.photo), photo, products)),
    )
    onPhoto(index + 1, photos.length)
  }
  return TRIED.map(([name, weights]) => Object.assign({ name }, scoreOrder(queries, weights)))
}

/** What the catalogue says of its products, with their vectors of one version. */
export const readProducts = async (
  pool: Pick<Pool, 'query'>,
  version: string,
): Promise<Product[]> => {
  const { rows } = await pool.query<
    ComparableProduct & {
      key: string
      euros: number
      is_drawn: boolean
      category: string
      vector: number[]
    }
  >(
    `SELECT documents.product_key::text AS key, kind, colors, patterns, materials, departments, tags, sources, euros,
      coalesce(cards -> 0 ->> 'product_image' LIKE '/media/demo/products/%', false) AS is_drawn,
      vectors.category, vector
    FROM search.documents
    JOIN model_vectors vectors ON vectors.product_key = documents.product_key::text
    WHERE model_version = $1`,
    [version],
  )
  return rows.map(({ key, euros, is_drawn, category, vector, ...description }) => ({
    productKey: key,
    id: key,
    euros,
    isDrawn: is_drawn,
    category,
    vector: Float32Array.from(vector),
    description,
  }))
}
