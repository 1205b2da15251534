import { useState } from 'react'
import { DETECTION, MANUAL_BOX } from '#shared/finder-constants.ts'
import {
  type Box,
  type Corner,
  drawBox,
  moveBox,
  type Point,
  resizeBox,
} from '#shared/domain/box.ts'

/** Points and boxes are in the 400-unit frame of the photo. */
export const FRAME: Box = {
  x: 0,
  y: 0,
  width: DETECTION.frameUnits,
  height: DETECTION.frameUnits,
}

/** A press that moves less than this is a tap, and draws no box. */
const CLICK_TOLERANCE_UNITS = 4
const NUDGE_UNITS = 4

export type CanvasState =
  | { name: 'idle' }
  | { name: 'selected'; id: string; isBoxShown: boolean }
  /** `start` and `from` are the box and the pointer when the drag began; `box` is where the box is now. */
  | { name: 'moving'; id: string; start: Box; from: Point; box: Box }
  | { name: 'resizing'; id: string; corner: Corner; start: Box; from: Point; box: Box }
  /**
   * Waiting for the tap or drag that adds a box, or drawing since the press at `from`. A mouse can also
   * draw without the button that starts adding (`isByButton`).
   */
  | { name: 'adding'; isByButton: boolean; from: Point | null; box: Box | null }

export type CanvasEvent =
  | { type: 'select'; id: string }
  | { type: 'deselect' }
  | { type: 'toggle-box' }
  | { type: 'grab'; id: string; box: Box; point: Point }
  | { type: 'grab-corner'; id: string; corner: Corner; box: Box; point: Point }
  | { type: 'start-adding' }
  | { type: 'press'; point: Point }
  | { type: 'tap'; point: Point }
  | { type: 'drag'; point: Point }
  | { type: 'release' }
  | { type: 'cancel' }

/** What the canvas reports: a moved or resized box, a new box, or a tap on the photo. */
type CanvasOutcome =
  | { type: 'placed'; id: string; box: Box }
  | { type: 'drawn'; box: Box }
  | { type: 'tapped'; point: Point; isAdding: boolean }
  | null

type CanvasStep = { state: CanvasState; outcome: CanvasOutcome }

export const IDLE: CanvasState = { name: 'idle' }

const createSelectedState = (id: string): CanvasState => ({
  name: 'selected',
  id,
  isBoxShown: true,
})

export const getSelectedId = (state: CanvasState): string | null =>
  'id' in state ? state.id : null

/** Where a box is now: where it is being dragged to, or where it was left. */
export const getCurrentBox = (state: CanvasState, id: string, lastBox: Box): Box =>
  (state.name === 'moving' || state.name === 'resizing') && state.id === id ? state.box : lastBox

const subtractPoints = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y })

const dragTo = (state: CanvasState, point: Point): CanvasState => {
  switch (state.name) {
    case 'moving':
      return { ...state, box: moveBox(state.start, subtractPoints(state.from, point), FRAME) }
    case 'resizing': {
      const delta = subtractPoints(state.from, point)
      const box = resizeBox(state.start, state.corner, delta, FRAME, MANUAL_BOX.minSize)
      return { ...state, box }
    }
    case 'adding': {
      if (!state.from) return state
      const delta = subtractPoints(state.from, point)
      const isTap = Math.hypot(delta.x, delta.y) < CLICK_TOLERANCE_UNITS
      return {
        ...state,
        box: isTap ? null : drawBox(state.from, point, FRAME, MANUAL_BOX.minSize),
      }
    }
    default:
      return state
  }
}

const isSameBox = (a: Box, b: Box) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

/** A tap deselects; the caller decides what else it means, by what is at that point of the photo. */
const tapAt = (state: CanvasState, point: Point): CanvasStep => ({
  state: IDLE,
  outcome: { type: 'tapped', point, isAdding: state.name === 'adding' && state.isByButton },
})

const releasePointer = (state: CanvasState): CanvasStep => {
  switch (state.name) {
    case 'moving':
    case 'resizing': {
      const { id, box, start } = state
      const outcome = isSameBox(box, start) ? null : ({ type: 'placed', id, box } as const)
      return { state: createSelectedState(id), outcome }
    }
    case 'adding':
      if (state.box) return { state: IDLE, outcome: { type: 'drawn', box: state.box } }
      return state.from ? tapAt(state, state.from) : { state, outcome: null }
    default:
      return { state, outcome: null }
  }
}

/** Escape returns a dragged box to its old place, stops adding, or deselects. */
const cancelAction = (state: CanvasState): CanvasState =>
  state.name === 'moving' || state.name === 'resizing' ? createSelectedState(state.id) : IDLE

const applyEvent = (
  state: CanvasState,
  event: Exclude<CanvasEvent, { type: 'release' | 'tap' }>,
): CanvasState => {
  switch (event.type) {
    case 'select':
      return getSelectedId(state) === event.id ? state : createSelectedState(event.id)
    case 'deselect':
      return IDLE
    case 'toggle-box':
      return state.name === 'selected' ? { ...state, isBoxShown: !state.isBoxShown } : state
    case 'grab':
      return { name: 'moving', id: event.id, start: event.box, from: event.point, box: event.box }
    case 'grab-corner': {
      const { id, corner, box, point } = event
      return { name: 'resizing', id, corner, start: box, from: point, box }
    }
    case 'start-adding':
      return { name: 'adding', isByButton: true, from: null, box: null }
    case 'press': {
      const isByButton = state.name === 'adding' && state.isByButton
      return { name: 'adding', isByButton, from: event.point, box: null }
    }
    case 'drag':
      return dragTo(state, event.point)
    default:
      return cancelAction(state)
  }
}

/** The canvas as a state machine, without a screen. */
export const stepCanvas = (state: CanvasState, event: CanvasEvent): CanvasStep => {
  if (event.type === 'release') return releasePointer(state)
  if (event.type === 'tap') return tapAt(state, event.point)
  return { state: applyEvent(state, event), outcome: null }
}

/** How arrow keys move or resize a manual box. */
export const KEY_STEPS = { step: NUDGE_UNITS, bounds: FRAME, min: MANUAL_BOX.minSize }

type CanvasHandlers = {
  onSelect: (id: string | null) => void
  onPlace: (id: string, box: Box) => void
  /** Returns the id of the new box, which is then selected. */
  onDraw: (box: Box) => string
  /** Returns the id of what was tapped, which is then selected; null if there is nothing. */
  onTap: (point: Point, isAdding: boolean) => string | null
}

export const useCanvas = ({ onSelect, onPlace, onDraw, onTap }: CanvasHandlers) => {
  const [canvas, setCanvas] = useState<CanvasState>(IDLE)
  const send = (event: CanvasEvent) => {
    const { state, outcome } = stepCanvas(canvas, event)
    if (outcome?.type === 'placed') onPlace(outcome.id, outcome.box)
    const newId =
      outcome?.type === 'drawn'
        ? onDraw(outcome.box)
        : outcome?.type === 'tapped'
          ? onTap(outcome.point, outcome.isAdding)
          : null
    const next = newId === null ? state : createSelectedState(newId)
    setCanvas(next)
    if (getSelectedId(next) !== getSelectedId(canvas)) onSelect(getSelectedId(next))
  }
  return { canvas, selectedId: getSelectedId(canvas), send }
}
