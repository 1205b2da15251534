import { SaxesParser } from 'saxes'
import { fetchWithTimeout } from '#server/core/concurrency/timeouts.ts'
import type { Core } from '#server/core/core.ts'
import type { Connection } from '#server/core/db/query.ts'
import { calls, type Feature } from '#server/core/feature.ts'
import type { Handlers } from '#server/core/http/serve.ts'
import { succeeded } from '#shared/contract/call.ts'
import { rateCalls } from '#shared/contract/system.ts'
import type { Rates } from '#shared/domain/price.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { createRatesStore } from './rates.store.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000
/** The bank publishes once a working day. */
const REREAD_MS = 10 * MINUTE_MS
/** Without rates, prices in different currencies cannot be compared. */
const NO_RATES: Rates = { date: '1970-01-01', perEuro: {} }
/** A list with fewer rates is rejected as incomplete. */
const MIN_RATES = 5

class InvalidRatesError extends Error {}

/** Exchange rates: from RATES_URL if it is set, otherwise those that came with this version. */
export const createRates = (pool: Connection, ratesUrl: string | undefined) => {
  const store = createRatesStore(pool)
  let cached: { rates: Rates; until: number } | null = null
  return {
    current: async (): Promise<Rates> => {
      if (cached && cached.until > performance.now()) return cached.rates
      const rates = (await store.newest()) ?? NO_RATES
      cached = { rates, until: performance.now() + REREAD_MS }
      return rates
    },

    refresh: async (): Promise<void> => {
      if (ratesUrl === undefined) return
      await store.replace(
        parseEcbRates(await fetchWithTimeout({ ms: TIMEOUT_MS }, ratesUrl, {}, readText)),
      )
      cached = null
    },
  }
}

export const ratesFeature = ({ pool, env }: Core) => {
  const { current, refresh } = createRates(pool, env.RATES_URL)
  const handlers: Handlers<typeof rateCalls> = {
    'GET /api/rates': async () => succeeded(await current()),
  }
  return {
    current,
    feature: {
      routes: [calls(rateCalls, handlers)],
      hourly: { 'exchange rates': refresh },
    } satisfies Feature,
  }
}
export type RatesService = ReturnType<typeof ratesFeature>

/** The operator chose this address, so it may be on an internal network. */
const readText = async (response: Response): Promise<string> => {
  if (!response.ok || !response.body)
    throw new InvalidRatesError(`RATES_URL answered with status ${response.status}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MAX_BYTES) throw new InvalidRatesError('The exchange rates are too large')
  }
  return text + decoder.decode()
}

/** The newest day in XML of the European Central Bank's form. */
export const parseEcbRates = (xml: string): Rates => {
  const days: { date: string; perEuro: Record<string, number> }[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new InvalidRatesError(`The exchange rates are not well-formed XML: ${error.message}`)
  })
  parser.on('opentag', ({ name, attributes: { time, currency, rate } }) => {
    if (name.replace(/^.*:/, '') !== 'Cube') return
    if (time !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(time))
      days.push({ date: time, perEuro: {} })
    const value = Number(rate)
    const day = days.at(-1)
    if (day && currency !== undefined && /^[A-Z]{3}$/.test(currency) && value > 0 && value < 1e9)
      day.perEuro[currency] = value
  })
  parser.write(xml).close()
  const newest = days.toSorted((a, b) => b.date.localeCompare(a.date))[0]
  if (!newest || Object.keys(newest.perEuro).length < MIN_RATES)
    throw new InvalidRatesError('RATES_URL did not answer with exchange rates')
  return newest
}
