import { create } from 'zustand'
import { browserStorage, PREFERENCES } from './browser-storage.ts'

type Theme = 'light' | 'dark'

/** public/theme.js reads the same key before the first paint. */
const STORAGE_KEY = PREFERENCES.theme

const pageTheme = (): Theme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

const apply = (theme: Theme) => {
  document.documentElement.dataset['theme'] = theme
  browserStorage.write(STORAGE_KEY, theme)
}

/** Call before the first render, so that the switch starts from the theme on screen. */
export const readPageTheme = () => useTheme.setState({ theme: pageTheme() })

export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => ({
  // What the server renders: hydration must start from the same value.
  theme: 'light',
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark'
    apply(theme)
    set({ theme })
  },
}))
