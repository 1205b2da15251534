import { area, type Claim, type Corners, overlap } from './image-ops.ts'

/**
 * The models detect single gloves, because the centre of a box around both hands is on the coat between
 * them. Pairs are joined here (decision 058).
 */
const PAIRED_KINDS: ReadonlySet<string> = new Set(['gloves'])

/** Minimum score and size of the second glove, relative to the first. */
const LEAST_OF_SCORE = 0.5
const LEAST_OF_AREA = 0.25
const REACH_IN_SIDES = 10
const MOST_OVERLAP = 0.2

/** One object; for a pair, also the box of the better visible one, which is used for search. */
export type Joined<T> = T & { bestSeen?: Corners | undefined }

/** The part of the picture that represents an object. */
export const viewOf = ({ box, bestSeen }: Joined<{ box: Corners }>): Corners => bestSeen ?? box

const longerSide = ({ x0, y0, x1, y1 }: Corners) => Math.max(x1 - x0, y1 - y0)

const apart = (a: Corners, b: Corners) =>
  Math.hypot((a.x0 + a.x1 - b.x0 - b.x1) / 2, (a.y0 + a.y1 - b.y0 - b.y1) / 2)

const isPair = (a: Corners, b: Corners) =>
  Math.min(area(a), area(b)) >= LEAST_OF_AREA * Math.max(area(a), area(b)) &&
  apart(a, b) <= (REACH_IN_SIDES * (longerSide(a) + longerSide(b))) / 2 &&
  overlap(a, b) < MOST_OVERLAP

const around = (a: Corners, b: Corners): Corners => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
})

/** Joins the nearest two gloves that look like a pair; leaves everything else unchanged. */
export const joinPairs = <T extends Claim>(claims: readonly T[]): Joined<T>[] => {
  const joined: Joined<T>[] = claims.filter(({ kind }) => !PAIRED_KINDS.has(kind))
  let single = claims
    .filter(({ kind }) => PAIRED_KINDS.has(kind))
    .toSorted((a, b) => b.score - a.score)
  for (let first = single.shift(); first; first = single.shift()) {
    const { box, kind, score } = first
    const [second] = single
      .filter(
        (other) =>
          other.kind === kind && other.score >= LEAST_OF_SCORE * score && isPair(box, other.box),
      )
      .toSorted((a, b) => apart(a.box, box) - apart(b.box, box))
    joined.push(second ? { ...first, box: around(box, second.box), bestSeen: box } : first)
    single = single.filter((other) => other !== second)
  }
  return joined
}
