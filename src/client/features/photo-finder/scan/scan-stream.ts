import { SCAN } from '#shared/constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'

/** The stream broke and could not be resumed. */
class ScanLostError extends Error {
  constructor(cause?: unknown) {
    super(FINDER_TEXT.connectionLost, { cause })
    this.name = 'ScanLostError'
  }
}

export type ScanConnection = {
  start: (signal: AbortSignal) => Promise<Response>
  resume: (scanId: string, after: number, signal: AbortSignal) => Promise<Response>
}

type Waiting = (tries: number, signal: AbortSignal) => Promise<void>

/** Waits half a second, and twice as long each time; an abort ends the wait. */
const waitLonger: Waiting = (tries, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 250 * 2 ** tries)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
    if (rest !== '') yield rest
  } finally {
    // A broken stream has nothing left to cancel.
    await reader.cancel().catch(() => undefined)
  }
}

const isLast = ({ type }: ScanEvent) => type === 'done' || type === 'failed'

/** A refusal would come again, but after a 5xx another server may answer. */
const isRefusal = (error: unknown) =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500

/** Yields every event once and in order, across lost connections. */
export async function* scanEvents(
  connection: ScanConnection,
  signal: AbortSignal,
  wait: Waiting = waitLonger,
): AsyncGenerator<ScanEvent> {
  let scanId: string | null = null
  let lastSeq = 0
  let tries = 0
  let response = await connection.start(signal)
  for (;;) {
    let problem: unknown
    try {
      if (!response.body) throw new ScanLostError()
      for await (const line of readLines(response.body)) {
        const event = JSON.parse(line) as ScanEvent
        if (event.seq <= lastSeq) continue
        lastSeq = event.seq
        tries = 0
        if (event.type === 'started') scanId = event.scanId
        yield event
        if (isLast(event)) return
      }
    } catch (error) {
      problem = error
    }
    signal.throwIfAborted()
    for (;;) {
      tries += 1
      if (scanId === null || tries > SCAN.resumeTries) throw new ScanLostError(problem)
      await wait(tries, signal)
      try {
        response = await connection.resume(scanId, lastSeq, signal)
        break
      } catch (error) {
        signal.throwIfAborted()
        if (isRefusal(error)) throw new ScanLostError(error)
        problem = error
      }
    }
  }
}
