import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

test('a server gets requests only after its start and before its stop', async () => {
  const readiness = createReadiness({ needed: [async () => null], useful: [] })
  expect(await readiness.report()).toMatchObject({ status: 'starting' })
  readiness.start()
  expect(await readiness.report()).toEqual({ status: 'ok' })
  readiness.stop()
  expect(await readiness.report()).toMatchObject({ status: 'stopping' })
})
