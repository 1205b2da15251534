import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  crossValidateThresholds,
  checkJoins,
  computeFoundShare,
  findLowestThreshold,
  type Query,
  deriveThresholds,
} from './thresholds.ts'

const match = (value: number, isRight: boolean) => ({ value, isRight })
const nearest = (similarity: number, lead: number, isSameItem: boolean, isSameKind = true) => ({
  similarity,
  lead,
  isSameItem,
  isSameKind,
})

describe('a threshold', () => {
  it('is the lowest value from which enough are right', () => {
    const matches = [match(0.9, true), match(0.8, false), match(0.7, true), match(0.6, true)]
    expect(findLowestThreshold(matches, 0.75)).toBe(0.6)
    expect(findLowestThreshold(matches, 0.9)).toBe(0.9)
    expect(findLowestThreshold([match(0.9, true), match(0.9, false)], 0.9)).toBe(1)
  })

  it('is out of reach where the best match is wrong', () => {
    expect(findLowestThreshold([match(0.9, false), match(0.8, true)], 0.9)).toBe(1)
    expect(findLowestThreshold([], 0.9)).toBe(1)
  })
})

describe('thresholds of a set of photos', () => {
  const query = (present: number, absent: number, isSameKind = true): Query => ({
    photo: `${present}`,
    present: nearest(present, 0.2, true),
    absent: nearest(absent, 0.1, false, isSameKind),
  })

  it('claim the same item above what is found without it, and count kinds without it', () => {
    const queries = [query(0.95, 0.7), query(0.9, 0.8), query(0.85, 0.6, false)]
    expect(deriveThresholds(queries)).toEqual({
      sameItem: 0.85,
      lead: 0.08,
      close: 0.7,
      similar: 0.7,
    })
    expect(computeFoundShare(queries, deriveThresholds(queries))).toBe(1)
  })

  it('join a garment across photos from where few others are as alike, lead or not', () => {
    const twin = { ...query(0.9, 0.89), present: nearest(0.9, 0.01, true) }
    const { from, found } = checkJoins([query(0.95, 0.7), twin, query(0.85, 0.6)])
    expect([from, found]).toEqual([0.9, 2 / 3])
  })

  it('leave out what has no lead, whether right or wrong', () => {
    const twin = { ...query(0.99, 0.99), absent: nearest(0.99, 0, false) }
    expect(deriveThresholds([twin, query(0.9, 0.5)]).sameItem).toBe(0.9)
  })

  it('are tried on the photos they do not come from', () => {
    const photos = Array.from({ length: 40 }, (_, place) => `photo ${place}`)
    const isFirst = (photo: string) =>
      (createHash('sha256').update(photo).digest()[0] ?? 0) % 2 === 0
    // One half knows only right matches, so it claims those of the other, which are wrong.
    const queries = photos.map((photo): Query => ({
      photo,
      present: nearest(0.9, 0.2, isFirst(photo)),
      absent: nearest(0.1, 0.2, false),
    }))
    const wrong = photos.filter((photo) => !isFirst(photo)).length
    expect(crossValidateThresholds(queries)).toEqual({ claims: wrong, right: 0 })
  })
})
