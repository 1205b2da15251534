import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'demo/**/*.test.ts',
      'tests/**/*.test.ts',
      'scripts/**/*.test.mjs',
    ],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    // By default one core is left free, on a machine of two half of it.
    maxWorkers: '100%',
    globalSetup: ['tests/support/database-server.ts'],
    // A test that makes and starts its own PostgreSQL takes seconds on a busy machine.
    hookTimeout: 30_000,
    testTimeout: 30_000,
  },
})
