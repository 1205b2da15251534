import type { Department } from '#shared/domain/department.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { SIZE_TEXT } from '#shared/product-messages.ts'
import { listKindsWithin } from '#shared/vocabulary/vocabulary.ts'
import { indexByWord } from '#shared/vocabulary/word-forms.ts'

/** A size as written. `to`: the end of a range. */
type Size = {
  system: 'eu' | 'uk' | 'us' | 'fr' | 'it' | 'jp' | 'waist' | 'cm' | 'years' | 'months' | 'bare'
  value: number
  to?: number
}
type WrittenSize =
  | Size
  | { system: 'letters'; letters: string }
  | { system: 'cup'; letters: string }
  | { system: 'one' }

/** What the size is of: a number means something else for each kind and department. */
type SizeContext = { kind: string | null; departments: readonly Department[] }

const LETTERS = ['xxs', 'xs', 's', 'm', 'l', 'xl', 'xxl', '3xl', '4xl', '5xl'] as const
/** Other spellings of letter sizes: in words, with numbers, and those of Brazil and Portugal. */
const LETTER_NAMES: Readonly<Record<string, string>> = {
  'extra small': 'xs',
  small: 's',
  medium: 'm',
  large: 'l',
  'extra large': 'xl',
  xxxl: '3xl',
  '2xl': 'xxl',
  '2xs': 'xxs',
  xxxxl: '4xl',
  p: 's',
  g: 'l',
  gg: 'xl',
}

/** European numbers of letter sizes. */
const WOMEN_OF_LETTERS: Readonly<Record<string, readonly number[]>> = {
  xxs: [30, 32],
  xs: [32, 34],
  s: [36],
  m: [38, 40],
  l: [42],
  xl: [44, 46],
  xxl: [48, 50],
  '3xl': [52, 54],
  '4xl': [56],
}
const MEN_OF_LETTERS: Readonly<Record<string, readonly number[]>> = {
  xs: [44],
  s: [46],
  m: [48, 50],
  l: [52],
  xl: [54, 56],
  xxl: [58],
  '3xl': [60, 62],
}

/** Added to a size to get the European one. */
const CLOTHES = {
  women: { eu: 0, uk: 28, us: 32, fr: -2, it: -4, jp: 29 },
  men: { eu: 0, uk: 10, us: 10, fr: 0, it: 0, jp: 0 },
} as const
const SHOES = {
  women: { eu: 0, uk: 33, us: 31, fr: 0, it: 1 },
  men: { eu: 0, uk: 34, us: 33, fr: 0, it: 1 },
  children: { eu: 0, uk: 18, us: 17, fr: 0, it: 1 },
} as const
type ShoeWearer = keyof typeof SHOES

const roundToHalf = (value: number) => Math.round(value * 2) / 2

/** The European size for a foot of this length in centimetres, by which Japan sizes shoes. */
const convertFootToShoe = (length: number) => roundToHalf(1.5 * length + 2)

const estimateHeightOfYears = (years: number) => 80 + 6 * years
const HEIGHT_OF_MONTHS = [
  [1, 56],
  [3, 62],
  [6, 68],
  [9, 74],
  [12, 80],
  [18, 86],
  [24, 92],
] as const
const estimateHeightOfMonths = (months: number) =>
  HEIGHT_OF_MONTHS.find(([upTo]) => months <= upTo)?.[1] ?? 92

const NUMBER = String.raw`(\d{1,3}(?:[.,]5)?)`
const SYSTEMS = indexByWord({
  eu: 'eu eur de',
  uk: 'uk gb au',
  us: 'us usa',
  fr: 'fr',
  it: 'it',
  jp: 'jp',
})
const SYSTEM = `(${[...SYSTEMS.keys()].toSorted((a, b) => b.length - a.length).join('|')})`
const RANGE_OR_ONE = `${NUMBER}(?: ?(?:-|–|to) ?${NUMBER})?`
const PATTERNS = {
  waist:
    /^(?:w ?(\d{2})(?: ?[/x,]? ?l ?\d{2})?|(\d{2}) ?[x/] ?\d{2}|(\d{2}) ?(?:inch |in )?waist)$/,
  system: new RegExp(`^${SYSTEM}[ :.]?${RANGE_OR_ONE}$`),
  systemLast: new RegExp(`^${NUMBER} ?${SYSTEM}$`),
  months: new RegExp(`^${RANGE_OR_ONE} ?(?:m|mo|months?)$`),
  years: new RegExp(`^(?:age ?)?${RANGE_OR_ONE} ?(?:y|yrs?|years?)(?: old)?$`),
  age: new RegExp(`^ages? ?${RANGE_OR_ONE}$`),
  cm: new RegExp(`^${RANGE_OR_ONE} ?cm$`),
  bare: new RegExp(`^${RANGE_OR_ONE}$`),
}
/** Of bras: '75c'. */
const CUP = /^(?:[6-9][05]|1[0-2][05]|[34][02468])(?:aa?|b|c|d{1,3}|[e-h]{1,2})$/
const ONE_SIZE =
  /^(?:one ?size(?: fits all)?|os|o\/s|onesize|taille unique|talla unica|tamanho unico|taglia unica|einheitsgrosse|free|フリー|standart beden)$/

const parseNumber = (text: string | undefined) => Number((text ?? '').replace(',', '.'))

const createSizeRange = (
  system: Size['system'],
  from: string | undefined,
  to: string | undefined,
): Size =>
  to === undefined
    ? { system, value: parseNumber(from) }
    : { system, value: parseNumber(from), to: parseNumber(to) }

/** A size in folded text; null if it is not one. */
export const parseSize = (text: string): WrittenSize | null => {
  const size = text.trim().toLowerCase()
  if (ONE_SIZE.test(size)) return { system: 'one' }
  const letters = LETTER_NAMES[size] ?? size.replaceAll(/[ -]/g, '')
  const letterSize = LETTER_NAMES[letters] ?? letters
  if (LETTERS.some((size) => size === letterSize)) return { system: 'letters', letters: letterSize }
  if (CUP.test(size)) return { system: 'cup', letters: size }
  const waist = PATTERNS.waist.exec(size)
  if (waist) return { system: 'waist', value: parseNumber(waist[1] ?? waist[2] ?? waist[3]) }
  const system = PATTERNS.system.exec(size)
  if (system) return createSizeRange(SYSTEMS.get(system[1] ?? '') ?? 'bare', system[2], system[3])
  const last = PATTERNS.systemLast.exec(size)
  if (last) return createSizeRange(SYSTEMS.get(last[2] ?? '') ?? 'bare', last[1], undefined)
  for (const name of ['months', 'years', 'age', 'cm', 'bare'] as const) {
    const match = PATTERNS[name].exec(size)
    if (match) return createSizeRange(name === 'age' ? 'years' : name, match[1], match[2])
  }
  return null
}

const SHOE_KINDS = new Set(listKindsWithin('footwear'))
const WAIST_KINDS = new Set([
  ...listKindsWithin('trousers'),
  ...listKindsWithin('shorts'),
  'skirts',
  'kilts',
])
const WOMEN_KINDS = new Set(
  ['dresses', 'skirts', 'heels', 'blouses', 'flats'].flatMap(listKindsWithin),
)
const UNSIZED = new Set(['jewelry', 'belts', 'gloves', 'bags', 'hats'].flatMap(listKindsWithin))

const includesAny = (departments: readonly Department[], ...others: Department[]) =>
  departments.some((department) => others.includes(department))

const listWearers = ({ kind, departments }: SizeContext): ('women' | 'men')[] => {
  if (includesAny(departments, 'women') && !includesAny(departments, 'men')) return ['women']
  if (includesAny(departments, 'men') && !includesAny(departments, 'women')) return ['men']
  return kind !== null && WOMEN_KINDS.has(kind) ? ['women'] : ['women', 'men']
}

const listValues = ({ value, to }: Size, step: number): number[] => {
  if (to === undefined || to < value) return [value]
  const count = Math.min(20, Math.floor((to - value) / step) + 1)
  return Array.from({ length: count }, (_, index) => value + index * step)
}

const isChild = ({ departments }: SizeContext) => includesAny(departments, 'girls', 'boys', 'baby')

const computeShoeTokens = (size: Size, wearing: SizeContext): string[] => {
  const { system } = size
  if (
    system === 'jp' ||
    (system === 'bare' && size.value > 20 && size.value < 32 && size.value % 1)
  )
    return [`shoe${convertFootToShoe(size.value)}`]
  const wearers: ShoeWearer[] = isChild(wearing) ? ['children'] : listWearers(wearing)
  const numbers = listValues(size, 1)
  if (system === 'eu' || system === 'fr' || system === 'it')
    return numbers.map((value) => `shoe${value + SHOES.women[system]}`)
  if (system === 'uk' || system === 'us')
    return wearers.flatMap((wearer) =>
      numbers.map((value) => `shoe${value + SHOES[wearer][system]}`),
    )
  if (system !== 'bare') return []
  // A small number may be British or American, so both are possible.
  return numbers.flatMap((value) =>
    value >= 15
      ? [`shoe${value}`]
      : wearers.flatMap((wearer) => [
          `shoe${value + SHOES[wearer].uk}`,
          `shoe${value + SHOES[wearer].us}`,
        ]),
  )
}

const MIN_MEN_SIZE = 44
const MAX_WAIST = 33

const computeClothesTokens = (size: Size, wearing: SizeContext): string[] => {
  const { system, value } = size
  const wearers = listWearers(wearing)
  const ofWearer = (from: keyof typeof CLOTHES.women) =>
    wearers.flatMap((wearer) =>
      listValues(size, 2).map((number) => `${wearer}${number + CLOTHES[wearer][from]}`),
    )
  if (system !== 'bare') return system in CLOTHES.women ? ofWearer(system as 'eu') : []
  if (wearing.kind !== null && UNSIZED.has(wearing.kind)) return [`number${value}`]
  const isWaisted = wearing.kind !== null && WAIST_KINDS.has(wearing.kind)
  if (isWaisted && value >= 22 && (value <= MAX_WAIST || !wearers.includes('women')))
    return value < MIN_MEN_SIZE ? [`w${value}`] : ofWearer('eu')
  if (value >= MIN_MEN_SIZE) return [...ofWearer('eu'), `number${value}`]
  if (value >= 30) return [`women${value}`, ...(isWaisted ? [`w${value}`] : [])]
  if (value >= 2 && value <= 28 && wearers.includes('women'))
    return [`women${value + CLOTHES.women.uk}`, `women${value + CLOTHES.women.us}`]
  return [`number${value}`]
}

/** Comparable terms of a size: `shoe38`, `women38`, `men50`, `w32`, `cm116`, `xl`, `one`. */
export const computeSizeTokens = (size: WrittenSize, wearing: SizeContext): string[] => {
  if (size.system === 'one') return ['one']
  if (size.system === 'letters' || size.system === 'cup') return [size.letters]
  if (size.system === 'waist') return [`w${size.value}`]
  if (size.system === 'cm') return listValues(size, 6).map((value) => `cm${value}`)
  if (size.system === 'months')
    return [...new Set(listValues(size, 1).map((value) => `cm${estimateHeightOfMonths(value)}`))]
  if (size.system === 'years')
    return listValues(size, 1).map((value) => `cm${estimateHeightOfYears(value)}`)
  if (wearing.kind !== null && SHOE_KINDS.has(wearing.kind)) return computeShoeTokens(size, wearing)
  const isHeight = size.system === 'bare' && size.value >= (isChild(wearing) ? 44 : 80)
  if (isHeight && size.value % 2 === 0) return [`cm${size.value}`]
  if (isChild(wearing) && size.system === 'bare' && size.value <= 16)
    return [`cm${estimateHeightOfYears(size.value)}`]
  return computeClothesTokens(size, wearing)
}

/** Sizes that fit about as well: letters for numbers, numbers for letters, whole for half sizes. */
export const listNearSizeTokens = (tokens: readonly string[]): string[] =>
  tokens.flatMap((token) => {
    const [, whole] = /^shoe(\d+)\.5$/.exec(token) ?? []
    if (whole !== undefined) return [`shoe${whole}`, `shoe${Number(whole) + 1}`]
    const tables = { women: WOMEN_OF_LETTERS, men: MEN_OF_LETTERS }
    const [, wearer = '', digits = ''] = /^(women|men)(\d+)$/.exec(token) ?? []
    if (wearer === 'women' || wearer === 'men')
      return Object.entries(tables[wearer]).flatMap(([letters, numbers]) =>
        numbers.includes(Number(digits)) ? [letters] : [],
      )
    return Object.entries(tables).flatMap(([name, table]) =>
      (table[token] ?? []).map((number) => `${name}${number}`),
    )
  })

/** The terms of all sizes of a product, including those that a shop joins: 'S/M'. */
export const computeProductSizeTokens = (
  sizes: readonly string[],
  wearing: SizeContext,
): string[] => {
  const readTokens = (text: string): string[] => {
    const size = parseSize(text)
    return size ? computeSizeTokens(size, wearing) : []
  }
  return [
    ...new Set(
      sizes.flatMap((text) => {
        const whole = readTokens(text)
        return whole.length > 0 || !/[/,]/.test(text)
          ? whole
          : text.split(/[/,]/).flatMap(readTokens)
      }),
    ),
  ]
}

type SizeCountry = 'eu' | 'uk' | 'us'

/** The size system of a visitor, by currency. */
export const getSizeSystem = (currency: string | undefined): SizeCountry =>
  currency === 'GBP' || currency === 'AUD' ? 'uk' : currency === 'USD' ? 'us' : 'eu'

const SYSTEM_NAMES = { eu: 'EU', uk: 'UK', us: 'US' } as const

/** 'EU 38,5' in German. */
const formatNumber = (size: number): string => size.toLocaleString(LOCALE_TEXT.locale)

/** A size in the visitor's system: `women38` is 'UK 10' in Britain. */
export const formatSizeToken = (token: string, system: SizeCountry): string => {
  const [, group = '', digits = ''] = /^([a-z]+?)(\d+(?:\.5)?)$/.exec(token) ?? []
  const value = Number(digits)
  const formatNumberLabel = (number: number) => `${SYSTEM_NAMES[system]} ${formatNumber(number)}`
  if (group === 'women' || group === 'men') return formatNumberLabel(value - CLOTHES[group][system])
  if (group === 'shoe') {
    if (system === 'eu') return formatNumberLabel(value)
    if (value < 35) return formatNumberLabel(value - SHOES.children[system])
    const [women, men] = [value - SHOES.women[system], value - SHOES.men[system]]
    return system === 'uk' && women === men
      ? formatNumberLabel(women)
      : SIZE_TEXT.forMen(formatNumberLabel(women), formatNumber(men))
  }
  if (group === 'w') return `W${value}`
  if (group === 'cm') return `${value} cm`
  if (group === 'number') return digits
  return token === 'one' ? SIZE_TEXT.one : token.toUpperCase()
}

export const getSizeRank = (token: string): number => {
  const letters = LETTERS.findIndex((size) => size === token)
  if (letters >= 0) return letters
  const groups = ['w', 'women', 'men', 'shoe', 'cm', 'number', 'one']
  const [, group = 'one', digits = '0'] = /^([a-z]+?)(\d+(?:\.5)?)$/.exec(token) ?? []
  return (groups.indexOf(group) + 1) * 1_000 + Number(digits)
}
