/** Lets several works of one scan speak in one stream, in the order in which they have something to say. */
export const createEventChannel = <T>() => {
  const waiting: T[] = []
  let isClosed = false
  let problem: { error: unknown } | null = null
  let wake: () => void = () => undefined

  return {
    push: (event: T) => {
      waiting.push(event)
      wake()
    },
    close: () => {
      isClosed = true
      wake()
    },
    fail: (error: unknown) => {
      problem ??= { error }
      isClosed = true
      wake()
    },
    async *read(): AsyncGenerator<T> {
      for (;;) {
        const next = waiting.shift()
        if (next !== undefined) yield next
        else if (problem) throw problem.error
        else if (isClosed) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
