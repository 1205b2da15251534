import { create } from 'zustand'
import { browserStorage } from './browser-storage.ts'
import { useIsHydrating } from './use-media-query.ts'

/** The keys of the visitor's preferences. Before the first paint, public/theme.js reads its own. */
const PREFERENCES = { theme: 'theme', currency: 'currency' } as const

/** Signing out clears the site's storage. Preferences are not personal, so they stay. */
export const signOutKeepingPreferences = async <T>(signOut: () => Promise<T>): Promise<T> => {
  const preferences = Object.values(PREFERENCES).map(
    (key) => [key, browserStorage.read(key)] as const,
  )
  try {
    return await signOut()
  } finally {
    for (const [key, text] of preferences) if (text !== null) browserStorage.write(key, text)
  }
}

/** The server renders the light theme, and hydration must start from the same value. */
export const useTheme = create<{ theme: 'light' | 'dark' }>(() => ({ theme: 'light' }))

/** Call before the first render, so that the switch starts from the theme on screen. */
export const readPageTheme = () =>
  useTheme.setState({
    theme: document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  })

export const toggleTheme = () => {
  const theme = useTheme.getState().theme === 'dark' ? 'light' : 'dark'
  document.documentElement.dataset['theme'] = theme
  browserStorage.write(PREFERENCES.theme, theme)
  useTheme.setState({ theme })
}

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

const findRegionCurrency = (region: string): string | undefined => {
  if (EURO_REGIONS.includes(region)) return 'EUR'
  return region === 'LI' ? 'CHF' : CURRENCY_CODES.find((code) => code.startsWith(region))
}

/** The currency of the region that the browser's first language with a region names. */
export const guessCurrency = (languages: readonly string[]): string | null =>
  languages
    .map((language) => findRegionCurrency(new Intl.Locale(language).maximize().region ?? '?'))
    .find((currency) => currency !== undefined) ?? null

const useCurrencyChoice = create<{ chosen: string | null }>(() => ({
  chosen: browserStorage.read(PREFERENCES.currency),
}))

export const chooseCurrency = (chosen: string) => {
  browserStorage.write(PREFERENCES.currency, chosen)
  useCurrencyChoice.setState({ chosen })
}

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
    : guessCurrency(navigator.languages)
}
