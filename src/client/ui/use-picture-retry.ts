import { useEffect, useRef, useState } from 'react'

/** A cold cache on a busy machine may take a minute to fill. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const LONGEST_WAIT_MS = 60_000
/** A busy server refuses for a moment; other failures last. */
const PASSING = new Set([429, 503])

/** How long to wait before attempt number `attempt` + 1. Null if it is not worth another try. */
export const retryDelayMs = async (
  address: string,
  attempt: number,
  jitter = Math.random(),
): Promise<number | null> => {
  const waitMs = WAITS_MS[attempt]
  if (waitMs === undefined) return null
  // An `<img>` does not say why it failed. By now the picture may be served, or the network be lost.
  const reply = await fetch(address, { method: 'HEAD' }).catch(() => null)
  if (reply && !reply.ok && !PASSING.has(reply.status)) return null
  const retryAfterMs = Number(reply?.headers.get('retry-after')) * 1_000 || 0
  // Spread, or all pictures of a page would come back at once.
  return Math.min(Math.max(retryAfterMs, waitMs) * (1 + jitter / 2), LONGEST_WAIT_MS)
}

const isBroken = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0

/** Loads a picture again that a busy server refused: a new `attempt` is a new `<img>`. */
export const usePictureRetry = (url: string) => {
  const [last, setLast] = useState({ url, attempt: 0, hasFailed: false })
  const now = last.url === url ? last : { url, attempt: 0, hasFailed: false }
  const ref = useRef<HTMLImageElement>(null)

  const handleError = async ({ currentSrc, src }: HTMLImageElement) => {
    const delayMs = await retryDelayMs(currentSrc || src, now.attempt)
    // Another picture may be shown by then.
    const follow = (next: typeof now) => setLast((current) => (current === last ? next : current))
    if (delayMs === null) follow({ ...now, hasFailed: true })
    else setTimeout(() => follow({ ...now, attempt: now.attempt + 1 }), delayMs)
  }

  // In a page that the server rendered, it may have failed before anybody listened.
  const handleEarlyError = useRef(handleError)
  useEffect(() => {
    if (ref.current && isBroken(ref.current)) void handleEarlyError.current(ref.current)
  }, [])

  return { ...now, ref, handleError }
}
