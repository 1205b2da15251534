import { type CatalogRowInput } from '#server/features/ingest/index.ts'
import { seededNumbers } from '#tests/support/seeded-numbers.ts'

const PRODUCTS_PER_IMAGE = 4
const IMAGES_PER_CELEBRITY = 50

const FABRICS =
  'Silk Linen Suede Leather Wool Cotton Velvet Denim Satin Cashmere Tweed Corduroy Mesh Jersey Nylon'
const CUTS =
  'Oversized Slim Cropped Quilted Pleated Floral Striped Ribbed Tailored Draped Belted Boxy Flared'
const COLORS = 'Red Navy Ivory Sage Rust Plum Slate Camel Coral Teal Ink Ochre Mauve Onyx Rose'
const KINDS: readonly (readonly [string, string])[] = [
  ['Dress', 'clothing'],
  ['Jacket', 'clothing'],
  ['Trousers', 'clothing'],
  ['Sneakers', 'footwear'],
  ['Boots', 'footwear'],
  ['Handbag', 'bags'],
  ['Necklace', 'jewelry'],
  ['Sunglasses', 'accessories'],
  ['Watch', 'accessories'],
]
const BRANDS = 'Almara Norrvik Tesselle Ondine Kestrel Marlowe Pavane Quill Sorrel Umbra'

/** Always the same, so that two runs measure the same catalogue. */
const SEED = 12_345

/** A catalogue of any size; its pictures do not exist. */
export function* generateRows(
  count: number,
): Generator<Omit<Required<CatalogRowInput>, 'image_source' | 'image_credit' | 'image_licence'>> {
  const random = seededNumbers(SEED)
  const pick = (words: string[]) => words[random(words.length)] ?? ''
  const [fabrics, cuts, colors, brands] = [FABRICS, CUTS, COLORS, BRANDS].map((list) =>
    list.split(' '),
  ) as [string[], string[], string[], string[]]
  for (let index = 0; index < count; index += 1) {
    const image = Math.floor(index / PRODUCTS_PER_IMAGE)
    const celebrity = Math.floor(image / IMAGES_PER_CELEBRITY)
    const [kind, category] = KINDS[random(KINDS.length)] ?? ['Dress', 'clothing']
    const model = random(Math.max(10, Math.floor(count / 3)))
    yield {
      celebrity_name: `${brands[celebrity % brands.length]} Person ${celebrity}`,
      celebrity_image: `https://pictures.example.com/looks/${image}.jpg`,
      name: `${pick(cuts)} ${pick(fabrics)} ${kind} in ${pick(colors)}`,
      price: `$${(random(90_000) / 100 + 5).toFixed(2)}`,
      website: `https://shop.example.com/p/${model}`,
      category,
      brand: pick(brands),
      style_type: celebrity % 3 === 0 ? 'creator' : 'celebrity',
      box: '0.1 0.2 0.3 0.4',
      product_image: `https://pictures.example.com/products/${model}.jpg`,
      image_width: '800',
      image_height: '1200',
      image_color: '#c8b7a6',
    }
  }
}
