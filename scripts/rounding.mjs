// `npm run test:rounding [SEEDS]`: the computing tests with Math perturbed, once for each seed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const seeds = Number(process.argv[2] ?? 5)
for (let seed = 1; seed <= seeds; seed += 1) {
  console.log(`Seed ${seed} of ${seeds}`)
  const { status } = spawnSync(
    process.execPath,
    [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', 'vitest.rounding.config.ts'],
    { stdio: 'inherit', env: { ...process.env, ROUNDING_TESTS: 'all', MATH_SEED: String(seed) } },
  )
  if (status !== 0) process.exit(1)
}
