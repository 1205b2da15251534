import { expect, test } from 'vitest'
import { BUILT_SERVER } from '#tests/support/server-process.ts'
import { isLongRun } from '#tests/support/length.ts'
import { FAULTS } from './faults.ts'

/** The short version of `npm run chaos`. */
test('nothing acknowledged is lost when the server and its database are killed', async () => {
  const rounds = isLongRun ? 4 : 1
  const outcome = await FAULTS.kills(BUILT_SERVER, rounds)
  expect(outcome).toMatchObject({ rounds, lost: 0, broken: 0 })
  expect(outcome.acknowledged).toBeGreaterThan(4)
}, 120_000)

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
