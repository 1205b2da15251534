/** The categories; `CATEGORY_TEXT` has their labels. */
export const CATEGORIES = [
  'clothing',
  'footwear',
  'bags',
  'jewelry',
  'accessories',
  'other',
] as const
export type Category = (typeof CATEGORIES)[number]

/** Items without a category of their shop, in counts of what was left out. */
export const NO_CATEGORY = '(no category)'

/** Singular words separated by spaces, including the detector's kinds. */
const WORDS: Readonly<Record<Exclude<Category, 'other'>, string>> = {
  clothing:
    'clothing clothes apparel garment top tops outerwear outwear legwear longsleeve pants pant trouser chino jeans jean legging stocking tights sock dress gown skirt shorts coat jacket blazer parka trench anorak cape poncho vest waistcoat gilet suit tuxedo shirt tshirt tee blouse tunic polo camisole tank sweater sweatshirt jumper pullover cardigan hoodie knit knitwear turtleneck romper jumpsuit playsuit overall dungaree bodysuit bra lingerie swimsuit bikini kimono pyjama robe',
  footwear:
    'footwear shoe sneaker trainer boot bootie heel pump stiletto sandal slide loafer flat ballerina wedge mule clog slipper espadrille moccasin oxford brogue derby',
  bags: 'bag handbag purse tote clutch backpack satchel crossbody wallet pouch duffel briefcase luggage suitcase rucksack',
  jewelry:
    'jewelry jewellery jewel necklace earring ring bracelet bangle pendant brooch anklet choker cufflink tiara chain hoop',
  accessories:
    'accessory eyewear sunglasses sunglass glasses eyeglasses hat cap beanie beret fedora headband scarf shawl bandana belt watch tie necktie bowtie glove mitten umbrella hairclip scrunchie',
}

const CATEGORY_OF_WORD = new Map<string, Category>(
  CATEGORIES.flatMap((category) =>
    category === 'other' ? [] : WORDS[category].split(' ').map((word) => [word, category] as const),
  ),
)

const findCategoryOfWord = (word: string): Category | undefined =>
  [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
    .concat(word.replace(/ves$/, 'f'))
    .map((form) => CATEGORY_OF_WORD.get(form))
    .find((category) => category !== undefined)

/** The words that name the product itself: 'dress with belt' is a dress. */
export const extractProductWords = (text: string): string[] => {
  const product = text
    .toLowerCase()
    .replaceAll(/t[-\s]shirt/g, 'tshirt')
    .split(/\s(?:with|for|in|by|from|and)\s|[,|(]/)[0]
  return (product ?? '').split(/[^\p{L}]+/u)
}

/** The category of a kind or a title. The last known word decides ('dress shoes', 'belt bag'). */
export const parseCategory = (text: string): Category =>
  extractProductWords(text)
    .map(findCategoryOfWord)
    .findLast((category) => category !== undefined) ?? 'other'

/** The category that a word names, or null for an unknown word. */
export const findNamedCategory = (word: string): Category | null => {
  const category = parseCategory(word)
  return category !== 'other' || word.toLowerCase() === 'other' ? category : null
}

/** The stated category, or else the one that the name implies. */
export const chooseProductCategory = ({
  category,
  name,
}: {
  category: string | null
  name: string
}) => {
  const statedCategory = parseCategory(category ?? '')
  return statedCategory === 'other' ? parseCategory(name) : statedCategory
}
