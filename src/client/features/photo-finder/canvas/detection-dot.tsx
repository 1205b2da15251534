import { useEffect, useRef } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { Point } from '#shared/domain/box.ts'
import styles from './detection-canvas.module.css'

type DetectionDotProps = {
  name: string
  position: Point
  isLit: boolean
  isPending: boolean
  /** Its box was just closed by keyboard, so the focus returns to the dot. */
  takesFocus: boolean
  onSelect: () => void
  onHover: (isOver: boolean) => void
}

export const DetectionDot = ({
  name,
  position,
  isLit,
  isPending,
  takesFocus,
  onSelect,
  onHover,
}: DetectionDotProps) => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <button
      ref={button}
      type="button"
      className={classNames(styles.dot, isLit && styles.dotLit, isPending && styles.dotPending)}
      style={{ left: position.x, top: position.y }}
      aria-label={name}
      onClick={onSelect}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerEnter={() => onHover(true)}
      onPointerLeave={() => onHover(false)}
      onFocus={() => onHover(true)}
      onBlur={() => onHover(false)}
    >
      <Icon name="plus" size={14} />
    </button>
  )
}
