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

/** Before the first render: from then on the switch follows what is shown. */
export const readShownTheme = () => useTheme.setState({ theme: shownTheme() })

export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => ({
  // What the server renders; the first render over it must say the same.
  theme: 'light',
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark'
    apply(theme)
    set({ theme })
  },
}))
