/** Letters that only one language of shops has. */
const LETTERS: readonly [language: string, letters: RegExp][] = [
  ['ja', /[\u3041-\u30fa]/],
  ['ko', /[\uac00-\ud7a3]/],
  ['th', /[\u0e01-\u0e2e]/],
  ['he', /[\u05d0-\u05ea]/],
  ['el', /[\u0391-\u03c9]/],
  ['fa', /[\u067e\u0686\u0698\u06af]/],
  ['ar', /[\u0629\u0643\u064a\u0649]/],
  ['uk', /[\u0456\u0457\u0454\u0491]/i],
  ['ru', /[\u044b\u044d\u0451]/i],
]

/** Words that are common in titles of one language and in no other; in German also the ends of longer ones. */
const WORDS: readonly [language: string, words: RegExp][] = [
  [
    'en',
    /^(?:with|and|the|for|of|dress|jacket|coat|shoes?|boots?|skirt|trousers|pants|sweater|shirt|bag|leather|cotton|wool|sleeved?|black|white|blue|red|green|brown|grey)$/,
  ],
  [
    'de',
    /^(?:mit|und|für|aus|schwarz|weiß|blau|rot|grün|braun|grau|schuhe?|stiefel|rock)$|(?:kleid|hemd|hose|jacke|mantel|tasche|bluse|leder)$/,
  ],
  [
    'fr',
    /^(?:avec|pour|en|et|robe|chemise|veste|manteau|chaussures|bottes|jupe|pantalon|sac|cuir|coton|laine|noire?|blanc|bleue?|rouge|verte?)$/,
  ],
  [
    'es',
    /^(?:con|para|de|y|vestido|camisa|chaqueta|abrigo|zapatos|botas|falda|bolso|cuero|lana|negr[oa]|blanc[oa]|azul|roj[oa]|verde)$/,
  ],
]

/**
 * The language of a text that a shop wrote, if its letters or words tell; otherwise undefined. Shops do not
 * state it, and a screen reader would read it as if it were in the language of the page.
 */
export const detectTitleLanguage = (title: string): string | undefined => {
  const [byLetters] = LETTERS.find(([, letters]) => letters.test(title)) ?? []
  if (byLetters !== undefined) return byLetters
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? []
  const [first, second] = WORDS.map(([language, pattern]) => ({
    language,
    count: words.filter((word) => pattern.test(word)).length,
  })).toSorted((a, b) => b.count - a.count)
  return first && first.count > (second?.count ?? 0) ? first.language : undefined
}
