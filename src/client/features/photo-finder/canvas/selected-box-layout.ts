import type { Size } from '#client/lib/use-element-size.ts'
import type { Box, Point } from '#shared/domain/box.ts'

const GAP_PX = 8
/** The height of a label and its gap to the box. */
const LABEL_PX = 32
const LABEL_GAP_PX = 6

const between = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(value, Math.max(low, high)))

/** Without room above the box its label goes inside, or below one that it would cover. */
const isLabelBelow = ({ y, height }: Box) => y < LABEL_PX && height < 2 * LABEL_PX

/** Below the box; above its label if there is no room; else inside the box. */
export const toolbarPosition = (box: Box, toolbar: Size, window: Size): Point => {
  const x = between(
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

/** From the top left corner of the box. The photo must not cut off a long name. */
export const labelPosition = (box: Box, label: Size, window: Size) => ({
  left: between(0, -box.x, window.width - box.x - label.width),
  top:
    box.y >= LABEL_PX
      ? -LABEL_GAP_PX - label.height
      : LABEL_GAP_PX + (isLabelBelow(box) ? box.height : 0),
})
