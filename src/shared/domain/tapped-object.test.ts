import { describe, expect, test } from 'vitest'
import type { ScanCandidate } from '#shared/contract/scan.ts'
import { findMissedObjects, listOfferedObjects, findTappedObject } from './tapped-object.ts'

const dress = { id: 'dress', bbox: { x: 100, y: 100, width: 100, height: 200 } }
const belt: ScanCandidate = {
  box: { x: 110, y: 180, width: 80, height: 16 },
  kind: 'belt',
  confidence: 0.3,
}
const again: ScanCandidate = {
  box: { x: 105, y: 100, width: 100, height: 190 },
  kind: 'coat',
  confidence: 0.4,
}
const hat: ScanCandidate = {
  box: { x: 120, y: 40, width: 50, height: 40 },
  kind: 'hat',
  confidence: 0.2,
}
const candidates = [belt, again, hat]

const tapAt = (x: number, y: number, isAdding = false) =>
  findTappedObject({ x, y }, isAdding, [dress], candidates)

describe('a tap on the photo', () => {
  test.each([
    ['an object', 150, 280, { id: 'dress' }],
    ['what is worn over it', 150, 188, { box: belt.box, kind: 'belt' }],
    ['what the scan missed', 145, 60, { box: hat.box, kind: 'hat' }],
    ['a little beside it', 145, 36, { box: hat.box, kind: 'hat' }],
  ])('finds %s', (_, x, y, tapped) => {
    expect(tapAt(x, y)).toEqual(tapped)
  })

  test('elsewhere proposes a box of the usual size around it, inside the photo', () => {
    expect(tapAt(300, 360)).toEqual({
      box: { x: 240, y: 280, width: 120, height: 120 },
      kind: null,
    })
  })

  test('that shall add something does not find what is there', () => {
    expect(tapAt(150, 280, true)).toEqual({
      box: { x: 90, y: 220, width: 120, height: 120 },
      kind: null,
    })
  })
})

test('what is on the photo is not offered again, and the surest come first', () => {
  expect(findMissedObjects(candidates, [dress]).map(({ kind }) => kind)).toEqual(['belt', 'hat'])
  expect(findMissedObjects([hat, hat, hat], [])).toHaveLength(1)
})

test('offers are what the scan marked, until they are added', () => {
  const offer: ScanCandidate = { ...hat, isOffered: true }
  expect(listOfferedObjects([belt, offer], [dress])).toEqual([offer])
  expect(listOfferedObjects([belt, offer], [dress, { bbox: hat.box }])).toEqual([])
})
