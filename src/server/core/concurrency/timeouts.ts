/**
 * For `AbortSignal.any`, which holds its sources weakly: Node collects a timeout that nobody listens
 * to, and what waits for it then waits forever.
 */
export const lastingTimeout = (ms: number): AbortSignal => {
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', () => undefined)
  return signal
}

type Limits = { ms: number; signal?: AbortSignal }

/**
 * Fetches and reads an answer within a time limit. Node's `fetch` holds its signal weakly: once that
 * has been collected, nothing ends a request that is never answered, or whose answer stalls. So the
 * wait ends here, whatever becomes of the request.
 */
export const fetchWithin = async <T>(
  { ms, signal: outer }: Limits,
  address: string | URL | Request,
  init: Omit<RequestInit, 'signal'>,
  read: (response: Response) => T | Promise<T>,
): Promise<T> => {
  const deadline = lastingTimeout(ms)
  const signal = outer ? AbortSignal.any([outer, deadline]) : deadline
  signal.throwIfAborted()
  let end: () => void = () => undefined
  const over = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end)
  })
  try {
    return await Promise.race([over, fetch(address, { ...init, signal }).then(read)])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
