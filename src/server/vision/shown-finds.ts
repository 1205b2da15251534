import { area, type Claim, dropDuplicateClaims, sharedArea } from './image-ops.ts'
import { type Joined, viewOf } from './pairs.ts'

/** Which finds count, given the score that each kind needs (decision 117). */

/** Two kinds of one category that overlap more than this are the same object. */
const SAME_PLACE = 0.7
/** A top that lies so much inside a dress is the upper part of it, unless it is this sure. */
const INSIDE = 0.75
const SURE_TOP = 0.6
/** The part of its threshold that a find needs where nothing reaches its own. */
const ALMOST = 0.6

type Least = (kind: string) => number

export const sureFinds = <T extends Joined<Claim>>(finds: readonly T[], leastOf: Least): T[] =>
  dropDuplicateClaims(
    finds.filter(({ kind, score }) => score >= leastOf(kind)),
    SAME_PLACE,
    viewOf,
  )

const withoutPartsOfDresses = <T extends Claim>(finds: readonly T[]): T[] => {
  const dresses = finds.filter(({ kind }) => kind === 'dress')
  const isPart = ({ kind, box, score }: T) =>
    kind === 'top' &&
    score < SURE_TOP &&
    dresses.some((dress) => sharedArea(box, dress.box) >= INSIDE * area(box))
  return finds.filter((find) => !isPart(find))
}

/** What people see in their photo: they sent it for something, so the surest find is better than none. */
export const shownFinds = <T extends Joined<Claim>>(finds: readonly T[], leastOf: Least): T[] => {
  const sure = withoutPartsOfDresses(sureFinds(finds, leastOf))
  if (sure.length > 0) return sure
  const sureness = ({ kind, score }: T) => score / leastOf(kind)
  return finds
    .filter((find) => sureness(find) >= ALMOST)
    .toSorted((a, b) => sureness(b) - sureness(a))
    .slice(0, 1)
}
