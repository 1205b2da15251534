import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRunFolder, removeDataDir } from './run-folder.ts'

const READY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 15_000
const POLL_MS = 50
/** Known to the fixtures, which sign people in without a provider. */
export const E2E_SECRET = 'a secret for the end-to-end tests alone'
const LOG_FILE = join('test-results', 'e2e-server.log')

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

const waitUntilReady = async (server: ChildProcess, baseUrl: string): Promise<void> => {
  const deadline = Date.now() + READY_WITHIN_MS
  while (server.exitCode === null && Date.now() < deadline) {
    const reply = await fetch(`${baseUrl}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    await sleep(POLL_MS)
  }
  throw new Error(`The server did not become ready:\n${await readFile(LOG_FILE, 'utf8')}`)
}

const stop = async (server: ChildProcess, dataDir: string): Promise<void> => {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    const patience = AbortSignal.timeout(STOPPED_WITHIN_MS)
    patience.addEventListener('abort', () => server.kill('SIGKILL'))
    await exited
  }
  await removeDataDir(dataDir)
}

/** The real server on data of its own, once for all end-to-end tests. */
const startServer = async (): Promise<() => Promise<void>> => {
  const port = await findFreePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const dataDir = await createRunFolder()
  await mkdir('test-results', { recursive: true })
  const log = await open(LOG_FILE, 'w')
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      PUBLIC_URL: baseUrl,
      DATA_DIR: dataDir,
      DEMO_CATALOG: 'on',
      NODE_ENV: 'test',
      AUTH_SECRET: E2E_SECRET,
    },
  })
  await log.close()
  try {
    await waitUntilReady(server, baseUrl)
  } catch (error) {
    await stop(server, dataDir)
    throw error
  }
  // Playwright starts its workers after this, with this environment.
  process.env['E2E_BASE_URL'] = baseUrl
  process.env['E2E_DATA_DIR'] = dataDir
  return () => stop(server, dataDir)
}

export default startServer
