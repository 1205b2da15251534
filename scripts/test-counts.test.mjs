import { expect, test } from 'vitest'
import { addUp, countPlaywright, countVitest } from './test-counts.mjs'

test('the tests of Vitest and Playwright are added up', () => {
  const results = [
    { passed: true },
    { passed: false, counts: countVitest({ numPassedTests: 10, numFailedTests: 2 }) },
    {
      passed: false,
      counts: countPlaywright({ stats: { expected: 5, flaky: 1, unexpected: 3, skipped: 4 } }),
    },
  ]
  expect(addUp(results)).toEqual({ passed: 16, failed: 5 })
})

test('a runner that crashed before it could report is a failure', () => {
  expect(addUp([{ passed: false, counts: countVitest(undefined) }])).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('a failed check is a failure', () => {
  const counts = countVitest({ numPassedTests: 10, numFailedTests: 0 })
  expect(addUp([{ passed: false }, { passed: true, counts }])).toEqual({ passed: 10, failed: 1 })
})
