import { type Claim, type Corners, overlap } from './image-ops.ts'

/**
 * Two gloves are one thing, but worn apart: a box round both hands has its middle on the coat between
 * them, where nothing looks like a glove. So the models know single ones, and pairs are made here.
 */
const PAIRED_KINDS: ReadonlySet<string> = new Set(['gloves'])

/** The second of a pair is nearly as sure as the first, about as large, and within an arm's reach. */
const LEAST_OF_SCORE = 0.5
const LEAST_OF_AREA = 0.25
const REACH_IN_SIDES = 10
const MOST_OVERLAP = 0.2

/** What was seen as one thing; of a pair also the one that is seen best, to look for it by. */
export type Joined<T> = T & { bestSeen?: Corners }

const sidesOf = ({ x0, y0, x1, y1 }: Corners) =>
  [Math.max(1, x1 - x0), Math.max(1, y1 - y0)] as const

const isPair = (a: Corners, b: Corners) => {
  const [wideA, tallA] = sidesOf(a)
  const [wideB, tallB] = sidesOf(b)
  const [areaA, areaB] = [wideA * tallA, wideB * tallB]
  const apart = Math.hypot((a.x0 + a.x1 - b.x0 - b.x1) / 2, (a.y0 + a.y1 - b.y0 - b.y1) / 2)
  const side = (Math.max(wideA, tallA) + Math.max(wideB, tallB)) / 2
  return (
    Math.min(areaA, areaB) >= LEAST_OF_AREA * Math.max(areaA, areaB) &&
    apart <= REACH_IN_SIDES * side &&
    overlap(a, b) < MOST_OVERLAP
  )
}

const around = (a: Corners, b: Corners): Corners => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
})

/** One box round two gloves that look like a pair; everything else as it is. */
export const joinPairs = <T extends Claim>(claims: readonly T[]): Joined<T>[] => {
  const others: Joined<T>[] = claims.filter(({ kind }) => !PAIRED_KINDS.has(kind))
  let single = claims
    .filter(({ kind }) => PAIRED_KINDS.has(kind))
    .toSorted((a, b) => b.score - a.score)
  const joined: Joined<T>[] = []
  while (single.length > 0) {
    const [first, ...rest] = single
    if (!first) break
    const second = rest.find(
      ({ kind, box, score }) =>
        kind === first.kind && score >= LEAST_OF_SCORE * first.score && isPair(first.box, box),
    )
    joined.push(
      second ? { ...first, box: around(first.box, second.box), bestSeen: first.box } : first,
    )
    single = rest.filter((claim) => claim !== second)
  }
  return [...others, ...joined]
}
