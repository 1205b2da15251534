const nothing = { passed: 0, failed: 0 }

export const countVitest = (report) =>
  report ? { passed: report.numPassedTests, failed: report.numFailedTests } : nothing

export const countPlaywright = (report) =>
  report
    ? { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
    : nothing

/** A failed phase counts as at least one failure: a crash before the first test must not read "0 failed". */
export const addUp = (results) =>
  results.reduce(
    (total, { passed, counts = nothing }) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + Math.max(counts.failed, passed ? 0 : 1),
    }),
    nothing,
  )
