import {
  type DemoOffer,
  readDemoCatalog,
  readDemoOffers,
  readDrawnProducts,
  readShopItems,
} from '#demo'
import { parsePrice } from '#shared/domain/price.ts'

/** What is true of a product, from the demo's own data: nothing that the search derives. */
export type DemoFacts = {
  url: string
  /** Its type, and a narrower name, in lower case: 'hat' and 'bucket hat'. */
  kinds: readonly string[]
  colors: readonly string[]
  pattern: string
  materials: readonly string[]
  brand: string | null
  people: readonly string[]
  amount: number
  currency: string
  isUsed: boolean
  isInStock: boolean
  title: string
  /** Empty where nothing says it. */
  departments: readonly string[]
  sizes: readonly string[]
  /** 'sleeveless', 'short sleeves', 'heel', 'flat' and the like. */
  traits: readonly string[]
  /** What its offers say instead, if several shops sell it: a list may show any of them. */
  offers?: readonly Pick<DemoFacts, 'url' | 'amount' | 'currency' | 'isUsed' | 'isInStock'>[]
}

/** The families a colour's name may be filed under; people disagree at the edges, so some have two. */
const FAMILIES: Readonly<Record<string, string>> = {
  Ink: 'black',
  Black: 'black',
  'Washed Black': 'black grey',
  Charcoal: 'grey',
  Graphite: 'grey',
  Dove: 'grey',
  Silver: 'grey silver',
  Slate: 'grey blue',
  Grey: 'grey',
  White: 'white',
  Ivory: 'white cream',
  Cream: 'cream white',
  Ecru: 'cream beige white',
  Butter: 'yellow cream',
  Stone: 'beige grey',
  Sand: 'beige',
  Oatmeal: 'beige',
  Beige: 'beige',
  Tan: 'tan brown beige camel',
  Khaki: 'khaki green beige olive',
  Camel: 'camel brown beige tan',
  Chocolate: 'brown',
  Brown: 'brown',
  Rosewood: 'brown red',
  Clay: 'brown orange',
  Rust: 'orange brown rust',
  Amber: 'orange yellow brown',
  Terracotta: 'orange red',
  Brick: 'red brown',
  Tomato: 'red',
  Cherry: 'red',
  'Lipstick Red': 'red',
  Ruby: 'red',
  Cranberry: 'red burgundy',
  Red: 'red',
  Burgundy: 'burgundy red',
  Coral: 'orange pink coral',
  Peach: 'orange pink peach',
  Apricot: 'orange',
  Tangerine: 'orange',
  Orange: 'orange',
  Marigold: 'yellow orange',
  Lemon: 'yellow',
  Mustard: 'yellow mustard',
  Ochre: 'yellow mustard orange',
  Saffron: 'yellow mustard',
  Turmeric: 'yellow mustard orange',
  Yellow: 'yellow',
  Gold: 'gold yellow',
  Lime: 'green yellow',
  'Bottle Green': 'green',
  Forest: 'green',
  Fern: 'green',
  Emerald: 'green',
  Spruce: 'green teal',
  Sage: 'green',
  Mint: 'green',
  Moss: 'green olive khaki',
  Olive: 'green olive khaki',
  Green: 'green',
  Turquoise: 'turquoise teal blue green',
  Lagoon: 'teal turquoise blue green',
  Peacock: 'teal blue',
  Teal: 'teal blue green turquoise',
  Aegean: 'blue teal',
  Navy: 'navy blue',
  'Deep Indigo': 'navy blue indigo',
  Indigo: 'blue indigo',
  Sapphire: 'blue',
  Cobalt: 'blue',
  'Mid Blue': 'blue',
  'Light Wash': 'blue light-blue',
  Sky: 'blue light-blue',
  'Ice Blue': 'blue light-blue',
  'Dusk Blue': 'blue light-blue',
  'Light blue': 'blue light-blue',
  Blue: 'blue',
  Denim: 'blue',
  Blush: 'pink',
  Powder: 'pink',
  'Hot Pink': 'pink',
  Fuchsia: 'pink',
  Bubblegum: 'pink',
  Magenta: 'pink purple',
  Pink: 'pink',
  Mauve: 'purple pink',
  Lilac: 'purple',
  Plum: 'purple',
  Iris: 'purple',
  Purple: 'purple',
}
const familiesOf = (name: string): string[] => {
  const families = FAMILIES[name]
  if (families === undefined) throw new Error(`The colour '${name}' has no family.`)
  return families.split(' ')
}

/** Types of the demo shop in the words of the demo's garments, the narrower name second. */
const SHOP_TYPES: Readonly<Record<string, string>> = {
  'T-shirts': 'tee',
  'Tank tops': 'tank, tank top',
  Camisoles: 'tank, camisole',
  'Long-sleeve tops': 'top, long-sleeve top',
  Shirts: 'shirt',
  'Polo shirts': 'polo shirt',
  Blouses: 'blouse',
  Turtlenecks: 'turtleneck',
  Sweaters: 'sweater',
  Cardigans: 'cardigan',
  Hoodies: 'hoodie, hooded',
  Sweatshirts: 'hoodie, sweatshirt',
  Vests: 'vest',
  Blazers: 'blazer',
  Coats: 'coat',
  'Fur coats': 'coat, fur coat',
  'Trench coats': 'trench, trench coat',
  'Light jackets': 'jacket',
  'Bomber jackets': 'jacket, bomber jacket',
  'Leather jackets': 'jacket, leather jacket',
  'Denim jackets': 'jacket, denim jacket',
  'Puffer jackets': 'puffer, puffer jacket',
  Trousers: 'trousers',
  'Wide-leg trousers': 'trousers, wide-leg trousers',
  Sweatpants: 'sweatpants',
  Jeans: 'jeans',
  Leggings: 'leggings',
  Shorts: 'shorts',
  'Denim shorts': 'shorts, denim shorts',
  'Mini skirts': 'skirt, mini skirt',
  'Midi skirts': 'skirt, midi skirt',
  'Maxi skirts': 'skirt, maxi skirt',
  'Pencil skirts': 'skirt, pencil skirt',
  'Pleated skirts': 'skirt, pleated skirt',
  'Mini dresses': 'dress, mini dress',
  'Midi dresses': 'dress, midi dress',
  'Maxi dresses': 'dress, maxi dress',
  Sneakers: 'sneakers',
  'Ankle boots': 'boots, ankle boots',
  'Tall boots': 'boots, tall boots',
  Heels: 'heels',
  Flats: 'flats',
  Sandals: 'sandals',
  Slippers: 'slippers',
  Loafers: 'loafers',
  'Dress shoes': 'dress shoes',
  Beanies: 'hat, beanie',
  Caps: 'hat, cap',
  'Brimmed hats': 'hat, wide-brim hat',
  'Trapper hats': 'hat, trapper hat',
}

/** What the names of kinds say about sleeves and heels. */
const TRAITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:tank|camisole|slip dress)/, 'sleeveless'],
  [/^(?:tee|polo shirt)/, 'short sleeves, sleeves'],
  [/^(?:sweater|turtleneck|cardigan|hoodie|puff-sleeve)/, 'long sleeves, sleeves'],
  [/^(?:heels|heeled|pumps|platform)/, 'heel'],
  [
    /^(?:sneakers|flats|loafers|slippers|flat sandals|chelsea ankle boots|derby shoes|dress shoes)/,
    'flat',
  ],
  [/^(?:hoodie|oversized hoodie)/, 'hooded'],
]
const traitsOf = (kinds: readonly string[]): string[] =>
  TRAITS.flatMap(([pattern, traits]) =>
    kinds.some((kind) => pattern.test(kind)) ? traits.split(', ') : [],
  )

type People = ReadonlyMap<string, ReadonlySet<string>>
type Offers = ReadonlyMap<string, readonly DemoOffer[]>

const garmentFacts = async (people: People, offers: Offers): Promise<DemoFacts[]> => {
  const products = await readDrawnProducts()
  return products.flatMap(({ garment, ...product }): DemoFacts[] => {
    const { name, cut, color, material, brand, price, website } = product
    const wearers = people.get(website)
    if (!wearers) return []
    const kinds = [garment.type.toLowerCase(), cut.toLowerCase()]
    const stated = offers.get(website)?.find((offer) => offer.stated)?.stated
    const { amount, currency } = parsePrice(price) ?? { amount: Number.NaN, currency: null }
    return [
      {
        url: website,
        kinds,
        colors: familiesOf(color),
        pattern: garment.fabric.weave,
        materials: [...(material?.toLowerCase().split(/[- ]/) ?? []), stated?.material ?? ''],
        brand,
        people: [...wearers],
        amount,
        currency: currency ?? '',
        isUsed: false,
        isInStock: true,
        title: name,
        departments: stated?.departments ?? [],
        sizes: [],
        traits: traitsOf(kinds),
      },
    ]
  })
}

const GENDERS: Readonly<Record<string, string>> = { female: 'women', male: 'men', unisex: 'unisex' }

const sleevesOf = (description: string): string[] | undefined => {
  const [sleeves] = /sleeveless|(?:short|long) sleeves/.exec(description) ?? []
  if (sleeves === undefined) return undefined
  return sleeves === 'sleeveless' ? [sleeves] : [sleeves, 'sleeves']
}

const shopFacts = async (people: People): Promise<DemoFacts[]> => {
  const items = await readShopItems()
  return [...items.values()].map((item): DemoFacts => {
    const type = SHOP_TYPES[item.type]
    if (type === undefined) throw new Error(`Unknown type ${item.type}`)
    const kinds = type.split(', ')
    return {
      url: item.url,
      kinds,
      colors: [...new Set(item.colors.flatMap(familiesOf))],
      pattern: item.pattern,
      materials: [item.material],
      brand: null,
      people: [...(people.get(item.url) ?? [])],
      amount: item.amount,
      currency: item.currency,
      isUsed: item.isUsed,
      isInStock: item.isInStock,
      title: item.title,
      departments: [GENDERS[item.gender] ?? ''],
      sizes: [item.size],
      traits: sleevesOf(item.description) ?? traitsOf(kinds),
    }
  })
}

/** Every product of the demo catalogue and the demo shop, with the sizes that any shop has. */
export const readDemoFacts = async (): Promise<DemoFacts[]> => {
  const people = new Map<string, Set<string>>()
  for (const { website, celebrity_name } of (await readDemoCatalog()).rows)
    people.set(website, (people.get(website) ?? new Set()).add(celebrity_name))
  const offersOf = new Map<string, DemoOffer[]>()
  for (const offer of await readDemoOffers())
    offersOf.set(offer.product, [...(offersOf.get(offer.product) ?? []), offer])
  const addOffers = (facts: DemoFacts): DemoFacts => {
    const offers = offersOf.get(facts.url) ?? []
    const sizes = offers.flatMap((offer) => offer.sizes)
    return {
      ...facts,
      sizes: [...new Set([...facts.sizes, ...sizes])],
      offers: offers.map(({ url, amount, currency, condition, availability }) => ({
        url,
        amount,
        currency,
        isUsed: condition === 'used',
        isInStock: availability === 'in_stock',
      })),
    }
  }
  return [...(await garmentFacts(people, offersOf)), ...(await shopFacts(people))].map(addOffers)
}
