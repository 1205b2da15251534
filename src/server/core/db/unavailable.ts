import { DatabaseError } from 'pg'

/** No connection was to be had: the database is down, or too many requests wait for it. */
export class DatabaseUnavailable extends Error {}

/**
 * Errors after which the same request may succeed: connections lost or refused (class 08, 53300, 57P0x),
 * and statements that ran into a timeout (55P03, 57014, 25P03).
 */
const PASSING = /^(08...|53300|57P0[1-5]|55P03|57014|25P0[34])$/
const SOCKET_CODES = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT'])
/** node-postgres gives these no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered|Client was closed|Query read timeout)/

const isPassing = (error: Error): boolean => {
  if (error instanceof DatabaseUnavailable) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error instanceof DatabaseError) return PASSING.test(code)
  return SOCKET_CODES.has(code) || DRIVER_MESSAGES.test(error.message)
}

/** Also if a library wrapped it. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  error instanceof Error && (isPassing(error) || isDatabaseUnavailable(error.cause))
