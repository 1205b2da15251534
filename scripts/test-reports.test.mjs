import { expect, test } from 'vitest'
import { sumResults, readPlaywright, readVitest } from './test-reports.mjs'

const vitest = {
  numPassedTests: 10,
  testResults: [
    { name: '/here/src/fine.test.ts', status: 'passed', message: '', assertionResults: [] },
    {
      name: '/here/src/hats.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { status: 'passed', fullName: 'a hat is blue', failureMessages: [] },
        {
          status: 'failed',
          fullName: 'a hat is red',
          failureMessages: [
            "\u001B[31mAssertionError: expected 'blue' to be 'red'\u001B[39m\n    at x",
          ],
        },
      ],
    },
    {
      name: '/here/src/shoes.test.ts',
      status: 'failed',
      message: "Cannot find module './shoe.ts'\nRequire stack",
      assertionResults: [{ status: 'skipped', fullName: 'a shoe fits', failureMessages: [] }],
    },
  ],
}

const spec = (title, line, ...tests) => ({ file: 'bags.spec.ts', line, title, tests })
const run = (projectName, status, ...messages) => ({
  projectName,
  status,
  results: messages.map((message) => ({ error: message ? { message } : undefined })),
})
const playwright = {
  stats: { expected: 5, flaky: 1, unexpected: 1, skipped: 4 },
  errors: [],
  suites: [
    {
      specs: [spec('a bag opens', 3, run('desktop', 'expected', ''))],
      suites: [
        {
          specs: [
            spec(
              'a bag closes',
              9,
              run('desktop', 'flaky', 'Error: once', ''),
              run('mobile', 'unexpected', 'Error: first', 'Error: no such button\n\n  Call log:'),
            ),
          ],
        },
      ],
    },
  ],
}

test('what failed is named with its reason, also a file that cannot be loaded', () => {
  expect(readVitest(vitest, '/here')).toEqual({
    passed: 10,
    failures: [
      "src/hats.test.ts › a hat is red › AssertionError: expected 'blue' to be 'red'",
      "src/shoes.test.ts › Cannot find module './shoe.ts'",
    ],
  })
  expect(readPlaywright(playwright)).toEqual({
    passed: 6,
    failures: ['bags.spec.ts:9 › a bag closes (mobile) › Error: no such button'],
  })
  const broken = { ...playwright, errors: [{ message: 'Error: the server did not start' }] }
  expect(readPlaywright(broken).failures).toContain('Error: the server did not start')
})

test('the tests of Vitest and Playwright are added up', () => {
  const results = [
    { passed: true },
    { passed: false, tests: readVitest(vitest, '/here') },
    { passed: false, tests: readPlaywright(playwright) },
  ]
  expect(sumResults(results)).toEqual({ passed: 16, failed: 3 })
})

test('a runner that crashed before it could report is a failure', () => {
  expect(sumResults([{ passed: false, tests: readVitest(undefined) }])).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('a failed check is a failure', () => {
  const tests = readVitest({ numPassedTests: 10, testResults: [] })
  expect(sumResults([{ passed: false }, { passed: true, tests }])).toEqual({
    passed: 10,
    failed: 1,
  })
})
