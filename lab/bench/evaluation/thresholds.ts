import { createHash } from 'node:crypto'
import type { Calibration } from '#shared/vision/model-cards.ts'

/** The most similar item of a catalogue, and its lead over the next one. */
export type Nearest = {
  similarity: number
  lead: number
  isSameItem: boolean
  isSameKind: boolean
}

/** One item, searched for twice: with itself in the catalogue, and without. */
export type Query = { photo: string; present: Nearest; absent: Nearest }

/** How far the same item has to be ahead (decision 112). */
const LEAD = 0.08
/** How many of the matches must be right from a threshold on. */
const RIGHT = { sameItem: 0.9, close: 0.9, similar: 0.8 }
/** A threshold that nothing reaches. */
const NEVER = 1

/** A claim made from a threshold on, and whether it is right. */
export type ScoredClaim = { value: number; isRight: boolean }

/** The lowest value from which at least `share` of the claims are right. */
export const findLowestThreshold = (claims: readonly ScoredClaim[], share: number): number => {
  const ranked = claims.toSorted((a, b) => b.value - a.value)
  let lowest = NEVER
  let right = 0
  for (const [index, { value, isRight }] of ranked.entries()) {
    right += isRight ? 1 : 0
    const isLastOfEqual = ranked[index + 1]?.value !== value
    if (isLastOfEqual && right / (index + 1) >= share) lowest = value
  }
  return lowest
}

const listClaims = (queries: readonly Query[]) =>
  queries
    .flatMap(({ present, absent }) => [present, absent])
    .filter(({ lead }) => lead >= LEAD)
    .map(({ similarity, isSameItem }): ScoredClaim => ({ value: similarity, isRight: isSameItem }))

/** Half of the queries are for items that the catalogue lacks, because many photos show such items. */
export const deriveThresholds = (queries: readonly Query[]): Calibration => {
  const nearestOthers = queries.map(({ absent }): ScoredClaim => ({
    value: absent.similarity,
    isRight: absent.isSameKind,
  }))
  return {
    sameItem: findLowestThreshold(listClaims(queries), RIGHT.sameItem),
    lead: LEAD,
    close: findLowestThreshold(nearestOthers, RIGHT.close),
    similar: findLowestThreshold(nearestOthers, RIGHT.similar),
  }
}

/** How many of the garments that are joined across the photos of one user must be the same. */
const JOINED_RIGHT = 0.95

const listJoins = (queries: readonly Query[]) =>
  queries
    .flatMap(({ present, absent }) => [present, absent])
    .map(({ similarity, isSameItem }): ScoredClaim => ({ value: similarity, isRight: isSameItem }))

/** Above this similarity, garments in two photos of one user are the same. No lead is required, because one garment may be in many photos. */
const findGarmentThreshold = (queries: readonly Query[]): number =>
  findLowestThreshold(listJoins(queries), JOINED_RIGHT)

/** The share of garments that are joined, and the precision of joins in cross-validation. */
export const checkJoins = (queries: readonly Query[]) => {
  const from = findGarmentThreshold(queries)
  const joinedQueries = queries.filter(
    ({ present }) => present.isSameItem && present.similarity >= from,
  )
  const precisionAbove = (half: readonly Query[], lowest: number) =>
    countRight(listJoins(half).filter(({ value }) => value >= lowest))
  const joinedShare = joinedQueries.length / Math.max(1, queries.length)
  return {
    from,
    found: joinedShare,
    halves: crossValidate(queries, findGarmentThreshold, precisionAbove),
  }
}

export type Check = { claims: number; right: number }

export const countRight = (claims: readonly ScoredClaim[]): Check => ({
  claims: claims.length,
  right: claims.filter(({ isRight }) => isRight).length,
})

const checkClaims = (queries: readonly Query[], { sameItem }: Calibration): Check =>
  countRight(listClaims(queries).filter(({ value }) => value >= sameItem))

/** The share of items in the catalogue that are recognized as the same item. */
export const computeFoundShare = (queries: readonly Query[], { sameItem }: Calibration) =>
  queries.filter(
    ({ present }) => present.isSameItem && present.lead >= LEAD && present.similarity >= sameItem,
  ).length / Math.max(1, queries.length)

/** Two-fold cross-validation: learns from half of the photos and checks on the other half, both ways. */
export const crossValidate = <Of extends { photo: string }, Learned>(
  all: readonly Of[],
  learn: (half: readonly Of[]) => Learned,
  check: (half: readonly Of[], learned: Learned) => Check,
): Check => {
  const isFirst = ({ photo }: Of) => (createHash('sha256').update(photo).digest()[0] ?? 0) % 2 === 0
  const halves = [all.filter(isFirst), all.filter((item) => !isFirst(item))] as const
  const second = check(halves[1], learn(halves[0]))
  const first = check(halves[0], learn(halves[1]))
  return { claims: first.claims + second.claims, right: first.right + second.right }
}

export const crossValidateThresholds = (queries: readonly Query[]): Check =>
  crossValidate(queries, deriveThresholds, checkClaims)
