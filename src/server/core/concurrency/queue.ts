export class QueueFull extends Error {}

/** Runs at most `atOnce` tasks and lets `waiting` more wait; further ones are refused with QueueFull. */
export const createQueue = (atOnce: number, waiting: number) => {
  let running = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (line.length >= waiting) throw new QueueFull('The queue is full')
      await new Promise<void>((resolve) => line.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = line.shift()
      // The next one takes over the slot: freeing it first would let another caller in between.
      if (next) next()
      else running -= 1
    }
  }
}
