import { printFigures } from '#lab/bench/statistics.ts'
import { findCommand, runCommandLine, UsageError } from '#server/cli/command-line.ts'
import { BUILT_SERVER } from '#tests/support/server-process.ts'
import { createFailedOutcome, type Outcome } from './fault.ts'
import { FAULTS } from './faults.ts'

const USAGE = `Usage:
  npm run chaos [-- FAULT …] [--rounds 50]

Breaks a real server in every way we know while it acknowledges writes, and checks that nothing
acknowledged is lost, that nothing is half there and that the service recovers by itself.
Faults: ${Object.keys(FAULTS).join(', ')}.`

const DEFAULT_ROUNDS = 50

await runCommandLine(
  USAGE,
  { rounds: { type: 'string', default: String(DEFAULT_ROUNDS) } },
  async ({ positionals, values }) => {
    const rounds = Number(values.rounds)
    if (!Number.isSafeInteger(rounds) || rounds < 1)
      throw new UsageError('Rounds are a whole number above zero.')
    const names = positionals.length > 0 ? positionals : Object.keys(FAULTS)
    const outcomes: Outcome[] = []
    for (const name of names) {
      process.stderr.write(`${name} …\n`)
      const fault = findCommand(name, FAULTS)
      outcomes.push(
        await fault(BUILT_SERVER, rounds).catch((error: unknown) =>
          createFailedOutcome(name, error),
        ),
      )
    }
    printFigures('chaos', outcomes)
    if (outcomes.some(({ lost, broken }) => lost + broken > 0)) process.exitCode = 1
  },
)
