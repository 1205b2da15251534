import { expect, test } from 'vitest'
import type { CallDefinition } from './call.ts'
import { scanCalls } from './scan.ts'
import { searchCalls } from './remote-search.ts'
import { visionCalls } from './vision.ts'

const CALLS: [string, CallDefinition][] = Object.entries({
  ...scanCalls,
  ...searchCalls,
  ...visionCalls,
})
const RESUME_AND_CANCEL = new Set(['GET /api/scan/:id', 'DELETE /api/scan/:id'])

test.each(CALLS.filter(([key]) => !RESUME_AND_CANCEL.has(key)))(
  '%s has a rate limit: it runs the models or asks a paid provider',
  (_, call) => expect(call.limit).toBeDefined(),
)

/** They start from a product of the catalogue, so nothing of the visitor's is read. */
const FROM_THE_CATALOG = new Set([
  'GET /api/products/:id/similar',
  'GET /api/products/:id/nearest-in-stock',
])

test.each(CALLS.filter(([key]) => !FROM_THE_CATALOG.has(key)))(
  '%s is for invited users',
  (_, call) => expect(call.permission).toBe('add-products'),
)
