import type { Category } from '#shared/domain/category.ts'
import { type Certainty, rateCertainty } from '#shared/domain/certainty.ts'
import type { Calibration } from './model-cards.ts'
import type { ModelCards } from './model-cards.ts'
import { type Chance, getKindNoun } from './words.ts'

type Cards = Pick<ModelCards, 'detector' | 'embedder' | 'words'>

/** Where an attribute's words are in the words model's output, and their share of a similarity. */
type Part = { name: string; words: readonly string[]; first: number; share: number }

const listVectorParts = ({ attributes, likeness }: ModelCards['words']): Part[] => {
  let first = 0
  return attributes.flatMap(({ name, words }) => {
    const part = { name, words, first, share: likeness[name] ?? 0 }
    first += words.length
    return part.share > 0 ? [part] : []
  })
}

/** Kinds that the words model has no types for. */
const listUntypedKinds = ({ detector, words }: Cards) =>
  detector.kinds.filter((kind) => !words.typesOfKind[kind])

export type Range = readonly [from: number, to: number]

/** The ranges of a vector that encode the colour of an item. */
export const listColorRanges = (cards: Cards): Range[] => {
  const { appearance, colour } = cards.embedder.parts
  let from = cards.embedder.dimensions
  const ranges: Range[] = [[appearance, appearance + colour]]
  for (const { name, words } of listVectorParts(cards.words)) {
    const to = from + words.length + (name === 'type' ? listUntypedKinds(cards).length : 0)
    if (name === 'colour') ranges.push([from, to])
    from = to
  }
  return ranges
}

/** The chances of an attribute's words that a vector holds; kinds without types stand for themselves. */
type WordChances = Readonly<Record<string, readonly Chance[]>>

export const readWordChances = (vector: Float32Array, cards: Cards): WordChances => {
  let from = cards.embedder.dimensions
  return Object.fromEntries(
    listVectorParts(cards.words).map(({ name, words }) => {
      const all = name === 'type' ? [...words, ...listUntypedKinds(cards)] : words
      const squares = Array.from(vector.subarray(from, from + all.length), (root) => root * root)
      from += all.length
      const total = squares.reduce((sum, square) => sum + square, 0) || 1
      return [name, all.map((word, index): Chance => [word, (squares[index] ?? 0) / total])]
    }),
  )
}

/** The length of the vectors that are stored and searched. */
export const countVectorDimensions = (cards: Cards): number =>
  listVectorParts(cards.words).reduce(
    (sum, { name, words }) =>
      sum + words.length + (name === 'type' ? listUntypedKinds(cards).length : 0),
    cards.embedder.dimensions,
  )

/** Half precision and rounding in transit change the length of a unit vector. */
const LENGTH_TOLERANCE = 0.02

/**
 * Whether a vector sent by a client is well formed: the right length, unit norm, and roots of
 * probabilities where the words are.
 */
export const isValidVector = (vector: Float32Array, cards: Cards): boolean => {
  if (vector.length !== countVectorDimensions(cards)) return false
  const words = vector.subarray(cards.embedder.dimensions)
  return Math.abs(computeLength(vector) - 1) <= LENGTH_TOLERANCE && words.every((root) => root >= 0)
}

const toRoots = (chances: ArrayLike<number>, share: number) => {
  const total = Array.from(chances).reduce((sum, chance) => sum + chance, 0)
  return Array.from(chances, (chance) => (total > 0 ? Math.sqrt((share * chance) / total) : 0))
}

/**
 * Adds words to an item's appearance: what it is called, its pattern and its colour as
 * the roots of their probabilities. Of two unit vectors made here, the dot product is the weighted sum
 * of how alike the items look and how alike they are described.
 */
export const createVectorComposer = (cards: Cards) => {
  const { detector, embedder, words: card } = cards
  const parts = listVectorParts(card)
  const untypedKinds = listUntypedKinds(cards)
  const kindsFrom = embedder.parts.appearance + embedder.parts.colour
  const appearanceShare = 1 - parts.reduce((sum, { share }) => sum + share, 0)

  /** The words model distinguishes only types within a kind; the embedder determines the kind. */
  const computeTypeChances = (
    appearance: Float32Array,
    row: Float32Array,
    { words, first }: Part,
  ) => {
    const chances = new Float32Array(words.length + untypedKinds.length)
    for (const [index, kind] of detector.kinds.entries()) {
      const chance = (appearance[kindsFrom + index] ?? 0) ** 2
      const types = card.typesOfKind[kind]
      const at = types?.map((type) => words.indexOf(type)) ?? [
        words.length + untypedKinds.indexOf(kind),
      ]
      const total = types ? at.reduce((sum, type) => sum + (row[first + type] ?? 0), 0) : 1
      for (const type of at)
        chances[type] =
          (chances[type] ?? 0) + (chance * (types ? (row[first + type] ?? 0) : 1)) / (total || 1)
    }
    return chances
  }

  return (appearance: Float32Array, row: Float32Array): Float32Array => {
    if (parts.length === 0) return appearance
    const wordNumbers = parts.flatMap((part) => {
      const { name, words, first, share } = part
      const chances =
        name === 'type'
          ? computeTypeChances(appearance, row, part)
          : row.subarray(first, first + words.length)
      return toRoots(chances, share)
    })
    return Float32Array.from([
      ...appearance.map((value) => value * Math.sqrt(appearanceShare)),
      ...wordNumbers,
    ])
  }
}

/** `similarity`: the cosine of two vectors. */
type SimilarityScore = { similarity: number }

/**
 * How certain a match is, or null. Besides the model's thresholds, each query has
 * relative limits: matches far behind the best are noise, and only the best, clearly ahead of the next,
 * is the same item.
 */
export const rateMatch = (
  similarity: number,
  [best = -1, second = -1]: readonly number[],
  thresholds: Calibration,
): Certainty | null => {
  const lowest = best - (thresholds.sameItem - thresholds.similar)
  const lowestSame = best - (thresholds.sameItem - thresholds.close)
  const certainty = rateCertainty(similarity, thresholds)
  if (certainty === null || similarity < lowest) return null
  const { lead = 0 } = thresholds
  const isAhead = lead === 0 || (similarity === best && best - second >= lead)
  return certainty === 'same item' && (similarity < lowestSame || !isAhead) ? 'close' : certainty
}

/** The similarities of the two nearest products, which may be filtered out of what is shown. */
export const findBestTwo = (matches: readonly SimilarityScore[]): number[] =>
  matches
    .map(({ similarity }) => similarity)
    .toSorted((a, b) => b - a)
    .slice(0, 2)

/** Matches good enough to show. */
export const selectSureMatches = <Match extends SimilarityScore>(
  matches: readonly Match[],
  thresholds: Calibration,
): (Match & { certainty: Certainty })[] => {
  const best = findBestTwo(matches)
  return matches.flatMap((match) => {
    const certainty = rateMatch(match.similarity, best, thresholds)
    return certainty === null ? [] : [{ ...match, certainty }]
  })
}

/** From this probability on, the kind was right for 147 of 161 boxes in 40 training photos. */
const MIN_KIND_PROBABILITY = 0.5

/** The probability of each kind; a part of the vector holds their square roots. */
const readKindChances = (
  vector: Float32Array,
  { detector, embedder: { parts } }: Pick<ModelCards, 'detector' | 'embedder'>,
): ReadonlyMap<string, number> => {
  const from = parts.appearance + parts.colour
  const chances = vector.slice(from, from + parts.kind).map((value) => value * value)
  const total = chances.reduce((sum, chance) => sum + chance, 0) || 1
  return new Map(detector.kinds.map((kind, index) => [kind, (chances[index] ?? 0) / total]))
}

export type ObjectFacts = {
  kind: string | null
  category: Category | null
  label: string
  vector: Float32Array
  /** A person has said what kind it is. */
  isGiven?: true | undefined
}

/** If the kind is sure, products of other kinds are no answers. */
type KindCertainty = { isKindSure: boolean }

/** A box that a user drew has neither kind nor name, so both are read from its embedding. */
export const inferKind = <Facts extends ObjectFacts>(
  embedding: Facts,
  cards: Pick<ModelCards, 'detector' | 'embedder'>,
): Facts & KindCertainty => {
  const chances = readKindChances(embedding.vector, cards)
  const { categories } = cards.detector
  const isPossible = (kind: string) =>
    embedding.category === null || categories[kind] === embedding.category
  const seenKind = [...chances.keys()].find(
    (kind) => (chances.get(kind) ?? 0) >= MIN_KIND_PROBABILITY && isPossible(kind),
  )
  const kind = embedding.kind ?? seenKind ?? null
  if (kind === null) return { ...embedding, isKindSure: false }
  return {
    ...embedding,
    kind,
    category: embedding.category ?? categories[kind] ?? null,
    label: embedding.label || getKindNoun(kind),
    isKindSure: embedding.isGiven === true || (chances.get(kind) ?? 0) >= MIN_KIND_PROBABILITY,
  }
}

/** What else an object may be, the likeliest kind first. */
export const listOtherKinds = (
  { vector, kind }: Pick<ObjectFacts, 'vector' | 'kind'>,
  cards: Pick<ModelCards, 'detector' | 'embedder'>,
): string[] =>
  [...readKindChances(vector, cards)]
    .filter(([other]) => other !== kind)
    .toSorted(([, a], [, b]) => b - a)
    .map(([other]) => other)

type Vector = Float32Array | Float64Array | Int8Array | readonly number[]

export const computeLength = (vector: Vector): number => {
  let square = 0
  for (const value of vector) square += value * value
  return Math.sqrt(square)
}

/** A vector of zeros stays as it is. */
export const normalizeVector = (vector: Vector): Float32Array => {
  const length = computeLength(vector)
  return Float32Array.from(vector, (value) => (length > 0 ? value / length : 0))
}

const MAX_INT8 = 127

/** One byte per number, the largest scaled to 127: only a vector's direction matters. */
export const quantizeVector = (vector: Float32Array): Int8Array => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  return Int8Array.from(vector, (value) => Math.round((value / largest) * MAX_INT8))
}

/** For unit vectors, the cosine of the angle between them. */
export const computeDotProduct = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
