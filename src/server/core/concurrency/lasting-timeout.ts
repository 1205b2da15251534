/**
 * For `AbortSignal.any`, which holds its sources weakly: Node collects a timeout that nobody listens
 * to, and what waits for it then waits forever.
 */
export const lastingTimeout = (ms: number): AbortSignal => {
  const signal = AbortSignal.timeout(ms)
  signal.addEventListener('abort', () => undefined)
  return signal
}
