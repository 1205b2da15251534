import { describe, expect, test } from 'vitest'
import {
  clampDrag,
  type SheetStop,
  stopAfterDrag,
  stopAfterKey,
  stopAfterPress,
} from './bottom-sheet.tsx'

const SCREEN = 800 // peek 176, half 400, full 608

describe('a sheet', () => {
  test.each<[SheetStop, number, number, SheetStop]>([
    ['half', 0, 0, 'half'],
    ['half', 40, 0, 'half'],
    ['half', 150, 0, 'peek'],
    ['half', -150, 0, 'full'],
    ['full', 400, 0, 'peek'],
    ['peek', -200, 0, 'half'],
  ])(
    'at %s, dragged by %i px and let go, settles at the nearest stop',
    (stop, delta, velocity, settled) => {
      expect(stopAfterDrag(stop, delta, velocity, SCREEN)).toBe(settled)
    },
  )

  test('a short flick reaches the next stop', () => {
    expect(stopAfterDrag('half', -20, -1, SCREEN)).toBe('full')
    expect(stopAfterDrag('half', 20, 1, SCREEN)).toBe('peek')
  })

  test('cannot be dragged beyond its stops', () => {
    expect(clampDrag('half', -1_000, SCREEN)).toBe(-208)
    expect(clampDrag('half', 1_000, SCREEN)).toBe(224)
    expect(clampDrag('half', 10, SCREEN)).toBe(10)
  })

  test.each<[SheetStop, string, SheetStop | null]>([
    ['peek', 'ArrowUp', 'half'],
    ['full', 'ArrowUp', 'full'],
    ['full', 'ArrowDown', 'half'],
    ['peek', 'ArrowDown', 'peek'],
    ['peek', 'Home', 'full'],
    ['full', 'End', 'peek'],
    ['half', 'a', null],
  ])('at %s, %s moves it to %s', (stop, key, moved) => {
    expect(stopAfterKey(stop, key)).toBe(moved)
  })

  test('a press on its handle goes up, and from the top back to half', () => {
    expect((['peek', 'half', 'full'] as const).map(stopAfterPress)).toEqual([
      'half',
      'full',
      'half',
    ])
  })
})
