import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedIn } from '#tests/support/callers.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { computeBodyBudgetBytes, createBodyLimiter } from './request-body.ts'

describe('bodies', () => {
  const MEGABYTE = 1024 * 1024
  const BODY_BYTES = 600_000
  const MAX_BYTES = 4 * BODY_BYTES

  let test: TestApp
  let cookie: string
  let bytesRead = 0
  beforeAll(async () => {
    // Enough for one body at a time.
    const limited = createBodyLimiter({ maxBytes: MAX_BYTES, maxBytesPerGroup: MAX_BYTES })
    const bodies: typeof limited = {
      open: (address) => {
        const body = limited.open(address)
        const hold = (bytes: number) => {
          body.hold(bytes)
          bytesRead += bytes
        }
        return { ...body, hold }
      },
    }
    test = await startTestApp({}, { bodies })
    cookie = (await signedIn(test, { invited: true })).cookie
  })
  afterAll(() => test.close())

  /** An upload whose second half waits until `end` is called. */
  const upload = (isDeclared: boolean) => {
    const readBefore = bytesRead
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
    outgoing.write(half)
    return {
      cut: () => outgoing.destroy(),
      halfRead: () => eventually(() => expect(bytesRead - readBefore).toBe(half.length)),
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
        await first.halfRead()
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
        await first.halfRead()
        first.cut()
        await eventually(async () => expect((await upload(isDeclared).end()).status).toBe(400))
      },
    )

    it('leave room for other addresses', () => {
      const bodies = createBodyLimiter({ maxBytes: 900 })
      const [one, same, other] = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) =>
        bodies.open(address),
      )
      one?.hold(60)
      expect(() => same?.hold(50)).toThrow('Many people are using this site')
      other?.hold(100)
      one?.release()
      same?.hold(100)
    })

    it('may hold a sixteenth of the memory, within bounds', () => {
      expect(computeBodyBudgetBytes(4_096 * MEGABYTE)).toBe(256 * MEGABYTE)
      expect(computeBodyBudgetBytes(512 * MEGABYTE)).toBe(96 * MEGABYTE)
      expect(computeBodyBudgetBytes(64_000 * MEGABYTE)).toBe(512 * MEGABYTE)
      expect(computeBodyBudgetBytes()).toBeGreaterThanOrEqual(96 * MEGABYTE)
    })
  })

  describe('a body that does not arrive', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const settledOf = (over: Promise<never>) => {
      const settled = vi.fn()
      over.catch(settled)
      return settled
    }

    it('is given up after ten seconds without a byte', async () => {
      const arrival = createBodyLimiter({ maxBytes: 1_000 }).open('192.0.2.1').trackArrival()
      const cut = settledOf(arrival.over)
      await vi.advanceTimersByTimeAsync(9_000)
      arrival.note(1_000_000)
      await vi.advanceTimersByTimeAsync(9_999)
      expect(cut).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(cut).toHaveBeenCalledWith(expect.objectContaining({ status: 408 }))
    })

    it.each([
      [1_000, true],
      [6_000, false],
    ])('is given up if it comes at %s bytes in five seconds: %s', async (bytes, isCut) => {
      const arrival = createBodyLimiter({ maxBytes: 1_000 }).open('192.0.2.1').trackArrival()
      const cut = settledOf(arrival.over)
      for (let turn = 0; turn < 4; turn += 1) {
        await vi.advanceTimersByTimeAsync(5_000)
        arrival.note(bytes)
      }
      await vi.advanceTimersByTimeAsync(0)
      expect(cut).toHaveBeenCalledTimes(isCut ? 1 : 0)
    })

    it('gives way to others of its address, but not before it has been idle for a second', async () => {
      const bodies = createBodyLimiter({ maxBytes: 1_000, unfinishedPerGroup: 2 })
      const open = (address: string) => bodies.open(address)
      const first = open('2001:db8::1').trackArrival()
      const second = open('2001:db8::2').trackArrival()
      const cut = settledOf(first.over)
      expect(() => open('2001:db8::3').trackArrival()).toThrow('Many people are using this site')
      expect(() => open('192.0.2.1').trackArrival()).not.toThrow()
      await vi.advanceTimersByTimeAsync(1_000)
      second.note(1)
      open('2001:db8::3').trackArrival()
      await vi.advanceTimersByTimeAsync(0)
      expect(cut).toHaveBeenCalledOnce()
    })
  })

  const sendForm = (contentType: string, body: string) =>
    fetch(`${test.origin}/image-local.php`, {
      method: 'POST',
      headers: { cookie, origin: test.origin, 'content-type': contentType },
      body,
    })

  it('of a form have room for files, not for much text', async () => {
    const text = 'x'.repeat(100_000)
    const header = 'Content-Disposition: form-data; name="x"\r\n\r\n'
    const part = `--B\r\n${header}${text}\r\n--B--\r\n`
    expect((await sendForm('multipart/form-data; boundary=B', part)).status).toBe(413)
    expect((await sendForm('application/x-www-form-urlencoded', `x=${text}`)).status).toBe(413)
  })

  describe('the boundary of a form', () => {
    const MANY = 40
    const body = `${'--B\r\nContent-Disposition: form-data; name="x"\r\n\r\nx\r\n'.repeat(MANY)}--B--\r\n`

    it.each([
      ['multipart/form-data; boundary=B', 413],
      ['multipart/form-data; xboundary=Q; boundary=B', 413],
      ['multipart/form-data; x="; boundary=Q"; boundary="B"', 413],
      ['multipart/form-data; boundary=Q; boundary=B', 415],
      ['multipart/form-data; boundary=', 415],
      // Without the escape, the boundary of the parts is B".
      [String.raw`multipart/form-data; boundary="B\""`, 415],
      [String.raw`multipart/form-data; boundary="\B"`, 415],
      ['multipart/form-data; boundary="B B"', 415],
      ['multipart/form-data; boundary="B;"', 415],
      [`multipart/form-data; boundary=${'B'.repeat(71)}`, 415],
    ])('of %s gets %i', async (contentType, status) => {
      expect((await sendForm(contentType, body)).status).toBe(status)
    })
  })
})
