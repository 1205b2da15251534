import { createRunFolder } from '#tests/support/run-folder.ts'
import { type Service, startService, waitUntilTrue } from './service.ts'
import { auditLedger, type Kind, type Ledger, writeRecord } from './writes.ts'

export type Outcome = {
  fault: string
  rounds: number
  acknowledged: number
  lost: number
  broken: number
  /** Longest time from the end of a fault to the next acknowledged write. */
  recoveryMs: number
  note: string
}

export type Fault = (program: string[], rounds: number) => Promise<Outcome>

export const KINDS: Kind[] = ['favorite', 'product', 'upload']

export const expectTrue = (expectation: string, isTrue: boolean) => {
  if (!isTrue) throw new Error(expectation)
}

/** Until every kind of write is acknowledged again. */
export const waitForRecovery = async (service: Service, ledger: Ledger): Promise<number> => {
  const started = performance.now()
  await waitUntilTrue('the server is ready', service.isReady)
  for (const kind of KINDS)
    await waitUntilTrue(
      `a ${kind} is acknowledged`,
      async () => (await writeRecord(service.baseUrl, ledger, kind)) === 200,
    )
  return performance.now() - started
}

export const reportOutcome = async (
  fault: string,
  service: Service,
  ledgers: readonly Ledger[],
  recoveries: readonly number[],
  note = '',
): Promise<Outcome> => {
  const audits = await Promise.all(ledgers.map((ledger) => auditLedger(service.baseUrl, ledger)))
  const sum = (count: (audit: (typeof audits)[number]) => number) =>
    audits.reduce((total, audit) => total + count(audit), 0)
  return {
    fault,
    rounds: recoveries.length,
    acknowledged: sum(({ acknowledged }) => acknowledged),
    lost: sum(({ lost }) => lost.length),
    broken: sum(({ broken }) => broken.length),
    recoveryMs: Math.round(Math.max(...recoveries)),
    note,
  }
}

type Setting = { dataDir?: string; env?: Record<string, string> }

export const withService = async <T>(
  program: string[],
  { dataDir, env }: Setting,
  work: (service: Service) => Promise<T>,
): Promise<T> => {
  const service = await startService({
    dataDir: dataDir ?? (await createRunFolder()),
    program,
    ...(env ? { env } : {}),
  })
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

export const createSkippedOutcome = (fault: string, note: string): Outcome => ({
  fault,
  rounds: 0,
  acknowledged: 0,
  lost: 0,
  broken: 0,
  recoveryMs: 0,
  note,
})

/** A fault that the service did not survive. */
export const createFailedOutcome = (fault: string, error: unknown): Outcome => ({
  ...createSkippedOutcome(
    fault,
    `FAILED: ${error instanceof Error ? error.message : String(error)}`,
  ),
  broken: 1,
})

export const requireValue = <T>(value: T | undefined, message = 'Nobody signed in'): T => {
  if (value === undefined) throw new Error(message)
  return value
}
