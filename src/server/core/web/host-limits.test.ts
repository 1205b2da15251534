import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createHostLimits, HostBusy, type Urgency } from './host-limits.ts'

const URL = 'https://cdn.shop/1.jpg'

const bench = () => {
  const limited = createHostLimits()
  const order: string[] = []
  const releases: (() => void)[] = []
  let running = 0
  let most = 0
  const hold = (urgency: Urgency, name: string, url = URL) =>
    limited(url, urgency, async () => {
      order.push(name)
      running += 1
      most = Math.max(most, running)
      await new Promise<void>((release) => releases.push(release))
      running -= 1
    })
  const releaseAll = async () => {
    for (let round = 0; round < 50; round += 1) {
      for (const release of releases.splice(0)) release()
      await delay(5)
    }
  }
  return { limited, order, hold, releaseAll, most: () => most }
}

describe('requests to one host', () => {
  it('at most six at once for people, and two in the background', async () => {
    const people = bench()
    const shown = Array.from({ length: 20 }, (_, index) => people.hold('shown', `s${index}`))
    await people.releaseAll()
    await Promise.all(shown)
    expect(people.most()).toBe(6)

    const { order, hold, releaseAll, most } = bench()
    const background = Array.from({ length: 4 }, (_, index) => hold('background', `b${index}`))
    await delay(700)
    expect(order).toEqual(['b0', 'b1'])
    for (let round = 0; round < 3; round += 1) await releaseAll()
    await Promise.all(background)
    expect(most()).toBe(2)
  })

  it('five a second in the background', async () => {
    const { limited } = bench()
    const times: number[] = []
    await Promise.all(
      Array.from({ length: 4 }, () =>
        limited(URL, 'background', async () => void times.push(performance.now())),
      ),
    )
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(190)
  })

  it('people come before the background, whichever asked first', async () => {
    const { order, hold, releaseAll } = bench()
    const first = Array.from({ length: 6 }, (_, index) => hold('shown', `s${index}`))
    const waiting = [hold('background', 'b1'), hold('shown', 's6')]
    await delay(20)
    await releaseAll()
    await releaseAll()
    await Promise.all([...first, ...waiting])
    expect(order.slice(-2)).toEqual(['s6', 'b1'])
  })

  it('too many that wait are refused, and other hosts are not affected', async () => {
    const { hold, releaseAll } = bench()
    const held = Array.from({ length: 106 }, (_, index) => hold('shown', `s${index}`))
    await expect(hold('shown', 'more')).rejects.toThrow(HostBusy)
    const other = hold('shown', 'other', 'https://other.shop/')
    await releaseAll()
    await Promise.all([...held, other])
  })

  it('a pause that the host asks for counts for everyone who waits and comes', async () => {
    const { limited, hold } = bench()
    const asking = limited(URL, 'shown', async () => {
      await delay(5)
      throw new HostBusy('Status 429', 60_000)
    })
    const waiting = Array.from({ length: 6 }, (_, index) => hold('shown', `s${index}`)).at(-1)
    await expect(asking).rejects.toThrow('429')
    await expect(waiting).rejects.toThrow(HostBusy)
    const later = await limited(URL, 'background', async () => 1).catch((error: unknown) => error)
    expect(later).toBeInstanceOf(HostBusy)
    expect((later as HostBusy).retryInMs).toBeGreaterThan(59_000)
  })

  it('the background leaves a failing host alone; people still try', async () => {
    const { limited } = bench()
    const fail = (urgency: Urgency) =>
      limited(URL, urgency, async () => {
        throw new Error('Status 500')
      })
    for (let time = 0; time < 3; time += 1) await expect(fail('shown')).rejects.toThrow('500')
    await expect(fail('background')).rejects.toThrow(HostBusy)
    await expect(limited(URL, 'shown', async () => 'back')).resolves.toBe('back')
  })
})
