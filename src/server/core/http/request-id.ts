import { randomUUID } from 'node:crypto'

/** What proxies and tracing tools write; nothing that could forge a log line or a header. */
const GIVEN = /^[\w.:+=/-]{8,128}$/

/** The id that a trusted proxy gave the request, so that its log and ours name it alike; or a new one. */
export const requestIdOf = (given: string | undefined, trustedProxies: number): string =>
  trustedProxies > 0 && given !== undefined && GIVEN.test(given) ? given : randomUUID()
