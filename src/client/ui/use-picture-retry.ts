import { useEffect, useRef, useState } from 'react'

/** A cold cache on a busy machine may take a minute to fill. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000]
const MAX_WAIT_MS = 60_000
/** Statuses of a busy server; other failures are permanent. */
const RETRYABLE = new Set([429, 503])

/** How long to wait before attempt number `attempt` + 1. Null if it is not worth another try. */
export const retryDelayMs = async (
  address: string,
  attempt: number,
  jitter = Math.random(),
): Promise<number | null> => {
  const waitMs = WAITS_MS[attempt]
  if (waitMs === undefined) return null
  // An `<img>` does not say why it failed. Meanwhile the picture may be available, or the network lost.
  const reply = await fetch(address, { method: 'HEAD' }).catch(() => null)
  if (reply && !reply.ok && !RETRYABLE.has(reply.status)) return null
  const retryAfterMs = Number(reply?.headers.get('retry-after')) * 1_000 || 0
  // The jitter spreads the requests of a page's pictures.
  return Math.min(Math.max(retryAfterMs, waitMs) * (1 + jitter / 2), MAX_WAIT_MS)
}

const isBroken = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0

/** Loads a picture again that a busy server refused; each `attempt` is a new `<img>`. */
export const usePictureRetry = (url: string) => {
  const [state, setState] = useState({ url, attempt: 0, hasFailed: false })
  const current = state.url === url ? state : { url, attempt: 0, hasFailed: false }
  const ref = useRef<HTMLImageElement>(null)

  const handleError = async ({ currentSrc, src }: HTMLImageElement) => {
    const delayMs = await retryDelayMs(currentSrc || src, current.attempt)
    // Ignored if the component shows another picture by then.
    const update = (next: typeof current) =>
      setState((latest) => (latest === state ? next : latest))
    if (delayMs === null) update({ ...current, hasFailed: true })
    else setTimeout(() => update({ ...current, attempt: current.attempt + 1 }), delayMs)
  }

  // A picture that the server rendered may have failed before the app was listening.
  const handleEarlyError = useRef(handleError)
  useEffect(() => {
    if (ref.current && isBroken(ref.current)) void handleEarlyError.current(ref.current)
  }, [])

  return { ...current, ref, handleError }
}
