import type { Pool, PoolClient } from 'pg'
import type { Tracer } from './tracer.ts'

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  if (typeof query === 'object' && query !== null && 'text' in query) return String(query.text)
  return ''
}

/** Only the statement, never the values: those are people's data. */
const openQuery = (tracer: Tracer, query: unknown) => {
  const text = textOf(query).trim().replaceAll(/\s+/g, ' ')
  const operation = /^\w+/.exec(text)?.[0].toUpperCase() ?? 'query'
  return tracer.openChild(operation, 'client', {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.query.text': text,
  })
}

const traceClient = (client: PoolClient, tracer: Tracer) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const traced = (...args: unknown[]): unknown => {
    const span = openQuery(tracer, args[0])
    if (!span) return query(...args)
    const last = args.at(-1)
    if (typeof last === 'function') {
      const done = last as (error: unknown, ...rest: unknown[]) => void
      return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        span.end({ isFailed: Boolean(error) })
        done(error, ...rest)
      })
    }
    const result = query(...args)
    if (result instanceof Promise)
      result.then(
        () => span.end(),
        () => span.end({ isFailed: true }),
      )
    return result
  }
  client.query = traced as typeof client.query
}

/** A span for each statement of a request. */
export const traceQueries = (pool: Pool, tracer: Tracer) => {
  const known = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    traceClient(client, tracer)
  })
}
