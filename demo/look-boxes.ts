import { writeFile } from 'node:fs/promises'
import { type PaintedScene, paintOwners } from '#demo/draw/visible-boxes.ts'
import type { Look } from '#demo/wardrobe/looks.ts'
import { wardrobe } from '#demo/wardrobe/wardrobe.ts'
import { FLAT_LAY, paintLaidPieces } from './shop/flat-lays.ts'
import type { Outfit } from './shop/outfits.ts'
import { type LookScene, sceneOf, visibleProducts } from './scenes.ts'
import measuredBoxes from './measured-boxes.json' with { type: 'json' }

type Box = { product: string; x: number; y: number; width: number; height: number }
/** `point` is where the product is most clearly visible. */
export type LookBox = Box & { point: { x: number; y: number } }
/** Boxes are stored in ten-thousandths of the picture. */
const UNIT = 10_000

const fraction = (value: number, whole: number) => Math.round((value / whole) * UNIT) / UNIT

/** The visible boxes of a look's products, as fractions of the picture. */
export const measureBoxes = (look: Look): Box[] => {
  const scene = sceneOf(look)
  const productBoxes = visibleProducts(
    scene,
    look.products.map(({ garment }) => garment.id),
  )
  return [...productBoxes].map(([product, { x0, y0, x1, y1 }]) => ({
    product,
    x: fraction(x0, scene.width),
    y: fraction(y0, scene.height),
    width: fraction(x1 - x0, scene.width),
    height: fraction(y1 - y0, scene.height),
  }))
}

export const paintedScene = (scene: LookScene) =>
  paintOwners(
    scene.pieces.map(({ owner, path }) => ({ owner, path, matrix: scene.matrix })),
    scene,
  )

/** Boxes and points in the form in which they are stored. */
const formatBoxes = (
  boxes: readonly Box[],
  points: ReadonlyMap<string, { x: number; y: number }>,
  frame: { width: number; height: number },
): string => {
  const formatBox = ({ product, x, y, width, height }: Box): string => {
    const point = points.get(product)
    // A product too small for the grid has no cell of its own.
    const [pointX, pointY] = point
      ? [fraction(point.x, frame.width), fraction(point.y, frame.height)]
      : [x + width / 2, y + height / 2]
    const numbers = [x, y, width, height, pointX, pointY].map((value) => Math.round(value * UNIT))
    return [product, ...numbers].join(' ')
  }
  return boxes.map(formatBox).join(', ')
}

const formatLookBoxes = (look: Look): string => {
  const scene = sceneOf(look)
  return formatBoxes(measureBoxes(look), deepestPoints(paintedScene(scene)), scene)
}

/** Garments of which less shows do not count as shown. */
const LEAST_SHOWN = 0.25

/** The visible boxes of an outfit's garments in its flat lay. */
export const measureFlatLay = (painted: PaintedScene): Box[] =>
  [...painted.owners].flatMap(([product, { area, cells, x0, y0, x1, y1 }]) =>
    cells >= area * LEAST_SHOWN
      ? [
          {
            product,
            x: fraction(x0, FLAT_LAY.width),
            y: fraction(y0, FLAT_LAY.height),
            width: fraction(x1 - x0, FLAT_LAY.width),
            height: fraction(y1 - y0, FLAT_LAY.height),
          },
        ]
      : [],
  )

const formatOutfitBoxes = async (outfit: Outfit): Promise<string> => {
  const painted = await paintLaidPieces(outfit)
  return formatBoxes(measureFlatLay(painted), deepestPoints(painted), FLAT_LAY)
}

/** What `npm run demo -- boxes` has measured, by look; a test measures again. */
export const MEASURED_BOXES: Readonly<Record<string, string>> = measuredBoxes

/** Parses the stored form, a comma-separated list of `<product> x y width height point-x point-y`. */
export const readBoxes = (line: string): LookBox[] =>
  line.split(', ').flatMap((entry) => {
    const [product = '', ...numbers] = entry.split(' ')
    const [x = 0, y = 0, width = 0, height = 0, pointX = 0, pointY = 0] = numbers.map(
      (value) => Number(value) / UNIT,
    )
    return product ? [{ product, x, y, width, height, point: { x: pointX, y: pointY } }] : []
  })

/** Stores the boxes of every look, because measuring them would delay the first start. */
export const writeLookBoxes = async (file: string): Promise<string> => {
  const { drawnLooks, outfits } = wardrobe()
  const boxes = drawnLooks.map((look) => [look.id, formatLookBoxes(look)])
  for (const outfit of outfits.values()) boxes.push([outfit.id, await formatOutfitBoxes(outfit)])
  const text = `${JSON.stringify(Object.fromEntries(boxes), null, 2)}\n`
  await writeFile(file, text)
  return `Wrote the boxes of ${boxes.length} looks to ${file}`
}

/** Costs of a straight and a diagonal step: integers, so that every processor agrees. */
const STRAIGHT = 3
const DIAGONAL = 4

/** The distance of each cell from the nearest cell of another owner or the frame. */
export const depths = ({ grid, columns }: PaintedScene): Uint16Array => {
  const depth = new Uint16Array(grid.length)
  // Forwards from the neighbours above and to the left, then backwards from the other four.
  for (const step of [1, -1] as const) {
    const above = -step * columns
    const neighbors = [-step, above, above - step, above + step]
    for (let cell = 0; cell < grid.length; cell++) {
      const at = step === 1 ? cell : grid.length - 1 - cell
      const owner = grid[at] ?? 0
      if (owner === 0) continue
      const column = at % columns
      const isAtFrame =
        column === 0 || column === columns - 1 || at < columns || at >= grid.length - columns
      const ownDepth = step === 1 ? Infinity : (depth[at] ?? 0)
      let nearest = isAtFrame ? STRAIGHT : ownDepth
      for (let index = 0; index < neighbors.length; index++) {
        const other = at + (neighbors[index] ?? 0)
        const cost = index < 2 ? STRAIGHT : DIAGONAL
        const through = grid[other] === owner ? (depth[other] ?? 0) + cost : cost
        if (through < nearest) nearest = through
      }
      depth[at] = nearest
    }
  }
  return depth
}

/** The cell of each owner that is furthest inside it. */
export const deepestPoints = (scene: PaintedScene): Map<string, { x: number; y: number }> => {
  const { grid, columns, owners } = scene
  const depth = depths(scene)
  const deepest: number[] = []
  for (let at = 0; at < grid.length; at++) {
    const owner = grid[at] ?? 0
    const best = deepest[owner]
    if (best === undefined || (depth[at] ?? 0) > (depth[best] ?? 0)) deepest[owner] = at
  }
  return new Map(
    [...owners].flatMap(([name, { number }]) => {
      const at = deepest[number]
      if (at === undefined) return []
      const column = at % columns
      return [[name, { x: column + 0.5, y: (at - column) / columns + 0.5 }] as const]
    }),
  )
}
