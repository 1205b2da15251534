import { expect, test } from 'vitest'
import { untilAborted } from '#tests/support/finder-app.ts'
import { startInTurn } from './queued-scan.ts'
import { createRunningScans } from './running-scans.ts'
import { createScanQueue } from './scan-queue.ts'

test('a scan that takes too long ends, waiting included, and makes room', async () => {
  const queue = createScanQueue({ atOnce: 1, waiting: 1 })
  const scans = createRunningScans((error) => (error as Error).message)
  const running = {
    start: async (...given: Parameters<typeof scans.start>) =>
      scans.read(given[0], scans.start(...given), 0),
  }
  const ada = { owner: null, visitor: 'ada', longestMs: 20 }
  const events = await Promise.all(
    [ada, { ...ada, visitor: 'bo' }].map((visitor) =>
      startInTurn({ queue, running }, visitor, (signal) => untilAborted(signal)),
    ),
  )
  for (const stream of events) {
    const said: string[] = []
    for await (const event of stream as unknown as AsyncIterable<{ type: string; error?: string }>)
      said.push(event.error ?? event.type)
    expect(said.at(-1)).toMatch('This took too long')
  }
  expect(() => queue.reserve('cleo')).not.toThrow()
  await scans.close()
})

test('a scan that cannot start gives its place back', async () => {
  const queue = createScanQueue({ atOnce: 1, waiting: 0 })
  const running = { start: () => Promise.reject(new Error('no database')) }
  const visitor = { owner: null, visitor: 'ada' }
  await expect(startInTurn({ queue, running }, visitor, async () => undefined)).rejects.toThrow(
    'no database',
  )
  expect(() => queue.reserve('ada')).not.toThrow()
})
