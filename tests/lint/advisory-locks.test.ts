import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('no two advisory locks have the same number', () => {
  const source = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join('src/server', file), 'utf8'))
    .join('\n')
  const numbers = [...source.matchAll(/_LOCK\w* = (7_341_\d+)$/gm)].map(([, number]) => number)
  expect(numbers.length).toBeGreaterThan(10)
  expect(new Set(numbers).size).toBe(numbers.length)
})
