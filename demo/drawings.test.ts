import { expect, test } from 'vitest'
import { DRAWINGS_VERSION } from './drawings-version.ts'
import { measureDrawingsVersion } from './drawings.ts'

test('the stored version matches the drawings (if not: npm run demo -- boxes)', () => {
  expect(DRAWINGS_VERSION).toBe(measureDrawingsVersion())
})
