import { afterEach, describe, expect, it } from 'vitest'
import { SCRIPT, SCRIPTED_WORKER } from '#tests/support/model-script.ts'
import { createModelPool, type ModelPoolOptions } from './model-pool.ts'
import type { ModelSession } from '#shared/vision/model-session.ts'

let session: ModelSession | undefined

const open = (settings: Partial<ModelPoolOptions> = {}) => {
  session = createModelPool({
    modelDir: 'unused',
    threads: 1,
    workers: 1,
    queueLimit: 3,
    workerFile: SCRIPTED_WORKER,
    ...settings,
  })
  return session
}

const input = (count: number) => ({
  model: 'embedder' as const,
  pixels: new Uint8Array(6),
  count,
})
const first = async (answer: Promise<{ rows: Float32Array }>) => (await answer).rows[0]

afterEach(async () => {
  await session?.close()
  session = undefined
})

describe('the model session', () => {
  it('answers each task with its own result', async () => {
    const { embed } = open()
    expect(await Promise.all([1, 2, 3].map((count) => first(embed(input(count)))))).toEqual([
      1, 2, 3,
    ])
  })

  it('transfers pixels instead of copying them', async () => {
    const { embed } = open()
    const task = input(1)
    const { rows } = await embed(task)
    expect(rows[1]).toBe(6)
    expect(task.pixels.byteLength).toBe(0)
  })

  it('runs interactive work before waiting background work', async () => {
    const { embed } = open()
    const order: string[] = []
    const note = (name: string, answer: Promise<unknown>) => answer.then(() => order.push(name))
    await embed(input(0))
    await Promise.all([
      note('running', embed(input(1), { priority: 'background' })),
      note('background', embed(input(2), { priority: 'background' })),
      note('person', embed(input(3))),
    ])
    expect(order).toEqual(['running', 'person', 'background'])
  })

  it('answers 503 with Retry-After when its queue is full', async () => {
    const { embed } = open()
    await embed(input(0))
    const accepted = [1, 2, 3, 4].map((count) => embed(input(count)))
    await expect(embed(input(5))).rejects.toMatchObject({
      status: 503,
      code: 'vision-busy',
      retryAfterSeconds: expect.any(Number) as number,
    })
    expect(await Promise.all(accepted)).toHaveLength(4)
    await expect(embed(input(6))).resolves.toBeDefined()
  })

  it('drops a waiting task whose caller left and frees its slot', async () => {
    const { embed } = open({ queueLimit: 1 })
    await embed(input(0))
    const caller = new AbortController()
    const running = embed(input(1))
    const waiting = embed(input(2), { signal: caller.signal })
    caller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await expect(embed(input(3))).resolves.toBeDefined()
    await running
  })

  it('discards the result of a running task whose caller left', async () => {
    const { embed } = open()
    await embed(input(0))
    const caller = new AbortController()
    const running = embed(input(1), { signal: caller.signal })
    caller.abort(new Error('left'))
    await expect(running).rejects.toThrow('left')
    expect(await first(embed(input(2)))).toBe(2)
  })

  it('refuses a task whose caller has already left', async () => {
    const { embed } = open()
    await expect(embed(input(1), { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow(
      'gone',
    )
  })

  it('fails only the task that killed its worker, and starts another worker', async () => {
    const { embed } = open()
    const killer = embed(input(SCRIPT.crash))
    const next = first(embed(input(7)))
    await expect(killer).rejects.toMatchObject({ status: 503, code: 'vision-unavailable' })
    expect(await next).toBe(7)
  })

  it('fails a task the model rejects and continues', async () => {
    const { embed } = open()
    await expect(embed(input(SCRIPT.fail))).rejects.toMatchObject({ status: 503 })
    expect(await first(embed(input(8)))).toBe(8)
  })

  it('fails waiting tasks when its worker cannot start', async () => {
    const { embed } = open({ modelDir: 'broken' })
    await expect(embed(input(1))).rejects.toMatchObject({ status: 503, cause: 'no models here' })
  })

  it('rejects waiting tasks when closed', async () => {
    const { embed, close } = open()
    const waiting = embed(input(1))
    const refused = expect(waiting).rejects.toMatchObject({ status: 503 })
    await close()
    await refused
    await expect(embed(input(2))).rejects.toMatchObject({ status: 503 })
  })
})
