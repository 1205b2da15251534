import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, createServer, get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawDemoPhoto } from '#demo'
import { insertPerson } from '#tests/support/people.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'
import { E2E_SECRET, findFreePort, startServerProcess } from '#tests/support/server-process.ts'
import { openDatabase } from './db/database.ts'
import { findRunning } from './db/embedded/postmaster.ts'
import { drain } from './stop.ts'

const WAITING = { timeout: 10_000, interval: 5 }

describe('the server process with an embedded database', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await createRunFolder()
  })
  afterAll(() => removeDataDir(dataDir))

  const start = async () => {
    const server = await startServerProcess({
      port: await findFreePort(),
      dataDir,
      logFile: join(dataDir, 'server.log'),
      hasDemo: false,
    })
    const exit = once(server.process, 'exit')
    return { ...server, exit, signal: () => server.process.kill('SIGTERM') }
  }
  const logged = () => readFile(join(dataDir, 'server.log'), 'utf8')
  const postgres = () => findRunning(join(dataDir, 'postgres'))

  test('stops PostgreSQL and exits with 0 while models load', async () => {
    // Ready means that the models have begun to load.
    const server = await start()
    server.signal()
    expect(await server.exit).toEqual([0, null])
    expect(await postgres()).toBeUndefined()
  }, 60_000)

  test('finishes a scan, then exits with 0', async () => {
    const server = await start()
    const database = await openDatabase({ DATA_DIR: dataDir }, pino({ level: 'silent' }), 'tool')
    const { cookie } = await insertPerson(database.pool, E2E_SECRET, { invited: true })
    await database.close()
    const headers = { cookie, origin: server.baseUrl }
    const form = new FormData()
    form.set(
      'image',
      new File([new Uint8Array(await drawDemoPhoto(2))], 'street.jpg', { type: 'image/jpeg' }),
    )
    const uploaded = await fetch(`${server.baseUrl}/image-local.php`, {
      method: 'POST',
      headers,
      body: form,
    })
    const { url } = (await uploaded.json()) as { url: string }
    const scan = await fetch(`${server.baseUrl}/api/scan`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ imageUrl: url }),
    })
    server.signal()
    const events = (await scan.text()).trim().split('\n')
    expect(events.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(
      expect.arrayContaining(['started', 'detections', 'done']),
    )
    expect(await server.exit).toEqual([0, null])
    expect(await postgres()).toBeUndefined()
  }, 60_000)

  test('exits at once on a second signal, and PostgreSQL follows', async () => {
    const server = await start()
    server.signal()
    // Two pending signals of one kind would arrive as one.
    await vi.waitFor(async () => expect(await logged()).toContain('Stopping'), WAITING)
    server.signal()
    expect(await server.exit).toEqual([null, 'SIGKILL'])
    await vi.waitFor(async () => expect(await postgres()).toBeUndefined(), WAITING)
  }, 60_000)
})

describe('draining', () => {
  const listen = async (server: Server) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const ask = async (url: string, agent: Agent) => {
    const [reply] = (await once(get(url, { agent }), 'response')) as [NodeJS.ReadableStream]
    reply.resume()
    return reply as unknown as { headers: Record<string, string> }
  }

  test('answers new requests during the notice, and closes their connections', async () => {
    const server = createServer((_request, response) => response.end('answer'))
    const url = await listen(server)
    const agent = new Agent({ keepAlive: true })
    expect((await ask(url, agent)).headers['connection']).toBe('keep-alive')
    const endStreams = vi.fn()
    const drained = drain(server, { noticeMs: 300, endStreams, abortWork: async () => {} })
    expect((await ask(url, agent)).headers['connection']).toBe('close')
    expect(endStreams).not.toHaveBeenCalled()
    await drained
    expect(endStreams).toHaveBeenCalled()
    await expect(ask(url, new Agent())).rejects.toThrow('ECONNREFUSED')
  })
})
