// `npm run mutants [AREA…]`: changes the code in small ways, one at a time, and prints for each area
// (mutant-areas.mjs) how many of these changes its tests notice. Fails below 85% in total.
import { Stryker } from '@stryker-mutator/core'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { AREAS } from './mutant-areas.mjs'

const MIN_KILLED_PERCENT = 85
const FOLDER = '.mutants'

const createStrykerOptions = (name, { mutate, ignoresStatic = false }) => ({
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutant-ignorer.mjs'],
  ignorers: ['table-rows'],
  ignoreStatic: ignoresStatic,
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // A mutant that only waits for a busy machine must not count as noticed.
  timeoutMS: 30_000,
  concurrency: Number(process.env['MUTANTS_CONCURRENCY'] ?? availableParallelism()),
  incremental: true,
  incrementalFile: join(FOLDER, `${name}.json`),
  tempDirName: join(FOLDER, 'sandbox'),
  ignorePatterns: ['dist', 'data', 'models', 'screens', 'bench-results', 'test-results', FOLDER],
  // Stryker would rewrite it with TypeScript's API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  allowConsoleColors: false,
})

/** A mutant that makes a test hang is noticed as well. */
const countKilled = (results) => {
  const tested = results.filter(({ status }) => !['Ignored', 'CompileError'].includes(status))
  const killed = tested.filter(({ status }) => ['Killed', 'Timeout'].includes(status))
  return { tested: tested.length, killed: killed.length }
}

const formatCounts = (name, { tested, killed }) =>
  `${((killed / tested) * 100).toFixed(1).padStart(5)}%  ${name} (${killed} of ${tested})`

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(AREAS)
const unknownName = names.find((name) => !Object.hasOwn(AREAS, name))
if (unknownName !== undefined) {
  console.error(`There is no area '${unknownName}', only ${Object.keys(AREAS).join(', ')}`)
  process.exit(1)
}

const counts = []
for (const name of names) {
  process.env['MUTANTS_AREA'] = name
  const results = await new Stryker(createStrykerOptions(name, AREAS[name])).runMutationTest()
  counts.push({ name, ...countKilled(results) })
}
const total = {
  tested: counts.reduce((sum, { tested }) => sum + tested, 0),
  killed: counts.reduce((sum, { killed }) => sum + killed, 0),
}
console.log()
for (const { name, ...count } of counts) console.log(formatCounts(name, count))
console.log(formatCounts('in total', total))
process.exit((total.killed / total.tested) * 100 >= MIN_KILLED_PERCENT ? 0 : 1)
