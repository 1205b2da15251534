// Format, lint, types, unused code and code that only tests use. `--fix` fixes what can be fixed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const fix = process.argv.includes('--fix')
const program = (name) => join('node_modules', '.bin', name)

const lanes = [
  [
    { name: 'format', command: program('oxfmt'), args: fix ? [] : ['--check'] },
    { name: 'lint', command: program('oxlint'), args: fix ? ['--fix'] : [] },
    { name: 'unused', command: program('knip'), args: [] },
    { name: 'layers', command: process.execPath, args: [join('scripts', 'check-layers.mjs')] },
    {
      name: 'visible text',
      command: process.execPath,
      args: [join('scripts', 'visible-text.mjs')],
    },
    {
      name: 'number formats',
      command: process.execPath,
      args: [join('scripts', 'number-formats.mjs')],
    },
  ],
  [
    // Every further thread checks the packages' types again.
    { name: 'types', command: program('tsc'), args: ['--noEmit', '--singleThreaded'] },
    { name: 'unused outside tests', command: program('knip'), args: ['--production'] },
    {
      name: 'unused members',
      command: process.execPath,
      args: [join('scripts', 'unused-members.mjs')],
    },
    {
      name: 'messages',
      command: process.execPath,
      args: ['--import', 'tsx', join('scripts', 'messages', 'check.ts'), '--check'],
    },
    {
      name: 'OpenAPI document',
      command: process.execPath,
      args: ['--import', 'tsx', join('scripts', 'check-openapi.ts')],
    },
  ],
]

let hasFailed = false
const runStep = async ({ name, command, args }) => {
  const startMs = Date.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [status] = await once(child, 'close')
  const seconds = ((Date.now() - startMs) / 1000).toFixed(1)
  process.stdout.write((await output).join(''))
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  hasFailed ||= status !== 0
}

await Promise.all(
  // Fixes change what the others read.
  (fix ? [lanes.flat()] : lanes).map(async (lane) => {
    for (const step of lane) await runStep(step)
  }),
)
process.exit(hasFailed ? 1 : 0)
