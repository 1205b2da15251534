import { defineConfig } from 'vitest/config'
import { powerOperator } from './tests/rounding/power-operator.ts'

/** Everything that computes with real numbers and needs neither pixels nor a database. */
const QUICK = [
  'demo/{catalog,drawings,look-boxes}.test.ts',
  'demo/{draw,wardrobe}/*.test.ts',
  'src/shared/domain/*.test.ts',
  'src/server/features/browse/shuffled-walk.test.ts',
  'src/shared/vision/*.test.ts',
  'src/client/features/photo-finder/**/*.test.ts',
  'src/client/lib/photo-crop.test.ts',
  'tests/rounding/*.test.ts',
]
const SLOW = [
  'demo/**/*.test.ts',
  'src/server/vision/*.test.ts',
  'src/server/vision/evaluation/*.test.ts',
  'src/server/features/finder/*.test.ts',
]

/**
 * The same tests with every inexact function of `Math` off by one unit in the last place: nothing
 * stored, hashed or asserted may depend on the processor. `npm test` runs the quick ones once,
 * `npm run test:rounding` all of them under several seeds.
 */
const isThorough = process.env['ROUNDING_TESTS'] === 'all'

export default defineConfig({
  plugins: [powerOperator()],
  test: {
    include: isThorough ? [...QUICK, ...SLOW] : QUICK,
    setupFiles: ['tests/rounding/perturbed-math.ts'],
    globalSetup: isThorough ? ['tests/support/database-server.ts'] : [],
    // The quick ones are pure, so that they can share their modules.
    isolate: isThorough,
    maxWorkers: '100%',
    hookTimeout: 30_000,
    testTimeout: 60_000,
  },
})
