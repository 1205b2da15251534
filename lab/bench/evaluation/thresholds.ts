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
const LEAD = 0.08
/** How many of the matches must be right from a threshold on. */
const RIGHT = { sameItem: 0.9, close: 0.9, similar: 0.8 }
/** A threshold that nothing reaches. */
const NEVER = 1

/** Something that is said from a threshold on, and whether it is right. */
export type Said = { value: number; isRight: boolean }

/** The lowest value from which at least `share` of what is said is right. */
export const lowestFrom = (said: readonly Said[], share: number): number => {
  const ranked = said.toSorted((a, b) => b.value - a.value)
  let lowest = NEVER
  let right = 0
  for (const [place, { value, isRight }] of ranked.entries()) {
    right += isRight ? 1 : 0
    const isLastOfEqual = ranked[place + 1]?.value !== value
    if (isLastOfEqual && right / (place + 1) >= share) lowest = value
  }
  return lowest
}

const claimsOf = (queries: readonly Query[]) =>
  queries
    .flatMap(({ present, absent }) => [present, absent])
    .filter(({ lead }) => lead >= LEAD)
    .map(({ similarity, isSameItem }): Said => ({ value: similarity, isRight: isSameItem }))

/** Half of the questions are about items that the catalogue lacks, as a photo's often are. */
export const thresholdsFor = (queries: readonly Query[]): CertaintyThresholds => {
  const others = queries.map(({ absent }): Said => ({
    value: absent.similarity,
    isRight: absent.isSameKind,
  }))
  return {
    sameItem: lowestFrom(claimsOf(queries), RIGHT.sameItem),
    lead: LEAD,
    close: lowestFrom(others, RIGHT.close),
    similar: lowestFrom(others, RIGHT.similar),
  }
}

/** How many of the garments that are joined across the photos of one user must be the same. */
const JOINED_RIGHT = 0.95

const joinsOf = (queries: readonly Query[]) =>
  queries
    .flatMap(({ present, absent }) => [present, absent])
    .map(({ similarity, isSameItem }): Said => ({ value: similarity, isRight: isSameItem }))

/** From where two garments in photos of one user are one: without a lead, as one may be in many. */
const garmentThreshold = (queries: readonly Query[]): number =>
  lowestFrom(joinsOf(queries), JOINED_RIGHT)

/** Of the garments that are there, how many are joined; and how many joins the other half gets right. */
export const checkJoins = (queries: readonly Query[]) => {
  const from = garmentThreshold(queries)
  const joined = queries.filter(({ present }) => present.isSameItem && present.similarity >= from)
  const above = (half: readonly Query[], lowest: number) =>
    countRight(joinsOf(half).filter(({ value }) => value >= lowest))
  const found = joined.length / Math.max(1, queries.length)
  return { from, found, halves: byHalves(queries, garmentThreshold, above) }
}

export type Check = { claims: number; right: number }

export const countRight = (claims: readonly Said[]): Check => ({
  claims: claims.length,
  right: claims.filter(({ isRight }) => isRight).length,
})

const claimed = (queries: readonly Query[], { sameItem }: CertaintyThresholds): Check =>
  countRight(claimsOf(queries).filter(({ value }) => value >= sameItem))

/** How many items that are there are called the same item. */
export const foundShare = (queries: readonly Query[], { sameItem }: CertaintyThresholds) =>
  queries.filter(
    ({ present }) => present.isSameItem && present.lead >= LEAD && present.similarity >= sameItem,
  ).length / Math.max(1, queries.length)

/** What is learned from half of the photos, tried on the other half, both ways. */
export const byHalves = <Of extends { photo: string }, Learned>(
  all: readonly Of[],
  learn: (half: readonly Of[]) => Learned,
  check: (half: readonly Of[], learned: Learned) => Check,
): Check => {
  const isFirst = ({ photo }: Of) => (createHash('sha256').update(photo).digest()[0] ?? 0) % 2 === 0
  const halves = [all.filter(isFirst), all.filter((one) => !isFirst(one))] as const
  const one = check(halves[1], learn(halves[0]))
  const other = check(halves[0], learn(halves[1]))
  return { claims: one.claims + other.claims, right: one.right + other.right }
}

export const checkByHalves = (queries: readonly Query[]): Check =>
  byHalves(queries, thresholdsFor, claimed)
