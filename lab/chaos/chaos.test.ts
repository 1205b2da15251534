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
