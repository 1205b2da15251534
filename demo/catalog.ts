import { DRAWINGS_VERSION } from './drawings-version.ts'
import { type LookBox, readBoxes } from './look-boxes.ts'
import { MEASURED_BOXES } from './measured-boxes.ts'
import { FRAMES, PIXELS } from './scenes.ts'
import { makeSamples } from './samples.ts'
import type { Category } from './wardrobe/facts.ts'
import type { Look } from './wardrobe/looks.ts'
import { buildCelebrityImageName } from '#shared/domain/celebrity.ts'
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
  home: boolean
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
  rows: DemoRow[]
  samples: DemoSample[]
  /** Changes when the drawing of any product changes. */
  drawingsVersion: string
}

const rowsOf = (look: Look): DemoRow[] => {
  const { width, height } = FRAMES[look.format]
  const boxes = new Map(
    readBoxes(MEASURED_BOXES[look.id] ?? '').map(({ product, ...box }) => [product, box]),
  )
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

/** The whole catalogue. It names pictures but does not draw any. */
export const demoCatalog = (): DemoCatalog => {
  const { people, looks } = wardrobe()
  return {
    celebrities: people.map(({ name, styleType, home }) => ({
      name,
      styleType,
      home,
      image: `/media/demo/celebrities/${buildCelebrityImageName(name)}`,
    })),
    rows: looks.flatMap(rowsOf),
    samples: makeSamples().map(({ id, product }) => ({
      name: product.name,
      brand: product.brand,
      price: product.price,
      category: product.category,
      image: `/media/demo/samples/${id}.jpg`,
    })),
    drawingsVersion: DRAWINGS_VERSION,
  }
}
