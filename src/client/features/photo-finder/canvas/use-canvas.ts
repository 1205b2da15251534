import { useState } from 'react'
import {
  type CanvasEvent,
  type CanvasOutcome,
  type CanvasState,
  canvasStep,
  IDLE,
} from './canvas-state.ts'

/** The canvas' state, and what comes of what happens on it. */
export const useCanvas = (onOutcome: (outcome: NonNullable<CanvasOutcome>) => void) => {
  const [canvas, setCanvas] = useState<CanvasState>(IDLE)
  const send = (event: CanvasEvent) => {
    const { state, outcome } = canvasStep(canvas, event)
    setCanvas(state)
    if (outcome) onOutcome(outcome)
  }
  return { canvas, send }
}
