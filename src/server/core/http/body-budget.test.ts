import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '#tests/support/callers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bodyBudgetBytes, createBodyBudget } from './request-body.ts'

const MEGABYTE = 1024 * 1024
const BODY_BYTES = 600_000

let test: TestApp
let cookie: string
beforeAll(async () => {
  // Enough for one body at a time.
  test = await startTestApp({}, { bodies: createBodyBudget(4 * BODY_BYTES) })
  cookie = (await signedIn(test, { invited: true })).cookie
})
afterAll(() => test.close())

/** An upload whose second half waits until `end` is called. */
const upload = (isDeclared: boolean) => {
  const outgoing = request(`${test.origin}/image-local.php`, {
    method: 'POST',
    headers: {
      cookie,
      origin: test.origin,
      'content-type': 'multipart/form-data; boundary=unused',
      ...(isDeclared ? { 'content-length': BODY_BYTES } : {}),
    },
  })
  const half = Buffer.alloc(BODY_BYTES / 2, 'x')
  const answered = once(outgoing, 'response').then(async ([reply]) => {
    await text(reply)
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'] }
  })
  answered.catch(() => undefined)
  return {
    cut: () => outgoing.destroy(),
    sent: new Promise((resolve) => outgoing.write(half, resolve)),
    end: () => {
      outgoing.end(half)
      return answered
    },
  }
}

describe('bodies of requests', () => {
  it.each([true, false])(
    'are refused with 503 while others fill the memory for them (declared length: %s)',
    async (isDeclared) => {
      const first = upload(isDeclared)
      await first.sent
      // The first has been read so far when a small call sent after it is answered.
      await fetch(`${test.origin}/api/session`)
      const second = await upload(isDeclared).end()
      expect(second).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) })
      // It is no form, which only someone who has read it can tell.
      expect((await first.end()).status).toBe(400)
      expect((await upload(isDeclared).end()).status).toBe(400)
    },
  )

  it.each([true, false])(
    'give their memory back when the client goes away (declared length: %s)',
    async (isDeclared) => {
      const first = upload(isDeclared)
      await first.sent
      await fetch(`${test.origin}/api/session`)
      first.cut()
      await eventually(async () => expect((await upload(isDeclared).end()).status).toBe(400))
    },
  )

  it('may hold a sixteenth of the memory, within bounds', () => {
    expect(bodyBudgetBytes(4_096 * MEGABYTE)).toBe(256 * MEGABYTE)
    expect(bodyBudgetBytes(512 * MEGABYTE)).toBe(96 * MEGABYTE)
    expect(bodyBudgetBytes(64_000 * MEGABYTE)).toBe(512 * MEGABYTE)
    expect(bodyBudgetBytes()).toBeGreaterThanOrEqual(96 * MEGABYTE)
  })
})
