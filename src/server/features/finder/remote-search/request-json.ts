import { setTimeout as delay } from 'node:timers/promises'
import { REMOTE_SEARCH } from '#shared/constants.ts'
import { fetchWithin } from '#server/core/concurrency/timeouts.ts'
import { readUpTo } from '#server/core/web/public-client.ts'
import { RemoteSearchError } from './remote-search.ts'

export type HttpOptions = { timeoutMs: number; tries: number; backoffMs: number }

export const DEFAULT_HTTP: HttpOptions = {
  timeoutMs: REMOTE_SEARCH.timeoutMs,
  tries: REMOTE_SEARCH.tries,
  backoffMs: 400,
}

const isWorthAnotherTry = (status: number) => status === 429 || status >= 500

/** A reply is a few hundred kilobytes; anything larger is not one. */
const MAX_REPLY_BYTES = 5 * 1024 * 1024

/** A JSON request with a time limit per try, and a second try with jitter on 429 and 5xx. */
export const requestJson = async (
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
  options: HttpOptions = DEFAULT_HTTP,
): Promise<unknown> => {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptJson(url, init, signal, options.timeoutMs)
    if (!(outcome instanceof RemoteSearchError)) return outcome.json
    const isLast = attempt >= options.tries
    const mayRetry =
      outcome.status === undefined
        ? outcome.failure !== 'unreadable'
        : isWorthAnotherTry(outcome.status)
    if (isLast || !mayRetry) throw outcome
    await delay(options.backoffMs * (0.5 + Math.random()), undefined, { signal })
  }
}

const isTimeout = (cause: unknown) => cause instanceof DOMException && cause.name === 'TimeoutError'

const attemptJson = async (
  url: URL,
  init: RequestInit,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ json: unknown } | RemoteSearchError> => {
  try {
    const { ok, status, text } = await fetchWithin(
      { ms: timeoutMs, signal },
      url,
      { ...init, redirect: 'error' },
      readReply,
    )
    if (!ok) return refusal(status)
    try {
      return { json: JSON.parse(text) as unknown }
    } catch (cause) {
      return new RemoteSearchError('unreadable', 'The provider did not send JSON', { cause })
    }
  } catch (cause) {
    if (cause instanceof RemoteSearchError) return cause
    if (signal.aborted) throw cause
    return isTimeout(cause)
      ? new RemoteSearchError('timeout', `No answer within ${timeoutMs} ms`, { cause })
      : new RemoteSearchError('unreachable', 'The provider could not be reached', { cause })
  }
}

const tooLarge = () => new RemoteSearchError('unreadable', 'The reply is too large')

const readReply = async ({ ok, status, body }: Response) => ({
  ok,
  status,
  text: body ? (await readUpTo(body, MAX_REPLY_BYTES, tooLarge)).toString() : '',
})

const refusal = (status: number) =>
  status === 429
    ? new RemoteSearchError('quota', 'The quota or rate of the provider is used up', { status })
    : status >= 500
      ? new RemoteSearchError('unreachable', `The provider failed: ${status}`, { status })
      : new RemoteSearchError('refused', `The provider refused the call: ${status}`, { status })
