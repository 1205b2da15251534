/** Null if all is well, otherwise a plain reason. */
export type ReadinessCheck = () => Promise<string | null>

/** Whether this server should get requests. Only `/healthz` says whether the process runs. */
export const createReadiness = (checks: readonly ReadinessCheck[]) => {
  let isStopping = false
  return {
    stop: () => {
      isStopping = true
    },
    report: async () => {
      if (isStopping) return { status: 'stopping', reason: 'The server is stopping.' } as const
      const reasons = (await Promise.all(checks.map((check) => check()))).filter(
        (reason) => reason !== null,
      )
      if (reasons.length === 0) return { status: 'ok' } as const
      return { status: 'failing', reason: reasons.join(' ') } as const
    },
  }
}
export type Readiness = ReturnType<typeof createReadiness>
