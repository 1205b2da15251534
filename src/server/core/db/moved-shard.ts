import { codeOf } from '#server/core/error-code.ts'

const UNDEFINED_TABLE = '42P01'

/**
 * Repeats a read once if its table is missing. Citus drops a shard some seconds after it has moved it,
 * and a statement that was planned before the move fails; the second attempt is planned anew.
 */
export const retryAfterMove = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read()
  } catch (error) {
    if (codeOf(error) !== UNDEFINED_TABLE) throw error
    return read()
  }
}
