const DEFAULT = 10
const SMALLEST = 2
/** By default, so many servers fit into the connections of a database. */
const SERVERS = 3
/** Of one server besides its pool: one listens, one checks, one is for maintenance. */
const OTHERS = 3

/** The size of a server's pool if DATABASE_POOL does not say it. */
export const defaultPoolSize = (connections: number): number =>
  Math.min(DEFAULT, Math.max(SMALLEST, Math.floor(connections / SERVERS) - OTHERS))
