import type { z } from 'zod'
import { daySchema } from '#shared/contract/call.ts'
import { AppError } from './errors.ts'
import { isStorable } from './json-body.ts'
import { HTTP_TEXT } from './http-messages.ts'

export const refuseCursor = (): never => {
  throw new AppError(400, HTTP_TEXT.wrongField('query', 'after'))
}

/** Encoded JSON, so that any text can be part of it. */
export const encodeCursor = (...parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON; no schema accepts it.
    return undefined
  }
}

export const decodeCursor = <T>(cursor: string, parts: z.ZodType<T>): T => {
  const value = parseJson(Buffer.from(cursor, 'base64url').toString())
  const parsed = parts.safeParse(value)
  return parsed.success && isStorable(value) ? parsed.data : refuseCursor()
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
