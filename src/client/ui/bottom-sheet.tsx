import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import styles from './bottom-sheet.module.css'
import { classNames } from './class-names.ts'
import {
  clampDrag,
  SHEET_HEIGHTS,
  type SheetStop,
  stopAfterDrag,
  stopAfterKey,
  stopAfterPress,
} from './sheet-stops.ts'

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
