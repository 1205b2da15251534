import type { Context } from 'hono'

const REPLACEMENT = '\ufffd'

/**
 * The one place that decodes path and query text. PostgreSQL rejects NUL, so NUL becomes the
 * replacement character: the request then gets the answer of anything unknown instead of a 500.
 */
const readable = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, text.replaceAll('\u0000', REPLACEMENT)]),
  )

export const pathText = (context: Context): Record<string, string> => readable(context.req.param())

/** The first value of each name. */
export const queryText = (context: Context): Record<string, string> => readable(context.req.query())
