import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { silhouetteSvg } from './draw/svg.ts'
import { GARMENT_TYPES, type GarmentType } from './garments/garment.ts'
import { sceneOf, seenIn } from './scenes.ts'
import type { Look } from './wardrobe/looks.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

const SCALE = 2
type Box = { x0: number; y0: number; x1: number; y1: number }

/** The picture with one product white and all else black, and where its white pixels are. */
const paintedBox = async (look: Look, id: string): Promise<Box | null> => {
  const { pieces, matrix, width, height } = sceneOf(look)
  const art = silhouetteSvg(pieces, (owner) => (owner === id ? '#ffffff' : '#000000'))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}"/><g transform="matrix(${matrix.join(' ')})">${art}</g></svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (let y = 0, at = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++, at += info.channels) {
      if ((data[at] ?? 0) < 128) continue
      box.x0 = Math.min(box.x0, x)
      box.x1 = Math.max(box.x1, x + 1)
      box.y0 = Math.min(box.y0, y)
      box.y1 = Math.max(box.y1, y + 1)
    }
  if (box.x1 < box.x0) return null
  return { x0: box.x0 / SCALE, y0: box.y0 / SCALE, x1: box.x1 / SCALE, y1: box.y1 / SCALE }
}
const overlap = (a: Box, b: Box): number => {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  const shared = Math.max(0, width) * Math.max(0, height)
  const area = ({ x0, y0, x1, y1 }: Box) => (x1 - x0) * (y1 - y0)
  return shared / (area(a) + area(b) - shared)
}

/** Three looks for each type, spread over the catalogue. */
const shownIn = new Map<GarmentType, { look: Look; id: string; box: Box }[]>()
beforeAll(() => {
  const { looks } = wardrobe()
  for (let i = 0; i < looks.length; i++) {
    const look = looks[(i * 89) % looks.length]
    if (!look) continue
    const wanted = look.products.filter(
      ({ garment }) => (shownIn.get(garment.type)?.length ?? 0) < 3,
    )
    if (!wanted.length) continue
    const seen = seenIn(
      sceneOf(look),
      wanted.map(({ garment }) => garment.id),
    )
    for (const { garment } of wanted) {
      const box = seen.get(garment.id)
      if (box)
        shownIn.set(garment.type, [
          ...(shownIn.get(garment.type) ?? []),
          { look, id: garment.id, box },
        ])
    }
  }
})

test.each(GARMENT_TYPES)('the true box of %s really lies on its pixels', async (type) => {
  const shown = shownIn.get(type) ?? []
  expect(shown.length).toBeGreaterThan(0)
  for (const { look, id, box } of shown) {
    const painted = await paintedBox(look, id)
    expect(painted, `${id} in ${look.id}`).not.toBeNull()
    expect(painted ? overlap(painted, box) : 0, `${id} in ${look.id}`).toBeGreaterThanOrEqual(0.9)
  }
})
