import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRenderQueue } from './page-replies.ts'

describe('pages to render', () => {
  it('take turns with everything else', async () => {
    const inTurn = createRenderQueue(() => 0)
    const order: string[] = []
    const pages = ['a', 'b', 'c'].map((name) => inTurn(() => order.push(name)))
    setImmediate(() => order.push('a call'))
    await Promise.all(pages)
    expect(order.indexOf('a call')).toBeLessThan(order.indexOf('c'))
  })

  it.each([
    ['if the processor is busy with other programs', 8, 100],
    ['if it is idle', 0.5, 200],
  ])('let new connections in before the next, but not for ever, %s', async (_, msEach, most) => {
    let time = 0
    let connections = 0
    const inTurn = createRenderQueue(
      () => connections,
      () => time,
    )
    const connect = () => {
      connections += 1
      time += msEach
      if (connections < 1_000) setImmediate(connect)
    }
    await Promise.all([inTurn(connect), inTurn(() => expect(connections).toBe(most + 1))])
  })

  it('are refused if too many wait, or if their turn does not come in time', async () => {
    let time = 0
    const inTurn = createRenderQueue(
      () => 0,
      () => time,
    )
    const results = Array.from({ length: 150 }, async () => inTurn(() => (time += 50)))
    const settled = await Promise.allSettled(results)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(100)
    for (const each of refused)
      expect(each).toMatchObject({ reason: { status: 503, retryAfterSeconds: expect.any(Number) } })
    await delay(0)
    expect(await inTurn(() => 'page')).toBe('page')
  })
})
