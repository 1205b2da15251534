import { describe, expect, it } from 'vitest'
import { readVectorFile, writeVectorFile } from './demo-vectors.ts'

const cosine = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0)

const unit = (...values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}
const wavy = (count: number) =>
  unit(...Array.from({ length: count }, (_, index) => Math.sin(index * 1.7) * 1.2 ** (index % 9)))
const made = { vectorVersion: '1-abc', drawings: 'def' }

describe('the vector file', () => {
  it.each([3, 192, 512])('restores unit vectors of %i components', (dimensions) => {
    const vectors = new Map([
      ['coat', wavy(dimensions)],
      ['shoe', unit(...wavy(dimensions).map((value) => -value))],
    ])
    const { vectors: read, ...rest } = readVectorFile(writeVectorFile({ ...made, vectors }))
    expect(rest).toEqual(made)
    expect([...read.keys()]).toEqual(['coat', 'shoe'])
    for (const [id, vector] of vectors) {
      const kept = read.get(id) ?? new Float32Array()
      expect(kept).toHaveLength(dimensions)
      expect(Math.hypot(...kept)).toBeCloseTo(1, 5)
      expect(cosine(kept, vector)).toBeGreaterThan(0.999)
    }
  })

  it('is refused if it is truncated', () => {
    const content = writeVectorFile({ ...made, vectors: new Map([['coat', wavy(8)]]) })
    expect(() => readVectorFile(content.subarray(0, -1))).toThrow('truncated')
    expect(() => readVectorFile(content.subarray(0, 10))).toThrow()
  })

  it('refuses vectors of different lengths', () => {
    const vectors = new Map([
      ['coat', wavy(8)],
      ['shoe', wavy(9)],
    ])
    expect(() => writeVectorFile({ ...made, vectors })).toThrow('different lengths')
  })
})
