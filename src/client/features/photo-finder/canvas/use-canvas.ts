import { useState } from 'react'
import type { Box } from '#shared/domain/box.ts'
import { type CanvasEvent, type CanvasState, canvasStep, IDLE, selectedId } from './canvas-state.ts'

type CanvasHandlers = {
  onSelect: (id: string | null) => void
  onPlace: (id: string, box: Box) => void
  /** Returns the id of the new box, which is then selected. */
  onDraw: (box: Box) => string
}

export const useCanvas = ({ onSelect, onPlace, onDraw }: CanvasHandlers) => {
  const [canvas, setCanvas] = useState<CanvasState>(IDLE)
  const send = (event: CanvasEvent) => {
    const { state, outcome } = canvasStep(canvas, event)
    if (outcome?.type === 'placed') onPlace(outcome.id, outcome.box)
    const next =
      outcome?.type === 'drawn'
        ? canvasStep(state, { type: 'select', id: onDraw(outcome.box) }).state
        : state
    setCanvas(next)
    if (selectedId(next) !== selectedId(canvas)) onSelect(selectedId(next))
  }
  return { canvas, selectedId: selectedId(canvas), send }
}
