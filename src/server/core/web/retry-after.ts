const DEFAULT_PAUSE_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60_000

/** How long a host asks us to stay away: seconds, or a date (RFC 9110). An hour if it does not say. */
export const pauseOf = (retryAfter: string | string[] | undefined): number => {
  const text = String(retryAfter ?? '')
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(ms) ? DEFAULT_PAUSE_MS : Math.min(Math.max(ms, 0), LONGEST_PAUSE_MS)
}
