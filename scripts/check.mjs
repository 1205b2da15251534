// Format, lint, types, unused code and code that only tests use. `--fix` fixes what can be fixed.
import { spawn } from 'node:child_process'

const fix = process.argv.includes('--fix')
const steps = [
  { name: 'format', command: 'oxfmt', args: fix ? [] : ['--check'] },
  { name: 'types', command: 'tsc', args: ['--noEmit'] },
  { name: 'lint', command: 'oxlint', args: fix ? ['--fix'] : [] },
  { name: 'unused', command: 'knip', args: [] },
  { name: 'unused outside tests', command: 'knip', args: ['--production'] },
  { name: 'unused members', script: 'scripts/unused-members.mjs', args: [] },
]

/** Resolves with the status, once the step has ended and its output is complete. */
const run = ({ command, script, args }) =>
  new Promise((resolve) => {
    const [file, ...all] = script
      ? [process.execPath, script, ...args]
      : ['npx', '--no-install', command, ...args]
    const child = spawn(file, all, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: !script && process.platform === 'win32',
    })
    let printed = ''
    const keep = (text) => (printed += text)
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.on('error', (error) => resolve({ status: 1, printed: `${printed}${error}\n` }))
    child.on('close', (status) => resolve({ status, printed }))
  })

let failed = false
const waiting = [...steps]
const takeTurns = async () => {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const started = Date.now()
    const { status, printed } = await run(step)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    process.stdout.write(
      `${printed}${status === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)\n`,
    )
    failed ||= status !== 0
  }
}
// Most steps use one core. Fixes must not meet, so they take turns.
await Promise.all(Array.from({ length: fix ? 1 : 2 }, takeTurns))
process.exit(failed ? 1 : 0)
