import { placeDots } from '#client/lib/dots.ts'
import { DETECTION } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { type Box, fromUnits, type Point } from '#shared/domain/box.ts'
import { bestView } from '#shared/domain/detection-rules.ts'

type Seen = Pick<ScanDetection, 'bbox' | 'bestSeen' | 'category' | 'label'>

const LEGS = /\b(pants|trousers|jeans|leggings|legwear|tights|socks)$/
const OPEN_IN_FRONT = /\b(coat|jacket|cardigan|blazer|vest)$/
/** Height over width of a box that shows more than hips or feet. */
const TALL = 1.2

/**
 * Where in its box an object is probably seen. The middle of two shoes or socks is the ground, that of
 * trousers the gap between the legs, and that of an open coat what is worn below it.
 */
const guessFor = ({ category, label }: Seen, box: Box, ratio: number): Point => {
  const isTall = box.height * ratio > TALL * box.width
  if (LEGS.test(label) && isTall) return { x: 0.35, y: 0.3 }
  if (LEGS.test(label) || category === 'footwear') return { x: 0.2, y: 0.5 }
  return { x: OPEN_IN_FRONT.test(label) ? 0.3 : 0.5, y: 0.5 }
}

/** A dot on each object, in units; `ratio` is the photo's height over its width. */
export const objectDots = (objects: readonly Seen[], ratio: number): Point[] => {
  const placed = objects.map((object) => {
    const box = fromUnits(bestView(object), { width: 1, height: 1 })
    return { box, guess: guessFor(object, box, ratio) }
  })
  return placeDots(placed, ratio).map(({ x, y }) => ({
    x: x * DETECTION.frameUnits,
    y: y * DETECTION.frameUnits,
  }))
}
