type Running<T> = { result: Promise<T>; callers: number; abandoned: AbortController }

/** Calls with the same key share one run while it lasts. It is aborted once every caller is gone. */
export const createSharedWork = <T>() => {
  const running = new Map<string, Running<T>>()

  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const abandoned = new AbortController()
    const result = work(abandoned.signal).finally(() => forget(key, begun))
    const begun = { result, callers: 0, abandoned }
    running.set(key, begun)
    return begun
  }
  const forget = (key: string, run: Running<T>) => {
    if (running.get(key) === run) running.delete(key)
  }

  return async (
    key: string,
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const run = running.get(key) ?? begin(key, work)
    run.callers += 1
    const leave = () => {
      run.callers -= 1
      if (run.callers > 0) return
      // Whoever comes now must not get the aborted run.
      forget(key, run)
      run.abandoned.abort()
    }
    if (caller.aborted) leave()
    else caller.addEventListener('abort', leave, { once: true })
    try {
      return await run.result
    } finally {
      caller.removeEventListener('abort', leave)
    }
  }
}
