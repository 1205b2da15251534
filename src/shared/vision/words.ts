import type { WordsCard } from './model-cards.ts'
import type { Corners } from './image-ops.ts'
import { OBJECT_TEXT } from '#shared/object-messages.ts'

/** Words by attribute, such as `{ type: 'shirt', pattern: 'striped' }`. */
export type ItemWords = Readonly<Record<string, string>>

export type Chance = readonly [word: string, chance: number]
/** The likeliest word first; it counts only if it passes both thresholds. */
export type WordAnswer = {
  name: string
  threshold: number
  boxThreshold: number
  chances: Chance[]
}

const UNINFORMATIVE_WORDS = new Set(['none', 'other'])

/**
 * The probability of each word, by attribute. A type has to fit the detected kind; kinds without types
 * (jewelry, glasses) were never labelled, so words about them are ignored, as are a hat's sleeves.
 */
export const readAnswers = (row: Float32Array, kind: string, card: WordsCard): WordAnswer[] => {
  const types = card.typesOfKind[kind]
  if (!types) return []
  let first = 0
  return card.attributes.flatMap((attribute): WordAnswer[] => {
    const { name, words, kinds, threshold, thresholds, boxThreshold = 0, boxThresholds } = attribute
    const all = words.map((word, index): Chance => [word, row[first + index] ?? 0])
    first += words.length
    if (kinds && !kinds.includes(kind)) return []
    const allowed = name === 'type' ? all.filter(([word]) => types.includes(word)) : all
    const total = allowed.reduce((sum, [, chance]) => sum + chance, 0)
    const chances = allowed
      .map(([word, chance]): Chance => [word, total > 0 ? chance / total : 0])
      .toSorted((a, b) => b[1] - a[1])
    const [likeliest = ''] = chances[0] ?? []
    return [
      {
        name,
        threshold: thresholds?.[likeliest] ?? threshold,
        boxThreshold: boxThresholds?.[likeliest] ?? boxThreshold,
        chances,
      },
    ]
  })
}

/** The chances of one attribute's words, the likeliest first; none for kinds without words. */
export const getChances = (name: string, answers: readonly WordAnswer[]) =>
  answers.find((answer) => answer.name === name)?.chances ?? []

/**
 * Only words that are right at least nine times in ten. `score` is that of the box, which may show something
 * else or nothing (decision 118); null where somebody says what is pictured.
 */
export const selectConfidentWords = (
  answers: readonly WordAnswer[],
  score: number | null,
): ItemWords => {
  const sure: Record<string, string> = {}
  for (const { name, threshold, boxThreshold, chances } of answers) {
    const [word, chance] = chances[0] ?? ['', 0]
    const isOnItem = score === null || chance * score >= boxThreshold
    if (chance > 0 && chance >= threshold && isOnItem && !UNINFORMATIVE_WORDS.has(word))
      sure[name] = word
  }
  return sure
}

/** Names for kinds that fit all their types: 'tights' would be wrong for socks. */
const NOUNS: Record<string, string> = {
  footwear: 'shoes',
  eyewear: 'glasses',
}

/** The label of an object of which only the kind is known: English, because searches read it. */
export const getKindNoun = (kind: string): string =>
  kind === 'outerwear' ? 'jacket' : (NOUNS[kind] ?? kind)

type ObjectText = keyof typeof OBJECT_TEXT
const isObjectKind = (kind: string): kind is keyof (typeof OBJECT_TEXT)['names'] =>
  Object.hasOwn(OBJECT_TEXT.names, kind)

/** What visitors read about a kind; a kind that only a later version knows is its own name. */
export const describeKind = (kind: string, text: ObjectText): string =>
  isObjectKind(kind) ? OBJECT_TEXT[text][kind] : kind

const COAT_FROM_HEIGHT_TO_WIDTH = 1.7
const DARK = new Set(['black', 'charcoal', 'chocolate', 'brown'])
const DENIM_KINDS = new Set(['outerwear', 'shorts', 'skirt'])

const chooseNoun = (kind: string, { x0, y0, x1, y1 }: Corners, color: string | undefined) => {
  if (kind === 'outerwear')
    return y1 - y0 > COAT_FROM_HEIGHT_TO_WIDTH * (x1 - x0) ? 'coat' : 'jacket'
  if (kind === 'eyewear' && color && DARK.has(color)) return 'sunglasses'
  return NOUNS[kind] ?? kind
}

/** A ring of a few pixels shows more skin than metal, so only metal colours count. */
const METAL_KINDS = new Set(['jewelry', 'watch'])
const METALS = new Set(['gold', 'silver'])

/** Patterns as adjectives; a plain item is not called plain. */
const PATTERNS: Record<string, string> = {
  animal: 'animal-print',
  knit: 'knitted',
  plain: '',
}

const addColor = (kind: string, noun: string, color: string | undefined) => {
  if (color === 'denim') {
    if (noun.startsWith('denim ')) return noun
    if (noun === 'jeans' || noun === 'pants') return 'blue jeans'
    return `${DENIM_KINDS.has(kind) ? color : 'blue'} ${noun}`
  }
  const isTrusted = color !== undefined && (!METAL_KINDS.has(kind) || METALS.has(color))
  return isTrusted ? `${color} ${noun}` : noun
}

/** A readable label such as 'striped navy shirt': sure words first, else the colour seen and the kind. */
export const composeLabel = (
  kind: string,
  box: Corners,
  seenColor: string | undefined,
  { type, pattern = 'plain', colour = seenColor }: ItemWords = {},
): string => {
  const named = addColor(kind, type ?? chooseNoun(kind, box, colour), colour)
  return `${PATTERNS[pattern] ?? pattern} ${named}`.trim()
}
