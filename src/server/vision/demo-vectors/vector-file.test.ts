import { describe, expect, it } from 'vitest'
import { cosine } from './make-vectors.ts'
import { readVectorFile, writeVectorFile } from './vector-file.ts'

const unit = (...values: number[]) => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}
const wavy = (count: number) =>
  unit(...Array.from({ length: count }, (_, place) => Math.sin(place * 1.7) * 1.2 ** (place % 9)))
const made = { vectorVersion: '1-abc', drawings: 'def' }

describe('the file of vectors', () => {
  it.each([3, 192, 512])('gives back vectors of %i numbers, of length one', (dimensions) => {
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

  it('is refused where a part of it is missing', () => {
    const content = writeVectorFile({ ...made, vectors: new Map([['coat', wavy(8)]]) })
    expect(() => readVectorFile(content.subarray(0, -1))).toThrow('cut short')
    expect(() => readVectorFile(content.subarray(0, 10))).toThrow()
  })

  it('takes vectors of one length only', () => {
    const vectors = new Map([
      ['coat', wavy(8)],
      ['shoe', wavy(9)],
    ])
    expect(() => writeVectorFile({ ...made, vectors })).toThrow('different lengths')
  })
})
