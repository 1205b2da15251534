/** Letters that only one language of shops has. */
const LETTERS = {
  ja: /[ぁ-ヺ]/,
  ko: /[가-힣]/,
  th: /[ก-ฮ]/,
  he: /[א-ת]/,
  el: /[Α-ω]/,
  ar: /[ةكيى]/,
  uk: /[іїєґ]/i,
  ru: /[ыэё]/i,
}

/** Words that are common in titles of one language and in no other; in German also the ends of longer ones. */
const WORDS = {
  en: /^(with|and|the|dress|jacket|coat|shoes|boots|skirt|trousers|shirt|sweater|leather|sleeved?|black|white|blue|red)$/,
  de: /^(mit|und|aus|schwarz|rot)$|(kleid|hemd|hose|jacke|mantel|tasche)$/,
  fr: /^(avec|et|en|robe|chemise|veste|jupe|sac|noire?)$/,
  es: /^(con|y|de|vestido|camisa|falda|bolso|negr[oa])$/,
}

/**
 * The language of a text that a shop wrote, if its letters or words tell; otherwise undefined. Shops do not
 * state it, and a screen reader would read it as if it were in the language of the page.
 */
export const detectTitleLanguage = (title: string): string | undefined => {
  const [byLetters] = Object.entries(LETTERS).find(([, letters]) => letters.test(title)) ?? []
  if (byLetters) return byLetters
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? []
  const count = (pattern: RegExp) => words.filter((word) => pattern.test(word)).length
  const [first, second] = Object.entries(WORDS)
    .map(([language, pattern]) => ({ language, words: count(pattern) }))
    .toSorted((a, b) => b.words - a.words)
  return first && second && first.words > second.words ? first.language : undefined
}
