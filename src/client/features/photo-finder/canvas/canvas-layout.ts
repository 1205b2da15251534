import { placeDots } from '#client/lib/picture-overlay.ts'
import { DETECTION } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { type Box, clamp, fromUnits, type Point, type Size } from '#shared/domain/box.ts'
import { bestView } from '#shared/domain/detection-rules.ts'

/** The positions of the dots, and of the label and toolbar of the selected box. */

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
    const box = fromUnits(bestView(object), { width: 1, height: 1 })
    return { box, guess: guessFor(object, box, ratio) }
  })
  return placeDots(targets, ratio).map(({ x, y }) => ({
    x: x * DETECTION.frameUnits,
    y: y * DETECTION.frameUnits,
  }))
}

const GAP_PX = 8
/** The height of a label and its gap to the box. */
const LABEL_PX = 32
const LABEL_GAP_PX = 6

/** Without room above the box, its label goes inside, or below a box that is too small for it. */
const isLabelBelow = ({ y, height }: Box) => y < LABEL_PX && height < 2 * LABEL_PX

/** Below the box, above its label if there is no room below, or else inside the box. */
export const toolbarPosition = (box: Box, toolbar: Size, window: Size): Point => {
  const x = clamp(
    box.x + (box.width - toolbar.width) / 2,
    GAP_PX,
    window.width - toolbar.width - GAP_PX,
  )
  const below = box.y + box.height + (isLabelBelow(box) ? LABEL_PX : 0) + GAP_PX
  const above = box.y - LABEL_PX - toolbar.height - GAP_PX
  if (below + toolbar.height + GAP_PX <= window.height) return { x, y: Math.max(below, GAP_PX) }
  if (above >= GAP_PX) return { x, y: above }
  return { x, y: window.height - toolbar.height - GAP_PX }
}

/** Relative to the top left corner of the box, and so that the photo does not cut off a long name. */
export const labelPosition = (box: Box, label: Size, window: Size) => ({
  left: clamp(0, -box.x, window.width - box.x - label.width),
  top:
    box.y >= LABEL_PX
      ? -LABEL_GAP_PX - label.height
      : LABEL_GAP_PX + (isLabelBelow(box) ? box.height : 0),
})
