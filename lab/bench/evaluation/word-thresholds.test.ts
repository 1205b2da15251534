import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { findStrictest, findWordThresholds } from './word-thresholds.ts'

const said = (right: boolean, ...values: number[]) =>
  values.map((value) => ({ value, isRight: right }))
/** So many right words, surer than all others. */
const sure = (count: number) => said(true, ...Array.from({ length: count }, () => 0.99))

it('the threshold of a set is the lowest from which nine of ten words are right', () => {
  expect(findStrictest([[...sure(9), ...said(false, 0.5, 0.4)]])).toBe(0.5)
  expect(findStrictest([said(false, 0.9)])).toBe(1)
})

it('there is none where nine of ten are right anyway, or where nothing is said', () => {
  expect(findStrictest([[...sure(9), ...said(false, 0.5)]])).toBe(0)
  expect(findStrictest([[], said(true, 0.3)])).toBe(0)
})

it('the strictest set counts, and all hold from its threshold on', () => {
  const lenient = [...sure(18), ...said(false, 0.6, 0.2), ...said(false, 0.1)]
  const strict = [...sure(9), ...said(false, 0.7, 0.3)]
  expect(findStrictest([lenient])).toBe(0.2)
  expect(findStrictest([lenient, strict])).toBe(0.7)
  // Right in nine of ten from 0.2 on, but no longer from 0.5 on, which the other set needs.
  const hollow = [
    ...sure(8),
    ...said(false, 0.7),
    ...said(true, 0.3, 0.2),
    ...said(false, 0.1, 0.1),
  ]
  const other = [...sure(9), ...said(false, 0.5, 0.4)]
  expect(findStrictest([hollow])).toBe(0.2)
  expect(findStrictest([hollow, other])).toBe(0.99)
})

const word = (folder: string, photo: string, value: number, isRight: boolean) => ({
  folder,
  photo,
  attribute: 'type',
  value,
  isRight,
  isShown: true,
})

it('counts words without and with the threshold in each folder, which a card can state', () => {
  const words = [
    ...Array.from({ length: 9 }, (_, index) => word('street', `${index}`, 0.91234, true)),
    word('street', 'a', 0.5006, false),
    word('street', 'b', 0.5001, false),
    word('shop', 'c', 0.4, true),
    word('shop', 'd', 0.6, true),
  ]
  const [type, ...others] = findWordThresholds(words)
  expect(others).toEqual([])
  // Both of street's wrong words have the same three digits.
  expect(type).toMatchObject({
    attribute: 'type',
    boxThreshold: 0.912,
    folders: [
      { folder: 'street', all: { claims: 11, right: 9 }, shown: { claims: 9, right: 9 } },
      { folder: 'shop', all: { claims: 2, right: 2 }, shown: { claims: 0, right: 0 } },
    ],
  })
})

it('tries thresholds on the photos that they do not come from', () => {
  const isFirst = (photo: string) => (createHash('sha256').update(photo).digest()[0] ?? 0) % 2 === 0
  const photos = Array.from({ length: 40 }, (_, index) => `photo ${index}`)
  // One half knows only right words, so all wrong ones of the other half are shown with its threshold.
  const words = photos.map((photo) => word('street', photo, 0.9, isFirst(photo)))
  const wrong = photos.filter((photo) => !isFirst(photo)).length
  expect(findWordThresholds(words)[0]?.folders[0]?.halves).toEqual({ claims: wrong, right: 0 })
})
