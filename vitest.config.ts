import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOTS = ['src', 'bench', 'chaos', 'demo', 'tests', 'scripts']
const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
).filter((file) => /\.test\.(tsx?|mjs)$/.test(file) && !/^tests.(e2e|rounding)./.test(file))

/** What replaces modules would replace them for the other files of its process as well. */
const replacesModules = (file: string) =>
  /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(file, 'utf8'))

export default defineConfig({
  test: {
    // The default leaves one core free, which is half of a two-core machine.
    maxWorkers: '100%',
    globalSetup: ['tests/support/database-server.ts'],
    // Tests that start their own PostgreSQL take seconds on a busy machine.
    hookTimeout: 30_000,
    testTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: files.filter((file) => !replacesModules(file)),
          // Loading the server takes longer than the tests of most files, so a process loads it once.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'own process',
          include: files.filter(replacesModules),
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
