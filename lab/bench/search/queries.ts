import type { DemoFacts } from './demo-facts.ts'
import { convertAmount, type Rates } from '#shared/domain/price.ts'

/** What a query asks for. Every member given must hold; of a list, one entry is enough. */
export type Expectation = {
  kinds?: string
  colors?: string
  patterns?: string
  materials?: string
  brand?: string
  person?: string
  min?: number
  max?: number
  /** Without one, the price as the shop writes it is compared. */
  currency?: string
  isUsed?: boolean
  isInStock?: boolean
}

const splitList = (list: string) => list.split(', ')

export const isRightProduct = (
  facts: DemoFacts,
  expectation: Expectation,
  rates: Rates,
): boolean => {
  const has = (list: string | undefined, values: readonly string[]) =>
    list === undefined || splitList(list).some((entry) => values.includes(entry))
  const amount =
    expectation.currency === undefined
      ? facts.amount
      : (convertAmount(facts.amount, facts.currency, expectation.currency, rates) ?? Number.NaN)
  return (
    has(expectation.kinds, facts.kinds) &&
    has(expectation.colors, facts.colors) &&
    has(expectation.patterns, [facts.pattern]) &&
    has(expectation.materials, facts.materials) &&
    (expectation.brand === undefined || facts.brand === expectation.brand) &&
    (expectation.person === undefined || facts.people.includes(expectation.person)) &&
    (expectation.min === undefined || amount >= expectation.min) &&
    (expectation.max === undefined || amount <= expectation.max) &&
    (expectation.isUsed === undefined || facts.isUsed === expectation.isUsed) &&
    (expectation.isInStock === undefined || facts.isInStock === expectation.isInStock)
  )
}

export const FIRST = 10

/**
 * The share of right results among the first ten. A list that is shorter than it could be is judged
 * as if the missing ones were wrong.
 */
export const computeQueryPrecision = (verdicts: readonly boolean[], rightInAll: number): number => {
  const firstVerdicts = verdicts.slice(0, FIRST)
  const comparedCount = Math.max(firstVerdicts.length, Math.min(FIRST, rightInAll))
  return comparedCount === 0 ? 0 : firstVerdicts.filter(Boolean).length / comparedCount
}

export type JudgedQuery = { class: string; text: string; wanted: Expectation; isHeldOut: boolean }

const HANDBAGS = 'tote, shoulderbag, clutch, bucketbag, crossbody, tophandle'
const BAGS = `${HANDBAGS}, backpack`
const JEWELRY = 'earrings, necklace, bracelet'
const TROUSERS = 'trousers, jeans, leggings, sweatpants'
const SWEATERS = 'sweater, turtleneck, cardigan'
const OUTER = 'coat, trench, jacket, puffer, cape, blazer'
const COATS = 'coat, trench, puffer, cape'
const JACKETS = 'jacket, puffer, blazer'
const SHOES = 'sneakers, boots, heels, loafers, sandals, flats, slippers, dress shoes'
const HEELS =
  'heels, heeled ankle boots, heeled sandals, pumps, platform pumps, mary jane heels, ankle-strap pumps'
const STRIPES = 'breton, stripe, pinstripe, striped, diagonal'
const CHECKS = 'gingham, tartan, windowpane, houndstooth, checkerboard, checked, argyle'
const FLOWERS = 'floral, blossom, petal'
const DOTS = 'dots, pindots, dotted'
const ANIMAL = 'leopard, animal'

/**
 * Everyday queries by class. Every third one of a class is held out: the search was not tuned on it,
 * and `bench` prints no single result of it.
 */
const QUERIES: Readonly<Record<string, readonly (readonly [string, Expectation])[]>> = {
  kind: [
    ['dress', { kinds: 'dress' }],
    ['skirts', { kinds: 'skirt' }],
    ['boots', { kinds: 'boots' }],
    ['jeans', { kinds: 'jeans' }],
    ['coat', { kinds: COATS }],
    ['blazers', { kinds: 'blazer' }],
    ['sunglasses', { kinds: 'sunglasses' }],
    ['watch', { kinds: 'watch' }],
    ['shirt', { kinds: 'shirt, polo shirt' }],
    ['earrings', { kinds: 'earrings' }],
    ['belt', { kinds: 'belt' }],
    ['shoes', { kinds: SHOES }],
    ['hats', { kinds: 'hat' }],
    ['backpack', { kinds: 'backpack' }],
    ['cardigan', { kinds: 'cardigan' }],
    ['scarf', { kinds: 'scarf' }],
    ['leggings', { kinds: 'leggings' }],
    ['gloves', { kinds: 'gloves' }],
    ['sandals', { kinds: 'sandals' }],
    ['wrap dress', { kinds: 'wrap dress' }],
    ['beanie', { kinds: 'beanie' }],
    ['trench coat', { kinds: 'trench' }],
    ['pencil skirt', { kinds: 'pencil skirt' }],
    ['bow tie', { kinds: 'bow tie' }],
    ['chelsea boots', { kinds: 'chelsea ankle boots' }],
    ['bucket hat', { kinds: 'bucket hat' }],
    ['bucket bag', { kinds: 'bucketbag' }],
    ['jewelry', { kinds: JEWELRY }],
    ['necklaces', { kinds: 'necklace' }],
    ['hoodie', { kinds: 'hoodie, oversized hoodie, hooded' }],
    ['umbrella', { kinds: 'umbrella' }],
    ['knee-high boots', { kinds: 'knee-high boots' }],
    ['shirt dress', { kinds: 'shirt dress' }],
  ],
  synonym: [
    ['pants', { kinds: TROUSERS }],
    ['trousers', { kinds: 'trousers, sweatpants, jeans' }],
    ['slacks', { kinds: 'trousers' }],
    ['trainers', { kinds: 'sneakers' }],
    ['sneakers', { kinds: 'sneakers' }],
    ['kicks', { kinds: 'sneakers' }],
    ['jumper', { kinds: SWEATERS }],
    ['sweater', { kinds: SWEATERS }],
    ['pullover', { kinds: SWEATERS }],
    ['handbag', { kinds: HANDBAGS }],
    ['purse', { kinds: HANDBAGS }],
    ['tee', { kinds: 'tee' }],
    ['t-shirt', { kinds: 'tee' }],
    ['tshirt', { kinds: 'tee' }],
    ['t shirts', { kinds: 'tee' }],
    ['waistcoat', { kinds: 'vest' }],
    ['polo neck', { kinds: 'turtleneck' }],
    ['turtleneck', { kinds: 'turtleneck' }],
    ['roll neck jumper', { kinds: 'turtleneck' }],
    ['pantyhose', { kinds: 'tights' }],
    ['hosiery', { kinds: 'tights, socks' }],
    ['stilettos', { kinds: HEELS }],
    ['high heels', { kinds: HEELS }],
    ['court shoes', { kinds: HEELS }],
    ['shades', { kinds: 'sunglasses' }],
    ['specs', { kinds: 'glasses' }],
    ['rucksack', { kinds: 'backpack' }],
    ['gown', { kinds: 'dress' }],
    ['frock', { kinds: 'dress' }],
    ['jewellery', { kinds: JEWELRY }],
    ['suit jacket', { kinds: 'blazer' }],
    ['sports coat', { kinds: 'blazer' }],
    ['down jacket', { kinds: 'puffer' }],
    ['ballet pumps', { kinds: 'flats' }],
    ['ballerinas', { kinds: 'flats' }],
    ['button-down shirt', { kinds: 'shirt' }],
    ['necktie', { kinds: 'tie' }],
    ['denims', { kinds: 'jeans' }],
    ['ankle boots', { kinds: 'boots' }],
    ['overcoat', { kinds: 'coat, overcoat' }],
    ['cami', { kinds: 'tank, camisole' }],
    ['gym shoes', { kinds: 'sneakers' }],
    ['outerwear', { kinds: OUTER }],
    ['raincoat', { kinds: 'trench' }],
    ['fanny pack', { kinds: BAGS }],
    ['sweatshirt', { kinds: 'hoodie' }],
    ['knitwear', { kinds: `${SWEATERS}, hoodie, vest, dress, scarf, hat` }],
    ['baseball cap', { kinds: 'cap' }],
    ['woolly hat', { kinds: 'hat' }],
    ['bangle', { kinds: 'bracelet' }],
    ['eyeglasses', { kinds: 'glasses' }],
    ['gilet', { kinds: 'vest' }],
    ['vest', { kinds: 'vest, tank' }],
    ['tank top', { kinds: 'tank' }],
  ],
  colour: [
    ['black coat', { kinds: COATS, colors: 'black' }],
    ['red dress', { kinds: 'dress', colors: 'red' }],
    ['white shirt', { kinds: 'shirt, polo shirt', colors: 'white, cream' }],
    ['navy blazer', { kinds: 'blazer', colors: 'navy' }],
    ['blue jeans', { kinds: 'jeans', colors: 'blue' }],
    ['green skirt', { kinds: 'skirt', colors: 'green' }],
    ['beige trousers', { kinds: TROUSERS, colors: 'beige' }],
    ['pink bag', { kinds: BAGS, colors: 'pink' }],
    ['grey sweater', { kinds: SWEATERS, colors: 'grey' }],
    ['gray sweater', { kinds: SWEATERS, colors: 'grey' }],
    ['brown boots', { kinds: 'boots', colors: 'brown' }],
    ['yellow dress', { kinds: 'dress', colors: 'yellow' }],
    ['purple dress', { kinds: 'dress', colors: 'purple' }],
    ['orange top', { kinds: 'tee, tank, top, shirt, blouse, hoodie, sweater', colors: 'orange' }],
    ['burgundy dress', { kinds: 'dress', colors: 'burgundy' }],
    ['black shoes', { kinds: SHOES, colors: 'black' }],
    ['white sneakers', { kinds: 'sneakers', colors: 'white' }],
    ['black heels', { kinds: HEELS, colors: 'black' }],
    ['red bag', { kinds: BAGS, colors: 'red' }],
    ['cream knit', { kinds: `${SWEATERS}, vest, dress, scarf, hat`, colors: 'cream, white' }],
    ['light blue shirt', { kinds: 'shirt, polo shirt', colors: 'light-blue' }],
    ['dark blue jeans', { kinds: 'jeans', colors: 'blue, navy' }],
    ['teal', { colors: 'teal' }],
    ['camel coat', { kinds: COATS, colors: 'camel' }],
    ['emerald dress', { kinds: 'dress', colors: 'green' }],
    ['black jeans', { kinds: 'jeans', colors: 'black' }],
    ['maroon sweater', { kinds: SWEATERS, colors: 'burgundy, red' }],
    ['off-white blouse', { kinds: 'blouse', colors: 'cream, white' }],
  ],
  typo: [
    ['dres', { kinds: 'dress' }],
    ['snekers', { kinds: 'sneakers' }],
    ['trousrs', { kinds: 'trousers, sweatpants, jeans' }],
    ['jakcet', { kinds: JACKETS }],
    ['sungalsses', { kinds: 'sunglasses' }],
    ['hanbag', { kinds: HANDBAGS }],
    ['necklase', { kinds: 'necklace' }],
    ['blak dress', { kinds: 'dress', colors: 'black' }],
    ['swaeter', { kinds: SWEATERS }],
    ['cardigen', { kinds: 'cardigan' }],
    ['lether jacket', { kinds: JACKETS, materials: 'leather' }],
    ['legings', { kinds: 'leggings' }],
    ['braclet', { kinds: 'bracelet' }],
    ['earings', { kinds: 'earrings' }],
    ['bakpack', { kinds: 'backpack' }],
    ['loafters', { kinds: 'loafers' }],
    ['stilletos', { kinds: HEELS }],
    ['blaser', { kinds: 'blazer' }],
    ['skrit', { kinds: 'skirt' }],
    ['wite sneekers', { kinds: 'sneakers', colors: 'white' }],
    ['cashmire sweater', { kinds: SWEATERS, materials: 'cashmere' }],
    ['yelow skirt', { kinds: 'skirt', colors: 'yellow' }],
    ['jumpr', { kinds: SWEATERS }],
    ['trenchcoat', { kinds: 'trench' }],
  ],
  price: [
    ['dress under 200', { kinds: 'dress', max: 200 }],
    ['boots under 250', { kinds: 'boots', max: 250 }],
    ['sneakers below 150', { kinds: 'sneakers', max: 150 }],
    ['bag 100-200 €', { kinds: BAGS, min: 100, max: 200, currency: 'EUR' }],
    ['skirt less than 50 euros', { kinds: 'skirt', max: 50, currency: 'EUR' }],
    ['coat over 500', { kinds: COATS, min: 500 }],
    ['watch over $400', { kinds: 'watch', min: 400, currency: 'USD' }],
    ['jeans cheaper than 100', { kinds: 'jeans', max: 100 }],
    ['shirt between 50 and 100', { kinds: 'shirt, polo shirt', min: 50, max: 100 }],
    ['sunglasses up to £150', { kinds: 'sunglasses', max: 150, currency: 'GBP' }],
    ['black dress under 100', { kinds: 'dress', colors: 'black', max: 100 }],
    ['earrings under $80', { kinds: 'earrings', max: 80, currency: 'USD' }],
    ['under 30', { max: 30 }],
    ['heels 100 to 200 dollars', { kinds: HEELS, min: 100, max: 200, currency: 'USD' }],
    ['blazer max 300', { kinds: 'blazer', max: 300 }],
    ['trousers at most 120 eur', { kinds: TROUSERS, max: 120, currency: 'EUR' }],
    ['necklace from 200 to 400', { kinds: 'necklace', min: 200, max: 400 }],
    ['<100 scarf', { kinds: 'scarf', max: 100 }],
  ],
  brand: [
    ['Maison Varenne', { brand: 'Maison Varenne' }],
    ['corso pellegri boots', { brand: 'Corso Pellegri', kinds: 'boots' }],
    ['kumo works', { brand: 'Kumo Works' }],
    ['sac celeste', { brand: 'Sac Céleste' }],
    ['oslo & fjord coat', { brand: 'Oslo & Fjord', kinds: COATS }],
    ['oslo and fjord', { brand: 'Oslo & Fjord' }],
    ['ondine bag', { brand: 'Ondine', kinds: BAGS }],
    ['helio optics', { brand: 'Helio Optics' }],
    ['stride theory', { brand: 'Stride Theory' }],
    ['lindqvist', { brand: 'Lindqvist' }],
    ['third avenue denim jeans', { brand: 'Third Avenue Denim', kinds: 'jeans' }],
    ['zapateria luna', { brand: 'Zapatería Luna' }],
    ['tidewater knits', { brand: 'Tidewater Knits' }],
    ['halden row blazer', { brand: 'Halden Row', kinds: 'blazer' }],
    ['meridian watchmakers watch', { brand: 'Meridian Watchmakers', kinds: 'watch' }],
    ['the scarf room', { brand: 'The Scarf Room' }],
    ['petit orage dress', { brand: 'Petit Orage', kinds: 'dress' }],
    ['grand volant', { brand: 'Grand Volant' }],
  ],
  person: [
    ['Amara Okonjo-Bell', { person: 'Amara Okonjo-Bell' }],
    ['lea montclaire', { person: 'Léa Montclaire' }],
    ['ravi santhanam shoes', { person: 'Ravi Santhanam', kinds: SHOES }],
    ['cash delacroix-reyes', { person: 'Ca$h Delacroix-Reyes' }],
    ['ingrid solvang coat', { person: 'Ingrid Solvang', kinds: COATS }],
    ['siobhan odalaigh', { person: "Siobhán O'Dalaigh" }],
    ['léa montclaire bag', { person: 'Léa Montclaire', kinds: BAGS }],
    ['zuri wanjala', { person: 'Zuri Wanjala' }],
    ['kenji morikawa', { person: 'Kenji Morikawa-Lund' }],
    ['mei-lin zhaoyang sneakers', { person: 'Mei-Lin Zhaoyang', kinds: 'sneakers' }],
    ['bjorn hallgrimur', { person: 'Björn Hallgrímur' }],
    ['esperanza villaverde dress', { person: 'Esperanza Villaverde', kinds: 'dress' }],
    ['ximena quetzal', { person: 'Ximena Quetzal' }],
    ['clemence duvallier jewelry', { person: 'Clémence Duvallier', kinds: JEWELRY }],
    ['naledi khumo', { person: 'Naledi Khumo' }],
    ['isolde kestrel', { person: 'Isolde Kestrel' }],
    ['samir haddadi jacket', { person: 'Samir Haddadi', kinds: JACKETS }],
    ['taj bhattarai', { person: 'Taj Bhattarai' }],
  ],
  phrase: [
    ['black leather jacket', { kinds: 'jacket', colors: 'black', materials: 'leather' }],
    ['striped t-shirt', { kinds: 'tee', patterns: STRIPES }],
    ['floral dress', { kinds: 'dress', patterns: FLOWERS }],
    ['polka dot dress', { kinds: 'dress', patterns: DOTS }],
    ['wool coat', { kinds: COATS, materials: 'wool' }],
    ['suede boots', { kinds: 'boots', materials: 'suede' }],
    ['second hand jeans', { kinds: 'jeans', isUsed: true }],
    ['checked shirt', { kinds: 'shirt', patterns: CHECKS }],
    ['leopard print skirt', { kinds: 'skirt', patterns: ANIMAL }],
    ['leather belt', { kinds: 'belt', materials: 'leather' }],
    ['a red dress for a wedding', { kinds: 'dress', colors: 'red' }],
    ['used winter coat', { kinds: COATS, isUsed: true }],
    ['cat eye sunglasses', { kinds: 'cat-eye sunglasses' }],
    ['dress shoes', { kinds: 'dress shoes, loafers, heels' }],
    ['dress with stripes', { kinds: 'dress', patterns: STRIPES }],
    ['denim jacket', { kinds: 'denim jacket' }],
    ['linen shirt', { kinds: 'shirt', materials: 'linen' }],
    ['plaid skirt', { kinds: 'skirt', patterns: CHECKS }],
    ['wide leg trousers', { kinds: 'wide-leg trousers' }],
    ['shoes to wear with a black suit', { kinds: SHOES }],
    ['velvet blazer', { kinds: 'blazer', materials: 'velvet' }],
    ['jeans in stock second hand', { kinds: 'jeans', isUsed: true, isInStock: true }],
    ['pinstripe trousers', { kinds: 'trousers', patterns: 'pinstripe' }],
    ['cable knit jumper', { kinds: SWEATERS, patterns: 'cable, knit' }],
    ['canvas tote', { kinds: 'tote', materials: 'canvas' }],
    ['cotton midi dress', { kinds: 'midi dress', materials: 'cotton' }],
    ['something green to wear on my feet', { kinds: SHOES, colors: 'green' }],
    ['little black dress', { kinds: 'dress', colors: 'black' }],
    ['red 👠', { kinds: HEELS, colors: 'red' }],
    ['evening bag', { kinds: 'clutch' }],
    ['LBD', { kinds: 'dress', colors: 'black' }],
    ['black 👜', { kinds: HANDBAGS, colors: 'black' }],
    ['yoga pants', { kinds: 'leggings' }],
  ],
}

export const JUDGED_QUERIES: readonly JudgedQuery[] = Object.entries(QUERIES).flatMap(
  ([name, queries]) =>
    queries.map(([text, expectation], index) => ({
      class: name,
      text,
      wanted: expectation,
      isHeldOut: index % 3 === 2,
    })),
)
