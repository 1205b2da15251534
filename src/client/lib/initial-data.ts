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

/** On the server, where no document holds it. */
export const provideInitialData = (data: Record<string, unknown>) => {
  replies = new Map(Object.entries(data))
}

/** The reply that came with the page for this address, once: later it would be stale. */
export const takeInitialReply = (url: string): unknown => {
  replies ??= readInitialData()
  const reply = replies.get(url)
  replies.delete(url)
  return reply
}

/** The order of shuffled lists that the server chose for the data it sent with the page. */
export const initialSeed = (): number | null => {
  replies ??= readInitialData()
  const seed = replies.get('seed')
  return typeof seed === 'number' ? seed : null
}
