import { DRAWINGS_VERSION } from './drawings-version.ts'
import { type LookBox, MEASURED_BOXES, readBoxes } from './look-boxes.ts'
import { FRAMES, PIXELS } from './scenes.ts'
import { FLAT_LAY } from './shop/flat-lays.ts'
import type { Outfit } from './shop/outfits.ts'
import { DEMO_SHOP, type GarmentKind, shopGarments } from './shop/shop.ts'
import { shopItems } from './shop/items.ts'
import type { Category } from '#shared/domain/category.ts'
import type { Look } from './wardrobe/looks.ts'
import type { Person } from './wardrobe/people.ts'
import { buildCelebrityImageName } from '#shared/domain/celebrity.ts'
import { formatDisplayPrice } from '#shared/domain/price.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

export type DemoBox = Omit<LookBox, 'product'>
/** One product in one look, with the columns of a catalogue CSV. */
export type DemoRow = {
  celebrity_name: string
  celebrity_image: string
  name: string
  price: string
  website: string
  category: Category
  brand: string
  style_type: 'celebrity' | 'creator'
  product_image: string
  /** As fractions of the look's picture. */
  box: DemoBox
  image_width: number
  image_height: number
}
export type DemoCelebrity = {
  name: string
  styleType: 'celebrity' | 'creator'
  image: string
}
export type DemoSample = {
  name: string
  brand: string
  price: string
  category: Category
  image: string
}
export type DemoCatalog = {
  celebrities: DemoCelebrity[]
  /** The names on Home, in order. */
  home: string[]
  rows: DemoRow[]
  samples: DemoSample[]
  /** Changes when the drawing of any product changes. */
  drawingsVersion: string
}

const boxesOf = (id: string) =>
  new Map(readBoxes(MEASURED_BOXES[id] ?? '').map(({ product, ...box }) => [product, box]))

const GARMENT_CATEGORIES: Readonly<Partial<Record<GarmentKind, Category>>> = {
  footwear: 'footwear',
  hat: 'accessories',
}

const categoryOf = (kind: GarmentKind): Category => GARMENT_CATEGORIES[kind] ?? 'clothing'

/** What the slideshow of Home shows: a dress, a jacket, shoes and a hat that creators wear. */
const SLIDES = ['22cc2840', 'ff80eb06', 'ff5b1764', 'd7dfcea1'] as const

const sampleOf = (id: string): DemoSample[] => {
  const [item, garment] = [shopItems().get(id), shopGarments().get(id)]
  if (!item || !garment) return []
  return [
    {
      name: item.title,
      // A second-hand garment names no brand.
      brand: DEMO_SHOP.name,
      price: formatDisplayPrice(item.amount, item.currency) ?? '',
      category: categoryOf(garment.kind),
      image: `/media/demo/cutouts/${id}.jpg`,
    },
  ]
}

const rowsOfOutfit = ({ id, person, pieces }: Outfit): DemoRow[] => {
  const boxes = boxesOf(id)
  return pieces.flatMap(({ item, garment }): DemoRow[] => {
    const box = boxes.get(item.id)
    if (!box) return []
    return [
      {
        celebrity_name: person.name,
        celebrity_image: `/media/demo/looks/${id}.jpg`,
        name: item.title,
        price: formatDisplayPrice(item.amount, item.currency) ?? '',
        website: item.url,
        category: categoryOf(garment.kind),
        brand: '',
        style_type: person.styleType,
        product_image: `/media/demo/cutouts/${item.id}.jpg`,
        box,
        image_width: FLAT_LAY.width,
        image_height: FLAT_LAY.height,
      },
    ]
  })
}

const rowsOf = (look: Look): DemoRow[] => {
  const { width, height } = FRAMES[look.format]
  const boxes = boxesOf(look.id)
  return look.products.flatMap(({ garment, name, price, website, category, brand }): DemoRow[] => {
    const box = boxes.get(garment.id)
    if (!box) return []
    return [
      {
        celebrity_name: look.person.name,
        celebrity_image: `/media/demo/looks/${look.id}.jpg`,
        name,
        price,
        website,
        category,
        brand,
        style_type: look.person.styleType,
        product_image: `/media/demo/products/${garment.id}.jpg`,
        box,
        image_width: Math.round(width * PIXELS),
        image_height: Math.round(height * PIXELS),
      },
    ]
  })
}

/** A creator first, whose photo shows best what the site does, then in turns. */
const namesOnHome = (people: readonly Person[]): string[] => {
  const namesOf = (styleType: Person['styleType']) =>
    people.flatMap((person) => (person.home && person.styleType === styleType ? [person.name] : []))
  const [creators, celebrities] = [namesOf('creator'), namesOf('celebrity')]
  const turns = celebrities.flatMap((name, index) => [...creators.slice(index, index + 1), name])
  return [...turns, ...creators.slice(celebrities.length)]
}

/** The whole catalogue. It names pictures but does not draw any. */
export const demoCatalog = (): DemoCatalog => {
  const { people, looks, outfits } = wardrobe()
  return {
    celebrities: people.map(({ name, styleType }) => ({
      name,
      styleType,
      image: `/media/demo/celebrities/${buildCelebrityImageName(name)}`,
    })),
    home: namesOnHome(people),
    rows: looks.flatMap((look) => {
      const outfit = outfits.get(look.id)
      return outfit ? rowsOfOutfit(outfit) : rowsOf(look)
    }),
    samples: SLIDES.flatMap(sampleOf),
    drawingsVersion: DRAWINGS_VERSION,
  }
}
