import { describe, expect, test } from 'vitest'
import { manualDetection } from '#client/features/photo-finder/state/finder-state.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { PHOTO_TEXT } from '#shared/finder-messages.ts'
import { cardName, cropAround, getNameBeyondCategory, spokenName } from './object-view.tsx'

const scanned = (changes: Partial<ScanDetection>): ScanDetection => ({
  ...manualDetection('a', { x: 0, y: 0, width: 10, height: 10 }),
  isManual: false,
  confidence: 0.874,
  category: 'jewelry',
  ...changes,
})

describe('an object is named', () => {
  test.each([
    [{ label: 'gold ring' }, 'Gold ring', 'Jewelry, gold ring, 87% sure', 'Gold ring'],
    [{ label: 'jewelry' }, null, 'Jewelry, 87% sure', 'Jewelry'],
    [{ label: 'Jewelry' }, null, 'Jewelry, 87% sure', 'Jewelry'],
    [{ label: '' }, null, 'Jewelry, 87% sure', 'Jewelry'],
    [{ label: '', isManual: true }, null, 'Jewelry, added by you', 'Jewelry'],
    [{ label: 'ring', title: 'Ada ring' }, 'Ring', 'Jewelry, ring, 87% sure', 'Ada ring'],
  ])('%j', (changes, name, spoken, card) => {
    const detection = scanned(changes)
    expect([getNameBeyondCategory(detection), spokenName(detection), cardName(detection)]).toEqual([
      name,
      spoken,
      card,
    ])
  })
})

test.each([
  [0, '0 objects found'],
  [1, '1 object found'],
  [2, '2 objects found'],
])('%i are counted as %s', (count, text) => {
  expect(PHOTO_TEXT.objectsFound(count)).toBe(text)
})

describe('a crop fills its frame', () => {
  const photo = { width: 800, height: 1200 }
  test.each([
    ['with what is around a wide box', { x: 100, y: 200, width: 100, height: 20 }, 1],
    ['with what is around a tall box', { x: 150, y: 50, width: 40, height: 200 }, 1.25],
    ['at the edge of the photo', { x: 390, y: 0, width: 10, height: 100 }, 1],
    ['also if the photo is too narrow', { x: 0, y: 0, width: 400, height: 400 }, 1.25],
  ])('%s', (_, bbox, ratio) => {
    const { x, y, width, height } = cropAround(bbox, photo, ratio)
    expect(height / width).toBeCloseTo(ratio)
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(photo.width)
    expect(y + height).toBeLessThanOrEqual(photo.height)
  })

  test('and keeps the whole object in the middle where there is room', () => {
    const bbox = { x: 150, y: 50, width: 40, height: 200 }
    expect(cropAround(bbox, photo, 1.25)).toEqual({ x: 100, y: 150, width: 480, height: 600 })
  })
})
