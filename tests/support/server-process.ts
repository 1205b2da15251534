import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '#scripts/build-if-stale.mjs'
import { PROJECT_ROOT } from '#server/core/installation.ts'

const READY_WITHIN_MS = 240_000
const STOPPED_WITHIN_MS = 15_000
const POLL_MS = 50

/** What `npm start` runs. It loads in a third of the time that its sources take. */
const SERVER_FILE = 'dist/server/main.js'
export const BUILT_SERVER = ['--enable-source-maps', SERVER_FILE]

/** Shared with the fixtures, which create sessions without a provider. */
export const E2E_SECRET = 'a secret for the end-to-end tests alone'

export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

type ServerProcessOptions = {
  port: number
  dataDir: string
  logFile: string
  hasDemo: boolean
  /** Runs this instead of the built server. */
  nodeArguments?: string[]
  env?: Record<string, string>
}

/** Starts the real server as a separate process, as `npm start` does, and waits until it answers. */
export const startServerProcess = async ({
  port,
  dataDir,
  logFile,
  hasDemo,
  nodeArguments = BUILT_SERVER,
  env,
}: ServerProcessOptions) => {
  if (nodeArguments.includes(SERVER_FILE) && !buildIfStale(PROJECT_ROOT))
    throw new Error('Client and server could not be built.')
  const baseUrl = `http://127.0.0.1:${port}`
  await mkdir(dirname(logFile), { recursive: true })
  const log = await open(logFile, 'w')
  const server = spawn(process.execPath, nodeArguments, {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      DATA_DIR: dataDir,
      DEMO_CATALOG: hasDemo ? 'on' : 'off',
      SITE_LANGUAGES: 'de,ja,ar',
      NODE_ENV: 'test',
      AUTH_SECRET: E2E_SECRET,
      ...env,
    },
  })
  await log.close()
  try {
    await waitUntilReady(server, baseUrl, logFile)
  } catch (error) {
    await stopServer(server)
    throw error
  }
  return { baseUrl, process: server, stop: () => stopServer(server) }
}

const waitUntilReady = async (server: ChildProcess, baseUrl: string, logFile: string) => {
  const deadline = Date.now() + READY_WITHIN_MS
  while (server.exitCode === null && Date.now() < deadline) {
    const reply = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(POLL_MS)
  }
  throw new Error(`The server did not become ready:\n${await readFile(logFile, 'utf8')}`)
}

const stopServer = async (server: ChildProcess) => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  const patience = AbortSignal.timeout(STOPPED_WITHIN_MS)
  patience.addEventListener('abort', () => server.kill('SIGKILL'))
  await exited
}
