import type { ServerMetrics } from '#server/core/telemetry/metrics.ts'
import type { Tracer } from '#server/core/telemetry/tracing.ts'
import type { RemoteFinder } from './remote-finder.service.ts'
import type { ScanService } from './scan.service.ts'
import type { FinderVision } from './vision.service.ts'

type Telemetry = { metrics: Pick<ServerMetrics, 'countScan' | 'countStage'>; tracer: Tracer | null }
type End = (outcome: 'ok' | 'failed') => void

/** Wraps the finder's services to measure the stages of scans. */
export const createFinderObserver = ({ metrics, tracer }: Telemetry) => {
  const begin = (stage: string): { end: End; within: <T>(work: () => T) => T } => {
    const started = performance.now()
    const span = tracer?.openChild(`scan ${stage}`, 'internal') ?? null
    return {
      end: (outcome) => {
        metrics.countStage(stage, performance.now() - started)
        span?.end({ isFailed: outcome === 'failed' })
      },
      within: (work) => (span && tracer ? tracer.runWithin(span, work) : work()),
    }
  }
  const measureStage =
    <Args extends unknown[], T>(stage: string, work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const { end, within } = begin(stage)
      let outcome: 'ok' | 'failed' = 'failed'
      try {
        const result = await within(() => work(...args))
        outcome = 'ok'
        return result
      } finally {
        end(outcome)
      }
    }

  return {
    vision: (vision: FinderVision): FinderVision => ({
      ...vision,
      detect: measureStage('detect', vision.detect),
      similarToCrop: measureStage('crop', vision.similarToCrop),
      appearanceOf: measureStage('appearance', vision.appearanceOf),
      findProducts: async function* (...args) {
        const { end } = begin('look-up')
        try {
          yield* vision.findProducts(...args)
        } finally {
          end('ok')
        }
      },
    }),

    remote: (remote: RemoteFinder): RemoteFinder => ({
      ...remote,
      lens: measureStage('web-shops', remote.lens),
    }),

    scans: (scans: ScanService): ScanService => ({
      ...scans,
      scan: async (...args) => {
        const started = performance.now()
        let outcome: 'ok' | 'failed' = 'failed'
        try {
          await scans.scan(...args)
          outcome = 'ok'
        } finally {
          metrics.countScan(outcome, performance.now() - started)
        }
      },
    }),
  }
}
