import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { isLongRun, takeSample } from '#tests/support/length.ts'
import { svgOf } from './draw/path.ts'
import { GARMENT_TYPES, type GarmentType } from './garments/garment.ts'
import { sceneOf, visibleProducts } from './scenes.ts'
import type { Look } from './wardrobe/looks.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

const SCALE = 2
/** Gap between the reds of two products, so that an anti-aliased edge belongs to neither. */
const STEP = 16
type Box = { x0: number; y0: number; x1: number; y1: number }

/** Paints each product in its own flat colour and everything else black, to find its pixels. */
const paint = async (look: Look): Promise<Map<string, Box>> => {
  const { pieces, matrix, width, height } = sceneOf(look)
  const ids = look.products.map(({ garment }) => garment.id)
  const colorOf = (owner: string) => {
    const red = (ids.indexOf(owner) + 1) * STEP
    return `#${red.toString(16).padStart(2, '0')}0000`
  }
  const art = pieces
    .map(
      ({ path, owner }) =>
        `<path d="${svgOf(path)}" fill="${colorOf(owner)}" shape-rendering="crispEdges"/>`,
    )
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}"/><g transform="matrix(${matrix.join(' ')})">${art}</g></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const boxes = ids.map(() => ({ x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }))
  for (let y = 0, at = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++, at += info.channels) {
      const red = data[at] ?? 0
      const box = red % STEP === 0 ? boxes[red / STEP - 1] : undefined
      if (!box) continue
      box.x0 = Math.min(box.x0, x / SCALE)
      box.x1 = Math.max(box.x1, (x + 1) / SCALE)
      box.y0 = Math.min(box.y0, y / SCALE)
      box.y1 = Math.max(box.y1, (y + 1) / SCALE)
    }
  return new Map(
    ids.flatMap((id, i) =>
      boxes[i] && boxes[i].x1 > boxes[i].x0 ? [[id, boxes[i]] as const] : [],
    ),
  )
}
const painted = new Map<Look, Promise<Map<string, Box>>>()
const paintedBox = async (look: Look, id: string): Promise<Box | null> => {
  const boxes = painted.get(look) ?? paint(look)
  painted.set(look, boxes)
  return (await boxes).get(id) ?? null
}
const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  const shared = Math.max(0, width) * Math.max(0, height)
  const area = ({ x0, y0, x1, y1 }: Box) => (x1 - x0) * (y1 - y0)
  return shared / (area(a) + area(b) - shared)
}

/** Looks for each type, spread over the catalogue. */
const LOOKS = isLongRun ? 4 : 1
const shownIn = new Map<GarmentType, { look: Look; id: string; box: Box }[]>()
beforeAll(() => {
  const { looks } = wardrobe()
  for (let i = 0; i < looks.length; i++) {
    const look = looks[(i * 89) % looks.length]
    if (!look) continue
    const visibleProductsOfLook = look.products.filter(
      ({ garment }) => (shownIn.get(garment.type)?.length ?? 0) < LOOKS,
    )
    if (!visibleProductsOfLook.length) continue
    const productBoxes = visibleProducts(
      sceneOf(look),
      visibleProductsOfLook.map(({ garment }) => garment.id),
    )
    for (const { garment } of visibleProductsOfLook) {
      const box = productBoxes.get(garment.id)
      if (box)
        shownIn.set(garment.type, [
          ...(shownIn.get(garment.type) ?? []),
          { look, id: garment.id, box },
        ])
    }
  }
}, 60_000)

test.each(takeSample(GARMENT_TYPES, 12))(
  'the true box of %s really lies on its pixels',
  { timeout: 60_000 },
  async (type) => {
    const looksWithType = shownIn.get(type) ?? []
    expect(looksWithType.length).toBeGreaterThan(0)
    for (const { look, id, box } of looksWithType) {
      const paintedArea = await paintedBox(look, id)
      expect(paintedArea, `${id} in ${look.id}`).not.toBeNull()
      expect(
        paintedArea ? overlap(paintedArea, box) : 0,
        `${id} in ${look.id}`,
      ).toBeGreaterThanOrEqual(0.9)
    }
  },
)
