import { expect, test } from 'vitest'
import { BUILT_SERVER } from '#tests/support/server-process.ts'
import { FAULTS } from './faults.ts'

/** The short version of `npm run chaos`. */
test('nothing acknowledged is lost when the server and its database are killed', async () => {
  const outcome = await FAULTS.kills(BUILT_SERVER, 2)
  expect(outcome).toMatchObject({ rounds: 2, lost: 0, broken: 0 })
  expect(outcome.acknowledged).toBeGreaterThan(9)
}, 120_000)
