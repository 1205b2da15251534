import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '#shared/constants.ts'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import { createRateLimitsStore } from './rate-limits.store.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('TRUNCATE rate_limits'))

describe('the rate limiter', () => {
  const { calls, windowMs } = RATE_LIMITS.signIn

  it('allows exactly the limit, however many calls come at once', async () => {
    const limiter = createRateLimitsStore(database.pool)
    const waits = await Promise.all(
      Array.from({ length: calls + 5 }, () => limiter.take('signIn', 'a')),
    )
    expect(waits.filter((wait) => wait === null)).toHaveLength(calls)
    const wait = waits.find((seconds) => seconds !== null) ?? 0
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(windowMs / 1_000)
  })

  it('counts callers and limits separately, and two servers together', async () => {
    const [one, two] = [createRateLimitsStore(database.pool), createRateLimitsStore(database.pool)]
    for (let call = 0; call < calls; call += 1) await (call % 2 ? one : two).take('signIn', 'a')
    expect(await one.take('signIn', 'a')).not.toBeNull()
    expect(await one.take('signIn', 'b')).toBeNull()
    expect(await one.take('auth', 'a')).toBeNull()
  })

  it('starts again after the window', async () => {
    const limiter = createRateLimitsStore(database.pool)
    for (let call = 0; call <= calls; call += 1) await limiter.take('signIn', 'a')
    await database.pool.query("UPDATE rate_limits SET window_end = now() - interval '1 second'")
    expect(await limiter.take('signIn', 'a')).toBeNull()
  })

  it('does not make callers wait until the clock has caught up after it was set back', async () => {
    const limiter = createRateLimitsStore(database.pool)
    for (let call = 0; call <= calls; call += 1) await limiter.take('signIn', 'a')
    await database.pool.query("UPDATE rate_limits SET window_end = window_end + interval '6 hours'")
    const waits: (number | null)[] = []
    for (let call = 0; call <= calls; call += 1) waits.push(await limiter.take('signIn', 'a'))
    expect(waits.slice(0, calls)).toEqual(Array<null>(calls).fill(null))
    expect(waits.at(-1)).toBeLessThanOrEqual(windowMs / 1_000)
  })

  it('forgets windows from before the clock was set back', async () => {
    const limiter = createRateLimitsStore(database.pool)
    await limiter.take('inviteTriesDaily', 'a')
    await limiter.forgetOld()
    await limiter.take('signIn', 'b')
    await database.pool.query(
      "UPDATE rate_limits SET window_end = window_end + interval '2 days' WHERE caller = 'b'",
    )
    await limiter.forgetOld()
    const { rows } = await database.pool.query('SELECT caller FROM rate_limits')
    expect(rows).toEqual([{ caller: 'a' }])
  })

  it('counts the addresses of one IPv6 subscriber together', async () => {
    const limiter = createRateLimitsStore(database.pool)
    for (let call = 0; call < calls; call += 1) await limiter.take('signIn', `2001:db8::${call}`)
    expect(await limiter.take('signIn', '2001:db8::ffff')).not.toBeNull()
    expect(await limiter.take('signIn', '2001:db8:0:1::1')).toBeNull()
  })

  it('forgets only callers whose window has passed', async () => {
    const limiter = createRateLimitsStore(database.pool)
    await limiter.take('signIn', 'old')
    await database.pool.query("UPDATE rate_limits SET window_end = now() - interval '1 second'")
    await limiter.take('signIn', 'new')
    await limiter.forgetOld()
    const { rows } = await database.pool.query('SELECT caller FROM rate_limits')
    expect(rows).toEqual([{ caller: 'new' }])
  })
})
