import { expect, test } from 'vitest'
import { canSaveName } from './account-settings-page.tsx'

test.each([
  ['Ada', 'Ada', false],
  [' Ada ', 'Ada', false],
  ['Ada L.', 'Ada', true],
  ['', 'Ada', false],
  ['  ', 'Ada', false],
])('display name save is enabled only when it differs: %j, now %j', (typed, current, enabled) => {
  expect(canSaveName(typed, current)).toBe(enabled)
})
