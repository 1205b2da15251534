import { paths } from '#shared/paths.ts'

export const buildWordsHref = (words: string): string =>
  `${paths.searchResult.href()}?${new URLSearchParams({ q: words }).toString()}`
