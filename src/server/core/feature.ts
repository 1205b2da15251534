import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from '#server/core/http/request-context.ts'
import { type Handlers, serveCalls, type ServeDependencies } from '#server/core/http/serve.ts'
import type { Listener } from '#server/core/jobs/listener.ts'
import type { CallDefinition, CallKey } from '#shared/contract/call.ts'
import { HOUR_MS } from '#shared/durations.ts'

/**
 * Determines which middleware applies to a route, because middleware applies to routes mounted after it.
 * Health checks, streams and signed requests come before the origin check; other streams and pages come
 * before compression, which would buffer them.
 */
export type Stage = 'first' | 'uncompressed' | 'compressed' | 'last'

type Route = { stage: Stage; mount: (app: Hono<AppEnv>, dependencies: ServeDependencies) => void }

/** Calls of the contract with their handlers. */
export const calls = <T extends Record<CallKey, CallDefinition>>(
  definitions: T,
  handlers: Handlers<T>,
  stage: Stage = 'compressed',
): Route => ({
  stage,
  mount: (app, dependencies) => serveCalls(app, dependencies, definitions, handlers),
})

/** Addresses outside the contract, such as files and pages. */
export const route = (mount: Route['mount'], stage: Stage = 'compressed'): Route => ({
  stage,
  mount,
})

type Tasks = Record<string, () => Promise<unknown>>

/** Everything that a feature adds to the server. */
export type Feature = {
  routes?: readonly Route[]
  /** Tasks that run one after another, at the start and every hour. */
  hourly?: Tasks
  /** Tasks with their own interval, which do not delay the hourly ones. */
  scheduled?: readonly { everyMs: number; tasks: Tasks }[]
  /** Runs before the server is ready. Sign-in needs the port. */
  start?: (server: { port: number; listener: Listener }) => Promise<void> | void
  /** Runs after the server is ready, so that browsing already works. */
  startInBackground?: (listener: Listener) => Promise<unknown> | void
  /** Ends streams, which would prevent the server from stopping. */
  endStreams?: () => void
  /** Aborts work that is still running. */
  abort?: () => Promise<void> | void
  /** Runs after all scheduled tasks have ended. */
  stop?: () => Promise<void> | void
}

/** Runs tasks one after another, now and every `everyMs`. A failed task is retried at the next run. */
const startSchedule = (
  log: Logger,
  everyMs: number,
  tasks: readonly [name: string, run: () => Promise<unknown>][],
) => {
  const runAll = async () => {
    for (const [task, run] of tasks)
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

/** Starts and stops all features together. */
export const createLifecycle = (features: readonly Feature[], listener: Listener, log: Logger) => {
  const running: ReturnType<typeof startSchedule>[] = []
  return {
    start: async (port: number) => {
      for (const { start } of features) await start?.({ port, listener })
    },
    startInBackground: () => {
      for (const { startInBackground } of features)
        startInBackground?.(listener)?.catch((err: unknown) =>
          log.error({ err }, 'A feature could not start its work in the background'),
        )
      // As entries, because two features may use the same name.
      const hourly = features.flatMap((feature) => Object.entries(feature.hourly ?? {}))
      running.push(startSchedule(log, HOUR_MS, hourly))
      for (const { everyMs, tasks } of features.flatMap((feature) => feature.scheduled ?? []))
        running.push(startSchedule(log, everyMs, Object.entries(tasks)))
    },
    endStreams: () => {
      for (const { endStreams } of features) endStreams?.()
    },
    abort: async () => {
      for (const { abort } of features) await abort?.()
    },
    /** In reverse order, because features depend on those that were started before them. */
    stop: async () => {
      for (const { abort } of features) await abort?.()
      for (const tasks of running) await tasks.stop()
      for (const { stop } of features.toReversed()) await stop?.()
    },
  }
}
