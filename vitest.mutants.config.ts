import { defineConfig } from 'vitest/config'
import { AREAS } from './scripts/mutant-areas.mjs'

const area = process.env['MUTANTS_AREA'] ?? ''

/** The tests of one area, which `npm run mutants` runs for each change to its files. */
export default defineConfig({
  test: {
    include: AREAS[area]?.tests ?? [],
    globalSetup: ['tests/support/database-server.ts'],
    hookTimeout: 120_000,
    testTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    isolate: false,
  },
})
