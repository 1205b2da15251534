import type { IncomingMessage } from 'node:http'

/** When requests were read. Those that wait for their turn have waited since then. */
const arrivals = new WeakMap<IncomingMessage, number>()

export const noteArrival = (request: IncomingMessage, at: number) => arrivals.set(request, at)
/** Undefined for a request that came without a port, as in tests. */
export const arrivalOf = (request: IncomingMessage | undefined) =>
  request ? arrivals.get(request) : undefined
