type TaskGroup = {
  /** Aborted with the caller's signal, and by the first failure in the group. */
  signal: AbortSignal
  start: (task: () => Promise<void>) => void
}

/**
 * Runs `body` and the tasks it starts, and settles only after all of them, also on failure and abort: a
 * rejection that nobody awaits could end the process.
 */
export const runTaskGroup = async <T>(
  outer: AbortSignal,
  body: (group: TaskGroup) => Promise<T>,
): Promise<T> => {
  const failed = new AbortController()
  const signal = AbortSignal.any([outer, failed.signal])
  const tasks: Promise<void>[] = []
  const runUnlessFailed = async <R>(work: () => Promise<R>): Promise<R> => {
    try {
      signal.throwIfAborted()
      return await work()
    } catch (error) {
      failed.abort(error)
      throw error
    }
  }
  const start = (task: () => Promise<void>) => {
    // The signal keeps the first error, which is thrown below.
    tasks.push(runUnlessFailed(task).catch(() => undefined))
  }
  try {
    return await runUnlessFailed(() => body({ signal, start }))
  } finally {
    // Tasks may start tasks, so the array can grow during the loop.
    for (const task of tasks) await task
    signal.throwIfAborted()
  }
}

export class QueueFull extends Error {}

/** Runs at most `atOnce` tasks and lets `waiting` more wait; further ones are refused with QueueFull. */
export const createQueue = (atOnce: number, waiting: number) => {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new QueueFull('The queue is full')
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      // The next task takes over the slot directly; if it were freed first, a new caller could take it.
      if (next) next()
      else running -= 1
    }
  }
}

/** Calls with the same key share one run while it lasts, which `current` returns. */
export const createSingleFlight = <T>() => {
  const running = new Map<string, Promise<T>>()
  const run = (key: string, work: () => Promise<T>): Promise<T> => {
    const current = running.get(key)
    if (current) return current
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
  return Object.assign(run, { current: (key: string) => running.get(key) })
}

type SharedRun<T> = { result: Promise<T>; callers: number; abandoned: AbortController }

/** Calls with the same key share one run while it lasts. It is aborted once every caller is gone. */
export const createSharedWork = <T>() => {
  const running = new Map<string, SharedRun<T>>()

  const begin = (key: string, work: (signal: AbortSignal) => Promise<T>): SharedRun<T> => {
    const abandoned = new AbortController()
    const result = work(abandoned.signal).finally(() => forget(key, run))
    const run = { result, callers: 0, abandoned }
    running.set(key, run)
    return run
  }
  const forget = (key: string, run: SharedRun<T>) => {
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
      // Later callers must not join the aborted run.
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
