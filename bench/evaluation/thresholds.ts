import { createHash } from 'node:crypto'
import type { CertaintyThresholds } from '#shared/domain/similarity.ts'

/** The most alike thing in a catalogue, and how far the next one is behind. */
export type Nearest = {
  similarity: number
  lead: number
  isSameItem: boolean
  isSameKind: boolean
}

/** One item, asked for twice: with itself in the catalogue, and without. */
export type Query = { photo: string; present: Nearest; absent: Nearest }

/** How far the same item has to be ahead (decision 112). */
const LEAD = 0.04
/** How many of the matches must be right from a threshold on. */
const RIGHT = { sameItem: 0.9, close: 0.9, similar: 0.8 }
/** A threshold that nothing reaches. */
const NEVER = 1

/** The lowest similarity from which at least `share` of the matches are right. */
export const lowestFrom = (
  matches: readonly { similarity: number; isRight: boolean }[],
  share: number,
): number => {
  const ranked = matches.toSorted((a, b) => b.similarity - a.similarity)
  let lowest = NEVER
  let right = 0
  for (const [place, { similarity, isRight }] of ranked.entries()) {
    right += isRight ? 1 : 0
    const isLastOfEqual = ranked[place + 1]?.similarity !== similarity
    if (isLastOfEqual && right / (place + 1) >= share) lowest = similarity
  }
  return lowest
}

const claimsOf = (queries: readonly Query[]) =>
  queries
    .flatMap(({ present, absent }) => [present, absent])
    .filter(({ lead }) => lead >= LEAD)
    .map(({ similarity, isSameItem }) => ({ similarity, isRight: isSameItem }))

/** Half of the questions are about items that the catalogue lacks, as a photo's often are. */
export const thresholdsFor = (queries: readonly Query[]): CertaintyThresholds => {
  const others = queries.map(({ absent }) => ({
    similarity: absent.similarity,
    isRight: absent.isSameKind,
  }))
  return {
    sameItem: lowestFrom(claimsOf(queries), RIGHT.sameItem),
    lead: LEAD,
    close: lowestFrom(others, RIGHT.close),
    similar: lowestFrom(others, RIGHT.similar),
  }
}

export type Check = { claims: number; right: number }

const claimed = (queries: readonly Query[], { sameItem }: CertaintyThresholds): Check => {
  const claims = claimsOf(queries).filter(({ similarity }) => similarity >= sameItem)
  return { claims: claims.length, right: claims.filter(({ isRight }) => isRight).length }
}

/** How many items that are there are called the same item. */
export const foundShare = (queries: readonly Query[], { sameItem }: CertaintyThresholds) =>
  queries.filter(
    ({ present }) => present.isSameItem && present.lead >= LEAD && present.similarity >= sameItem,
  ).length / Math.max(1, queries.length)

/** Thresholds from half of the photos, tried on the other half, both ways. */
export const checkByHalves = (queries: readonly Query[]): Check => {
  const isFirst = ({ photo }: Query) =>
    (createHash('sha256').update(photo).digest()[0] ?? 0) % 2 === 0
  const halves = [queries.filter(isFirst), queries.filter((query) => !isFirst(query))] as const
  const [one, other] = [
    claimed(halves[1], thresholdsFor(halves[0])),
    claimed(halves[0], thresholdsFor(halves[1])),
  ]
  return { claims: one.claims + other.claims, right: one.right + other.right }
}
