import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MAX_VALUES } from '#server/core/http/json-body.ts'
import { importRows } from '#server/features/ingest/index.ts'
import { type CallDefinition, parseCallKey } from '#shared/contract/call.ts'
import { allCalls } from '#shared/contract/calls.ts'
import { isAllowed } from '#shared/contract/permissions.ts'
import { catalogRow } from '#tests/support/catalog-rows.ts'
import { MAX_BLOCK_MS, measureBlock } from '#tests/support/event-loop.ts'
import { countValues } from '#tests/support/hostile-input.ts'
import { takeSample } from '#tests/support/length.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const CALLS = Object.entries(allCalls as Record<string, CallDefinition>)

describe('the limit on values leaves room for everything that the contract allows', () => {
  const jsonCalls = CALLS.flatMap(([key, { body, files, maxValues = DEFAULT_MAX_VALUES }]) =>
    body && !files ? [{ key, body, maxValues }] : [],
  )
  test.each(jsonCalls)('$key', ({ body, maxValues }) => {
    expect(countValues(body)).toBeLessThanOrEqual(maxValues)
  })
})

describe('no address blocks other requests, however long', () => {
  /** Node refuses longer requests. */
  const MAX_CHARS = 14_000
  const WORDS = ['red dress ', 'a,', '99 ', '((((', '-not -', '£5-£', '%F0%9F%91%97', '"', 'x']

  let server: TestApp
  beforeAll(async () => {
    server = await startTestApp()
    await importRows(server.pool, [catalogRow()])
  })
  afterAll(() => server.close())

  const publicCalls = CALLS.filter(
    ([key, { permission, query }]) =>
      key.startsWith('GET ') && query && isAllowed('visitor', permission),
  )

  test.each(publicCalls)('%s', async (key, { query }) => {
    const { path } = parseCallKey(key)
    const addresses = Object.keys(query?.shape ?? {}).flatMap((name) =>
      WORDS.map((word) => {
        const value = word.repeat(MAX_CHARS / word.length).replaceAll(' ', '+')
        return `${server.origin}${path.replaceAll(/:\w+/g, '1')}?${name}=${value}`
      }),
    )
    for (const address of takeSample(addresses, 9)) {
      await server.pool.query('DELETE FROM rate_limits')
      const ask = async () => {
        const reply = await fetch(address)
        await reply.arrayBuffer()
        expect(reply.status).toBeLessThan(500)
      }
      await ask()
      expect(await measureBlock(ask), address.slice(0, 100)).toBeLessThan(MAX_BLOCK_MS)
    }
  })
})
