import type { ServerMetrics } from '#server/telemetry/server-metrics.ts'
import type { FinderVision } from './index.ts'
import type { RemoteFinder } from './remote-finder.service.ts'
import type { ScanService } from './scan.service.ts'

type Counts = Pick<ServerMetrics, 'countScan' | 'countStage'>

/** Measures the stages of scans without the scan knowing about it. */
export const observeVision = (vision: FinderVision, { countStage }: Counts): FinderVision => ({
  ...vision,
  detect: timed('detect', vision.detect, countStage),
  similarToCrop: timed('crop', vision.similarToCrop, countStage),
  appearanceOf: timed('appearance', vision.appearanceOf, countStage),
  lookUp: async function* (...args) {
    const started = performance.now()
    try {
      yield* vision.lookUp(...args)
    } finally {
      countStage('look-up', performance.now() - started)
    }
  },
})

export const observeRemote = (remote: RemoteFinder, { countStage }: Counts): RemoteFinder => ({
  ...remote,
  lens: timed('web-shops', remote.lens, countStage),
})

export const observeScans = (scans: ScanService, { countScan }: Counts): ScanService => ({
  ...scans,
  scan: async (...args) => {
    const started = performance.now()
    let outcome: 'ok' | 'failed' = 'failed'
    try {
      await scans.scan(...args)
      outcome = 'ok'
    } finally {
      countScan(outcome, performance.now() - started)
    }
  },
})

const timed =
  <Args extends unknown[], T>(
    stage: string,
    work: (...args: Args) => Promise<T>,
    count: Counts['countStage'],
  ) =>
  async (...args: Args): Promise<T> => {
    const started = performance.now()
    try {
      return await work(...args)
    } finally {
      count(stage, performance.now() - started)
    }
  }
