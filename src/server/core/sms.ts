import type { Logger } from 'pino'
import type { Env } from '#server/core/env.ts'
import { replaceProductName, type SiteName } from '#server/core/site-name.ts'
import { fetchWithTimeout } from '#server/core/concurrency/timeouts.ts'

export type Sms = { send(phone: string, text: string): Promise<void> }

const TIMEOUT_MS = 10_000

/** Sends nothing, so the operator has to pass the code on. The text is secret, so it is not logged. */
const createLogOnlySms = (log: Logger): Sms => ({
  send: async (phone) => {
    log.warn({ phone }, 'No SMS provider is set (SMS_URL): this message was not sent')
  },
})

/** Works with any provider or gateway that accepts `{ to, text }` as JSON with a bearer token. */
export const createHttpSms = (url: string, token: string): Sms => ({
  send: async (phone, text) => {
    const message: RequestInit = {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ to: phone, text }),
      redirect: 'error',
    }
    const { ok, status } = await fetchWithTimeout(
      { ms: TIMEOUT_MS },
      url,
      message,
      (reply) => reply,
    )
    if (!ok) throw new Error(`The SMS provider answered ${status}`)
  },
})

export const createSms = (
  { SMS_URL, SMS_TOKEN }: Pick<Env, 'SMS_URL' | 'SMS_TOKEN'>,
  log: Logger,
  siteName: SiteName,
): Sms => {
  const sms = SMS_URL && SMS_TOKEN ? createHttpSms(SMS_URL, SMS_TOKEN) : createLogOnlySms(log)
  return {
    send: async (phone, text) => sms.send(phone, replaceProductName(await siteName(), text)),
  }
}
