import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { type Answer, type Crowd, NO_ANSWER, type CrowdRequest } from './crowd.ts'

/** Kinds are interleaved in proportion to their shares, in the same order in each run. */
const createChooser = (requests: readonly CrowdRequest[]) => {
  const total = requests.reduce((sum, { share }) => sum + share, 0)
  const sentCounts = requests.map(() => 0)
  return (index: number): CrowdRequest => {
    const missing = requests.map(
      ({ share }, at) => ((index + 1) * share) / total - (sentCounts[at] ?? 0),
    )
    const chosenIndex = missing.indexOf(Math.max(...missing))
    sentCounts[chosenIndex] = (sentCounts[chosenIndex] ?? 0) + 1
    const request = requests[chosenIndex]
    if (!request) throw new Error('A crowd needs requests')
    return request
  }
}

const letters = new Map<number, Buffer>()
/** One copy for all: the crowd's memory is not the matter. */
const createLetters = (bytes: number): Buffer => {
  const payload = letters.get(bytes) ?? Buffer.alloc(bytes, 'x')
  letters.set(bytes, payload)
  return payload
}

const buildAddress = (index: number) =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/**
 * Requests at a steady rate, whether or not earlier ones have been answered: visitors do not wait for
 * each other.
 */
const sendRequests = async ({ perSecond, seconds, requests, connections, forwarded }: Crowd) => {
  const agent = new Agent({ headersTimeout: 60_000, connections: connections ?? null })
  const choose = createChooser(requests)
  const ask = async (index: number, dueAt: number): Promise<Answer> => {
    const { kind, url, method = 'GET', headers = {}, body, bodyBytes } = choose(index)
    const lateMs = performance.now() - dueAt
    const from: Record<string, string> = forwarded ? { 'x-forwarded-for': buildAddress(index) } : {}
    try {
      const reply = await request(url.replaceAll('INDEX', String(index)), {
        dispatcher: agent,
        method,
        headers: { ...headers, ...from },
        body: bodyBytes
          ? createLetters(bodyBytes)
          : (body?.replaceAll('INDEX', String(index)) ?? null),
      })
      await reply.body.dump({ limit: Number.MAX_SAFE_INTEGER })
      const retryAfter = reply.headers['retry-after']?.toString()
      const ms = performance.now() - dueAt
      return { kind, status: reply.statusCode, ms, lateMs, ...(retryAfter && { retryAfter }) }
    } catch {
      return { kind, status: NO_ANSWER, ms: performance.now() - dueAt, lateMs }
    }
  }
  const startedAt = performance.now()
  const answers: Promise<Answer>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const dueAt = startedAt + (index * 1_000) / perSecond
    const early = dueAt - performance.now()
    if (early > 1) await sleep(early)
    answers.push(ask(index, dueAt))
  }
  const all = await Promise.all(answers)
  await agent.close()
  return all
}

const crowds = (await json(process.stdin)) as Crowd[]
process.stdout.write(JSON.stringify(await Promise.all(crowds.map(sendRequests))))
