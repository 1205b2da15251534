import { describe, expect, test } from 'vitest'
import { MANUAL_BOX } from '#shared/finder-constants.ts'
import { type Box, moveBoxByKey } from '#shared/domain/box.ts'
import {
  KEY_STEPS,
  type CanvasEvent,
  type CanvasState,
  stepCanvas,
  FRAME,
  IDLE,
  getSelectedId,
  getCurrentBox,
} from './canvas-state.ts'

const box: Box = { x: 100, y: 100, width: 80, height: 60 }
const at = (x: number, y: number) => ({ x, y })

const play = (events: CanvasEvent[], from: CanvasState = IDLE) =>
  events.reduce(
    ({ state, outcomes }, event) => {
      const step = stepCanvas(state, event)
      return { state: step.state, outcomes: [...outcomes, step.outcome].filter(Boolean) }
    },
    { state: from, outcomes: [] as unknown[] },
  )

describe('selecting', () => {
  test('selecting one deselects the previous one', () => {
    const { state } = play([
      { type: 'select', id: 'a' },
      { type: 'select', id: 'b' },
    ])
    expect(getSelectedId(state)).toBe('b')
  })

  test('clicking elsewhere deselects', () => {
    expect(play([{ type: 'select', id: 'a' }, { type: 'deselect' }]).state).toEqual(IDLE)
  })

  test('a toggle button hides or shows the box; another selected box is shown', () => {
    const hidden = play([{ type: 'select', id: 'a' }, { type: 'toggle-box' }]).state
    expect(hidden).toEqual({ name: 'selected', id: 'a', isBoxShown: false })
    expect(stepCanvas(hidden, { type: 'toggle-box' }).state).toMatchObject({ isBoxShown: true })
    expect(stepCanvas(hidden, { type: 'select', id: 'b' }).state).toMatchObject({
      isBoxShown: true,
    })
    expect(stepCanvas(hidden, { type: 'select', id: 'a' }).state).toEqual(hidden)
  })
})

describe('moving and resizing a manual box', () => {
  test('places it where it was dropped, relative to the grab', () => {
    const { state, outcomes } = play([
      { type: 'grab', id: 'a', box, point: at(110, 110) },
      { type: 'drag', point: at(500, 90) },
      { type: 'drag', point: at(120, 115) },
      { type: 'release' },
    ])
    expect(outcomes).toEqual([{ type: 'placed', id: 'a', box: { ...box, x: 110, y: 105 } }])
    expect(state).toEqual({ name: 'selected', id: 'a', isBoxShown: true })
  })

  test('keeps it inside the image', () => {
    const { outcomes } = play([
      { type: 'grab', id: 'a', box, point: at(110, 110) },
      { type: 'drag', point: at(9999, -9999) },
      { type: 'release' },
    ])
    expect(outcomes).toEqual([
      { type: 'placed', id: 'a', box: { ...box, x: FRAME.width - box.width, y: 0 } },
    ])
  })

  test.each([
    ['top-left', at(90, 95), { x: 90, y: 95, width: 90, height: 65 }],
    ['top-right', at(110, 95), { x: 100, y: 95, width: 90, height: 65 }],
    ['bottom-left', at(90, 105), { x: 90, y: 100, width: 90, height: 65 }],
    ['bottom-right', at(110, 105), { x: 100, y: 100, width: 90, height: 65 }],
  ] as const)('its %s corner resizes it', (corner, point, wanted) => {
    const { outcomes } = play([
      { type: 'grab-corner', id: 'a', corner, box, point: at(100, 100) },
      { type: 'drag', point },
      { type: 'release' },
    ])
    expect(outcomes).toEqual([{ type: 'placed', id: 'a', box: wanted }])
  })

  test('keeps it at least 10 by 10', () => {
    const { outcomes } = play([
      { type: 'grab-corner', id: 'a', corner: 'bottom-right', box, point: at(180, 160) },
      { type: 'drag', point: at(0, 0) },
      { type: 'release' },
    ])
    const size = { width: MANUAL_BOX.minSize, height: MANUAL_BOX.minSize }
    expect(outcomes).toEqual([{ type: 'placed', id: 'a', box: { x: 100, y: 100, ...size } }])
  })

  test('Escape restores the box as it was grabbed', () => {
    const held = play([
      { type: 'grab', id: 'a', box, point: at(110, 110) },
      { type: 'drag', point: at(200, 200) },
    ]).state
    expect(getCurrentBox(held, 'a', box)).not.toEqual(box)
    const { state, outcomes } = play([{ type: 'cancel' }, { type: 'release' }], held)
    expect(outcomes).toEqual([])
    expect(getCurrentBox(state, 'a', box)).toEqual(box)
    expect(getSelectedId(state)).toBe('a')
  })

  test('a click without movement places nothing', () => {
    const { outcomes } = play([
      { type: 'grab', id: 'a', box, point: at(110, 110) },
      { type: 'drag', point: at(110, 110) },
      { type: 'release' },
    ])
    expect(outcomes).toEqual([])
  })

  test('a drag moves only the grabbed box', () => {
    const held = play([
      { type: 'grab', id: 'a', box, point: at(110, 110) },
      { type: 'drag', point: at(120, 110) },
    ]).state
    expect(getCurrentBox(held, 'b', box)).toEqual(box)
  })
})

describe('adding a box', () => {
  test('a drag in any direction draws a box', () => {
    const { state, outcomes } = play([
      { type: 'start-adding' },
      { type: 'press', point: at(200, 200) },
      { type: 'drag', point: at(150, 120) },
      { type: 'release' },
    ])
    expect(outcomes).toEqual([{ type: 'drawn', box: { x: 150, y: 120, width: 50, height: 80 } }])
    expect(state).toEqual(IDLE)
  })

  test.each([
    ['asked for', [{ type: 'start-adding' }], true],
    ['of a mouse', [], false],
  ] as const)('a press %s that hardly moves is a tap', (_, before, isAdding) => {
    const { state, outcomes } = play([
      ...before,
      { type: 'press', point: at(200, 200) },
      { type: 'drag', point: at(201, 201) },
      { type: 'release' },
    ])
    expect(outcomes).toEqual([{ type: 'tapped', point: at(200, 200), isAdding }])
    expect(state).toEqual(IDLE)
  })

  test('a tap deselects, and says where it was', () => {
    const { state, outcomes } = play([
      { type: 'select', id: 'a' },
      { type: 'tap', point: at(9, 9) },
    ])
    expect(outcomes).toEqual([{ type: 'tapped', point: at(9, 9), isAdding: false }])
    expect(state).toEqual(IDLE)
  })

  test('a pointer that is not pressed draws nothing', () => {
    expect(
      play([{ type: 'start-adding' }, { type: 'drag', point: at(150, 120) }, { type: 'release' }])
        .outcomes,
    ).toEqual([])
  })

  test('Escape leaves the mode', () => {
    const { state, outcomes } = play([
      { type: 'start-adding' },
      { type: 'press', point: at(200, 200) },
      { type: 'drag', point: at(150, 120) },
      { type: 'cancel' },
      { type: 'release' },
    ])
    expect(outcomes).toEqual([])
    expect(state).toEqual(IDLE)
  })
})

describe('the keyboard', () => {
  test('arrows move a box and stop at the edge', () => {
    expect(moveBoxByKey(box, 'ArrowRight', false, KEY_STEPS)).toEqual({ ...box, x: 104 })
    expect(moveBoxByKey({ ...box, y: 0 }, 'ArrowUp', false, KEY_STEPS)).toEqual({ ...box, y: 0 })
  })

  test('shift and arrows resize it, down to 10', () => {
    expect(moveBoxByKey(box, 'ArrowDown', true, KEY_STEPS)).toEqual({ ...box, height: 64 })
    expect(moveBoxByKey({ ...box, width: 11 }, 'ArrowLeft', true, KEY_STEPS).width).toBe(
      MANUAL_BOX.minSize,
    )
  })
})
