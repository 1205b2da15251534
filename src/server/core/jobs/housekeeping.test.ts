import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { startHousekeeping } from './runner.ts'

test('every task runs at once and again later, also after another one failed', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const failing = vi.fn(() => Promise.reject(new Error('The disk is full')))
  const good = vi.fn(async () => undefined)
  const housekeeping = startHousekeeping(log, 10, { uploads: failing, limits: good })
  await eventually(() => expect(good.mock.calls.length).toBeGreaterThan(1))
  await housekeeping.stop()
  expect(failing.mock.calls.length).toBeGreaterThan(1)
  expect(lines[0]).toMatch(/"level":50.*The disk is full.*"task":"uploads"/)

  const calls = good.mock.calls.length
  await delay(30)
  expect(good.mock.calls).toHaveLength(calls)
})
