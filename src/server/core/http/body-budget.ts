import { totalmem } from 'node:os'
import { serverBusy } from './shed-load.ts'

const MEGABYTE = 1024 * 1024
/** A body is held as it was read, as one piece, and as the files and fields in it. */
const COPIES = 3
const SHARE_OF_MEMORY = 1 / 16
const LEAST_BYTES = 96 * MEGABYTE
const MOST_BYTES = 512 * MEGABYTE

/** A sixteenth of what this process may use: a container may be given less than the machine has. */
export const bodyBudgetBytes = (
  memory = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): number => Math.min(MOST_BYTES, Math.max(LEAST_BYTES, memory * SHARE_OF_MEMORY))

/**
 * What the bodies of all requests may hold together. Their number does not bound it: 500 requests with
 * 10 MB each would end the process.
 */
export const createBodyBudget = (maxBytes: number) => {
  let total = 0
  return {
    open() {
      let held = 0
      return {
        /** Before these bytes of the request's body are read. Throws a 503 if there is no room. */
        hold(bytes: number) {
          if (total + bytes * COPIES > maxBytes) throw serverBusy()
          total += bytes * COPIES
          held += bytes * COPIES
        },
        release() {
          total -= held
          held = 0
        },
      }
    },
  }
}
export type BodyBudget = ReturnType<typeof createBodyBudget>
export type HeldBody = ReturnType<BodyBudget['open']>
