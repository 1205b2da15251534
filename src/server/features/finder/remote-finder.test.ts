import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import type { Database } from '#server/db/database.ts'
import { type RemoteSearch, RemoteSearchError } from '#server/providers/search/remote-search.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createBudget } from './budget.store.ts'
import { createCropPublisher, sweepCrops } from './crop-publisher.ts'
import { createRemoteFinder } from './remote-finder.service.ts'
import { createRemotePictures } from './remote-pictures.store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('the daily budget', () => {
  test('is never exceeded by one person, however many calls come at once', async () => {
    const budget = createBudget(database.pool, { callsPerUserDaily: 3, callsDaily: 1_000 })
    const taken = await Promise.all(Array.from({ length: 8 }, () => budget.take('ada')))
    expect(taken.filter(Boolean)).toHaveLength(3)
    expect(await budget.take('eve')).toBe(true)
  })

  test('is never exceeded by all together', async () => {
    const { rows } = await database.pool.query<{ calls: number }>(
      "SELECT calls FROM remote_search_calls WHERE caller = ''",
    )
    const callsDaily = (rows[0]?.calls ?? 0) + 2
    const budget = createBudget(database.pool, { callsPerUserDaily: 10, callsDaily })
    const people = ['a', 'b', 'c', 'd', 'e']
    const taken = await Promise.all(people.map((uid) => budget.take(uid)))
    expect(taken.filter(Boolean)).toHaveLength(2)
  })

  test('of none allows none', async () => {
    const budget = createBudget(database.pool, { callsPerUserDaily: 0, callsDaily: 10 })
    expect(await budget.take('zoe')).toBe(false)
  })
})

describe('asking the shops', () => {
  const never = new AbortController().signal
  const crop = { jpeg: Buffer.from('crop') }
  const provider = (name: string, lens: RemoteSearch['lens']): RemoteSearch => ({
    name,
    lens,
    shopping: async () => [],
  })
  const finder = (providers: RemoteSearch[], isFree = true) =>
    createRemoteFinder({
      providers,
      budget: { take: async () => isFree },
      pictures: createRemotePictures(database.pool),
      log: pino({ level: 'silent' }),
    })
  const found = { position: 1, title: 'Coat', link: 'https://far.example/c', price: '$9' }

  test('the next is asked where the first does not answer', async () => {
    const broken = provider('First', async () => {
      throw new RemoteSearchError('unreachable', 'down')
    })
    const { products, notice } = await finder([
      broken,
      provider('Second', async () => [found]),
    ]).lens('ada', crop, never)
    expect(products).toMatchObject([{ title: 'Coat', source: 'Second' }])
    expect(notice).toBeNull()
  })

  test('a candidate is kept only if it has title, price and link', async () => {
    const half = provider('Shop', async () => [
      { position: 1, title: 'No price', link: 'https://far.example/n' },
      found,
    ])
    expect((await finder([half]).lens('ada', crop, never)).products).toHaveLength(1)
  })

  test('a used-up budget asks nobody and says so', async () => {
    let calls = 0
    const counting = provider('Shop', async () => {
      calls += 1
      return []
    })
    const { notice } = await finder([counting], false).lens('ada', crop, never)
    expect({ calls, notice }).toEqual({ calls: 0, notice: FINDER_TEXT.remoteBudget })
  })

  test('a person who has left is no trouble of the shop', async () => {
    const leaving = new AbortController()
    const slow = provider('Shop', async () => {
      leaving.abort(new Error('left'))
      throw new RemoteSearchError('unreachable', 'aborted')
    })
    await expect(finder([slow]).lens('ada', crop, leaving.signal)).rejects.toThrow('left')
  })
})

describe('publishing a crop', () => {
  const storage = () => {
    const files = new Map<string, Buffer>()
    return {
      files,
      put: async (key: string, body: Buffer) => void files.set(key, body),
      delete: async (key: string) => void files.delete(key),
      list: async function* (prefix: string) {
        for (const [key, body] of files)
          if (key.startsWith(prefix)) yield { key, bytes: body.length }
      },
    }
  }

  test('puts it where nobody can guess, for as long as one call takes', async () => {
    const kept = storage()
    const crops = createCropPublisher(kept, 'https://wearabouts.example')
    const one = await crops.publish({ jpeg: Buffer.from('a') })
    const two = await crops.publish({ jpeg: Buffer.from('b') })
    expect(one.url).toMatch(/^https:\/\/wearabouts\.example\/media\/crops\/[0-9a-f]{48}\.jpg$/)
    expect(one.url).not.toBe(two.url)
    await one.withdraw()
    expect(kept.files.size).toBe(1)
    await sweepCrops(kept)
    expect(kept.files.size).toBe(0)
  })

  test.each([null, 'http://wearabouts.example'])(
    'is refused as not-published at %s',
    async (publicUrl) => {
      const publishing = createCropPublisher(storage(), publicUrl).publish({
        jpeg: Buffer.from('a'),
      })
      await expect(publishing).rejects.toMatchObject({ failure: 'not-published' })
    },
  )
})
