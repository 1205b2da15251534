import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'bench/**/*.test.ts',
      'chaos/**/*.test.ts',
      'demo/**/*.test.ts',
      'tests/**/*.test.ts',
      'scripts/**/*.test.mjs',
    ],
    exclude: ['tests/e2e/**', 'tests/rounding/**', 'node_modules/**'],
    // The default leaves one core free, which is half of a two-core machine.
    maxWorkers: '100%',
    globalSetup: ['tests/support/database-server.ts'],
    // Tests that start their own PostgreSQL take seconds on a busy machine.
    hookTimeout: 30_000,
    testTimeout: 30_000,
  },
})
