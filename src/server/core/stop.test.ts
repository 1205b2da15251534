import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, createServer, get, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { drawDemoPhoto } from '#demo'
import { insertPerson } from '#tests/support/people.ts'
import { createRunFolder, removeDataDir } from '#tests/support/run-folder.ts'
import { E2E_SECRET, findFreePort, startServerProcess } from '#tests/support/server-process.ts'
import { isLongRun } from '#tests/support/length.ts'
import { openDatabase } from './db/database.ts'
import { findRunningPostmaster } from './db/embedded/postmaster.ts'
import { drainServer } from './stop.ts'

const WAITING = { timeout: 10_000, interval: 5 }

describe('the server process with an embedded database', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = await createRunFolder()
  })
  afterAll(() => removeDataDir(dataDir))

  const start = async (env: Record<string, string> = {}) => {
    const server = await startServerProcess({
      port: await findFreePort(),
      dataDir,
      logFile: join(dataDir, 'server.log'),
      hasDemo: false,
      env,
    })
    const exit = once(server.process, 'exit')
    return { ...server, exit, signal: () => server.process.kill('SIGTERM') }
  }
  const logged = () => readFile(join(dataDir, 'server.log'), 'utf8')
  const postgres = () => findRunningPostmaster(join(dataDir, 'postgres'))

  test.runIf(isLongRun)('stops PostgreSQL and exits with 0 while models load', async () => {
    // Ready means that the models have begun to load.
    const server = await start()
    server.signal()
    expect(await server.exit).toEqual([0, null])
    expect(await postgres()).toBeUndefined()
  })

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
  })

  test('in production first tells balancers, and exits at once on a second signal', async () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    const server = await start({ NODE_ENV: 'production', ...google })
    server.signal()
    // Two pending signals of one kind would arrive as one.
    await vi.waitFor(async () => expect(await logged()).toContain('Stopping'), WAITING)
    const ready = await fetch(`${server.baseUrl}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'stopping' }])
    expect((await fetch(`${server.baseUrl}/api/celebrities`)).status).toBe(200)
    server.signal()
    expect(await server.exit).toEqual([null, 'SIGKILL'])
    await vi.waitFor(async () => expect(await postgres()).toBeUndefined(), WAITING)
  })
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
    const drained = drainServer(server, { noticeMs: 300, endStreams, abortWork: async () => {} })
    expect((await ask(url, agent)).headers['connection']).toBe('close')
    expect(endStreams).not.toHaveBeenCalled()
    await drained
    expect(endStreams).toHaveBeenCalled()
    await expect(ask(url, new Agent())).rejects.toThrow('ECONNREFUSED')
  })

  test('no request fails while two servers restart behind a proxy that checks them', async () => {
    const start = async (port = 0) => {
      let isReady = true
      const server = createServer((asked, response) => {
        if (asked.url === '/readyz') response.statusCode = isReady ? 200 : 503
        asked.resume().on('end', () => setTimeout(() => response.end('answer'), 5))
      })
      server.keepAliveTimeout = 75_000
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      const stop = async () => {
        isReady = false
        // Longer than a check takes on a busy machine.
        await drainServer(server, {
          noticeMs: 1_000,
          endStreams: () => {},
          abortWork: async () => {},
        })
      }
      return { stop, port: (server.address() as AddressInfo).port }
    }
    const pass = (agent: Agent, port: number, path: string, method = 'GET') =>
      new Promise<number>((resolve, reject) => {
        const asked = request({ agent, port, path, method, host: '127.0.0.1' }, (reply) => {
          reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
        })
        asked.on('error', reject)
        asked.end(method === 'POST' ? 'a heart' : '')
      })

    const servers = [await start(), await start()]
    const agents = servers.map(() => new Agent({ keepAlive: true }))
    const ready = new Set(servers.keys())
    const over = new AbortController()
    const checks = servers.map(async ({ port }, index) => {
      while (!over.signal.aborted) {
        const status = await pass(new Agent(), port, '/readyz').catch(() => 0)
        if (status === 200) ready.add(index)
        else ready.delete(index)
        await delay(20)
      }
    })
    let answered = 0
    const failures: string[] = []
    const crowd = Array.from({ length: 8 }, async (_, visitor) => {
      for (let turn = visitor; !over.signal.aborted; turn += 1) {
        const chosen = [...ready][turn % ready.size] ?? 0
        const [agent, server] = [agents[chosen], servers[chosen]]
        const method = turn % 3 === 0 ? 'POST' : 'GET'
        const status =
          agent && server && (await pass(agent, server.port, '/', method).catch(String))
        if (status === 200) answered += 1
        else failures.push(String(status))
      }
    })
    for (let round = 0; round < 4; round += 1) {
      const index = round % servers.length
      const stopped = servers[index]
      await stopped?.stop()
      servers[index] = await start(stopped?.port)
      await vi.waitFor(() => expect(ready.size).toBe(2), WAITING)
    }
    over.abort()
    await Promise.all([...crowd, ...checks])
    await Promise.all(servers.map((server) => server.stop()))
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(100)
  })
})
