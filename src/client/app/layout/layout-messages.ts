/** Texts around every page. */

export const LAYOUT_TEXT = {
  trendingFeedOf: (site: string) => `${site}: trending feed`,
  savedProducts: 'Saved products',
  savedProductsCount: 'Saved products:',
  search: 'Search',
  searchWithKey: 'Search <key>/</key>',
  menu: 'Menu',
  main: 'Main',
  footer: 'Footer',
  legal: 'Legal',
  notLoaded: 'Couldn’t load this page',
  notLoadedHint: 'Check your connection and try again.',
  skipToContent: 'Skip to content',
  catalogue: 'Catalogue',
  account: 'Account',
  accountOf: (name: string) => `Account: ${name}`,
  lightTheme: 'Switch to light theme',
  darkTheme: 'Switch to dark theme',
  line: 'Where to find what they wear.',
  lineWithAds:
    'Where to find what they wear. Links marked “Ad” earn us a commission; it never changes what you pay or what we show.',
} as const
