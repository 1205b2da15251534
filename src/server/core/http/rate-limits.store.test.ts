import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { RATE_LIMITS } from '#shared/rate-limits.ts'
import type { Database } from '#server/core/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  callerGroup,
  callerNetwork,
  createRateLimitsStore,
  createWindowCounter,
  enforceLimit,
} from './rate-limits.store.ts'

describe('in the database', () => {
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

    it('lets one network use a part of what all visitors share', async () => {
      const limiter = createRateLimitsStore(database.pool)
      const askFrom = (address: string) => enforceLimit(limiter, 'notices', { user: null, address })
      for (let host = 0; host < RATE_LIMITS.notices.networkCalls; host += 1)
        await askFrom(`2001:db8:1:${host.toString(16)}::1`)
      await expect(askFrom('2001:db8:1:ffff::1')).rejects.toMatchObject({ status: 429 })
      await askFrom('2001:db8:2::1')
      await askFrom('203.0.113.9')
    })

    it.each([
      ['203.0.113.9', 'network 203.0.113.0/24'],
      ['::ffff:203.0.113.9', 'network 203.0.113.0/24'],
      ['2001:db8:1:2::3', 'network 2001:db8:1::/48'],
      ['fe80::1%eth0', 'network fe80::/48'],
      ['unknown', 'network of unknown'],
    ])('counts %s as %s', (address, network) => {
      expect(callerNetwork(address)).toBe(network)
    })

    it('counts in memory while the disk of the database is full', async () => {
      const full = Object.assign(new Error('could not extend file'), { code: '53100' })
      const limiter = createRateLimitsStore({ query: () => Promise.reject(full) })
      for (let call = 0; call < calls; call += 1)
        expect(await limiter.take('signIn', 'a')).toBeNull()
      expect(await limiter.take('signIn', 'a')).toBeGreaterThan(0)
      expect(await limiter.take('auth', 'a')).toBeNull()
    })

    it('counts callers and limits separately, and two servers together', async () => {
      const [one, two] = [
        createRateLimitsStore(database.pool),
        createRateLimitsStore(database.pool),
      ]
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
      await database.pool.query(
        "UPDATE rate_limits SET window_end = window_end + interval '6 hours'",
      )
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
})

describe('in memory', () => {
  const counterAt = (calls: number, windowMs: number) => {
    const clock = { ms: 0 }
    return { clock, ...createWindowCounter({ calls, windowMs }, () => clock.ms) }
  }

  test('allows the limit in each window and says how long to wait', () => {
    const { take, clock } = counterAt(2, 60_000)
    expect([take('a'), take('a')]).toEqual([null, null])
    clock.ms = 15_000
    expect(take('a')).toBe(45)
    expect(take('b')).toBeNull()
    clock.ms = 60_000
    expect(take('a')).toBeNull()
  })

  test('counts the addresses of one IPv6 subscriber together', () => {
    const { take } = counterAt(1, 60_000)
    expect(take('2001:db8::1')).toBeNull()
    expect(take('2001:db8::2')).not.toBeNull()
    expect(take('2001:db8:0:1::1')).toBeNull()
  })

  test('forgets the longest known callers, so that memory stays bounded', () => {
    const { take } = counterAt(1, 60_000)
    take('first')
    for (let caller = 0; caller < 20_000; caller += 1) take(`caller ${caller}`)
    expect(take('first')).toBeNull()
    expect(take('caller 19999')).not.toBeNull()
  })
})

describe('callers', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:0:0:0:1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['unknown', 'unknown'],
    ['0b1f7a52-5f0e-4a3e-9a0f-1f6f2f1d8c11', '0b1f7a52-5f0e-4a3e-9a0f-1f6f2f1d8c11'],
  ])('%s counts as %s', (caller, group) => {
    expect(callerGroup(caller)).toBe(group)
  })
})
