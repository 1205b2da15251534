import type { Rates } from '#shared/domain/money.ts'
import { fetchWithin } from '#server/core/concurrency/timeouts.ts'
import { parseEcbRates, RatesUnusable } from './ecb-rates.ts'
import type { RatesStore } from './rates.store.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000_000
/** The bank publishes once a working day. */
const REREAD_MS = 10 * 60_000
/** Prices of other currencies then cannot be compared. */
const UNKNOWN: Rates = { date: '1970-01-01', perEuro: {} }

/** Exchange rates: those of RATES_URL if it is set, otherwise the ones this version came with. */
export const createRates = (store: RatesStore, ratesUrl: string | undefined) => {
  let known: { rates: Rates; until: number } | null = null

  const current = async (): Promise<Rates> => {
    if (known && known.until > performance.now()) return known.rates
    const rates = (await store.newest()) ?? UNKNOWN
    known = { rates, until: performance.now() + REREAD_MS }
    return rates
  }

  return {
    current,

    refresh: async (): Promise<void> => {
      if (ratesUrl === undefined) return
      await store.keep(parseEcbRates(await fetchWithin({ ms: TIMEOUT_MS }, ratesUrl, {}, readText)))
      known = null
    },
  }
}
export type RatesService = ReturnType<typeof createRates>

/** The operator chose this address, so it may be on an internal network. */
const readText = async (response: Response): Promise<string> => {
  if (!response.ok || !response.body)
    throw new RatesUnusable(`The address of the exchange rates answers with ${response.status}`)
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > MAX_BYTES) throw new RatesUnusable('The exchange rates are too large')
  }
  return text + decoder.decode()
}
