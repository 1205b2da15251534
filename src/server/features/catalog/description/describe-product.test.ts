import { describe, expect, it, test } from 'vitest'
import type { AppliedFilter } from '#shared/contract/product-search.ts'
import { describeProduct, describeTitle } from './describe-product.ts'
import { KINDS } from '#shared/vocabulary/kinds.ts'
import { isOfLabeledKind, rateLabelMatch, readLabel } from '#shared/vocabulary/label-match.ts'
import {
  findPhrases,
  listKindsMeant,
  OCCASION_LIST,
  buildSearchWords,
  listKindsWithin,
} from '#shared/vocabulary/vocabulary.ts'
import {
  computeEditDistance,
  countAllowedTypos,
  splitIntoWords,
} from '#shared/vocabulary/word-forms.ts'

const meantBy = (text: string) => {
  const [phrase] = findPhrases(splitIntoWords(text))
  return phrase ? listKindsMeant(phrase.meaning)[0] : undefined
}

describe('the vocabulary', () => {
  it.each([
    ['trousers', 'pants, slacks, trousers, chinos, Trouser'],
    ['sneakers', 'trainers, sneakers, kicks, running shoes, plimsolls, gym shoe'],
    ['sweaters', 'jumper, sweater, pullover, jumpers'],
    ['handbags', 'handbag, purse, hand bag, pocketbook'],
    ['tshirts', 'tee, t-shirt, tshirt, T shirts, tee-shirt'],
    ['jumpsuits', 'dungarees, overalls, romper, playsuit'],
    ['vests', 'waistcoat, gilet, vest'],
    ['tights', 'tights, pantyhose, stockings, nylons'],
    ['suspenders', 'braces, suspenders'],
    ['turtlenecks', 'polo neck, turtleneck, roll-neck, rollneck, poloneck'],
    ['heels', 'heels, pumps, stilettos, court shoes, high heels'],
    ['flats', 'ballet flats, ballet pumps, ballerinas'],
    ['sunglasses', 'sunglasses, shades, sunnies'],
    ['glasses', 'glasses, specs, spectacles, eyeglasses'],
    ['scarves', 'scarf, scarves, shawl, pashmina'],
    ['blazers', 'blazer, suit jacket, sport coat, sports jacket'],
    ['trenches', 'trench coat, trenchcoat, raincoat, mac'],
    ['backpacks', 'backpack, rucksack, knapsack'],
    ['belt-bags', 'bum bag, fanny pack, bumbag'],
    ['dresses', 'dress, gown, frock, sundress'],
    ['swimwear', 'swimsuit, bathing suit, swimming costume, bikini'],
    ['nightwear', 'pyjamas, pajamas, dressing gown, robe'],
    ['jewelry', 'jewelry, jewellery'],
  ])('knows the names of %s', (kind, names) => {
    for (const name of names.split(', ')) expect([name, meantBy(name)]).toEqual([name, kind])
  })

  it('means the British and the American thing where a word differs', () => {
    const meant = (text: string) =>
      findPhrases(splitIntoWords(text)).flatMap(({ meaning }) => listKindsMeant(meaning))
    expect(meant('vest')).toEqual(['vests', 'tanks'])
    expect(meant('pants')).toEqual(['trousers', 'underwear'])
    expect(meant('pumps')).toEqual(['heels', 'flats'])
    expect(meant('thongs')).toEqual(['sandals', 'underwear'])
  })

  it('knows a hundred occasions, of kinds that exist, with names of their own', () => {
    const ids = new Set(KINDS.map(({ id }) => id))
    const kinds = OCCASION_LIST.flatMap(({ weights }) => [...weights.keys()])
    expect(kinds.filter((kind) => !ids.has(kind))).toEqual([])
    expect(OCCASION_LIST.length).toBeGreaterThanOrEqual(100)
    expect(new Set(OCCASION_LIST.map(({ id }) => id)).size).toBe(OCCASION_LIST.length)
    const names = OCCASION_LIST.flatMap((occasion) => occasion.names)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('puts every kind under one that exists', () => {
    const ids = new Set(KINDS.map(({ id }) => id))
    expect(KINDS.filter(({ parent }) => parent !== null && !ids.has(parent))).toEqual([])
    expect(ids.size).toBe(KINDS.length)
    expect(listKindsWithin('footwear')).toEqual(expect.arrayContaining(['ankle-boots', 'heels']))
  })
})

const nothing = {
  category: null,
  kind: null,
  colors: null,
  pattern: null,
  material: null,
  seen_kind: null,
  seen_type: null,
  seen_colors: null,
  seen_pattern: null,
  seen_material: null,
}

describe('a product', () => {
  it.each([
    ['Ilse Wool Straight Trousers in Ink', 'trousers', 'black', 'wool'],
    ['Leather-Strap Dress Watch in Cherry', 'watches', 'red', 'leather'],
    ['Iris Breton-Stripe Crew Tee in Camel', 'tshirts', 'tan', undefined],
    ['Rigid Straight Jeans in Washed Black', 'jeans', 'black', undefined],
    ['Navy Puffer Vest With Knit Yoke', 'vests', 'navy', undefined],
    ['Silk Shirt Dress in Lipstick Red', 'dresses', 'red', 'silk'],
    ['Grey Two-Button Suit Jacket', 'blazers', 'grey', undefined],
  ])('is what the last words of its title say: %s', (title, kind, color, material) => {
    const found = describeProduct({ ...nothing, title })
    expect([found.kind, found.colors[0], found.materials[0]]).toEqual([kind, color, material])
  })

  it.each([
    ['Schwarze Stiefel aus Leder', 'boots', 'black', 'leather'],
    ["Boucles d'oreilles créoles dorées", 'earrings', 'gold', 'gold'],
    ['Wollmantel grau', 'coats', 'grey', 'wool'],
    ['Giacca di pelle nera', 'jackets', 'black', 'leather'],
    ['Czarna sukienka koktajlowa', 'dresses', 'black', undefined],
    ['デニムジャケット メンズ', 'jackets', 'blue', 'denim'],
    // English with a name that is a word elsewhere.
    ['Lana Wrap Dress in Black', 'dresses', 'black', undefined],
  ])('is read in its own language: %s', (title, kind, color, material) => {
    const found = describeProduct({ ...nothing, title })
    expect([found.kind, found.colors[0], found.materials[0]]).toEqual([kind, color, material])
  })

  it('has tags for whom, what size, how cut and what for', () => {
    const tags = (title: string, facts = {}) =>
      describeProduct({ ...nothing, title, ...facts }).tags
    const girls = { ...nothing, title: "Girls' Party Dress", sizes: ['116'] }
    expect(describeProduct(girls).sizes).toEqual(['cm116'])
    expect(tags(girls.title)).toContain('dept:girls')
    expect(tags('Model 4711')).toContain('dept:?')
    expect(describeProduct({ ...nothing, title: 'Model 4711' }).sizes).toEqual(['?'])
    expect(tags('Robe noire sans manches')).toContain('sleeves:none')
    expect(tags('Midi Dress', { description: 'Cotton, long sleeves.' })).toContain('sleeves:long')
    expect(tags('Suede Pumps')).toContain('heel:high')
    expect(tags('Satin Slip Dress in Emerald')).toContain('top:wedding-guest')
    expect(tags('Denim Dress in White').join()).not.toContain('wedding-guest')
    expect(tags("Girls' Satin Dress").join()).not.toContain('cocktail')
    expect(tags('Ribbed Maternity Dress')).toContain('top:maternity')
    // What is named for one occasion suits no other.
    expect(tags('Ribbed Maternity Dress').join()).not.toContain('evening')
    expect(tags('Ivory Bridal Gown').join()).not.toContain('party')
    // Most boots are not for hiking, and printed leggings are no sportswear.
    expect(tags('Waterproof Hiking Boots')).toContain('top:hiking')
    expect(tags('Studded Peep Toe Boots')).not.toContain('for:hiking')
    expect(tags('Leopard Leggings')).not.toContain('for:gym')
    expect(tags('Seamless Training Leggings')).toContain('top:gym')
    expect(tags('Ribbed Dress').join()).not.toContain('maternity')
    expect(describeProduct({ ...nothing, title: "Ladies' Coat" }).departments).toEqual(['women'])
    expect(
      describeProduct({ ...nothing, title: "Ladies' Coat", departments: ['girls'] }).departments,
    ).toEqual(['girls'])
  })

  it('is what its picture shows where nothing else says it', () => {
    const seen = { seen_kind: 'top', seen_type: 'blouse', seen_colors: ['green'] }
    expect(describeProduct({ ...nothing, ...seen, title: 'Model 4711' })).toMatchObject({
      kind: 'blouses',
      colors: ['green'],
    })
    expect(describeProduct({ ...nothing, ...seen, title: 'Red Dress' })).toMatchObject({
      kind: 'dresses',
      colors: ['red'],
    })
  })
})

const filter = (facet: AppliedFilter['facet'], label: string): AppliedFilter => ({
  facet,
  value: label.toLowerCase(),
  label,
})

it.each([
  ['olive utility jacket', [], 'olive utility jacket'],
  ['olive utility jacket', [filter('colour', 'Black')], 'black utility jacket'],
  ['blue jeans', [filter('colour', 'Black'), filter('brand', 'Almara')], 'Almara black jeans'],
  ['striped navy shirt', [filter('pattern', 'Floral')], 'floral navy shirt'],
  [
    'red jacket',
    [filter('material', 'Leather'), filter('price', 'Under €80')],
    'leather red jacket',
  ],
])('says %s with %o as %s', (name, applied, words) =>
  expect(buildSearchWords(name, applied)).toBe(words),
)

it.each([
  ['sneakers', 'sneakers', 0],
  ['snaekers', 'sneakers', 1],
  ['lether', 'leather', 1],
  ['dresss', 'dress', 1],
  ['coat', 'boat', 1],
  ['', 'bag', 3],
  ['kitten', 'sitting', 3],
])('between %s and %s lie %i slips', (a, b, slips) => {
  expect(computeEditDistance(a, b)).toBe(slips)
  expect(computeEditDistance(b, a)).toBe(slips)
})

it('allows more slips in longer words', () => {
  expect(['ab', 'bag', 'coats', 'jacket'].map(countAllowedTypos)).toEqual([0, 1, 1, 2])
})

const match = (label: string, title: string, kind: string | null = null) =>
  rateLabelMatch(readLabel(label, kind), describeTitle(title))
/** The titles that match the label best, first. */
const order = (label: string, kind: string, titles: string[]) =>
  titles.toSorted((a, b) => match(label, b, kind) - match(label, a, kind))

describe('the match of a title with a label is one of meaning, not of letters', () => {
  test.each([
    ['blue jeans', 'Indigo Wash Denims'],
    ['navy coat', 'Longline Overcoat in Midnight'],
    ['striped shirt', 'Pinstripe Button-Down'],
    ['leather jacket', 'Nappa Biker Jacket'],
  ])('%s and %s', (label, title) => expect(match(label, title)).toBe(1))

  test.each([
    ['dress', 'Dress Watch'],
    ['coat', 'Coat Hanger T-Shirt'],
    ['navy coat', ''],
    ['', 'Navy Coat'],
  ])('but not %s and %s', (label, title) => expect(match(label, title)).toBe(0))
})

test.each<[string, string, string, string[]]>([
  [
    'the kind counts more than everything else together',
    'striped purple dress',
    'dress',
    ['Black Maxi Dress', 'Striped Purple Shirt'],
  ],
  ['the colour counts more than the cut', 'taupe coat', 'outerwear', ['Beige Jacket', 'Red Coat']],
  [
    'the cut counts among those of the colour',
    'beige coat',
    'outerwear',
    ['Beige Coat', 'Beige Jacket', 'Red Coat', 'Red Jacket'],
  ],
  [
    'a main colour counts more than a second one, that more than a neighbouring one',
    'navy sweater',
    'top',
    ['Navy Sweater', 'Red and Navy Sweater', 'Black Sweater', 'Red Sweater'],
  ],
  [
    'a pattern counts among those of the colour',
    'floral red skirt',
    'skirt',
    ['Red Floral Skirt', 'Red Skirt', 'Black Floral Skirt', 'Black Skirt'],
  ],
])('%s', (_, label, kind, titles) => {
  expect(order(label, kind, titles.toReversed())).toEqual(titles)
})

it('is of the labelled kind what an object of it may be, or what the label calls it', () => {
  const isOfKind = (label: string, kind: string, title: string) =>
    isOfLabeledKind(readLabel(label, kind), describeTitle(title).kind)
  expect(isOfKind('jacket', 'outerwear', 'Wool Coat')).toBe(true)
  expect(isOfKind('jacket', 'outerwear', 'Wool Cardigan')).toBe(false)
  // A long cardigan is taken for a coat.
  expect(isOfKind('grey cardigan', 'outerwear', 'Wool Cardigan')).toBe(true)
  expect(isOfKind('top', 'top', 'Wool Cardigan')).toBe(true)
  expect(isOfKind('coat', 'outerwear', 'Maxi Dress')).toBe(false)
  expect(isOfKind('coat', 'outerwear', 'Model 7')).toBeNull()
})

it('counts the words of the title first, then what the shop states, then what was seen', () => {
  const label = readLabel('navy pants', 'pants')
  const products = [
    { title: 'Navy Cotton Bootcut Trousers', colors: ['brown'] },
    { title: 'Straight Trousers', colors: ['navy'], seen_colors: ['red'] },
    { title: 'Dark Checked Slim Trousers', seen_colors: ['navy'] },
    { title: 'Slim Trousers', seen_colors: ['red'] },
    { title: 'Model 7', kind: 'pants', colors: ['navy'] },
    { title: 'Model 8', seen_type: 'trousers', seen_kind: 'pants', seen_colors: ['navy'] },
  ]
  const matchOf = (facts: (typeof products)[number]) =>
    rateLabelMatch(label, describeProduct(facts))
  const ordered = products.toReversed().toSorted((a, b) => matchOf(b) - matchOf(a))
  expect(ordered.map(({ title }) => title)).toEqual(products.map(({ title }) => title))
})

it('prefers the department that was chosen, and what is for everyone, to what says nothing', () => {
  const label = { ...readLabel('red dress', 'dress'), department: 'women' as const }
  const titles = ['Women’s Black Dress', 'Black Dress', 'Girls’ Red Dress']
  const order = titles
    .toReversed()
    .toSorted(
      (a, b) => rateLabelMatch(label, describeTitle(b)) - rateLabelMatch(label, describeTitle(a)),
    )
  expect(order).toEqual(titles)
  expect(rateLabelMatch(label, { ...describeTitle('Red Dress'), departments: ['unisex'] })).toBe(1)
})

it('a general noun prefers nothing of its kind', () => {
  expect(match('grey top', 'Grey Wool Sweater', 'top')).toBe(match('grey top', 'Grey Top', 'top'))
  expect(match('glasses', 'Round Sunglasses', 'eyewear')).toBe(1)
  expect(match('grey sweater', 'Grey Top', 'top')).toBeLessThan(1)
  // Outerwear of which no more is known is called a jacket.
  expect(match('black jacket', 'Black Wool Coat', 'outerwear')).toBe(1)
  expect(match('black leather jacket', 'Black Leather Coat', 'outerwear')).toBeLessThan(1)
})

test.each([
  ['Lola', 'swimwear', 'swimwear'],
  ['Lola shoes', 'ankle-boots', 'ankle-boots'],
  ['Cotton cardigan', 'sweaters', 'cardigans'],
  ['Ring sling', 'bags', 'bags'],
  ['Lola', null, null],
])('a title %s in the category %s is of the kind %s', (title, type, kind) => {
  expect(describeProduct({ title, type }).kind).toBe(kind)
})
