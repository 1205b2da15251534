import { between } from '#shared/domain/box.ts'

export const SHEET_STOPS = ['peek', 'half', 'full'] as const
export type SheetStop = (typeof SHEET_STOPS)[number]

const PEEK_PX = 176
const HALF_SHARE = 0.5
/** Not the whole screen: what the sheet is about stays visible above it. */
const FULL_SHARE = 0.76

/** How much of the sheet is shown, as a CSS length. */
export const SHEET_HEIGHTS: Readonly<Record<SheetStop, string>> = {
  peek: `${PEEK_PX}px`,
  half: `${HALF_SHARE * 100}dvh`,
  full: `${FULL_SHARE * 100}dvh`,
}

const pixels = (screenHeight: number): Record<SheetStop, number> => ({
  peek: PEEK_PX,
  half: HALF_SHARE * screenHeight,
  full: FULL_SHARE * screenHeight,
})

/** A flick carries the sheet on for this long. */
const FLICK_MS = 160

/** How far the sheet follows a finger that moved by `deltaY`: never beyond its first and last stop. */
export const clampDrag = (stop: SheetStop, deltaY: number, screenHeight: number): number => {
  const heights = pixels(screenHeight)
  return between(deltaY, heights[stop] - heights.full, heights[stop] - heights.peek)
}

/** Where a sheet let go of settles: at the stop nearest to where the finger was heading. */
export const stopAfterDrag = (
  stop: SheetStop,
  deltaY: number,
  velocity: number,
  screenHeight: number,
): SheetStop => {
  const heights = pixels(screenHeight)
  const aim = heights[stop] - deltaY - velocity * FLICK_MS
  const distance = (other: SheetStop) => Math.abs(heights[other] - aim)
  return SHEET_STOPS.reduce((best, other) => (distance(other) < distance(best) ? other : best))
}

/** Enter or a tap on the handle: up step by step, and from the top back to half. */
export const stopAfterPress = (stop: SheetStop): SheetStop => (stop === 'half' ? 'full' : 'half')

/** Arrow keys move by one stop, Home and End to the highest and lowest; other keys give null. */
export const stopAfterKey = (stop: SheetStop, key: string): SheetStop | null => {
  const index = SHEET_STOPS.indexOf(stop)
  switch (key) {
    case 'ArrowUp':
      return SHEET_STOPS[index + 1] ?? stop
    case 'ArrowDown':
      return SHEET_STOPS[index - 1] ?? stop
    case 'Home':
      return 'full'
    case 'End':
      return 'peek'
    default:
      return null
  }
}
