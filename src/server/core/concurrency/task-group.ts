export type TaskGroup = {
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
  const guarded = async <R>(work: () => Promise<R>): Promise<R> => {
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
    tasks.push(guarded(task).catch(() => undefined))
  }
  try {
    return await guarded(() => body({ signal, start }))
  } finally {
    // Tasks may start tasks, so the array can grow during the loop.
    for (const task of tasks) await task
    signal.throwIfAborted()
  }
}
