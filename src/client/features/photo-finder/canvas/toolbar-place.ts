import type { Size } from '#client/lib/use-element-size.ts'
import type { Box, Point } from '#shared/domain/box.ts'

const GAP_PX = 8
/** Above the box stands its label. */
const LABEL_PX = 32

const between = (value: number, low: number, high: number) =>
  Math.max(low, Math.min(value, Math.max(low, high)))

/** Below the box; above its label if there is no room; else inside the box. */
export const toolbarPlace = (box: Box, toolbar: Size, window: Size): Point => {
  const x = between(
    box.x + (box.width - toolbar.width) / 2,
    GAP_PX,
    window.width - toolbar.width - GAP_PX,
  )
  const below = box.y + box.height + GAP_PX
  const above = box.y - LABEL_PX - toolbar.height - GAP_PX
  if (below + toolbar.height + GAP_PX <= window.height) return { x, y: Math.max(below, GAP_PX) }
  if (above >= GAP_PX) return { x, y: above }
  return { x, y: window.height - toolbar.height - GAP_PX }
}
