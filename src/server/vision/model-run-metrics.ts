import { type Registry, STAGE_SECONDS } from '#server/core/telemetry/metrics.ts'
import type { ModelSession } from '#shared/vision/model-session.ts'

/** Adds the duration of model runs to the metrics; `measure` wraps the session that they belong to. */
export const createModelRunMetrics = (registry: Registry) => {
  const runs = registry.histogram(
    'wearabouts_model_run_duration_seconds',
    'Time that model runs take, waiting for a free model included.',
    STAGE_SECONDS,
  )
  const measureRun = async <T>(model: string, run: Promise<T>): Promise<T> => {
    const started = performance.now()
    const count = (outcome: string) => () =>
      runs.observe((performance.now() - started) / 1_000, { model, outcome })
    run.then(count('ok'), count('failed'))
    return run
  }
  return {
    measure: (session: ModelSession): ModelSession => ({
      ...session,
      detect: (...input) => measureRun('detect', session.detect(...input)),
      embed: (...input) => measureRun('embed', session.embed(...input)),
    }),
  }
}
