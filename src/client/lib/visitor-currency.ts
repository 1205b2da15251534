import { create } from 'zustand'
import { browserStorage, PREFERENCES } from './browser-storage.ts'
import { useIsHydrating } from './use-media-query.ts'

const EURO_REGIONS = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'
/** The code of each begins with that of its region. */
const NATIONAL =
  'AUD BGN BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'

/** The currencies that prices can be shown in. */
export const CURRENCY_CODES = `${NATIONAL} EUR`.split(' ').toSorted()

/** For a choice of currency. */
export const CURRENCY_OPTIONS: Record<string, string> = Object.fromEntries(
  CURRENCY_CODES.map((code) => [code, code]),
)

const currencyOfRegion = (region: string): string | undefined => {
  if (EURO_REGIONS.includes(region)) return 'EUR'
  return region === 'LI' ? 'CHF' : CURRENCY_CODES.find((code) => code.startsWith(region))
}

/** The currency of the region that the browser's first language with a region names. */
export const currencyOfLanguages = (languages: readonly string[]): string | null =>
  languages
    .map((language) => currencyOfRegion(new Intl.Locale(language).maximize().region ?? '?'))
    .find((currency) => currency !== undefined) ?? null

const STORAGE_KEY = PREFERENCES.currency

type CurrencyChoice = { chosen: string | null; choose: (currency: string) => void }

const useCurrencyChoice = create<CurrencyChoice>((set) => ({
  chosen: browserStorage.read(STORAGE_KEY),
  choose: (chosen) => {
    browserStorage.write(STORAGE_KEY, chosen)
    set({ chosen })
  },
}))

export const chooseCurrency = (currency: string) => useCurrencyChoice.getState().choose(currency)

/**
 * The chosen currency, or that of the browser's languages. Null until the page runs in the visitor's
 * browser: the server renders one page for everyone, with the shops' own prices.
 */
export const useVisitorCurrency = (): string | null => {
  const isHydrating = useIsHydrating()
  const chosen = useCurrencyChoice((state) => state.chosen)
  if (isHydrating) return null
  return chosen !== null && CURRENCY_CODES.includes(chosen)
    ? chosen
    : currencyOfLanguages(navigator.languages)
}
