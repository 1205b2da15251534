/**
 * The first page of data comes inside the HTML, so that nothing waits for a second round trip.
 * Keys are the addresses of the calls whose replies they hold.
 */
const readInitialData = (): Map<string, unknown> => {
  const text = document.querySelector('#initial-data')?.textContent
  if (!text) return new Map()
  return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>))
}

let replies: Map<string, unknown> | null = null

/** The reply that came with the page for this address, once: later it would be stale. */
export const takeInitialReply = (url: string): unknown => {
  replies ??= readInitialData()
  const reply = replies.get(url)
  replies.delete(url)
  return reply
}

/** A value that the server chose for a call it answered in advance, such as the feed's seed. */
export const initialQueryValue = (callPrefix: string, name: string): string | null => {
  replies ??= readInitialData()
  const url = [...replies.keys()].find((key) => key.startsWith(callPrefix))
  return url ? new URLSearchParams(url.split('?')[1]).get(name) : null
}
