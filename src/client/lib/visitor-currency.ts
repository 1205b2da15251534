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

/** Null until the page runs in the visitor's browser: the server does not know who asks. */
export const useVisitorCurrency = (): string | null => {
  const isHydrating = useIsHydrating()
  return isHydrating ? null : currencyOfLanguages(navigator.languages)
}
