import { expect, test } from 'vitest'
import { DRAWINGS_VERSION } from './drawings-version.ts'
import { measureDrawingsVersion } from './drawings.ts'

test('the written version is that of the drawings (if not: npm run demo -- boxes)', () => {
  expect(DRAWINGS_VERSION).toBe(measureDrawingsVersion())
})
