import type { Size } from '#client/lib/use-element-size.ts'
import type { Box, Point } from '#shared/domain/box.ts'

const GAP_PX = 8
/** The label of the box is above it, or at the top of the photo inside it. */
const LABEL_PX = 32

const between = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(value, Math.max(low, high)))

/** Below the box; above its label if there is no room; else inside the box. */
export const toolbarPosition = (box: Box, toolbar: Size, window: Size): Point => {
  const x = between(
    box.x + (box.width - toolbar.width) / 2,
    GAP_PX,
    window.width - toolbar.width - GAP_PX,
  )
  const labelFoot = box.y < LABEL_PX ? LABEL_PX : 0
  const below = box.y + Math.max(box.height, labelFoot) + GAP_PX
  const above = box.y - LABEL_PX - toolbar.height - GAP_PX
  if (below + toolbar.height + GAP_PX <= window.height) return { x, y: Math.max(below, GAP_PX) }
  if (above >= GAP_PX) return { x, y: above }
  return { x, y: window.height - toolbar.height - GAP_PX }
}

/** Where the label starts, from the left edge of its box: the photo must not cut off a long name. */
export const labelLeft = (box: Box, label: Size, window: Size): number =>
  between(0, -box.x, window.width - box.x - label.width)
