/** Null if all is well, otherwise a plain reason. */
type ReadinessCheck = () => Promise<string | null>

type Checks = {
  processName?: 'server' | 'worker'
  /** If one of these fails, the server cannot answer requests. */
  required: readonly ReadinessCheck[]
  /**
   * If one of these fails, the server still answers most requests. Taking it out of service would not
   * help, because the other servers often have the same problem.
   */
  optional: readonly ReadinessCheck[]
}

const describeFailedChecks = async (checks: readonly ReadinessCheck[]): Promise<string> =>
  (await Promise.all(checks.map((check) => check()))).filter((reason) => reason !== null).join(' ')

/** Tells whether this server should get requests; `/healthz` tells whether the process is running. */
export const createReadiness = ({ processName = 'server', required, optional }: Checks) => {
  let isStarting = true
  let stopped: AbortSignal | null = null
  return {
    /** Called once sign-in and streams work. Before that the port is open, but load balancers should wait. */
    start: () => {
      isStarting = false
    },
    /** Reports `stopping` from the signal on, even if it arrives before the start has finished. */
    stopOn: (signal: AbortSignal) => {
      stopped = signal
    },
    report: async () => {
      if (stopped?.aborted)
        return { status: 'stopping', reason: `The ${processName} is stopping.` } as const
      if (isStarting)
        return { status: 'starting', reason: `The ${processName} is starting.` } as const
      const failures = await describeFailedChecks(required)
      if (failures) return { status: 'failing', reason: failures } as const
      const degradations = await describeFailedChecks(optional)
      return degradations
        ? ({ status: 'degraded', reason: degradations } as const)
        : ({ status: 'ok' } as const)
    },
  }
}
export type Readiness = ReturnType<typeof createReadiness>
