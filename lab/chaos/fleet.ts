import { printFigures } from '#lab/bench/statistics.ts'
import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { findCommand, runCommandLine, UsageError } from '#server/cli/command-line.ts'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { runCitusTrial } from './citus.ts'
import { SkippedError } from './programs.ts'
import { type Result, TRIALS, upgradeFromRelease } from './trials.ts'

const NAMES = [...Object.keys(TRIALS), 'citus']

const USAGE = `Usage:
  npm run fleet [-- TRIAL …] [--earlier COMMIT] [--documents 20000]

Runs three servers on one PostgreSQL under constant load and checks that no request fails: behind
nginx, HAProxy and Caddy while they restart one after the other, through PgBouncer, and on few
connections.
citus starts a cluster for the search documents, compares its answers with the single database, kills
and adds nodes, and compares the speed with that of a single database with a third of the documents,
20,000 by default.
upgrade runs the last release (deploy/last-release.json, LAST_RELEASE or --earlier) and this version side
by side on one database.
Trials: ${NAMES.join(', ')}. A trial whose program is not installed is skipped.`

const getMessage = (cause: unknown) => (cause instanceof Error ? cause.message : '')

/** The message of a server that did not start is followed by its log. */
const describeError = (error: unknown) =>
  (error instanceof Error ? `${error.message} ${getMessage(error.cause)}` : String(error))
    .slice(0, 300)
    .replaceAll('\n', ' ')

const createEmptyResult = (trial: string, failed: number, note: string): Result => ({
  trial,
  requests: 0,
  failed,
  lost: 0,
  note,
})

const OPTIONS = {
  earlier: { type: 'string' },
  documents: { type: 'string', default: '20000' },
} as const

await runCommandLine(USAGE, OPTIONS, async ({ positionals, values }) => {
  if (!buildIfStale(PROJECT_ROOT)) throw new Error('The server could not be built.')
  const results: Result[] = []
  const { earlier } = values
  const names = positionals.length > 0 || earlier ? positionals : NAMES
  const documents = Number(values.documents)
  if (!Number.isSafeInteger(documents) || documents < 1)
    throw new UsageError('Documents are a whole number above zero.')
  const trials = new Map(
    names.map((name) => [
      name,
      findCommand(name, { ...TRIALS, citus: () => runCitusTrial(documents) }),
    ]),
  )
  if (earlier) trials.set('upgrade', () => upgradeFromRelease(earlier))
  for (const [name, trial] of trials) {
    process.stderr.write(`${name} …\n`)
    const result = await trial().catch((error: unknown) =>
      error instanceof SkippedError
        ? createEmptyResult(name, 0, `skipped: ${error.message}`)
        : createEmptyResult(name, 1, `FAILED: ${describeError(error)}`),
    )
    process.stderr.write(`${result.requests} requests, ${result.failed} failed. ${result.note}\n`)
    results.push(result)
  }
  printFigures('fleet', results)
  if (results.some(({ failed, lost }) => failed + lost > 0)) process.exitCode = 1
})
