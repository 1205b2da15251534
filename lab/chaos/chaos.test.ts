import { expect, test } from 'vitest'
import { BUILT_SERVER } from '#tests/support/server-process.ts'
import { isLongRun } from '#tests/support/length.ts'
import { FAULTS } from './faults.ts'
import { SkippedError } from './programs.ts'
import { upgradeFromRelease } from './trials.ts'

/** The short version of `npm run chaos`. */
test('nothing acknowledged is lost when the server and its database are killed', async () => {
  const rounds = isLongRun ? 4 : 1
  const outcome = await FAULTS.kills(BUILT_SERVER, rounds)
  expect(outcome).toMatchObject({ rounds, lost: 0, broken: 0 })
  expect(outcome.acknowledged).toBeGreaterThan(4)
}, 120_000)

test.runIf(isLongRun)(
  'servers of the last release and of this one run side by side, and back again',
  async ({ skip }) => {
    const result = await upgradeFromRelease().catch((error: unknown) =>
      error instanceof SkippedError ? skip(error.message) : Promise.reject(error),
    )
    expect(result).toMatchObject({ failed: 0, lost: 0 })
    expect(result.requests).toBeGreaterThan(100)
  },
  300_000,
)

/** They have tests beside their code: request-body, unfinished-requests, hostile-feeds, storage-faults. */
const LONG = ['unfinished-requests', 'slow-bodies', 'hostile-page', 'disk-full'] as const

test.runIf(isLongRun).each(LONG)(
  'others go on browsing and saving, or are told why not: %s',
  async (name) => {
    const outcome = await FAULTS[name](BUILT_SERVER, 2)
    expect(outcome).toMatchObject({ lost: 0, broken: 0 })
    if (!outcome.note.startsWith('skipped')) expect(outcome.acknowledged).toBeGreaterThan(0)
  },
  120_000,
)
