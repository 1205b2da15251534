/** Null if all is well, otherwise a plain reason. */
export type ReadinessCheck = () => Promise<string | null>

type Checks = {
  /** Who says so. */
  who?: 'server' | 'worker'
  /** Without these the server cannot answer. */
  needed: readonly ReadinessCheck[]
  /**
   * Without these it still answers most requests. Taking it out of service would not help, because the
   * other servers often have the same problem.
   */
  useful: readonly ReadinessCheck[]
}

const reasonsOf = async (checks: readonly ReadinessCheck[]): Promise<string> =>
  (await Promise.all(checks.map((check) => check()))).filter((reason) => reason !== null).join(' ')

/** Whether this server should get requests. Only `/healthz` says whether the process runs. */
export const createReadiness = ({ who = 'server', needed, useful }: Checks) => {
  let isStarting = true
  let stopped: AbortSignal | null = null
  return {
    /** Sign-in and streams work: until then the port is open, but a balancer should wait. */
    start: () => {
      isStarting = false
    },
    /** From the signal on, even if it arrives while the last steps of the start are taken. */
    stopOn: (signal: AbortSignal) => {
      stopped = signal
    },
    report: async () => {
      if (stopped?.aborted)
        return { status: 'stopping', reason: `The ${who} is stopping.` } as const
      if (isStarting) return { status: 'starting', reason: `The ${who} is starting.` } as const
      const missing = await reasonsOf(needed)
      if (missing) return { status: 'failing', reason: missing } as const
      const missed = await reasonsOf(useful)
      return missed
        ? ({ status: 'degraded', reason: missed } as const)
        : ({ status: 'ok' } as const)
    },
  }
}
export type Readiness = ReturnType<typeof createReadiness>
