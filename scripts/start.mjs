// `npm start`: installs packages, builds what changed and starts the server.
import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare } from './prepare.mjs'
import { stopWithParent } from './stop-with-parent.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const problem = prepare(root)
if (problem) {
  console.error(problem)
  process.exit(1)
}

// The server prints its own address once it listens.
const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
  cwd: root,
  stdio: 'inherit',
})
// A terminal sends Ctrl-C to every process; passing it on would cut the graceful stop short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !(process.stdin.isTTY || process.stdout.isTTY)) server.kill(signal)
  })
if (process.env.npm_lifecycle_event === 'start') stopWithParent(server)
server.on('exit', (code, signal) => process.exit(signal ? 1 : code))
