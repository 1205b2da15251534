import { expect, test } from 'vitest'
import { JOBS_COUNTED } from '#shared/site-constants.ts'
import { formatJobCount } from './admin-tasks.ts'

test.each([
  [0, '0'],
  [1_234, '1,234'],
  [JOBS_COUNTED - 1, '9,999'],
  [JOBS_COUNTED, '10,000 or more'],
])('%i jobs are counted as %s', (count, text) => {
  expect(formatJobCount(count)).toBe(text)
})
