import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

test('a server gets requests only after its start and before its stop', async () => {
  const readiness = createReadiness({ required: [async () => null], optional: [] })
  expect(await readiness.report()).toMatchObject({ status: 'starting' })
  readiness.start()
  expect(await readiness.report()).toEqual({ status: 'ok' })
  const stop = new AbortController()
  readiness.stopOn(stop.signal)
  expect(await readiness.report()).toEqual({ status: 'ok' })
  stop.abort()
  expect(await readiness.report()).toMatchObject({ status: 'stopping' })
})

test('a server that is stopped during its start never gets requests', async () => {
  const readiness = createReadiness({ required: [async () => null], optional: [] })
  readiness.stopOn(AbortSignal.abort())
  expect(await readiness.report()).toMatchObject({ status: 'stopping' })
  readiness.start()
  expect(await readiness.report()).toMatchObject({ status: 'stopping' })
})
