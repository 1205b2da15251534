import { daySchema } from '#shared/contract/call.ts'
import { AppError } from './errors.ts'

export const refuseCursor = (): never => {
  throw new AppError(400, "Invalid query field 'after'")
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2}$/

/**
 * Reads a cursor of a time, as PostgreSQL writes it, and an id. Refuses times that PostgreSQL does not
 * have, such as the year 0 or 30 February: in a query they would fail with a 500.
 */
export const parseTimeCursor = (cursor: string): { at: string; id: string } => {
  const [at = '', ...rest] = cursor.split('|')
  const [day, timeOfDay = ''] = at.split(' ')
  if (!daySchema.safeParse(day).success || !TIME_OF_DAY.test(timeOfDay)) refuseCursor()
  return { at, id: rest.join('|') }
}
