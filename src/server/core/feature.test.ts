import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { createLifecycle, type Feature } from './feature.ts'

const listener = { listen: async () => undefined, close: async () => undefined }

const startLifecycle = (features: Feature[], lines: string[] = []) => {
  const log = pino({}, { write: (line: string) => lines.push(line) })
  const lifecycle = createLifecycle(features, listener, log)
  lifecycle.startInBackground()
  return lifecycle
}

test('every task runs at once and again later, also after another one failed', async () => {
  const lines: string[] = []
  const failing = vi.fn(() => Promise.reject(new Error('The disk is full')))
  const good = vi.fn(async () => undefined)
  const scheduled = [{ everyMs: 10, tasks: { uploads: failing, limits: good } }]
  const lifecycle = startLifecycle([{ scheduled }], lines)
  await eventually(() => expect(good.mock.calls.length).toBeGreaterThan(1))
  await lifecycle.stop()
  expect(failing.mock.calls.length).toBeGreaterThan(1)
  expect(lines[0]).toMatch(/"level":50.*The disk is full.*"task":"uploads"/)

  const calls = good.mock.calls.length
  await delay(30)
  expect(good.mock.calls).toHaveLength(calls)
})

test('hourly tasks of two features run even if they have the same name', async () => {
  const [first, second] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  const lifecycle = startLifecycle([{ hourly: { sweep: first } }, { hourly: { sweep: second } }])
  await lifecycle.stop()
  expect(first).toHaveBeenCalledOnce()
  expect(second).toHaveBeenCalledOnce()
})
