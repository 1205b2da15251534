import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Picture, chooseRetryDelayMs } from './picture.tsx'

test('what has no picture shows a drawing in its place, and asks for nothing', () => {
  const markup = renderToStaticMarkup(
    <Picture url="" alt="Wool coat" shape="product" frameRatio={1} />,
  )
  expect(markup).toContain('<svg')
  expect(markup).toContain('Wool coat')
  expect(markup).not.toContain('<img')
})

afterEach(() => vi.unstubAllGlobals())

const answer = (reply: Response | Error) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => {
      if (reply instanceof Error) throw reply
      return reply
    }),
  )
const refusal = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })

test('waits longer after every attempt, for more than a minute in all', async () => {
  answer(refusal(503))
  const waits: (number | null)[] = []
  for (let attempt = 0; attempt < 7; attempt += 1)
    waits.push(await chooseRetryDelayMs('/picture', attempt, 0))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, null])
})

test('waits as long as the server asks, within limits, and not all at once', async () => {
  answer(refusal(429, '10'))
  expect(await chooseRetryDelayMs('/picture', 0, 0)).toBe(10_000)
  expect(await chooseRetryDelayMs('/picture', 0, 1)).toBe(15_000)
  answer(refusal(503, '3600'))
  expect(await chooseRetryDelayMs('/picture', 0, 0)).toBe(60_000)
})

test.each([
  ['the network was lost', new TypeError('Failed to fetch'), 1_000],
  ['it is served by now', new Response(null), 1_000],
  ['there is none', refusal(404), null],
  ['it was removed', refusal(410), null],
  ['its shop does not answer', refusal(502), null],
])('if %s', async (_, reply, expected) => {
  answer(reply)
  expect(await chooseRetryDelayMs('/picture', 0, 0)).toBe(expected)
})
