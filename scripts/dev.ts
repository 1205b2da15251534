// `npm run dev`: Vite with hot replacement in front of the server, which is bundled and started anew
// at every change. Pages are rendered by the browser alone here; `npm start` renders them on the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { matchPath } from 'react-router'
import { build, createServer } from 'vite'
import { openEmbeddedDatabase } from '#server/core/db/embedded.ts'
import { createLog } from '#server/core/terminal.ts'
import { paths } from '#shared/paths.ts'
import { buildIfStale } from './build-if-stale.mjs'

const root = join(import.meta.dirname, '..')
process.chdir(root)

const port = Number(process.env['PORT'] ?? 3000)
const serverPort = port + 1
const origin = `http://127.0.0.1:${serverPort}`
const dataDir = process.env['DATA_DIR'] ?? join('data', 'dev')
const serverDir = join('dist', 'dev')
const READY_RETRY_MS = 20

const isAnswering = async (): Promise<boolean> => {
  const reply = await fetch(`${origin}/healthz`).catch(() => null)
  return reply?.ok ?? false
}

let server: ChildProcess | undefined

const stopServer = async () => {
  if (server?.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
}

const restartServer = async () => {
  await stopServer()
  const started = spawn(process.execPath, ['--enable-source-maps', join(serverDir, 'main.js')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(serverPort),
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    },
  })
  server = started
  while (started.exitCode === null && !(await isAnswering())) await sleep(READY_RETRY_MS)
}

/** The last restart. Requests wait for it instead of failing. */
let restart = Promise.resolve()

const isScreen = (pathname: string): boolean =>
  Object.values(paths).some(({ pattern }) => matchPath(pattern, pathname) !== null)

const isModule = (pathname: string): boolean =>
  /^\/(@|src\/|node_modules\/)/.test(pathname) ||
  (pathname !== '/' && existsSync(join('public', pathname)))

const startVite = () =>
  createServer({
    configFile: 'vite.config.ts',
    server: {
      port,
      strictPort: true,
      host: 'localhost',
      // As the server sends them: without isolation, onnxruntime has no threads.
      headers: {
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      },
      proxy: {
        '^/': {
          target: origin,
          bypass: async ({ url = '/' }) => {
            const { pathname } = new URL(url, origin)
            if (isModule(pathname)) return url
            if (isScreen(pathname)) return '/index.html'
            await restart
            return undefined
          },
        },
      },
    },
  })

// Models for browsers come from a full build.
if (!existsSync(join('dist', 'client')) && !buildIfStale(root)) process.exit(1)
// PostgreSQL keeps running while the server restarts.
const postgres = await openEmbeddedDatabase({ dataDir, log: createLog('warn'), role: 'tool' })
const vite = await startVite()
await vite.listen()
const watcher = await build({
  configFile: 'vite.server.config.ts',
  logLevel: 'warn',
  build: { watch: {}, outDir: serverDir },
})
if (!('on' in watcher)) throw new Error('Vite does not watch')
watcher.on('event', async (event) => {
  if (event.code === 'BUNDLE_END') await event.result.close()
  // The server before the mistake goes on.
  if (event.code === 'ERROR') console.error(event.error.message)
  if (event.code !== 'END') return
  restart = restart.then(restartServer).then(() => vite.ws.send({ type: 'full-reload' }))
  await restart
  vite.printUrls()
})

const stopAll = async () => {
  await Promise.all([watcher.close(), vite.close(), stopServer()])
  await postgres.stop()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stopAll())
