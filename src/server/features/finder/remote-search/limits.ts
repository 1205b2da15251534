import { SECOND_MS } from '#shared/durations.ts'

/** Timeout and attempts of a provider call, and SerpApi's upload limits. */
export const REMOTE_SEARCH = {
  timeoutMs: 8 * SECOND_MS,
  tries: 2,
  /** For all attempts together, so that a slow provider delays no scan. */
  deadlineMs: 10 * SECOND_MS,
  serpApiImageMaxBytes: 500_000,
} as const
