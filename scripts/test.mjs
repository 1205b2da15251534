// `npm test`: installs and builds what is missing, then runs every test. `npm run test:long` takes no
// samples and sees every screen at every width in every theme (tests/support/length.ts).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './build-if-stale.mjs'
import { findChromium } from './find-chromium.mjs'
import { checkNodeVersion, installIfStale } from './install-if-stale.mjs'
import { createMemoryFolder } from './memory-folder.mjs'
import { sumResults, readPlaywright, readVitest } from './test-reports.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
if (process.argv.includes('--long')) process.env['TEST_LENGTH'] = 'long'

// Most test files have a PostgreSQL database of 700 files, which a disk creates at ten times the cost.
const temporary = createMemoryFolder()
if (temporary) process.env['TMPDIR'] = temporary

const runNode = (args, env = {}) =>
  spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0

const reports = mkdtempSync(join(tmpdir(), 'wearabouts-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** A runner that crashed leaves no report; the phase then counts as failed. */
const readReport = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const runVitest = (config) => () => {
  const report = join(reports, `${config}.json`)
  const passed = runNode([
    join('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    config,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  return { passed, tests: readVitest(readReport(report)) }
}

const runEndToEnd = async () => {
  const { path, problem } = await findChromium()
  if (problem) {
    console.error(problem)
    return { passed: false }
  }
  const report = join(reports, 'playwright.json')
  const passed = runNode(
    [join('node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json'],
    { CHROMIUM_PATH: path, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  return { passed, tests: readPlaywright(readReport(report)) }
}

const phases = [
  { name: 'packages', run: () => ({ passed: installIfStale(root) }), isNeeded: true },
  { name: 'check', run: () => ({ passed: runNode([join('scripts', 'check.mjs')]) }) },
  { name: 'build', run: () => ({ passed: buildIfStale(root) }), isNeeded: true },
  { name: 'unit and contract', run: runVitest('vitest.config.ts') },
  { name: 'rounding', run: runVitest('vitest.rounding.config.ts') },
  { name: 'end to end', run: runEndToEnd },
]

const oldNode = checkNodeVersion()
if (oldNode) {
  console.error(oldNode)
  process.exit(1)
}

const results = []
for (const { name, run, isNeeded } of phases) {
  const startMs = Date.now()
  const { passed, tests } = await run()
  results.push({ name, passed, tests, seconds: (Date.now() - startMs) / 1000 })
  if (isNeeded && !passed) break
}

console.log()
for (const { name, passed, tests, seconds } of results) {
  console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
  for (const failure of tests?.failures ?? []) console.log(`     ${failure}`)
}
const total = sumResults(results)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
