/** For how long one request may keep the event loop from doing anything else. */
export const MAX_BLOCK_MS = 100

const TICK_MS = 2
const ATTEMPTS = 3

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const measureLongestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0
  let last = { at: performance.now(), cpuMs: cpuMs() }
  const note = () => {
    const now = { at: performance.now(), cpuMs: cpuMs() }
    // If other processes have the processor, the clock advances without any work of this one.
    longest = Math.max(longest, Math.min(now.at - last.at, now.cpuMs - last.cpuMs))
    last = now
  }
  const timer = setInterval(note, TICK_MS)
  try {
    await work()
    await pause(2 * TICK_MS)
    note()
  } finally {
    clearInterval(timer)
  }
  return longest
}

/**
 * For how many milliseconds `work` keeps the event loop from doing anything else. Stops at the first
 * attempt within `MAX_BLOCK_MS`: compiling and collecting garbage take time at random moments.
 */
export const measureBlock = async (work: () => Promise<unknown>) => {
  let shortest = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && shortest >= MAX_BLOCK_MS; attempt += 1)
    shortest = Math.min(shortest, await measureLongestBlock(work))
  return shortest
}
