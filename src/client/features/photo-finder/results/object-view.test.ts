import { describe, expect, test } from 'vitest'
import { manualDetection } from '#client/features/photo-finder/scan/finder-state.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { PHOTO_TEXT } from '#shared/finder-messages.ts'
import { cardName, objectName, spokenName } from './object-view.tsx'

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
    expect([objectName(detection), spokenName(detection), cardName(detection)]).toEqual([
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
