/** Without accents, in lower case; apostrophes join ("men's"), everything else separates. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/['’`]/g, '')

export const wordsOf = (text: string): string[] =>
  foldText(text)
    .replaceAll('&', ' and ')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** 'dresses' and 'dress', 'scarves' and 'scarf': the forms a name may be listed under. */
export const singularsOf = (word: string): string[] => {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss')) return [word]
  const forms = [word, word.slice(0, -1)]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('ves')) forms.push(`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`)
  if (/(?:ss|sh|ch|x|s|z)es$/.test(word)) forms.push(word.slice(0, -2))
  return forms
}
