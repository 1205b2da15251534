import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { readScanEvents } from '#tests/support/finder-app.ts'
import { isLongRun } from '#tests/support/length.ts'
import { insertPerson, type Person } from '#tests/support/people.ts'
import { jpegPicture } from '#tests/support/pictures.ts'
import { startTestApp, TEST_SECRET, type TestApp } from '#tests/support/test-app.ts'
import type { ModelTask } from '#shared/vision/model-session.ts'
import { createRemoteSession, startTaskWorker } from './remote-vision.ts'
import { createVisionTasksStore } from './vision-tasks.store.ts'

const log = pino({ level: 'silent' })
let test: TestApp
let person: Person
let imageUrl: string
beforeAll(async () => {
  test = await startTestApp({ env: { VISION_WORKERS: '0' } })
  await test.finder.start(test.listener)
  person = await insertPerson(test.pool, TEST_SECRET, { invited: true })
  imageUrl = await test.images.uploads.keep(person.uid, await jpegPicture())
})
afterAll(() => test.close())

const leftOver = async () => (await test.pool.query('SELECT FROM vision_tasks')).rowCount

const scan = async () => {
  const response = await fetch(`${test.origin}/api/scan`, {
    method: 'POST',
    body: JSON.stringify({ imageUrl }),
    headers: { origin: test.origin, cookie: person.cookie, 'content-type': 'application/json' },
  })
  return (await readScanEvents(response)).at(-1)
}
const UNAVAILABLE = 'The photo could not be scanned. Please try again.'
/** Longer than a test may take, so that whatever waits for it fails. */
const LATER_MS = 120_000
const NOTHING_FOUND = 'No visual matches found'

const embedding = (): ModelTask => ({
  type: 'embed',
  model: 'embedder',
  pixels: Uint8Array.of(7, 8),
  count: 1,
})

describe('handing model tasks to workers', () => {
  const store = () => createVisionTasksStore(test.pool, 'these models')
  const session = (deadlineMs = LATER_MS) =>
    createRemoteSession({ store: store(), listener: test.listener, queueLimit: 2, log, deadlineMs })
  const input = () => ({ model: 'embedder' as const, pixels: Uint8Array.of(7, 8), count: 1 })
  const echo = {
    detect: () => Promise.reject(new Error('not asked')),
    embed: async ({ pixels }: { pixels: Uint8Array }) => ({
      rows: Float32Array.from(pixels),
      modelMs: 1,
    }),
    close: async () => undefined,
  }
  const startWorker = ({ embed = echo.embed, store: tasks = store() } = {}) =>
    startTaskWorker({
      store: tasks,
      session: { ...echo, embed },
      listener: test.listener,
      log,
      atOnce: 2,
    })

  it('brings the answer back and keeps nothing of the photo', async () => {
    const worker = await startWorker()
    const remote = await session()
    const { rows } = await remote.embed(input())
    expect([...rows]).toEqual([7, 8])
    expect(await leftOver()).toBe(0)
    await remote.close()
    await worker.close()
  })

  it('waits for a worker of its models, and gives up at the deadline if none comes', async () => {
    const other = await startWorker({ store: createVisionTasksStore(test.pool, 'other models') })
    const impatient = await session(300)
    await expect(impatient.embed(input())).rejects.toMatchObject({
      status: 503,
      message: UNAVAILABLE,
    })
    expect(await leftOver()).toBe(0)
    const patient = await session()
    const answer = patient.embed(input())
    await eventually(async () => expect(await leftOver()).toBe(1))
    const worker = await startWorker()
    expect([...(await answer).rows]).toEqual([7, 8])
    await Promise.all([other.close(), worker.close(), impatient.close(), patient.close()])
  })

  it('takes what a stopping worker gives back, or has finished', async () => {
    const never = new Promise<never>(() => undefined)
    const stopping = await startTaskWorker({
      store: store(),
      session: {
        ...echo,
        embed: (task: { pixels: Uint8Array }) => (task.pixels[0] === 7 ? never : echo.embed(task)),
      },
      listener: test.listener,
      log,
      atOnce: 2,
      finishWithinMs: 100,
    })
    const remote = await session()
    const stuck = remote.embed(input())
    await eventually(async () => expect(await leftOver()).toBe(1))
    expect([...(await remote.embed({ ...input(), pixels: Uint8Array.of(9, 9) })).rows]).toEqual([
      9, 9,
    ])
    await stopping.close()
    const next = await startWorker()
    const asked = performance.now()
    expect([...(await stuck).rows]).toEqual([7, 8])
    // Not only when the lease of the first has run out.
    expect(performance.now() - asked).toBeLessThan(3_000)
    await Promise.all([next.close(), remote.close()])
  })

  it('refuses what exceeds the queue', async () => {
    const workerId = randomUUID()
    await store().renew(workerId, [], 1)
    const remote = await session()
    const left = new AbortController()
    const ask = () => remote.embed(input(), { signal: left.signal })
    const waiting = Promise.allSettled([ask(), ask()])
    await eventually(async () => expect(await leftOver()).toBe(2))
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'vision-busy' })
    left.abort(new Error('left'))
    expect(await waiting).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    await store().leave(workerId)
    await remote.close()
  })

  it('gives up at the deadline, or when the user leaves, while a worker is still at it', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const worker = await startWorker({
      embed: async (task) => {
        await released
        return echo.embed(task)
      },
    })
    const impatient = await session(300)
    await expect(impatient.embed(input())).rejects.toMatchObject({
      status: 503,
      message: UNAVAILABLE,
    })
    expect(await leftOver()).toBe(0)

    const patient = await session()
    const left = new AbortController()
    const asked = patient.embed(input(), { signal: left.signal })
    await eventually(async () => expect(await leftOver()).toBe(1))
    left.abort(new Error('left'))
    await expect(asked).rejects.toThrow('left')
    expect(await leftOver()).toBe(0)
    release()
    await Promise.all([worker.close(), impatient.close(), patient.close()])
  })

  it('gives the task of a worker that died to another, and fails it after the second', async () => {
    const lost = randomUUID()
    const twice = randomUUID()
    const workerId = randomUUID()
    await store().renew(workerId, [], 1)
    await store().enqueue(twice, embedding(), 9)
    await store().take(0)
    await store().take(0)
    await store().enqueue(lost, embedding(), 9)
    await store().take(0)
    const worker = await startWorker()
    await vi.waitFor(async () => expect((await store().state(lost))?.isDone).toBe(true), 3_000)
    await store().sweep()
    expect(await store().remove(twice)).toMatchObject({
      error: 'Two workers ended during this task',
    })
    expect(await store().remove(lost)).toMatchObject({ error: null })
    await worker.close()
    await store().leave(workerId)
  })
})

describe('a server without models', () => {
  const promtool = spawnSync('promtool', ['--version'])

  const startWorkerProcess = async (): Promise<{ worker: ChildProcess; metricsUrl: string }> => {
    const worker = spawn(process.execPath, ['scripts/command.mjs', 'worker'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        DATABASE_URL: test.database.url,
        NODE_ENV: 'test',
        LOG_LEVEL: 'info',
        METRICS_PORT: '0',
      },
    })
    let printed = ''
    worker.stdout?.on('data', (piece: Buffer) => {
      printed += piece.toString()
    })
    await vi.waitFor(() => expect(printed).toContain('ready'), 40_000)
    const port = /"port":(\d+),.*Serving \/metrics/.exec(printed)?.[1]
    return { worker, metricsUrl: `http://127.0.0.1:${port}` }
  }

  const checkTelemetry = async (metricsUrl: string) => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await fetch(metricsUrl + path)
      expect([reply.status, await reply.json()], path).toEqual([200, { status: 'ok' }])
    }
    expect((await fetch(`${metricsUrl}/`)).status).toBe(404)
    const text = await (await fetch(`${metricsUrl}/metrics`)).text()
    for (const series of [
      'wearabouts_model_run_duration_seconds_count{model="detect",outcome="ok"} 1',
      'wearabouts_database_connections_limit{pool="requests"} ',
      'wearabouts_vision_workers 1',
      'nodejs_eventloop_lag_seconds_count ',
      'process_resident_memory_bytes ',
    ])
      expect(text, series).toContain(`\n${series}`)
    // Only where the prometheus package is installed.
    if (promtool.error) return
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: text })
    expect(checked.stderr.toString() + checked.stdout.toString()).toBe('')
  }

  it('scans through worker processes, and waits while the only one is killed or restarted', async () => {
    const before = scan()
    const { worker: killed, metricsUrl } = await startWorkerProcess()
    expect(await before).toMatchObject({ error: NOTHING_FOUND })
    expect(await leftOver()).toBe(0)
    await checkTelemetry(metricsUrl)

    const cutOff = scan()
    await vi.waitFor(async () => expect(await leftOver()).toBe(1), { interval: 2, timeout: 5_000 })
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const { worker: restarted } = await startWorkerProcess()
    expect(await cutOff).toMatchObject({ error: NOTHING_FOUND })
    expect(await leftOver()).toBe(0)
    // 'takes what a stopping worker gives back' is the short version of the rest.
    if (!isLongRun) {
      restarted.kill('SIGTERM')
      expect(await once(restarted, 'exit')).toEqual([0, null])
      return
    }

    const scans = [scan(), scan()]
    await vi.waitFor(async () => expect(await leftOver()).toBeGreaterThan(0), {
      interval: 2,
      timeout: 5_000,
    })
    restarted.kill('SIGTERM')
    const [code] = (await once(restarted, 'exit')) as [number]
    expect(code).toBe(0)
    scans.push(scan())
    const { worker: last } = await startWorkerProcess()
    for (const outcome of await Promise.all(scans))
      expect(outcome).toMatchObject({ error: NOTHING_FOUND })
    last.kill('SIGTERM')
    await once(last, 'exit')
  }, 240_000)
})
