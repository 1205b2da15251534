import { type DragEvent, useState } from 'react'
import { IconButton } from '#client/ui/button.tsx'
import { ARRANGE_TEXT } from '#shared/board-messages.ts'

/** The order after an item has been moved to another position. */
export const moveItem = (ids: readonly string[], id: string, to: number): string[] => {
  const others = ids.filter((other) => other !== id)
  const index = Math.min(Math.max(to, 0), others.length)
  return [...others.slice(0, index), id, ...others.slice(index)]
}

/** The handlers that let each item be dragged to another position; null if they cannot be moved. */
export const useDragging = (ids: readonly string[], onOrder: ((ids: string[]) => void) | null) => {
  const [draggedId, setDraggedId] = useState<string | null>(null)
  const [targetId, setTargetId] = useState<string | null>(null)
  const end = () => {
    setDraggedId(null)
    setTargetId(null)
  }
  return (id: string) =>
    onOrder && {
      style:
        draggedId === id
          ? { opacity: 0.5 }
          : draggedId && targetId === id
            ? { boxShadow: 'var(--ring)' }
            : {},
      draggable: true,
      onDragStart: () => setDraggedId(id),
      onDragEnd: end,
      onDragOver: (event: DragEvent) => {
        if (draggedId === null) return
        event.preventDefault()
        setTargetId(id)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (draggedId !== null) onOrder(moveItem(ids, draggedId, ids.indexOf(id)))
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

/** Buttons that move an item, for the keyboard and for touch screens. */
export const MoveButtons = ({ name, id, ids, onOrder }: MoveButtonsProps) => {
  const index = ids.indexOf(id)
  return (
    <>
      <IconButton
        icon="arrow-up"
        label={ARRANGE_TEXT.moveUp(name)}
        disabled={index === 0}
        onClick={() => onOrder(moveItem(ids, id, index - 1))}
      />
      <IconButton
        icon="arrow-down"
        label={ARRANGE_TEXT.moveDown(name)}
        disabled={index === ids.length - 1}
        onClick={() => onOrder(moveItem(ids, id, index + 1))}
      />
    </>
  )
}
