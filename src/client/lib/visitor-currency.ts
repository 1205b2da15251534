import { create } from 'zustand'
import { browserStorage, PREFERENCES } from './browser-storage.ts'
import { useIsHydrating } from './use-media-query.ts'

const EURO_REGIONS = 'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')
const CURRENCIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(EURO_REGIONS.map((region) => [region, 'EUR'])),
  AU: 'AUD',
  BG: 'BGN',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CN: 'CNY',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  IS: 'ISK',
  JP: 'JPY',
  KR: 'KRW',
  LI: 'CHF',
  MX: 'MXN',
  MY: 'MYR',
  NO: 'NOK',
  NZ: 'NZD',
  PH: 'PHP',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  US: 'USD',
  ZA: 'ZAR',
}

/** The currency of the region that the browser's first language with a region names. */
export const currencyOfLanguages = (languages: readonly string[]): string | null =>
  languages
    .map((language) => CURRENCIES[new Intl.Locale(language).maximize().region ?? ''])
    .find((currency) => currency !== undefined) ?? null

/** Everything that prices can be shown in. */
export const CURRENCY_CODES = [...new Set(Object.values(CURRENCIES))].toSorted()

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
 * The chosen one, or that of the browser's languages. Null until the page runs in the visitor's browser:
 * the server renders one page for everyone, with the shops' own prices.
 */
export const useVisitorCurrency = (): string | null => {
  const isHydrating = useIsHydrating()
  const chosen = useCurrencyChoice((state) => state.chosen)
  if (isHydrating) return null
  return chosen !== null && CURRENCY_CODES.includes(chosen)
    ? chosen
    : currencyOfLanguages(navigator.languages)
}
