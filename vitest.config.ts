import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const ROOTS = ['src', 'lab', 'demo', 'tests', 'scripts']
const files = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
).filter((file) => /\.test\.(tsx?|mjs)$/.test(file) && !/^tests.(e2e|rounding)./.test(file))

const isMatch = (pattern: RegExp) => (file: string) => pattern.test(readFileSync(file, 'utf8'))

/** What replaces modules would replace them for the other files of its process as well. */
const replacesModules = isMatch(/vi\.(mock|doMock|resetModules)\(/)

/** Short files that take long. Vitest begins with the largest files, so one core would wait for these. */
const startsProcesses = isMatch(/(server|embedded)-process\.ts'|from 'node:child_process'/)

class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]) {
    const sorted = await super.sort(specs)
    const isFirst = new Set(sorted.filter(({ moduleId }) => startsProcesses(moduleId)))
    return [...isFirst, ...sorted.filter((spec) => !isFirst.has(spec))]
  }
}

export default defineConfig({
  test: {
    // Tests that wait for a process or a deadline leave their core to the one more.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['tests/support/database-server.ts'],
    // Tests that start their own PostgreSQL take seconds on a busy machine.
    hookTimeout: 120_000,
    testTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: files.filter((file) => !replacesModules(file)),
          // Loading the server takes longer than the tests of most files, so a process loads it once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'own process',
          include: files.filter(replacesModules),
        },
      },
    ],
  },
})
