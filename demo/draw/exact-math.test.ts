import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { angleOf, cosine, lengthOf, sine, squareRoot } from './exact-math.ts'

const DIGITS = 13
const angles = Array.from({ length: 721 }, (_, i) => ((i - 360) * Math.PI) / 90)

test('sine and cosine agree with the engine over several turns', () => {
  for (const angle of angles) {
    expect(sine(angle), `${angle}`).toBeCloseTo(Math.sin(angle), DIGITS)
    expect(cosine(angle), `${angle}`).toBeCloseTo(Math.cos(angle), DIGITS)
  }
})

test('an angle is that of its direction in every quadrant and on the axes', () => {
  for (let x = -8; x <= 8; x++)
    for (let y = -8; y <= 8; y++)
      expect(angleOf(x, y), `${x} ${y}`).toBeCloseTo(Math.atan2(y, x), DIGITS)
})

test.each([0, 1e-9, 0.25, 0.5, 1, 2, 3, 144, 12_345.678, 9e11])('the root of %d', (value) => {
  expect(squareRoot(value) / (Math.sqrt(value) || 1)).toBeCloseTo(value ? 1 : 0, DIGITS)
})

test('a length is that of the hypotenuse', () => {
  expect(lengthOf(3, -4)).toBe(5)
  expect(lengthOf(0, 0)).toBe(0)
})

const DEMO = join(import.meta.dirname, '..')
const sources = readdirSync(DEMO, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)
const INEXACT =
  /\bMath\.(a?(sin|cos|tan)h?|atan2|exp|expm1|log|log1p|log2|log10|pow|sqrt|cbrt|hypot)\b|\*\*/g
const COMMENT = /\/\*[^]*?\*\/|\/\/.*/g

test('nothing in the demo computes with a function that processors round differently', () => {
  expect(sources.length).toBeGreaterThan(70)
  const messages = sources.flatMap((name) => {
    const code = readFileSync(join(DEMO, name), 'utf8').replaceAll(COMMENT, '')
    return [...code.matchAll(INEXACT)].map(([call]) => `${name}: ${call}`)
  })
  expect(messages).toEqual([])
})
