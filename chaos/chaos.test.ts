import { expect, test } from 'vitest'
import { FAULTS } from './faults.ts'

const SOURCES = ['--import', 'tsx', 'src/server/main.ts']

/** The short version of `npm run chaos`. */
test('nothing acknowledged is lost when the server and its database are killed', async () => {
  const outcome = await FAULTS.kills(SOURCES, 2)
  expect(outcome).toMatchObject({ rounds: 2, lost: 0, broken: 0 })
  expect(outcome.acknowledged).toBeGreaterThan(9)
}, 120_000)
