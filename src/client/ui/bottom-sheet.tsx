import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import { between } from '#shared/domain/box.ts'
import styles from './bottom-sheet.module.css'
import { classNames } from './class-names.ts'

const SHEET_STOPS = ['peek', 'half', 'full'] as const
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

type BottomSheetProps = {
  /** Names what the handle resizes. */
  label: string
  stop: SheetStop
  onStopChange: (stop: SheetStop) => void
  /** How it looks beside the page on a wide screen, where it is no sheet. */
  className?: string | undefined
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

type Drag = { fromY: number; lastY: number; lastAt: number; velocity: number }

const TAP_PX = 6
const STOP_WORDS: Readonly<Record<SheetStop, string>> = {
  peek: 'collapsed',
  half: 'half height',
  full: 'full height',
}

/** On a phone a sheet at the bottom edge, resized by dragging, tapping or arrow keys. */
export const BottomSheet = ({
  label,
  stop,
  onStopChange,
  className,
  ref,
  children,
}: BottomSheetProps) => {
  const drag = useRef<Drag | null>(null)
  const wasDragged = useRef(false)
  const [offset, setOffset] = useState<number | null>(null)

  const handlePointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    wasDragged.current = false
    const { clientY, timeStamp } = event
    drag.current = { fromY: clientY, lastY: clientY, lastAt: timeStamp, velocity: 0 }
  }

  const handlePointerMove = ({ clientY, timeStamp }: PointerEvent) => {
    const held = drag.current
    if (!held) return
    const elapsed = Math.max(1, timeStamp - held.lastAt)
    drag.current = {
      ...held,
      lastY: clientY,
      lastAt: timeStamp,
      velocity: (clientY - held.lastY) / elapsed,
    }
    const delta = clientY - held.fromY
    if (Math.abs(delta) > TAP_PX) wasDragged.current = true
    if (wasDragged.current) setOffset(clampDrag(stop, delta, window.innerHeight))
  }

  const handlePointerEnd = (event: PointerEvent) => {
    const held = drag.current
    drag.current = null
    setOffset(null)
    if (!held || !wasDragged.current || event.type === 'pointercancel') return
    const delta = event.clientY - held.fromY
    onStopChange(stopAfterDrag(stop, delta, held.velocity, window.innerHeight))
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const next = stopAfterKey(stop, event.key)
    if (!next) return
    event.preventDefault()
    onStopChange(next)
  }

  return (
    <div
      ref={ref}
      className={classNames(styles.sheet, offset !== null && styles.dragged, className)}
      style={
        {
          '--sheet-full': SHEET_HEIGHTS.full,
          '--sheet-hidden': `calc(${SHEET_HEIGHTS.full} - ${SHEET_HEIGHTS[stop]})`,
          '--sheet-drag': `${offset ?? 0}px`,
        } as CSSProperties
      }
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={`${label}, ${STOP_WORDS[stop]}`}
        aria-expanded={stop === 'full'}
        onPointerDown={handlePointerDown}
        onPointerMove={handlePointerMove}
        onPointerUp={handlePointerEnd}
        onPointerCancel={handlePointerEnd}
        onKeyDown={handleKeyDown}
        onClick={({ detail }) => {
          // A drag ends with a click only sometimes; a key's click has no detail and always counts.
          if (detail === 0 || !wasDragged.current) onStopChange(stopAfterPress(stop))
        }}
      />
      <div className={styles.body}>{children}</div>
    </div>
  )
}
