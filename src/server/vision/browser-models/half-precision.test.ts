import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, it } from 'vitest'
import { MODEL_DIR } from '#server/vision/node-engine.ts'
import { toHalf, toHalfPrecision } from './half-precision.ts'

const bitsOf = (value: number) => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0

describe('the nearest half-precision number', () => {
  it.each([
    [0, 0x0000],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65_504, 0x7bff],
    [65_519, 0x7bff],
    [1 / 3, 0x3555],
    ['the smallest normal number', 2 ** -14, 0x0400],
    ['the smallest number', 2 ** -24, 0x0001],
    ['a tie, to even', 2 ** -25, 0x0000],
    ['more than a tie', 1.5 * 2 ** -25, 0x0001],
    ['far too small', 2 ** -40, 0x0000],
    ['a tie between 1 and the next number', 1 + 2 ** -11, 0x3c00],
    ['a tie above it', 1 + 3 * 2 ** -11, 0x3c02],
  ])('of %s', (...row) => {
    const [value, half] = row.slice(-2) as [number, number]
    expect(toHalf(bitsOf(value))).toBe(half)
  })

  it.each([65_520, -70_000, Number.POSITIVE_INFINITY, Number.NaN])('of %d: none', (value) => {
    expect(toHalf(bitsOf(value))).toBeNull()
  })
})

it('a model in half precision is half as large and says nearly the same', async () => {
  const wide = await readFile(path.join(MODEL_DIR, 'embedder.onnx'))
  const narrow = toHalfPrecision(wide)
  expect(narrow.length).toBeLessThan(0.52 * wide.length)
  const input = Float32Array.from({ length: 3 * 160 * 160 }, (_, at) => (at * 7919) % 256)
  const vectorOf = async (model: Uint8Array) => {
    const session = await InferenceSession.create(model, { logSeverityLevel: 3 })
    const crops = new Tensor('float32', input, [1, 3, 160, 160])
    const { vectors } = await session.run({ crops })
    await session.release()
    return vectors?.data as Float32Array
  }
  const [before, after] = [await vectorOf(wide), await vectorOf(narrow)]
  const cosine = before.reduce((sum, value, at) => sum + value * (after[at] ?? 0), 0)
  expect(cosine).toBeGreaterThan(0.9999)
})

it('refuses what is no model', () => {
  expect(() => toHalfPrecision(Uint8Array.of(0x3a, 0x7f, 1, 2))).toThrow('cannot be read')
})
