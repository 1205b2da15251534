import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const NO_TESTS = { passed: 0, failures: [] }

const LONGEST_REASON = 200

/** Enough to know where to look where only the last lines of a run are kept. */
const nameFailure = (file, name, message = '') => {
  const [reason = ''] = stripVTControlCharacters(message).trim().split('\n')
  return [file, name, reason.slice(0, LONGEST_REASON)].filter(Boolean).join(' › ')
}

export const readVitest = (report, root = process.cwd()) =>
  report
    ? {
        passed: report.numPassedTests,
        failures: report.testResults
          .filter(({ status }) => status === 'failed')
          .flatMap(({ name, message, assertionResults }) => {
            const file = relative(root, name)
            const failed = assertionResults.filter(({ status }) => status === 'failed')
            // A file that cannot be loaded, or whose hooks fail, has no failed test.
            if (failed.length === 0) return [nameFailure(file, '', message)]
            return failed.map(({ fullName, failureMessages: [reason] }) =>
              nameFailure(file, fullName, reason),
            )
          }),
      }
    : NO_TESTS

const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)]

export const readPlaywright = (report) =>
  report
    ? {
        passed: report.stats.expected + report.stats.flaky,
        failures: [
          ...report.errors.map(({ message }) => nameFailure('', '', message)),
          ...listSpecs(report).flatMap(({ file, line, title, tests }) =>
            tests
              .filter(({ status }) => status === 'unexpected')
              .map(({ projectName, results }) =>
                nameFailure(
                  `${file}:${line}`,
                  `${title} (${projectName})`,
                  results.at(-1)?.error?.message,
                ),
              ),
          ),
        ],
      }
    : NO_TESTS

/** A failed phase counts as at least one failure: a crash before the first test must not read "0 failed". */
export const sumResults = (results) =>
  results.reduce(
    (total, { passed, tests = NO_TESTS }) => ({
      passed: total.passed + tests.passed,
      failed: total.failed + Math.max(tests.failures.length, passed ? 0 : 1),
    }),
    { passed: 0, failed: 0 },
  )
