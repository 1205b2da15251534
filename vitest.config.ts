import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    globalSetup: ['tests/support/database-server.ts'],
    // The first test file that needs a database waits for PostgreSQL to be made and started.
    hookTimeout: 30_000,
  },
})
