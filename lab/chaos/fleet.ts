import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { commandNamed, runCommandLine } from '#server/cli/command-line.ts'
import { PROJECT_ROOT } from '#server/core/project-root.ts'
import { Skipped } from './programs.ts'
import { printTable } from './table.ts'
import { earlierVersion, type Result, TRIALS } from './trials.ts'

const USAGE = `Usage:
  npm run fleet [-- TRIAL …] [--earlier COMMIT]

Runs three servers on one PostgreSQL under constant load and checks that no request fails: behind
nginx, HAProxy and Caddy while they restart one after the other, through PgBouncer, and on few
connections.
With --earlier, also that version on the database of this one.
Trials: ${Object.keys(TRIALS).join(', ')}. A trial whose program is not installed is skipped.`

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : '')

/** The message of a server that did not start is followed by its log. */
const describe = (error: unknown) =>
  (error instanceof Error ? `${error.message} ${messageOf(error.cause)}` : String(error))
    .slice(0, 300)
    .replaceAll('\n', ' ')

const without = (trial: string, failed: number, note: string): Result => ({
  trial,
  requests: 0,
  failed,
  lost: 0,
  note,
})

await runCommandLine(USAGE, { earlier: { type: 'string' } }, async ({ positionals, values }) => {
  if (!buildIfStale(PROJECT_ROOT)) throw new Error('The server could not be built.')
  const results: Result[] = []
  const { earlier } = values
  const names = positionals.length > 0 || earlier ? positionals : Object.keys(TRIALS)
  const trials = new Map(names.map((name) => [name, commandNamed(name, TRIALS)]))
  if (earlier) trials.set('earlier version', () => earlierVersion(earlier))
  for (const [name, trial] of trials) {
    process.stderr.write(`${name} …\n`)
    const result = await trial().catch((error: unknown) =>
      error instanceof Skipped
        ? without(name, 0, `skipped: ${error.message}`)
        : without(name, 1, `FAILED: ${describe(error)}`),
    )
    process.stderr.write(`${result.requests} requests, ${result.failed} failed. ${result.note}\n`)
    results.push(result)
  }
  printTable('fleet', results)
  if (results.some(({ failed, lost }) => failed + lost > 0)) process.exitCode = 1
})
