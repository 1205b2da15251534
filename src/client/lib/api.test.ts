import { describe, expect, test } from 'vitest'
import { ApiError, createApi, describeFailure } from './api.ts'

const refusalOf = async (response: Response) => {
  const api = createApi(async () => response)
  const error = await api('POST /api/sign-out').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('a refused call', () => {
  test('with status 200 and success false is a refusal, with the message of the server', async () => {
    const body = { success: false, message: 'Already used' }
    expect(await refusalOf(Response.json(body))).toMatchObject({
      status: 200,
      message: 'Already used',
    })
    expect((await refusalOf(Response.json({ success: false, error: 'No' }))).message).toBe('No')
    expect((await refusalOf(Response.json({ success: false }))).message).toBe('')
  })

  test.each([
    [502, {}, 'HTTP error! status: 502. The server has a problem. Please try again in a minute.'],
    [
      503,
      { 'retry-after': '300' },
      'HTTP error! status: 503. The server has a problem. Please try again in 5 minutes.',
    ],
    [
      429,
      { 'retry-after': '20' },
      'HTTP error! status: 429. Too many requests. Please try again in 20 seconds.',
    ],
    [
      413,
      {},
      'HTTP error! status: 413. This is too large to send. Please choose something smaller.',
    ],
    [
      404,
      {},
      'HTTP error! status: 404. The server did not accept this. Please reload the page and try again.',
    ],
  ])(
    'without words, status %i says what happened and when to retry',
    async (status, headers, words) => {
      const refused = await refusalOf(new Response('<html>', { status, headers }))
      expect(refused.message).toBe(words)
    },
  )

  test('keeps the words of the server', async () => {
    const body = { success: false, message: 'Your list is full', code: 'full' }
    expect(await refusalOf(Response.json(body, { status: 409 }))).toMatchObject({
      message: 'Your list is full',
      code: 'full',
    })
  })

  test('that never arrived says so', async () => {
    const api = createApi(() => Promise.reject(new TypeError('offline')))
    await expect(api('POST /api/sign-out')).rejects.toMatchObject({
      status: 0,
      message: 'Network error. Please try again.',
    })
  })
})

describe('the text for a failure', () => {
  const FALLBACK = 'Failed to create account'
  test.each<[string, Response, string]>([
    ['of the server', Response.json({ success: false, message: 'Used' }, { status: 400 }), 'Used'],
    ['for a bare error', new Response('<html>', { status: 502 }), FALLBACK],
    ['for a refusal without words', Response.json({ success: false }), FALLBACK],
  ])('is the one %s', async (_, response, text) => {
    expect(describeFailure(await refusalOf(response), FALLBACK)).toBe(text)
  })

  test('names the network if the call never arrived', async () => {
    const api = createApi(async () => Promise.reject(new TypeError('fetch failed')))
    const error: unknown = await api('POST /api/sign-out').catch((caught: unknown) => caught)
    expect(describeFailure(error, FALLBACK)).toBe('Network error. Please try again.')
    expect(describeFailure(new Error('x'), FALLBACK)).toBe('Network error. Please try again.')
  })
})
