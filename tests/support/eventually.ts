import { vi } from 'vitest'

/** A second, Vitest's own patience, is not enough where tests share a busy machine. */
const PATIENCE_MS = 60_000

/** Waits until `check` no longer throws. Where a time is promised, a test names it to `vi.waitFor`. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, PATIENCE_MS)
