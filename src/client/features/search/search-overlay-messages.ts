/** The search that opens from the header. */

export const SEARCH_OVERLAY_TEXT = {
  suggestions: 'Suggestions',
  matches: 'Matches',
  fieldLabel: 'Search celebrities and products',
  fieldHint: 'Name, brand or product',
  pressEnter: 'Press Enter for all results',
  failed: 'Search failed. Please try again.',
  searching: 'Searching',
  noResults: (words: string) => `No results for “${words}”`,
  suggestionCount: (count: number) => `Suggestions: ${count}`,
  title: 'Search',
} as const
