export class QueueFull extends Error {}

/** At most `atOnce` pieces of work run, at most `waiting` wait; more are refused with QueueFull. */
export const createQueue = (atOnce: number, waiting: number) => {
  let running = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new QueueFull('Too much is waiting already')
      await new Promise<void>((resolve) => line.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = line.shift()
      // Whoever waits takes over the place: counting down and up again would let a third one in.
      if (next) next()
      else running -= 1
    }
  }
}
