import { placeDots } from '#client/lib/picture-overlay.ts'
import { DETECTION } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { type Box, fromUnits, type Point } from '#shared/domain/box.ts'
import { getBestView } from '#shared/domain/detection-rules.ts'

/** The positions of the dots. */

type DottedObject = Pick<ScanDetection, 'bbox' | 'bestSeen' | 'category' | 'label'>

const LEGS = /\b(pants|trousers|jeans|leggings|legwear|tights|socks)$/
const OPEN_IN_FRONT = /\b(coat|jacket|cardigan|blazer|vest)$/
/** Height over width of a box that shows more than hips or feet. */
const TALL = 1.2

/**
 * The point of its box where an object is probably visible. The middle of two shoes or socks is the
 * ground, that of pants the gap between the legs, and that of an open coat what is worn below it.
 */
const guessFor = ({ category, label }: DottedObject, box: Box, ratio: number): Point => {
  const isTall = box.height * ratio > TALL * box.width
  if (LEGS.test(label) && isTall) return { x: 0.35, y: 0.3 }
  if (LEGS.test(label) || category === 'footwear') return { x: 0.2, y: 0.5 }
  return { x: OPEN_IN_FRONT.test(label) ? 0.3 : 0.5, y: 0.5 }
}

/** A dot on each object, in units; `ratio` is the photo's height over its width. */
export const objectDots = (objects: readonly DottedObject[], ratio: number): Point[] => {
  const targets = objects.map((object) => {
    const box = fromUnits(getBestView(object), { width: 1, height: 1 })
    return { box, guess: guessFor(object, box, ratio) }
  })
  return placeDots(targets, ratio).map(({ x, y }) => ({
    x: x * DETECTION.frameUnits,
    y: y * DETECTION.frameUnits,
  }))
}
