import { type Category, categoryFromText, wordsOfThing } from '#shared/domain/category.ts'

/** The kinds the detector knows, with their categories. */
const CATEGORY_OF_KIND = {
  top: 'clothing',
  outerwear: 'clothing',
  dress: 'clothing',
  pants: 'clothing',
  skirt: 'clothing',
  shorts: 'clothing',
  legwear: 'clothing',
  footwear: 'footwear',
  bag: 'bags',
  hat: 'accessories',
  eyewear: 'accessories',
  belt: 'accessories',
  scarf: 'accessories',
  tie: 'accessories',
  gloves: 'accessories',
  jewelry: 'jewelry',
  watch: 'jewelry',
} as const satisfies Record<string, Category>
export type Kind = keyof typeof CATEGORY_OF_KIND

export type Classification = { category: Category | null; kind: Kind | null }

/** Ids of Google's product taxonomy that name one kind. */
const IDS_OF_KIND: Readonly<Record<Kind, readonly number[]>> = {
  top: [212, 2745, 3455, 3376, 5673],
  outerwear: [203, 5598, 1831, 5506, 6006, 2396, 2292, 5461],
  dress: [2271, 5182, 5250, 5490, 7132, 5441, 5330, 5329, 5513, 6031, 5343, 8248, 5676],
  pants: [204, 3951, 5552, 7003, 5514, 7236, 7281, 5674, 6914, 1807],
  skirt: [1581, 5344, 2963],
  shorts: [207, 3188, 5378, 5379],
  legwear: [209, 215, 3729, 5941, 5685],
  footwear: [187],
  bag: [6551, 3032, 2668, 5181, 100, 101, 103, 104, 106, 107, 108, 549, 5608, 6553],
  hat: [173, 2020, 7054, 1922, 5939, 1786, 7237],
  eyewear: [178],
  belt: [169, 499972, 5687],
  scarf: [177, 543673, 543674, 168, 543586, 7230],
  tie: [176],
  gloves: [170, 3246, 499816, 3084],
  jewelry: [188, 189, 190, 191, 197, 192, 194, 6463, 196, 200, 193, 5914],
  watch: [201],
}
const KIND_OF_ID = new Map(
  Object.entries(IDS_OF_KIND).flatMap(([kind, ids]) =>
    ids.map((id) => [id, kind as Kind] as const),
  ),
)
/** Ids that name a category but not a kind. */
const CATEGORY_OF_ID = new Map<number, Category>([
  [1604, 'clothing'],
  [5322, 'clothing'],
  [7313, 'clothing'],
  [208, 'clothing'],
  [5713, 'clothing'],
  [2580, 'clothing'],
  [2302, 'clothing'],
  [1594, 'clothing'],
  [5183, 'clothing'],
  [1516, 'clothing'],
  [1580, 'clothing'],
  [211, 'clothing'],
  [213, 'clothing'],
  [214, 'clothing'],
  [1772, 'clothing'],
  [2562, 'clothing'],
  [2306, 'clothing'],
  [167, 'accessories'],
  [171, 'accessories'],
  [1662, 'accessories'],
  [502988, 'accessories'],
])

/** Singular words that name one kind, for paths, types and titles in English. */
const WORDS_OF_KIND: Readonly<Record<Kind, string>> = {
  top: 'top shirt tshirt tee blouse tunic polo camisole tank sweater sweatshirt jumper pullover cardigan hoodie knitwear turtleneck bodysuit',
  outerwear:
    'outerwear coat jacket blazer parka trench anorak cape poncho vest waistcoat gilet windbreaker puffer overcoat raincoat',
  dress: 'dress gown jumpsuit playsuit romper overall dungaree sundress',
  pants:
    'pants pant trousers trouser jeans jean chino chinos leggings legging slacks joggers sweatpants culottes',
  skirt: 'skirt skort',
  shorts: 'shorts',
  legwear: 'tights stocking stockings sock hosiery legwear',
  footwear:
    'shoe sneaker trainer boot bootie heel pump stiletto sandal slide loafer ballerina wedge mule clog slipper espadrille moccasin oxford brogue derby footwear',
  bag: 'bag handbag purse tote clutch backpack satchel crossbody wallet pouch duffel briefcase rucksack',
  hat: 'hat cap beanie beret fedora headwear',
  eyewear: 'eyewear sunglasses eyeglasses glasses',
  belt: 'belt',
  scarf: 'scarf scarve shawl bandana',
  tie: 'tie necktie bowtie',
  gloves: 'glove mitten',
  jewelry:
    'jewelry jewellery necklace earring ring bracelet bangle pendant brooch anklet choker cufflink',
  watch: 'watch watche wristwatch',
}
const KIND_OF_WORD = new Map(
  Object.entries(WORDS_OF_KIND).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as Kind] as const),
  ),
)

const kindOfWords = (text: string): Kind | null =>
  wordsOfThing(text)
    .map((word) => KIND_OF_WORD.get(word) ?? KIND_OF_WORD.get(word.replace(/s$/, '')))
    .findLast((kind) => kind !== undefined) ?? null

const fromId = (id: number): Classification | null => {
  const kind = KIND_OF_ID.get(id)
  if (kind) return { category: CATEGORY_OF_KIND[kind], kind }
  const category = CATEGORY_OF_ID.get(id)
  return category ? { category, kind: null } : null
}

/** `Apparel & Accessories > Clothing > Dresses`: the deepest step that says something. */
const fromPath = (path: string): Classification | null => {
  for (const step of path.split(/[>/|]/).toReversed()) {
    const kind = kindOfWords(step)
    if (kind) return { category: CATEGORY_OF_KIND[kind], kind }
    const category = categoryFromText(step)
    if (category !== 'other') return { category, kind: null }
  }
  return null
}

const fromTitle = (title: string): Classification | null => {
  const kind = kindOfWords(title)
  return kind ? { category: CATEGORY_OF_KIND[kind], kind } : null
}

/**
 * What a feed says about the category and kind of an item, the most reliable source first. Null
 * where it says nothing clear: the picture then decides.
 */
export const classify = (
  googleCategory: string | undefined,
  productType: string | undefined,
  title: string,
): Classification => {
  const id = /^\s*(\d+)\b/.exec(googleCategory ?? '')?.[1]
  const sources = [
    id === undefined ? fromPath(googleCategory ?? '') : fromId(Number(id)),
    fromPath(productType ?? ''),
    fromTitle(title),
  ].filter((source) => source !== null)
  const best = sources[0]
  if (!best) return { category: null, kind: null }
  if (best.kind) return best
  // A vaguer statement may be made precise by another, but not contradicted.
  const precise = sources.find(({ category, kind }) => kind !== null && category === best.category)
  return precise ?? best
}
