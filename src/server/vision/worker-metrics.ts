import type { ModelSession } from '#shared/vision/model-session.ts'
import {
  createProcessMetrics,
  type Registry,
  STAGE_SECONDS,
} from '#server/core/telemetry/metrics.ts'

export const createWorkerMetrics = (registry: Registry) => {
  const metrics = createProcessMetrics(registry)
  const runs = registry.histogram(
    'wearabouts_model_run_duration_seconds',
    'Time that model runs take, waiting for a free model included.',
    STAGE_SECONDS,
  )
  const timed = async <T>(model: string, run: Promise<T>): Promise<T> => {
    const started = performance.now()
    const count = (outcome: string) => () =>
      runs.observe((performance.now() - started) / 1_000, { model, outcome })
    run.then(count('ok'), count('failed'))
    return run
  }
  return {
    ...metrics,

    observed: (session: ModelSession): ModelSession => ({
      ...session,
      detect: (...input) => timed('detect', session.detect(...input)),
      embed: (...input) => timed('embed', session.embed(...input)),
    }),
  }
}
