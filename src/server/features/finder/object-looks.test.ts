import { expect, it } from 'vitest'
import { createObjectLooks, type ObjectLook } from './object-looks.ts'

const looks = createObjectLooks('a secret of a server')
const jacket: ObjectLook = {
  version: '3-abc',
  kind: 'outerwear',
  category: 'clothing',
  label: 'olive utility jacket',
  vector: Float32Array.of(0.6, -0.8, 0, 0.0001),
}

it('reads what it wrote, with a vector of the same direction', () => {
  const { vector, ...facts } = looks.read(looks.write(jacket)) ?? { vector: [] }
  expect(facts).toEqual({
    version: '3-abc',
    kind: 'outerwear',
    category: 'clothing',
    label: 'olive utility jacket',
  })
  Array.from(jacket.vector).forEach((value, place) => expect(vector[place]).toBeCloseTo(value, 4))
})

it.each([
  ['of another server', createObjectLooks('another secret').write(jacket)],
  ['with another vector', looks.write(jacket).replace(/\.[^.]+\./, '.AAAA.')],
  ['without a signature', looks.write(jacket).replace(/\.[^.]+$/, '')],
  ['of nothing', ''],
  ['of dots', '..'],
])('refuses a look %s', (_, look) => expect(looks.read(look)).toBeNull())
