// Format, lint, types, unused code and code that only tests use. `--fix` fixes what can be fixed.
import { spawnSync } from 'node:child_process'

const fix = process.argv.includes('--fix')
const steps = [
  { name: 'format', command: 'oxfmt', args: fix ? [] : ['--check'] },
  { name: 'lint', command: 'oxlint', args: fix ? ['--fix'] : [] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'unused', command: 'knip', args: [] },
  { name: 'unused outside tests', command: 'knip', args: ['--production'] },
  { name: 'unused members', script: 'scripts/unused-members.mjs', args: [] },
]
let failed = false
for (const { name, command, script, args } of steps) {
  const started = Date.now()
  const { status } = script
    ? spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' })
    : spawnSync('npx', ['--no-install', command, ...args], {
        stdio: 'inherit',
        shell: process.platform === 'win32',
      })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  failed ||= status !== 0
}
process.exit(failed ? 1 : 0)
