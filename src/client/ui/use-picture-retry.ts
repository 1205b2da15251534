import { useState } from 'react'

const MOST_RETRIES = 3
const SHORTEST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A busy server refuses for a moment; other failures last. */
const PASSING = new Set([429, 503])

/** An `<img>` does not say why it failed. Null if it is not worth another try. */
const findDelayMs = async (address: string): Promise<number | null> => {
  const reply = await fetch(address, { method: 'HEAD' }).catch(() => null)
  // By now it may be served.
  if (!reply || !(reply.ok || PASSING.has(reply.status))) return null
  const askedMs = Number(reply.headers.get('retry-after')) * 1_000 || 0
  return Math.min(Math.max(askedMs, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
}

/** Loads a picture again that a busy server refused: a new `attempt` is a new `<img>`. */
export const usePictureRetry = (url: string) => {
  const [last, setLast] = useState({ url, attempt: 0, hasFailed: false })
  const now = last.url === url ? last : { url, attempt: 0, hasFailed: false }

  const handleError = async ({ currentSrc, src }: HTMLImageElement) => {
    const delayMs = now.attempt < MOST_RETRIES ? await findDelayMs(currentSrc || src) : null
    // Another picture may be shown by then.
    const follow = (next: typeof now) => setLast((current) => (current === last ? next : current))
    if (delayMs === null) follow({ ...now, hasFailed: true })
    else setTimeout(() => follow({ ...now, attempt: now.attempt + 1 }), delayMs)
  }

  return { ...now, handleError }
}
