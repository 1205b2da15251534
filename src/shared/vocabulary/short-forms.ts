/** Emoji and abbreviations that stand for words. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  '👗': 'dress',
  '👚': 'blouse',
  '👕': 't-shirt',
  '👖': 'jeans',
  '🩳': 'shorts',
  '🧥': 'coat',
  '👔': 'shirt',
  '👙': 'bikini',
  '🩱': 'swimsuit',
  '👠': 'heels',
  '👡': 'sandals',
  '🩴': 'flip flops',
  '👢': 'boots',
  '🥾': 'boots',
  '👟': 'sneakers',
  '🥿': 'flats',
  '👞': 'dress shoes',
  '🧦': 'socks',
  '🧣': 'scarf',
  '🧤': 'gloves',
  '👒': 'hat',
  '🎩': 'hat',
  '🧢': 'cap',
  '👓': 'glasses',
  '🕶': 'sunglasses',
  '⌚': 'watch',
  '💍': 'ring',
  '📿': 'necklace',
  '👜': 'handbag',
  '👛': 'purse',
  '👝': 'clutch',
  '🎒': 'backpack',
  '☂': 'umbrella',
  '🌂': 'umbrella',
}
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [[/\blbd\b/gi, 'black dress']]

export const expandShortForms = (text: string): string => {
  const expanded = Object.entries(SHORT_FORMS).reduce(
    (rest, [picture, word]) => rest.replaceAll(picture, ` ${word} `),
    text,
  )
  return ABBREVIATIONS.reduce((rest, [short, words]) => rest.replaceAll(short, words), expanded)
}
