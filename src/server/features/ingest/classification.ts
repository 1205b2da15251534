import { type Category, parseCategory, extractProductWords } from '#shared/domain/category.ts'
import { type Department, DEPARTMENTS } from '#shared/domain/department.ts'
import { findPhrases, getObjectKind, getParentKind } from '#shared/vocabulary/vocabulary.ts'
import { indexByWord, splitIntoWords } from '#shared/vocabulary/word-forms.ts'
import { findKindInText } from '#server/features/catalog/description/index.ts'

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
export type ProductKind = keyof typeof CATEGORY_OF_KIND

type Classification = {
  category: Category | null
  kind: ProductKind | null
  /** The kind in the vocabulary, such as 'ankle-boots'; null if that is left to the title. */
  type: string | null
}

/** Ids of Google's product taxonomy that name one kind. */
const IDS_OF_KIND: Readonly<Record<ProductKind, string>> = {
  top: '212 2745 3455 3376 5410 5401',
  outerwear: '203 5598 1831 5506 6006 2396 2292 5461 5425 5673 5678 5677 5907 1128',
  dress:
    '2271 5182 5250 5490 7132 5441 5330 5329 5513 6031 5343 8248 5676 5424 499979 8149 5684 5683 5682 5681 5680 5679',
  pants: '204 3951 5552 7003 5514 7236 7281 5674 6914 1807 5909 5484',
  skirt: '1581 5344 2963 6229 6228 2331',
  shorts: '207 3188 5378 5379',
  legwear: '209 215 3729 5941 5685 5423',
  footwear: '187 5387',
  bag: '6551 3032 2668 5181 100 101 103 104 105 106 107 108 549 5608 6553 6169 6170 5650',
  hat: '173 2020 7054 1922 5939 1786 7237 5625 5426',
  eyewear: '178',
  belt: '169 499972 5687 5623',
  scarf: '177 543673 543674 168 543586 7230',
  tie: '176',
  gloves: '170 3246 499816 3084 5624 8200',
  jewelry: '188 189 190 191 197 192 194 6463 196 200 193 5914',
  watch: '201',
}
const KIND_OF_ID = indexByWord(IDS_OF_KIND)
/** Ids that name a kind of the vocabulary more exactly than the table above. */
const TYPE_OF_ID = indexByWord({
  swimwear: '211',
  underwear: '2562 214 5834',
  nightwear: '208 2580 2302 5713 5513',
  suits: '1594 5183 1516 1580',
  jumpsuits: '5250 7132',
  dresses: '2271',
  handbags: '3032',
  wallets: '2668',
  backpacks: '100',
  earrings: '194',
  necklaces: '196',
  bracelets: '191',
  rings: '200',
  sunglasses: '178',
  socks: '209',
})
/** Ids that name a category but not a kind. Every other id is not fashion. */
const IDS_OF_CATEGORY = {
  clothing:
    '1604 5322 7313 208 5713 2580 2302 1594 5183 1516 1580 211 213 214 1772 2562 2306 5697 3128 6087 5460 5462 5517 5463 5555 182 5408 5549 5622 5412 5409 5411 5621 3066 5388 6227 5483 5327 1578 5834 5878 7235 5949 206 3414 3598 3888 3191 3439 3683 3724 3958 4003 3253 5564 3379 3852 5688 1147 499814 5400 5193 184',
  footwear: '1933 5567 7078 5385 1856 2427 3272',
  bags: '6552 6460 175 6277 5841 110',
  jewelry: '5122 5123 8018',
  accessories:
    '167 171 1662 502988 7207 7208 7211 7210 7209 2563 2160 1675 5942 5422 5626 543587 3913 5443 5446 6985 6984 5114 6238 8451 2477 4057 1948 6183 543646 543645 543644 5915 1483 7305 7307 181 7133 5207 6268 502987 4179 179 180 5390 5686 1893 5192 7304 8017 5194',
} as const satisfies Partial<Record<Category, string>>
const CATEGORY_OF_ID = indexByWord(IDS_OF_CATEGORY)
/** 'Apparel & Accessories' as a whole: something to wear, but not what. */
const ALL_APPAREL = '166'

/** Singular words that name one kind, for paths, types and titles in English. */
const WORDS_OF_KIND: Readonly<Record<ProductKind, string>> = {
  top: 'top shirt tshirt tee blouse tunic polo camisole tank sweater sweatshirt jumper pullover cardigan hoodie knitwear turtleneck bodysuit kurta kurti choli dashiki huipil guayabera',
  outerwear:
    'outerwear coat jacket blazer parka trench anorak cape poncho vest waistcoat gilet windbreaker puffer overcoat raincoat sherwani haori bisht burnous',
  dress:
    'dress gown jumpsuit playsuit romper overall dungaree sundress abaya jilbab kaftan caftan djellaba thobe kandura boubou dirndl hanbok kimono yukata cheongsam qipao sari saree lehenga anarkali dupattaset salwarsuit',
  pants:
    'pants pant trousers trouser jeans jean chino chinos leggings legging slacks joggers sweatpants culottes salwar shalwar palazzo dhoti churidar lederhosen',
  skirt: 'skirt skort kilt sarong lungi',
  shorts: 'shorts',
  legwear: 'tights stocking stockings sock hosiery legwear',
  footwear:
    'shoe obuv boty sneaker trainer boot bootie heel pump stiletto sandal slide loafer ballerina wedge mule clog slipper espadrille moccasin oxford brogue derby footwear',
  bag: 'bag handbag purse tote clutch backpack satchel crossbody wallet pouch duffel briefcase rucksack',
  hat: 'hat cap beanie beret fedora headwear',
  eyewear: 'eyewear sunglasses eyeglasses glasses',
  belt: 'belt',
  scarf: 'scarf shawl bandana dupatta hijab keffiyeh pashmina stole',
  tie: 'tie necktie bowtie',
  gloves: 'glove mitten',
  jewelry:
    'jewelry jewellery necklace earring ring bracelet bangle pendant brooch anklet choker cufflink',
  watch: 'watch wristwatch',
}
const KIND_OF_WORD = indexByWord(WORDS_OF_KIND)

/** 'dresses', 'clutches', 'brooches', 'scarves', 'accessories' in the singular. */
const singulars = (word: string): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ves$/, 'f'),
  word.replace(/ies$/, 'y'),
]

/** Not fashion, for shops that state no category: 'Wall clock', 'Love poster', 'Cashmere blanket'. */
const OTHER_THINGS = new Set(
  'clock poster blanket duvet pillow pillowcase cushion lamp lampshade mug candle vase rug carpet curtain tapestry wallpaper sticker coaster tumbler teapot keyboard mousepad charger headphones speaker tablecloth towel bedding bedsheet sofa chair table shelf bookshelf mirror plate bowl puzzle notebook calendar postcard painting doormat ornament figurine toy plush'.split(
    ' ',
  ),
)

const kindOfWords = (text: string): ProductKind | null =>
  extractProductWords(text.replaceAll(/\b(dupatta|salwar)\s(?=set|suit)/gi, '$1'))
    .map((word) => singulars(word).flatMap((form) => KIND_OF_WORD.get(form) ?? [])[0])
    .findLast((kind) => kind !== undefined) ?? null

/** What shops sell beside products: gift cards, insurance of parcels, samples of fabric. */
const NO_PRODUCT =
  /\b(?:e-?)?gift[\s-]?(?:cards?|vouchers?|certificates?)\b|\b(?:package|shipping|order|route) (?:protection|insurance)\b|\b(?:shipping|delivery) (?:fee|charge)s?\b|geschenk(?:karte|gutschein)|wertgutschein|carte[\s-]cadeau|ch[eè]que[\s-]cadeau|tarjeta (?:de )?regalo|buono regalo|cadeaubon|vale[\s-]presente|cart[aã]o[\s-]presente|karta podarunkowa|d[aá]rkov[yáýé]+ (?:poukaz|karta)|dovan[uų] (?:kuponas|kortel[eė])|подарочн\p{L}+ (?:карт|сертификат)/iu
export const isNoProduct = (title: string): boolean => NO_PRODUCT.test(title)

const NOT_FASHION: Classification = { category: 'other', kind: null, type: null }

/** Kinds that say nothing more than a category. */
const WIDE_TYPES = new Set(['clothing', 'accessories', 'footwear', 'bags', 'jewelry', 'other'])
const CATEGORY_OF_ROOT = {
  clothing: 'clothing',
  footwear: 'footwear',
  bags: 'bags',
  jewelry: 'jewelry',
  accessories: 'accessories',
} as const satisfies Record<string, Category>

const fromType = (type: string): Classification | null => {
  const kind = getObjectKind(type) as ProductKind | null
  let root = type
  for (let parent = getParentKind(type); parent !== null; parent = getParentKind(parent))
    root = parent
  const category = kind
    ? CATEGORY_OF_KIND[kind]
    : CATEGORY_OF_ROOT[root as keyof typeof CATEGORY_OF_ROOT]
  if (category === undefined) return null
  return { category, kind, type: WIDE_TYPES.has(type) ? null : type }
}

/** Shops have some hundred categories for their many items. */
const MAX_CACHED_STEPS = 5_000
const typeOfStep = new Map<string, string | null>()
const readType = (step: string): string | null => {
  const known = typeOfStep.get(step)
  if (known !== undefined) return known
  if (typeOfStep.size >= MAX_CACHED_STEPS) typeOfStep.clear()
  const type = findKindInText(step)
  typeOfStep.set(step, type)
  return type
}

const fromId = (id: string): Classification | null => {
  const kind = KIND_OF_ID.get(id)
  const type = TYPE_OF_ID.get(id) ?? null
  if (kind) return { category: CATEGORY_OF_KIND[kind], kind, type }
  const category = CATEGORY_OF_ID.get(id)
  if (category) return { category, kind: null, type }
  return id === ALL_APPAREL ? null : NOT_FASHION
}

/** Departments for animals, whatever their categories are called. */
const FOR_ANIMALS =
  /\b(?:animals?|pets?|dogs?|cats?|horses?|aquarium|haustiere?|hunde?|katzen?|animaux|mascotas?|perros?|gatos?)\b|животн|питом|собак|кошек/i
const OTHER_DEPARTMENTS =
  /\b(?:home|house|household|garden|kitchen|dining|furniture|decor|bedding|linens|bath|food|beverages?|grocer(?:y|ies)|snacks?|tobacco|health|beauty|cosmetics?|personal care|hair ?care|skin ?care|makeup|fragrance|perfumes?|electronics?|computers?|phones?|cameras?|appliances?|toys?|games?|books?|media|music|movies?|software|office|stationery|hardware|tools?|automotive|auto parts|vehicles?|industrial|sporting goods|fitness|arts? (?:&|and) (?:crafts?|entertainment)|crafts?|party supplies|gift cards?|services?|haushalt|küche|möbel|garten|lebensmittel|elektronik|spielzeug|bücher|maison|cuisine|jardin|alimentation|beauté|santé|électronique|jouets?|livres?|hogar|cocina|jardín|alimentos|belleza|salud|electrónica|juguetes?|libros?)\b|дом и|кухн|мебел|продукт|красот|здоров|электрон|игрушк|книг|косметик|волос/i
/** Without 'accessories', which homes, cars and phones have too. */
const FASHION =
  /\b(?:apparel|cloth(?:es|ing)|fashion|garments?|wear|menswear|womenswear|outfits?|shoes?|footwear|jewel(?:le)?ry|handbags?|luggage|swimwear|underwear|lingerie|bekleidung|kleidung|mode|schuhe|schmuck|vêtements?|chaussures|bijoux|ropa|moda|calzado|joyería|abbigliamento|scarpe)\b|одежд|обув|украшен/i

const stepsOf = (path: string) =>
  path.split(/[>/|;]|(?<=[^\s]),(?=\s*\p{Lu})/u).map((step) => step.trim())

/** 'Shoes > Dress' are dress shoes and 'Bags > Belt' belt bags, if the vocabulary has such things. */
const readWithParent = (step: string, parent = ''): string => {
  const [own, other] = [readType(step), readType(parent)]
  if (!own || !other || getObjectKind(own) === getObjectKind(other)) return step
  const [noun = ''] = splitIntoWords(parent).slice(-1)
  const words = [...splitIntoWords(step), noun]
  const [phrase] = findPhrases(words)
  return phrase?.to === words.length ? words.join(' ') : step
}

/** Uses the deepest informative step of `Apparel & Accessories > Clothing > Dresses`. */
const fromPath = (path: string): Classification | null => {
  if (FOR_ANIMALS.test(path)) return NOT_FASHION
  const steps = stepsOf(path)
  // 'Home > Clothing' is fashion, and 'Clothing > Home textiles' is not.
  const outsideIndex = steps.findLastIndex((step) => OTHER_DEPARTMENTS.test(step))
  const isOutside =
    outsideIndex >= 0 &&
    !FASHION.test(steps[outsideIndex] ?? '') &&
    !steps.slice(outsideIndex + 1).some((step) => FASHION.test(step))
  if (isOutside) return NOT_FASHION
  const read = steps.map((step, index) => readWithParent(step, steps[index - 1]))
  for (const step of read.toReversed()) {
    const kind = kindOfWords(step)
    const type = readType(step)
    const byType = type === null ? null : fromType(type)
    if (kind && byType?.kind === kind) return byType
    if (kind) return { category: CATEGORY_OF_KIND[kind], kind, type: null }
    if (byType) return byType
    const category = parseCategory(step)
    if (category !== 'other') return { category, kind: null, type: null }
  }
  return null
}

const fromTitle = (title: string): Classification | null => {
  const kind = kindOfWords(title)
  if (kind) return { category: CATEGORY_OF_KIND[kind], kind, type: null }
  const isOther = extractProductWords(title).some((word) =>
    singulars(word).some((form) => OTHER_THINGS.has(form)),
  )
  if (isOther) return NOT_FASHION
  // Titles in English were read above, which takes a fraction of the time.
  const type = findKindInText(title)
  return type === null ? null : fromType(type)
}

/**
 * The category and kind of an item, from the most reliable source that a feed has. A stated category outside
 * fashion outweighs the title: a 'Dog Coat' in the pet department is not a coat. Null if unclear; then the
 * picture decides.
 */
export const classify = (
  googleCategory: string | undefined,
  productType: string | undefined,
  title: string,
): Classification => {
  const id = /^\s*(\d+)\b/.exec(googleCategory ?? '')?.[1]
  const sources = [
    id === undefined ? fromPath(googleCategory ?? '') : fromId(String(Number(id))),
    fromPath(productType ?? ''),
    fromTitle(title),
  ].filter((source) => source !== null)
  const best = sources[0]
  if (!best) return { category: null, kind: null, type: null }
  if (best.kind || best.type || best.category === 'other') return best
  // Another source may refine a vague statement, but not contradict it.
  const precise = sources.find(
    ({ category, kind, type }) => (kind ?? type) !== null && category === best.category,
  )
  return precise ?? best
}

/** Words by which feeds say whom an item is for, in lower case. */
const WORDS = {
  women:
    'female woman women womens women’s ladies lady damen dame frauen femme femmes mujer mujeres donna donne mulher mulheres feminino dames vrouwen kobieta kobiety damskie damska kadın kadin женский женская женские женщинам женщины жіночий жіноча',
  men: 'male man men mens men’s gents herren herr männer homme hommes hombre hombres uomo uomini homem homens masculino heren mannen mężczyzna męskie męska erkek мужской мужская мужские мужчинам мужчины чоловічий чоловіча',
  girls:
    'girl girls mädchen fille filles niña niñas bambina bambine menina meninas meisje meisjes dziewczynka dziewczęce девочки девочкам девочка дівчинка',
  boys: 'boy boys jungen junge garçon garçons niño niños bambino bambini menino meninos jongen jongens chłopiec chłopięce мальчики мальчикам мальчик хлопчик',
  baby: 'baby babies newborn infant infants bébé bébés bebé bebés neonato neugeborene säugling малыши новорожденные',
  kids: 'kid kids child children toddler toddlers youth junior teen kinder kind enfant enfants infantil kinderen dzieci çocuk дети детский детская детям',
  unisex: 'unisex neutral унисекс унісекс',
} as const
type Word = keyof typeof WORDS
const DEPARTMENT_OF_WORD = indexByWord(WORDS)

const wordsIn = (text: string): Set<Word> =>
  new Set(
    text
      .toLowerCase()
      .replaceAll("'", '’')
      .split(/[^\p{L}’]+/u)
      .flatMap(
        (name) =>
          DEPARTMENT_OF_WORD.get(name) ?? DEPARTMENT_OF_WORD.get(name.replace(/’s$/, '')) ?? [],
      ),
  )

/**
 * Whom an item is for, by its gender and age group, or else by the path of its category ('Women >
 * Dresses'). Empty if the feed does not say.
 */
export const departmentsOf = (
  gender: string | undefined,
  ageGroup: string | undefined,
  path: string | undefined,
): Department[] => {
  const statedWords = wordsIn(`${gender ?? ''} ${ageGroup ?? ''}`)
  const words = statedWords.size > 0 ? statedWords : wordsIn(path ?? '')
  const isChild = words.has('kids') || words.has('girls') || words.has('boys')
  const departments = new Set<Department>()
  if (words.has('baby')) departments.add('baby')
  else if (isChild) {
    const isFemale = words.has('girls') || words.has('women')
    const isMale = words.has('boys') || words.has('men')
    if (isFemale || !isMale) departments.add('girls')
    if (isMale || !isFemale) departments.add('boys')
  } else if (words.has('women') && words.has('men')) departments.add('unisex')
  else if (words.has('women')) departments.add('women')
  else if (words.has('men')) departments.add('men')
  else if (words.has('unisex')) departments.add('unisex')
  return DEPARTMENTS.filter((department) => departments.has(department))
}
