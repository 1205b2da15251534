import { type DragEvent, useState } from 'react'
import { IconButton } from '#client/ui/icon-button.tsx'
import { ARRANGE_TEXT } from '#shared/product-messages.ts'
import styles from './arrange.module.css'

/** The order with the item moved to where another one is. */
export const moved = (ids: readonly string[], id: string, to: number): string[] => {
  const others = ids.filter((other) => other !== id)
  const place = Math.min(Math.max(to, 0), others.length)
  return [...others.slice(0, place), id, ...others.slice(place)]
}

/** Lets items be dragged to another place; null if they cannot be moved. */
export const useDragging = (ids: readonly string[], onOrder: ((ids: string[]) => void) | null) => {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return (id: string) =>
    onOrder && {
      className: dragged === id ? styles.dragged : dragged && over === id ? styles.target : '',
      draggable: true,
      onDragStart: () => setDragged(id),
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        setOver(id)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged !== null) onOrder(moved(ids, dragged, ids.indexOf(id)))
        end()
      },
    }
}

type MoveButtonsProps = {
  name: string
  id: string
  ids: readonly string[]
  onOrder: (ids: string[]) => void
}

/** The same with the keyboard, or with one finger. */
export const MoveButtons = ({ name, id, ids, onOrder }: MoveButtonsProps) => {
  const index = ids.indexOf(id)
  return (
    <>
      <IconButton
        icon="arrow-up"
        label={ARRANGE_TEXT.moveUp(name)}
        disabled={index === 0}
        onClick={() => onOrder(moved(ids, id, index - 1))}
      />
      <IconButton
        icon="arrow-down"
        label={ARRANGE_TEXT.moveDown(name)}
        disabled={index === ids.length - 1}
        onClick={() => onOrder(moved(ids, id, index + 1))}
      />
    </>
  )
}
