import type { Logger } from 'pino'

/** Runs tasks one after another, now and every `everyMs`. A failed task is retried at the next run. */
export const startSchedule = (
  log: Logger,
  everyMs: number,
  tasks: Record<string, () => Promise<unknown>>,
) => {
  const runAll = async () => {
    for (const [task, run] of Object.entries(tasks))
      await run().catch((err: unknown) => log.error({ err, task }, 'A scheduled task failed'))
  }
  let running = runAll()
  const timer = setInterval(() => {
    running = running.then(runAll)
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
