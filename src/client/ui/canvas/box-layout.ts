import { type Box, clamp, type Point, type Size } from '#shared/domain/box.ts'

/** The positions of the label and toolbar of the selected box. */

const GAP_PX = 8
/** The height of a label and its gap to the box. */
const LABEL_PX = 32
const LABEL_GAP_PX = 6

/** Without room above the box, its label goes inside, or below a box that is too small for it. */
const isLabelBelow = ({ y, height }: Box) => y < LABEL_PX && height < 2 * LABEL_PX

/** Below the box, above its label if there is no room below, or else inside the box. */
export const placeToolbar = (box: Box, toolbar: Size, window: Size): Point => {
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
export const placeLabel = (box: Box, label: Size, window: Size) => ({
  left: clamp(0, -box.x, window.width - box.x - label.width),
  top:
    box.y >= LABEL_PX
      ? -LABEL_GAP_PX - label.height
      : LABEL_GAP_PX + (isLabelBelow(box) ? box.height : 0),
})
