import {
  area,
  type Claim,
  type Corners,
  dropDuplicateClaims,
  fadeDuplicates,
  overlap,
  sharedArea,
  unletterbox,
} from './image-ops.ts'
import type { Category } from '#shared/domain/category.ts'
import type { JudgeCard, ModelCards } from './model-cards.ts'
import type { Picture, PictureScaler } from './picture.ts'
import type { ModelSession, RunOptions } from './model-session.ts'

/** A kind with few examples may have a calibrated threshold that accepts everything. */
const LOWEST_THRESHOLD = 0.12

export const thresholdOf = ({ thresholds }: JudgeCard, kind: string) =>
  Math.max(LOWEST_THRESHOLD, thresholds[kind] ?? 0.5)

/**
 * The models detect single gloves, because the centre of a box around both hands is on the coat between
 * them. Pairs are joined here.
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

/** Two kinds of one category that overlap more than this are the same object. */
const SAME_PLACE = 0.7
/** A top that lies so much inside a dress is the upper part of it, unless it is this sure. */
const INSIDE = 0.75
const SURE_TOP = 0.6
/** The bottoms that make an outfit of two parts, which a dress is not. */
const BOTTOMS: ReadonlySet<string> = new Set(['pants', 'skirt', 'shorts'])
/** Over a surer garment, all nine dresses below this were wrong in 80 training photos; of nine others six were right. */
const DOUBTFUL_DRESS = 0.3
const HALF = 0.5
/** Pants end where boots begin that lie so much inside their box, unless little is left of them. */
const LEAST_OF_PANTS = 0.4
/** The part of its threshold that a find needs where nothing reaches its own. */
const ALMOST = 0.6

/** Too small to be right where they are doubtful: below its threshold, most jewelry is a hand. */
const TINY_KINDS: ReadonlySet<string> = new Set(['jewelry', 'watch'])

type Least = (kind: string) => number

const isInside = (inner: Corners, outer: Corners) =>
  sharedArea(inner, outer) >= INSIDE * area(inner)

export const sureFinds = <T extends Joined<Claim>>(finds: readonly T[], leastOf: Least): T[] =>
  dropDuplicateClaims(
    finds.filter(({ kind, score }) => score >= leastOf(kind)),
    SAME_PLACE,
    viewOf,
  )

const withoutPartsOfDresses = <T extends Claim>(finds: readonly T[]): T[] => {
  const dresses = finds.filter(({ kind }) => kind === 'dress')
  const isPart = ({ kind, box, score }: T) =>
    kind === 'top' && score < SURE_TOP && dresses.some((dress) => isInside(box, dress.box))
  return finds.filter((find) => !isPart(find))
}

/** No dress is a box around a top and a bottom that are surer, or a doubtful one around either. */
const withoutDoubtfulDresses = <T extends Claim>(finds: readonly T[]): T[] => {
  const isNone = (dress: T) => {
    const surer = finds.filter(
      ({ box, score }) => score > dress.score && sharedArea(box, dress.box) >= HALF * area(box),
    )
    const hasTop = surer.some(({ kind }) => kind === 'top')
    const hasBottom = surer.some(({ kind }) => BOTTOMS.has(kind))
    const hasCoat = surer.some(({ kind }) => kind === 'outerwear')
    const isDoubtful = dress.score < DOUBTFUL_DRESS
    return (hasTop && hasBottom) || (isDoubtful && (hasTop || hasBottom || hasCoat))
  }
  return finds.filter((find) => find.kind !== 'dress' || !isNone(find))
}

/** A bag is often seen with its strap and without; the surer box is shown. */
const oneBoxPerBag = <T extends Claim>(finds: readonly T[]): T[] => {
  const bags: T[] = []
  for (const bag of finds.filter(({ kind }) => kind === 'bag').toSorted(bySureness))
    if (!bags.some(({ box }) => isInside(box, bag.box) || isInside(bag.box, box))) bags.push(bag)
  return finds.filter((find) => find.kind !== 'bag' || bags.includes(find))
}

/** Pants that are tucked into boots end above them. */
const withoutBoots = <T extends Claim>(finds: readonly T[]): T[] => {
  const shoes = finds.filter(({ kind }) => kind === 'footwear')
  return finds.map((find) => {
    if (find.kind !== 'pants') return find
    const { y0, y1 } = find.box
    const tops = shoes.filter(({ box }) => isInside(box, find.box)).map(({ box }) => box.y0)
    const end = Math.min(y1, ...tops)
    return end - y0 >= LEAST_OF_PANTS * (y1 - y0)
      ? { ...find, box: { ...find.box, y1: end } }
      : find
  })
}

const bySureness = (a: Claim, b: Claim) => b.score - a.score

/** What people see in their photo: they sent it for something, so the surest find is better than none. */
export const shownFinds = <T extends Joined<Claim>>(finds: readonly T[], leastOf: Least): T[] => {
  const sure = oneBoxPerBag(
    withoutBoots(withoutPartsOfDresses(withoutDoubtfulDresses(sureFinds(finds, leastOf)))),
  )
  if (sure.length > 0) return sure
  const sureness = ({ kind, score }: T) => score / leastOf(kind)
  return finds
    .filter((find) => sureness(find) >= ALMOST && !TINY_KINDS.has(find.kind))
    .toSorted((a, b) => sureness(b) - sureness(a))
    .slice(0, 1)
}

/** Other boxes, the surest first: none of what is shown already, and each thing once. */
export const weakerFinds = <T extends Joined<Claim>>(
  finds: readonly T[],
  shown: readonly T[],
): T[] => {
  const isSame = (a: T, b: T) => a.category === b.category && overlap(a.box, b.box) > SAME_PLACE
  const weaker: T[] = []
  for (const find of finds.toSorted(bySureness))
    if (![...shown, ...weaker].some((other) => isSame(other, find))) weaker.push(find)
  return weaker
}

/** A detected object; the box is in pixels of the upright picture. */
export type Find = Joined<{ box: Corners; kind: string; category: Category; score: number }>

export type DetectOptions = RunOptions & {
  /** Keeps duplicates and results below the thresholds, which average precision needs. */
  isUncut?: boolean
  /** Nothing that lacks a little is kept, not even if the picture has nothing else. */
  isStrict?: boolean
  /** The longest side of the model's input; by default the one for photos of people. */
  side?: number
}

/** Letterboxes, runs the model, maps boxes back to the picture, and drops duplicates and weak results. */
export const createDetector =
  (
    session: ModelSession,
    { letterboxed }: Pick<PictureScaler, 'letterboxed'>,
    { detector: card, judge }: ModelCards,
  ) =>
  async (picture: Picture, options: DetectOptions = {}) => {
    const { isUncut = false, isStrict = false, side = card.inputSize, ...run } = options
    const { pixels, frame } = await letterboxed(picture, side)
    const { proposals, modelMs } = await session.detect(
      { pixels, size: frame.scaled, canvas: frame.canvas },
      run,
    )
    const seen = proposals.flatMap((proposal): Find[] => {
      const { score } = proposal
      const kind = card.kinds[proposal.kind]
      const category = kind === undefined ? undefined : card.categories[kind]
      if (kind === undefined || category === undefined) return []
      const box = unletterbox(proposal.box, frame, picture.size)
      const isEmpty = box.x1 - box.x0 < 1 || box.y1 - box.y0 < 1
      return !isEmpty && score > 0 ? [{ box, kind, category, score }] : []
    })
    const things = joinPairs(fadeDuplicates(seen))
    if (isUncut) return { finds: things, weaker: [], modelMs }
    const chosen = isStrict ? sureFinds : shownFinds
    const finds = chosen(things, (kind) => thresholdOf(judge, kind))
    return { finds, weaker: weakerFinds(things, finds), modelMs }
  }
