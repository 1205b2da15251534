import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ITEMS_PER_BATCH } from './feed-item.ts'
import { parseFeed } from './feed-parser.ts'

const ITEMS = 3 * ITEMS_PER_BATCH

test('parses the next batch while the one before is staged, and sends one at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wearabouts-parser-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'feed.csv')
  const rows = Array.from(
    { length: ITEMS },
    (_, index) => `${index},Coat ${index},https://shop.example.com/${index},5.00 EUR`,
  )
  await writeFile(file, ['id,title,link,price', ...rows].join('\n'))
  let parsedItems = 0
  const defaults = {
    now: new Date(),
    takesAll: true,
    // Read once for each item, because none states a condition.
    get condition() {
      parsedItems += 1
      return 'new' as const
    },
  }
  const sentItems: number[] = []
  let finishStaging: () => void = () => undefined
  const firstStaging = new Promise<void>((resolve) => {
    finishStaging = resolve
  })
  const parsing = parseFeed(
    {
      type: 'feed',
      files: [file],
      format: null,
      charset: undefined,
      url: null,
      shopId: 1,
      defaults,
      columnMap: {},
      contents: null,
    },
    async ({ items }) => {
      sentItems.push(items)
      await firstStaging
    },
  )
  await expect.poll(() => parsedItems, { timeout: 30_000 }).toBeGreaterThan(ITEMS_PER_BATCH + 1)
  expect(sentItems).toEqual([ITEMS_PER_BATCH])
  finishStaging()
  await parsing
  expect(sentItems.reduce((sum, items) => sum + items)).toBe(ITEMS)
})
