import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { API_KEYS } from '#shared/account-constants.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { RATE_LIMITS, type RateLimitName } from '#shared/rate-limits.ts'
import { isDiskFull } from '#server/core/db/pools.ts'
import type { Connection } from '#server/core/db/query.ts'
import { execute, readRow } from '#server/core/db/sql.ts'
import { AppError } from './errors.ts'
import type { Caller } from './caller.ts'
import { HTTP_TEXT } from './http-messages.ts'

/** Internet providers assign at least a /64 network to each subscriber. */
const SUBSCRIBER_BITS = 64

/**
 * The key under which a limit counts a caller. IPv6 addresses count by /64, because one subscriber can
 * use 2^64 of them; IPv4 addresses in IPv6 form count as IPv4. Anything else, such as a user id, is its
 * own key.
 */
export const callerGroup = (caller: string): string => {
  if (!isIPv6(caller)) return caller
  const address = ipaddr.process(caller)
  if (address.kind() === 'ipv4') return address.toString()
  const [plain = caller] = caller.split('%')
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${SUBSCRIBER_BITS}`)
  return `${network.toString()}/${SUBSCRIBER_BITS}`
}

/** Providers assign up to a /48 to one customer, and rent out IPv4 addresses by neighbours. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 }

/** The key under which a limit counts the network that an address is rented in. */
export const callerNetwork = (address: string): string => {
  if (isIP(address) === 0) return `network of ${address}`
  const parsed = ipaddr.process(address.split('%')[0] ?? address)
  const bits = NETWORK_BITS[parsed.kind()]
  const type = parsed.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `network ${type.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`
}

const countRow = z.object({ calls: z.number(), wait_seconds: z.number() })

/** Concurrent transactions may differ this much in what `now()` returns. */
const CLOCK_TOLERANCE_MS = MINUTE_MS
const LONGEST_WINDOW_MS = Math.max(...Object.values(RATE_LIMITS).map(({ windowMs }) => windowMs))

type Limit = { calls: number; windowMs: number }

/** Limits memory use. Beyond this number, the oldest windows are dropped. */
const MAX_CALLERS = 20_000

/**
 * A rate limit in the memory of one server, for calls that are too frequent to be counted in the
 * database. It works while the database is down, and uses a clock that never jumps.
 */
export const createWindowCounter = ({ calls, windowMs }: Limit, now = () => performance.now()) => {
  const windows = new Map<string, { endsAt: number; calls: number }>()
  return {
    /** Counts one call. Returns the seconds to wait if there were too many calls, otherwise null. */
    take: (address: string): number | null => {
      const group = callerGroup(address)
      const time = now()
      const current = windows.get(group)
      if (current && current.endsAt > time) {
        current.calls += 1
        return current.calls > calls ? (current.endsAt - time) / 1_000 : null
      }
      // Deleted first, so that the map stays in the order in which windows end.
      windows.delete(group)
      windows.set(group, { endsAt: time + windowMs, calls: 1 })
      for (const [oldest, { endsAt }] of windows) {
        if (endsAt > time && windows.size <= MAX_CALLERS) break
        windows.delete(oldest)
      }
      return null
    },
  }
}
export type WindowCounter = ReturnType<typeof createWindowCounter>

/**
 * Counts in the database with one atomic statement, so that all servers share the counts and the
 * database's clock. A window that ends later than one that begins now was created before the clock was
 * set back; it is restarted, because otherwise it would last too long.
 */
export const createRateLimitsStore = (connection: Connection) => {
  const inMemory = new Map<RateLimitName, WindowCounter>()
  const countInDatabase = async (limit: RateLimitName, key: string, factor: number) => {
    const { calls, windowMs } = RATE_LIMITS[limit]
    const counted = await readRow(connection, countRow, { name: 'take-rate-limit' })`
      INSERT INTO rate_limits AS known (limit_name, caller, window_end, calls)
      VALUES (${limit}, ${callerGroup(key)}, now() + ${windowMs} * interval '1 millisecond', 1)
      ON CONFLICT (limit_name, caller) DO UPDATE SET
        (calls, window_end) = (
          SELECT CASE WHEN runs THEN known.calls + 1 ELSE 1 END,
            CASE WHEN runs THEN known.window_end ELSE excluded.window_end END
          FROM (SELECT known.window_end > now()
            AND known.window_end <= excluded.window_end + ${CLOCK_TOLERANCE_MS} * interval
              '1 millisecond') AS t(runs)
        )
      RETURNING calls, extract(epoch FROM window_end - now())::float8 AS wait_seconds`
    return counted && counted.calls > calls * factor ? Math.max(1, counted.wait_seconds) : null
  }
  /** While the database cannot write, each server counts on its own, so that reads still work. */
  const countInMemory = (limit: RateLimitName, key: string): number | null => {
    const counter = inMemory.get(limit) ?? createWindowCounter(RATE_LIMITS[limit])
    inMemory.set(limit, counter)
    return counter.take(key)
  }
  return {
    /**
     * Counts one call. Returns the seconds to wait if there were too many calls, otherwise null.
     * `factor` multiplies the number of allowed calls.
     */
    take: async (limit: RateLimitName, key: string, factor = 1): Promise<number | null> => {
      try {
        return await countInDatabase(limit, key, factor)
      } catch (error) {
        if (!isDiskFull(error)) throw error
        return countInMemory(limit, key)
      }
    },

    forgetOld: () =>
      execute(connection)`
        DELETE FROM rate_limits WHERE window_end < now()
        OR window_end > now() + ${LONGEST_WINDOW_MS + CLOCK_TOLERANCE_MS} * interval '1 millisecond'`,
  }
}
export type RateLimiter = Pick<ReturnType<typeof createRateLimitsStore>, 'take'>

export const enforceLimit = async (
  limits: RateLimiter,
  limit: RateLimitName,
  caller: Pick<Caller, 'user' | 'address'> & Partial<Pick<Caller, 'key'>>,
) => {
  if (caller.key)
    return refuseIfTooMany(await limits.take(limit, caller.key.rateLimitKey, API_KEYS.limitFactor))
  const counted = RATE_LIMITS[limit]
  const byUser = counted.per === 'user' && caller.user
  refuseIfTooMany(await limits.take(limit, byUser ? byUser.uid : caller.address))
  if ('networkCalls' in counted)
    refuseIfTooMany(
      await limits.take(limit, callerNetwork(caller.address), counted.networkCalls / counted.calls),
    )
}

/** Takes the result of a limiter: the seconds to wait, or null. */
export const refuseIfTooMany = (retryAfterSeconds: number | null) => {
  if (retryAfterSeconds === null) return
  const message =
    retryAfterSeconds < 60
      ? HTTP_TEXT.waitUnderMinute
      : HTTP_TEXT.waitMinutes(Math.ceil(retryAfterSeconds / 60))
  throw new AppError(429, message, { retryAfterSeconds })
}
