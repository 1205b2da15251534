/**
 * For `AbortSignal.any`, which holds its sources weakly: Node garbage-collects a timeout without
 * listeners, and whatever waits for it then waits forever.
 */
export const createTimeoutSignal = (ms: number): AbortSignal => {
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', () => undefined)
  return signal
}

type Limits = { ms: number; signal?: AbortSignal }

/**
 * Fetches and reads a response within a time limit. Node's `fetch` holds its signal weakly: once that
 * is garbage-collected, a request whose response never arrives or stalls would never end. So this
 * function stops waiting on its own.
 */
export const fetchWithTimeout = async <T>(
  { ms, signal: outer }: Limits,
  address: string | URL | Request,
  init: Omit<RequestInit, 'signal'>,
  read: (response: Response) => T | Promise<T>,
): Promise<T> => {
  const deadline = createTimeoutSignal(ms)
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
