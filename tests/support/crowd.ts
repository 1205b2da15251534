import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

export type Wish = { url: string; headers?: Record<string, string> }
type Rate = {
  perSecond: number
  seconds: number
  /** As many as are needed, if absent. */
  connections?: number | null
}
export type Answer = { status: number; ms: number; retryAfter: string | undefined }

/** A connection that failed. */
export const NO_ANSWER = 0

/**
 * Requests at a steady rate, whether or not earlier ones have been answered: visitors do not wait for
 * each other. Each is timed from the moment it was due.
 */
export const sendCrowd = async (
  { perSecond, seconds, connections = null }: Rate,
  wish: (index: number) => Wish,
): Promise<Answer[]> => {
  const agent = new Agent({ headersTimeout: 60_000, connections })
  const ask = async (index: number, dueAt: number): Promise<Answer> => {
    const { url, ...rest } = wish(index)
    const { statusCode, headers, body } = await request(url, { ...rest, dispatcher: agent })
    await body.dump({ limit: Number.MAX_SAFE_INTEGER })
    return {
      status: statusCode,
      ms: performance.now() - dueAt,
      retryAfter: headers['retry-after']?.toString(),
    }
  }
  const startedAt = performance.now()
  const answers: Promise<Answer>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond
    const early = dueAt - performance.now()
    if (early > 1) await sleep(early)
    const failed = () => ({
      status: NO_ANSWER,
      ms: performance.now() - dueAt,
      retryAfter: undefined,
    })
    answers.push(ask(index, dueAt).catch(failed))
  }
  try {
    return await Promise.all(answers)
  } finally {
    await agent.close()
  }
}
