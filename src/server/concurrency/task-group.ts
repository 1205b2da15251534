/** The owner of work that runs at the same time. */
export type TaskGroup = {
  /** Aborted with the caller's signal, and by the first failure in the group. */
  signal: AbortSignal
  start: (task: () => Promise<void>) => void
}

/**
 * Runs `body` and every task it starts. Settles only once all of them have, also on failure and abort:
 * a promise nobody awaits would end the process when it rejects.
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
    // `failed` keeps the first error, which is thrown below.
    tasks.push(guarded(task).catch(() => undefined))
  }
  try {
    return await guarded(() => body({ signal, start }))
  } finally {
    // A task may start another one: the array grows while it is walked.
    for (const task of tasks) await task
    signal.throwIfAborted()
  }
}
