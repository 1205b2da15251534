/** Requests are begun for this long; then others are read, health checks among them. */
const TURN_MS = 5
/**
 * So many new connections are let in before anything is begun, and for at least this long. Time alone
 * would not do: where other programs take the processor, a few turns fill it.
 */
const LET_IN = 50
const LET_IN_MS = 20

type Work = { begin: () => void; since: number }

/**
 * Requests that have been read but not begun. Node accepts one connection in each turn of its event
 * loop. If it began all requests of a crowd in one turn, new connections would wait in the system's
 * queue, where they can be neither refused nor told from health checks. So while connections arrive,
 * turns stay short.
 */
export const createWorkQueue = (now = () => performance.now()) => {
  const waiting: Work[] = []
  let connections = 0
  let known = 0
  let beganAt = -Infinity
  let knownThen = -Infinity
  let isScheduled = false

  const beginSome = () => {
    const endsAt = now() + TURN_MS
    do waiting.shift()?.begin()
    while (waiting.length > 0 && now() < endsAt)
    beganAt = now()
    knownThen = known
  }
  const haveManyComeIn = () => connections - knownThen >= LET_IN && now() - beganAt > LET_IN_MS
  const schedule = () => {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const isArriving = connections !== known
      known = connections
      if (!isArriving || haveManyComeIn()) beginSome()
      schedule()
    })
  }
  return {
    noteConnection() {
      connections += 1
    },
    /** Connections so far. */
    connections: () => connections,
    add(begin: () => void) {
      waiting.push({ begin, since: now() })
      schedule()
    },
    size: () => waiting.length,
    /** How long the oldest request has waited. */
    waitMs: () => (waiting[0] ? now() - waiting[0].since : 0),
  }
}
export type WorkQueue = ReturnType<typeof createWorkQueue>
