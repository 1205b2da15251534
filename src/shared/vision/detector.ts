import {
  computeArea,
  type ScoredBox,
  type Corners,
  dropDuplicateBoxes,
  fadeDuplicates,
  computeOverlap,
  computeSharedArea,
  undoLetterbox,
} from './image-ops.ts'
import { SCAN } from '#shared/finder-constants.ts'
import type { Category } from '#shared/domain/category.ts'
import type { JudgeCard, ModelCards } from './model-cards.ts'
import type { RawPicture, PictureScaler } from './picture.ts'
import type { ModelSession, ModelOptions } from './model-session.ts'

/** A kind with few examples may have a calibrated threshold that accepts everything. */
const LOWEST_THRESHOLD = 0.12

export const getThreshold = ({ thresholds }: JudgeCard, kind: string) =>
  Math.max(LOWEST_THRESHOLD, thresholds[kind] ?? 0.5)

/** Nothing reaches it. */
const NEVER = Infinity

export const getOfferThreshold = ({ offers }: JudgeCard, kind: string) => {
  const threshold = offers[kind]
  return threshold === undefined ? NEVER : Math.max(LOWEST_THRESHOLD, threshold)
}

/**
 * The models detect single gloves, because the centre of a box around both hands is on the coat between
 * them. Pairs are joined here.
 */
const PAIRED_KINDS: ReadonlySet<string> = new Set(['gloves'])

/** Minimum score and size of the second glove, relative to the first. */
const MIN_SCORE_RATIO = 0.5
const MIN_AREA_RATIO = 0.25
const MAX_DISTANCE_IN_SIDES = 10
const MAX_OVERLAP = 0.2

/** For a pair, `bestSeen` is the box of the more visible item, which is used for search. */
export type WithBestView<T> = T & { bestSeen?: Corners | undefined }

/** The part of the picture that represents an object. */
export const getBestView = ({ box, bestSeen }: WithBestView<{ box: Corners }>): Corners =>
  bestSeen ?? box

const getLongerSide = ({ x0, y0, x1, y1 }: Corners) => Math.max(x1 - x0, y1 - y0)

const measureDistance = (a: Corners, b: Corners) =>
  Math.hypot((a.x0 + a.x1 - b.x0 - b.x1) / 2, (a.y0 + a.y1 - b.y0 - b.y1) / 2)

const isPair = (a: Corners, b: Corners) =>
  Math.min(computeArea(a), computeArea(b)) >=
    MIN_AREA_RATIO * Math.max(computeArea(a), computeArea(b)) &&
  measureDistance(a, b) <= (MAX_DISTANCE_IN_SIDES * (getLongerSide(a) + getLongerSide(b))) / 2 &&
  computeOverlap(a, b) < MAX_OVERLAP

const computeBoundingBox = (a: Corners, b: Corners): Corners => ({
  x0: Math.min(a.x0, b.x0),
  y0: Math.min(a.y0, b.y0),
  x1: Math.max(a.x1, b.x1),
  y1: Math.max(a.y1, b.y1),
})

/** Joins the nearest two gloves that look like a pair; leaves everything else unchanged. */
export const joinPairs = <T extends ScoredBox>(boxes: readonly T[]): WithBestView<T>[] => {
  const joined: WithBestView<T>[] = boxes.filter(({ kind }) => !PAIRED_KINDS.has(kind))
  let single = boxes
    .filter(({ kind }) => PAIRED_KINDS.has(kind))
    .toSorted((a, b) => b.score - a.score)
  for (let first = single.shift(); first; first = single.shift()) {
    const { box, kind, score } = first
    const [second] = single
      .filter(
        (other) =>
          other.kind === kind && other.score >= MIN_SCORE_RATIO * score && isPair(box, other.box),
      )
      .toSorted((a, b) => measureDistance(a.box, box) - measureDistance(b.box, box))
    joined.push(
      second ? { ...first, box: computeBoundingBox(box, second.box), bestSeen: box } : first,
    )
    single = single.filter((other) => other !== second)
  }
  return joined
}

/** Two kinds of one category that overlap more than this are the same object. */
const SAME_OBJECT_OVERLAP = 0.7
/** A top or skirt with this share of its area inside a surer dress is part of it. */
const MIN_SHARE_INSIDE = 0.75
const BOTTOMS: ReadonlySet<string> = new Set(['pants', 'skirt', 'shorts'])
const PARTS_OF_DRESSES: ReadonlySet<string> = new Set(['top', 'skirt'])
/** Below this, a dress over a surer garment is wrong more often than right. */
const DOUBTFUL_DRESS_SCORE = 0.25
const HALF = 0.5
/** Pants tucked into boots are cut off at the boots, unless less than this share of their height would remain. */
const MIN_HEIGHT_OF_PANTS = 0.4
/** If no box reaches its threshold, the best one needs at least this share of it. */
const NEAR_THRESHOLD = 0.6

/** Never shown below their thresholds: most such 'jewelry' is a hand. */
const TINY_KINDS: ReadonlySet<string> = new Set(['jewelry', 'watch'])

type ScoreThreshold = (kind: string) => number

const isInside = (inner: Corners, outer: Corners) =>
  computeSharedArea(inner, outer) >= MIN_SHARE_INSIDE * computeArea(inner)

export const selectConfidentBoxes = <T extends WithBestView<ScoredBox>>(
  boxes: readonly T[],
  thresholdFor: ScoreThreshold,
): T[] =>
  dropDuplicateBoxes(
    boxes.filter(({ kind, score }) => score >= thresholdFor(kind)),
    SAME_OBJECT_OVERLAP,
    getBestView,
  )

/** Scores of different kinds compare by their thresholds: dresses are rarer than tops and score half as high. */
const computeSureness = ({ kind, score }: ScoredBox, thresholdFor: ScoreThreshold) =>
  score / thresholdFor(kind)

const removePartsOfDresses = <T extends ScoredBox>(
  boxes: readonly T[],
  thresholdFor: ScoreThreshold,
): T[] => {
  const dresses = boxes.filter(({ kind }) => kind === 'dress')
  const isPartOf = (part: T, dress: T) =>
    computeSureness(part, thresholdFor) <= computeSureness(dress, thresholdFor) &&
    isInside(part.box, dress.box)
  return boxes.filter(
    (candidate) =>
      !PARTS_OF_DRESSES.has(candidate.kind) || !dresses.some((dress) => isPartOf(candidate, dress)),
  )
}

/** Drops a dress around a surer top and a surer bottom, or a doubtful dress around either. */
const removeDoubtfulDresses = <T extends ScoredBox>(
  boxes: readonly T[],
  thresholdFor: ScoreThreshold,
): T[] => {
  const isMistaken = (dress: T) => {
    const surer = boxes.filter(
      (candidate) =>
        computeSureness(candidate, thresholdFor) > computeSureness(dress, thresholdFor) &&
        computeSharedArea(candidate.box, dress.box) >= HALF * computeArea(candidate.box),
    )
    const hasTop = surer.some(({ kind }) => kind === 'top')
    const hasBottom = surer.some(({ kind }) => BOTTOMS.has(kind))
    const isDoubtful = dress.score < DOUBTFUL_DRESS_SCORE
    return (hasTop && hasBottom) || (isDoubtful && (hasTop || hasBottom))
  }
  return boxes.filter((candidate) => candidate.kind !== 'dress' || !isMistaken(candidate))
}

/** A bag is often detected both with and without its strap; only the box with the higher score is kept. */
const keepOneBoxPerBag = <T extends ScoredBox>(boxes: readonly T[]): T[] => {
  const bags: T[] = []
  for (const bag of boxes.filter(({ kind }) => kind === 'bag').toSorted(compareScores))
    if (!bags.some(({ box }) => isInside(box, bag.box) || isInside(bag.box, box))) bags.push(bag)
  return boxes.filter((candidate) => candidate.kind !== 'bag' || bags.includes(candidate))
}

/** Pants that are tucked into boots end above them. */
const shortenPantsAboveBoots = <T extends ScoredBox>(boxes: readonly T[]): T[] => {
  const shoes = boxes.filter(({ kind }) => kind === 'footwear')
  return boxes.map((candidate) => {
    if (candidate.kind !== 'pants') return candidate
    const { y0, y1 } = candidate.box
    const tops = shoes.filter(({ box }) => isInside(box, candidate.box)).map(({ box }) => box.y0)
    const end = Math.min(y1, ...tops)
    return end - y0 >= MIN_HEIGHT_OF_PANTS * (y1 - y0)
      ? { ...candidate, box: { ...candidate.box, y1: end } }
      : candidate
  })
}

const compareScores = (a: ScoredBox, b: ScoredBox) => b.score - a.score

/** The boxes people see. If none is confident, the likeliest is better than an empty result. */
export const selectVisibleBoxes = <T extends WithBestView<ScoredBox>>(
  boxes: readonly T[],
  thresholdFor: ScoreThreshold,
): T[] => {
  const sure = keepOneBoxPerBag(
    shortenPantsAboveBoots(
      removePartsOfDresses(
        removeDoubtfulDresses(selectConfidentBoxes(boxes, thresholdFor), thresholdFor),
        thresholdFor,
      ),
    ),
  )
  if (sure.length > 0) return sure
  const sureness = (candidate: T) => computeSureness(candidate, thresholdFor)
  return boxes
    .filter((candidate) => sureness(candidate) >= NEAR_THRESHOLD && !TINY_KINDS.has(candidate.kind))
    .toSorted((a, b) => sureness(b) - sureness(a))
    .slice(0, 1)
}

/** The remaining boxes by score, without those that repeat a visible box or one another. */
export const selectWeakerBoxes = <T extends WithBestView<ScoredBox>>(
  boxes: readonly T[],
  visible: readonly T[],
): T[] => {
  const isSame = (a: T, b: T) =>
    a.category === b.category && computeOverlap(a.box, b.box) > SAME_OBJECT_OVERLAP
  const weaker: T[] = []
  for (const candidate of boxes.toSorted(compareScores))
    if (![...visible, ...weaker].some((other) => isSame(other, candidate))) weaker.push(candidate)
  return weaker
}

/** An offer that overlaps a visible box more than this would often be the same object. */
const OFFER_OVERLAP = 0.4

/** Weaker boxes that may show something else than the visible ones: not one shoe of a pair, nor the top of a dress. */
export const selectOfferableBoxes = <T extends WithBestView<ScoredBox>>(
  weakerBoxes: readonly T[],
  visible: readonly T[],
): T[] => {
  const isPartOf = (part: T, whole: T) =>
    (part.kind === whole.kind || (part.kind === 'top' && whole.kind === 'dress')) &&
    isInside(part.box, whole.box)
  return weakerBoxes.filter((weaker) =>
    visible.every(
      (other) =>
        computeOverlap(other.box, weaker.box) < OFFER_OVERLAP &&
        !isPartOf(weaker, other) &&
        !isPartOf(other, weaker),
    ),
  )
}

/** The likeliest of the boxes that are right often enough to ask the visitor about them. */
export const selectOfferedBoxes = <T extends WithBestView<ScoredBox>>(
  weakerBoxes: readonly T[],
  visible: readonly T[],
  thresholdFor: ScoreThreshold,
): T[] => {
  const offered: T[] = []
  const sureness = (candidate: T) => computeSureness(candidate, thresholdFor)
  const likeliestFirst = weakerBoxes
    .filter((weaker) => sureness(weaker) >= 1)
    .toSorted((a, b) => sureness(b) - sureness(a))
  for (const weaker of likeliestFirst)
    offered.push(...selectOfferableBoxes([weaker], [...visible, ...offered]))
  return offered.slice(0, SCAN.maxOffers)
}

/** Calls boxes by what most boxes of their kind and score show. */
export const renameDoubtful = <T extends ScoredBox>(
  boxes: readonly T[],
  { doubtful }: Pick<JudgeCard, 'doubtful'>,
): T[] =>
  boxes.map((candidate) => {
    const rule = doubtful[candidate.kind]
    return rule && candidate.score < rule.below ? { ...candidate, kind: rule.kind } : candidate
  })

/** A detected object; the box is in pixels of the upright picture. */
export type DetectedBox = WithBestView<{
  box: Corners
  kind: string
  category: Category
  score: number
}>

export type DetectOptions = ModelOptions & {
  /** Keeps duplicates and results below the thresholds, which average precision needs. */
  isUncut?: boolean
  /** Does not fall back to a box just below its threshold when nothing else is found. */
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
  async (picture: RawPicture, options: DetectOptions = {}) => {
    const { isUncut = false, isStrict = false, side = card.inputSize, ...run } = options
    const { pixels, frame } = await letterboxed(picture, side)
    const { proposals, modelMs } = await session.detect(
      { pixels, size: frame.scaled, canvas: frame.canvas },
      run,
    )
    const detections = proposals.flatMap((proposal): DetectedBox[] => {
      const { score } = proposal
      const kind = card.kinds[proposal.kind]
      const category = kind === undefined ? undefined : card.categories[kind]
      if (kind === undefined || category === undefined) return []
      const box = undoLetterbox(proposal.box, frame, picture.size)
      const isEmpty = box.x1 - box.x0 < 1 || box.y1 - box.y0 < 1
      return !isEmpty && score > 0 ? [{ box, kind, category, score }] : []
    })
    const candidates = joinPairs(fadeDuplicates(detections))
    if (isUncut) return { boxes: candidates, weakerBoxes: [], offers: [], modelMs }
    const choose = isStrict ? selectConfidentBoxes : selectVisibleBoxes
    const visible = choose(candidates, (kind) => getThreshold(judge, kind))
    const weaker = selectWeakerBoxes(candidates, visible)
    const offered = selectOfferedBoxes(weaker, visible, (kind) => getOfferThreshold(judge, kind))
    // A picture of a product is asked for the kind that its shop states.
    const boxes = isStrict ? visible : renameDoubtful(visible, judge)
    const weakerBoxes = renameDoubtful(weaker, judge)
    const offers = weakerBoxes.filter((_, index) => offered.some((one) => one === weaker[index]))
    return { boxes, weakerBoxes, offers, modelMs }
  }
