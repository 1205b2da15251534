import { create } from 'zustand'

type Theme = 'light' | 'dark'

/** Read again before the first paint by public/theme.js. */
const STORAGE_KEY = 'theme'

const shownTheme = (): Theme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'

const apply = (theme: Theme) => {
  document.documentElement.dataset['theme'] = theme
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => ({
  theme: shownTheme(),
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark'
    apply(theme)
    set({ theme })
  },
}))
