import { expect, test } from 'vitest'
import { wardrobe } from '#demo/wardrobe/wardrobe.ts'

test('people have faces of their own, of many ages, which stay the same in every look', () => {
  const { people, looks } = wardrobe()
  const faces = new Map(people.map(({ name, appearance }) => [name, appearance.face]))
  expect(new Set([...faces.values()].map((face) => JSON.stringify(face))).size).toBe(people.length)
  expect(new Set([...faces.values()].map(({ age }) => age)).size).toBeGreaterThan(6)
  for (const { person } of looks) expect(person.appearance.face).toEqual(faces.get(person.name))
})
