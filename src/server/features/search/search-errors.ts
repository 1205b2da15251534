import { isDatabaseUnavailable } from '#server/core/db/pools.ts'
import { AppError, getErrorCode } from '#server/core/http/errors.ts'
import { SEARCH_RESULT_TEXT } from './search-messages.ts'

export const SEARCH_UNAVAILABLE = 'search-unavailable'

export const searchUnavailable = (cause: unknown) =>
  new AppError(503, SEARCH_RESULT_TEXT.unavailable, {
    cause,
    retryAfterSeconds: 10,
    code: SEARCH_UNAVAILABLE,
  })

/** The catalogue has changed, but the search database does not reflect it. */
export const changeNotApplied = (cause?: unknown) =>
  new AppError(503, SEARCH_RESULT_TEXT.isBehind, {
    cause,
    retryAfterSeconds: 30,
    code: SEARCH_UNAVAILABLE,
  })

/**
 * What servers created in the search database is gone: tables, columns, types and functions of pgvector,
 * the schema or the whole database.
 */
const LOST_SQL_STATES = /^(42P01|42703|42704|42883|3F000|3D000)$/
/** The role has lost its password or its rights. */
const DENIED_SQL_STATES = /^(42501|28...)$/

export const isContentLost = (error: unknown): boolean => LOST_SQL_STATES.test(getErrorCode(error))

/** Visitors can only wait, whatever the reason is. */
export const isSearchUnavailable = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  isContentLost(error) ||
  DENIED_SQL_STATES.test(getErrorCode(error))
