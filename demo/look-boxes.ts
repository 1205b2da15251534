import { writeFile } from 'node:fs/promises'
import { sceneOf, seenIn } from './scenes.ts'
import type { Look } from './wardrobe/looks.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

export type LookBox = { product: string; x: number; y: number; width: number; height: number }
/** Boxes are kept in ten-thousandths of the picture. */
const UNIT = 10_000

/** Where a look's products can be seen, measured from its geometry, in fractions of the picture. */
export const measureBoxes = (look: Look): LookBox[] => {
  const scene = sceneOf(look)
  const seen = seenIn(
    scene,
    look.products.map(({ garment }) => garment.id),
  )
  const fraction = (value: number, whole: number) => Math.round((value / whole) * UNIT) / UNIT
  return [...seen].map(([product, { x0, y0, x1, y1 }]) => ({
    product,
    x: fraction(x0, scene.width),
    y: fraction(y0, scene.height),
    width: fraction(x1 - x0, scene.width),
    height: fraction(y1 - y0, scene.height),
  }))
}

const written = ({ product, x, y, width, height }: LookBox): string =>
  [product, ...[x, y, width, height].map((value) => Math.round(value * UNIT))].join(' ')
/** The boxes of a look from their written form, `<product> x y width height` between commas. */
export const readBoxes = (line: string): LookBox[] =>
  line.split(', ').flatMap((entry) => {
    const [product = '', ...numbers] = entry.split(' ')
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map((value) => Number(value) / UNIT)
    return product ? [{ product, x, y, width, height }] : []
  })

/** Measures every look and writes the file that spares each start the measuring. */
export const writeLookBoxes = async (file: string): Promise<string> => {
  const { looks } = wardrobe()
  const lines = looks.map(
    (look) => `  '${look.id}':\n    '${measureBoxes(look).map(written).join(', ')}',`,
  )
  const text = `/** Written by \`npm run demo -- boxes\`: measuring takes a second that a first start should not pay. A test measures again. */\nexport const MEASURED_BOXES: Readonly<Record<string, string>> = {\n${lines.join('\n')}\n}\n`
  await writeFile(file, text)
  return `${looks.length} looks measured into ${file}`
}
