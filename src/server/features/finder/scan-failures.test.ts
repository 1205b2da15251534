import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/core/db/database.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeVision } from '#tests/support/fake-vision.ts'
import {
  startFinderApp,
  createTestShop,
  waitUntilAborted,
  WARDROBE,
} from '#tests/support/finder-app.ts'
import { createCropPublisher } from './photo.ts'
import { createSearchApi } from './remote-search/providers.ts'
import type { RemoteSearch } from './remote-search/remote-search.ts'

let database: Database
let app: Awaited<ReturnType<typeof startFinderApp>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const unhandled: unknown[] = []
const record = (reason: unknown) => void unhandled.push(reason)
beforeEach(() => {
  unhandled.length = 0
  process.on('unhandledRejection', record)
})
afterEach(async () => {
  process.off('unhandledRejection', record)
  await app.app.close()
})

/** Holds the second object until the gate opens or the scan is aborted. */
const gatedVision = () => {
  const gate = new EventTarget()
  let looks = 0
  const vision = fakeVision(WARDROBE, async (signal) => {
    looks += 1
    if (looks > 1) await Promise.race([once(gate, 'open'), waitUntilAborted(signal)])
  })
  return { vision, open: () => gate.dispatchEvent(new Event('open')) }
}

const firstLine = async (response: Response) => {
  const text = new TextDecoder().decode((await response.body?.getReader().read())?.value)
  return JSON.parse(text.split('\n')[0] ?? '') as { scanId: string }
}

describe('while a provider call is open', () => {
  test('a user who leaves aborts it without an unhandled rejection', async () => {
    const { vision } = gatedVision()
    const signals: AbortSignal[] = []
    const shop = createTestShop((_, { signal }) => {
      signals.push(signal)
      return waitUntilAborted(signal)
    })
    app = await startFinderApp(database, vision, [shop.provider])
    const { scanId } = await firstLine(await app.post('/api/scan', { imageUrl: app.imageUrl }))
    await eventually(() => expect(signals).toHaveLength(1))
    expect((await app.send(`/api/scan/${scanId}`, { method: 'DELETE' })).status).toBe(200)
    await eventually(() => expect(signals[0]?.aborted).toBe(true))
    await delay(50)
    expect(unhandled).toEqual([])
  })

  /** Opens the gate once the failure has been reported. */
  const scanWith = async (provider: RemoteSearch) => {
    const { vision, open } = gatedVision()
    app = await startFinderApp(database, vision, [provider])
    const response = await app.post('/api/scan', { imageUrl: app.imageUrl })
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      if (text.includes('"notice"')) open()
    }
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ScanEvent)
  }
  const trouble = (provider: string) =>
    expect.objectContaining({
      type: 'notice',
      message: FINDER_TEXT.remoteTrouble(provider),
    }) as object

  test('an unexpected failure of the provider becomes a notice', async () => {
    const { provider } = createTestShop(async () => {
      throw new TypeError('not a function')
    })
    const events = await scanWith(provider)
    expect(events).toContainEqual(trouble('TestShop'))
    expect(events.at(-1)?.type).toBe('done')
    expect(unhandled).toEqual([])
  })

  test('a failure of storage becomes a notice', async () => {
    const full = {
      put: async () => {
        throw new Error('ENOSPC')
      },
      get: async () => null,
      delete: async () => undefined,
      list: async function* () {},
    }
    const publicUrl = 'https://wearabouts.example'
    const crops = createCropPublisher({ storage: full, publicUrl, secret: 'a secret' })
    const events = await scanWith(createSearchApi({ key: 'k', crops }))
    expect(events).toContainEqual(trouble('SearchApi'))
    expect(events.at(-1)?.type).toBe('done')
    expect(unhandled).toEqual([])
  })

  test('a failure of the database becomes a notice, and the provider is not asked', async () => {
    await database.pool.query('ALTER TABLE remote_search_calls RENAME TO gone')
    const shop = createTestShop(async () => [])
    const events = await scanWith(shop.provider)
    await database.pool.query('ALTER TABLE gone RENAME TO remote_search_calls')
    expect(events).toContainEqual(trouble('TestShop'))
    expect(shop.crops).toEqual([])
    expect(unhandled).toEqual([])
  })
})
