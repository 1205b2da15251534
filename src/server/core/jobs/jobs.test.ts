import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createJobsStore } from './jobs.store.ts'
import { createListener, type Listener } from './listener.ts'
import { createJobRunner, type JobRunner, type JobWork, RetryLater } from './runner.ts'

const log = pino({ level: 'silent' })
let database: Database
let store: ReturnType<typeof createJobsStore>
beforeAll(async () => {
  database = await testDatabase()
  store = createJobsStore(database.pool, 'q')
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('TRUNCATE jobs'))

const ask = (...keys: string[]) => database.pool.query('SELECT ask_for_jobs($1, $2)', ['q', keys])
const take = (limit = 10, leaseMs = 60_000) => store.take(limit, leaseMs)
const keysOf = (jobs: { key: string }[]) => jobs.map(({ key }) => key).toSorted()

describe('the job table', () => {
  it('gives a job to one taker only, however many ask at once', async () => {
    await ask(...Array.from({ length: 50 }, (_, place) => `k${place}`))
    const taken = await Promise.all(Array.from({ length: 8 }, () => take(10)))
    const keys = taken.flat().map(({ key }) => key)
    expect(keys).toHaveLength(50)
    expect(new Set(keys).size).toBe(50)
  })

  it('keeps one job for work that was asked for twice', async () => {
    await ask('a', 'b')
    await ask('a')
    expect(keysOf(await take())).toEqual(['a', 'b'])
  })

  it('makes the work of a dead taker due again when its lease ends', async () => {
    await ask('a')
    expect(await take(1, 0)).toHaveLength(1)
    expect(await take(1, 60_000)).toMatchObject([{ key: 'a', attempts: 2 }])
    expect(await take()).toEqual([])
  })

  it('does not lose what was asked for again while it ran', async () => {
    await ask('a')
    const jobs = await take()
    await ask('a')
    await store.finish(jobs)
    const again = await take()
    expect(keysOf(again)).toEqual(['a'])
    await store.finish(again)
    expect(await store.state()).toEqual({ waiting: 0, failed: 0 })
  })

  it('keeps what failed for good out of the way until it is asked for again', async () => {
    await ask('a')
    const [job] = await take()
    if (!job) throw new Error('nothing taken')
    await store.fail(job, 'no picture', null)
    expect(await take()).toEqual([])
    expect(await store.state()).toEqual({ waiting: 0, failed: 1 })
    await ask('a')
    expect(await take()).toMatchObject([{ key: 'a', attempts: 1 }])
  })
})

describe('the runner', () => {
  let runner: JobRunner
  let listener: Listener | undefined
  const run = (work: JobWork['work'], tries = 2, restRatio = 0) => {
    runner = createJobRunner(database.pool, log, {
      queue: 'q',
      batch: 3,
      leaseMs: 60_000,
      tries,
      restRatio,
      work,
    })
    return runner
  }
  afterEach(async () => {
    await runner.close()
    await listener?.close()
    listener = undefined
  })

  it('never gives up a job that only had to wait', async () => {
    await ask('a')
    const works = run(async (keys) => {
      const busy = new RetryLater(60_000, new Error('the host asked for a pause'))
      return new Map(keys.map((key) => [key, busy]))
    })
    for (let time = 0; time < 5; time += 1) {
      await database.pool.query('UPDATE jobs SET due_at = now()')
      await works.drain()
    }
    const { rows } = await database.pool.query(
      `SELECT attempts, failed_at, last_error, due_at > now() + interval '50 s' AS waits FROM jobs`,
    )
    expect(rows).toEqual([
      { attempts: 0, failed_at: null, last_error: 'the host asked for a pause', waits: true },
    ])
  })

  it('works through everything in batches', async () => {
    await ask('a', 'b', 'c', 'd', 'e')
    const batches: string[][] = []
    const total = await run(async (keys) => {
      batches.push(keys)
      return new Map()
    }).drain()
    expect(total).toBe(5)
    expect(batches.map((keys) => keys.length)).toEqual([3, 2])
    expect(await store.state()).toEqual({ waiting: 0, failed: 0 })
  })

  it('puts a failed job off, finishes the others, and gives it up after its tries', async () => {
    await ask('good', 'bad')
    const work = async () => new Map([['bad', new Error('no picture')]])
    await run(work).drain()
    expect(await store.state()).toEqual({ waiting: 1, failed: 0 })
    await database.pool.query('UPDATE jobs SET due_at = now()')
    await runner.drain()
    expect(await store.state()).toEqual({ waiting: 0, failed: 1 })
  })

  it('fails a whole batch whose work throws, and goes on', async () => {
    await ask('a')
    await run(async () => {
      throw new Error('model gone')
    }, 1).drain()
    const { rows } = await database.pool.query('SELECT last_error FROM jobs')
    expect(rows).toEqual([{ last_error: 'model gone' }])
  })

  it('rests between batches in the background, and not when it is told to drain', async () => {
    const workMs = 40
    const starts: number[] = []
    const work = async () => {
      starts.push(performance.now())
      await delay(workMs)
      return new Map()
    }
    const gaps = () => starts.slice(1).map((start, place) => start - (starts[place] ?? 0))

    await ask('a', 'b', 'c', 'd')
    listener = await createListener(database.url, log)
    await run(work, 2, 5).start(listener)
    await vi.waitFor(() => expect(starts).toHaveLength(2), { timeout: 5_000 })
    expect(gaps()[0]).toBeGreaterThan(workMs * 5)
    await runner.close()

    starts.length = 0
    await ask('a', 'b', 'c', 'd')
    await run(work, 2, 1_000).drain()
    expect(starts).toHaveLength(2)
  })

  it('is woken by NOTIFY: new work is done within a second', async () => {
    listener = await createListener(database.url, log)
    const done: string[] = []
    await run(async (keys) => {
      done.push(...keys)
      return new Map()
    }).start(listener)
    await ask('late')
    await vi.waitFor(() => expect(done).toEqual(['late']), { timeout: 1_000 })
  })

  it('hears of work again after its connection was lost', async () => {
    listener = await createListener(database.url, log)
    const done: string[] = []
    await run(async (keys) => {
      done.push(...keys)
      return new Map()
    }).start(listener)
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
    )
    await ask('after the loss')
    await vi.waitFor(() => expect(done).toEqual(['after the loss']), { timeout: 3_000 })
  })
})
