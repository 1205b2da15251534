import sharp from 'sharp'
import { expect, test } from 'vitest'
import { takeSample } from '#tests/support/length.ts'
import { renderDemoPicture } from '#demo/pictures.ts'
import { getMaskFile, getPhotoFile, shopGarments } from './shop.ts'

const GARMENTS = [...shopGarments()]
const OPAQUE = 127

test('there are cut-outs of at least 480 garments', () => {
  expect(GARMENTS.length).toBeGreaterThanOrEqual(480)
})

test(
  'every mask is as large as its photo and has the stated box',
  { timeout: 60_000 },
  async () => {
    for (const [id, { box }] of takeSample(GARMENTS, 60)) {
      const photo = await sharp(getPhotoFile(id)).metadata()
      const { data, info } = await sharp(getMaskFile(id))
        .extractChannel(0)
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height], id).toEqual([photo.width, photo.height])
      let [left, top, right, bottom] = [Infinity, Infinity, 0, 0]
      for (const [at, opacity] of data.entries()) {
        if (opacity <= OPAQUE) continue
        const [x, y] = [at % info.width, Math.floor(at / info.width)]
        ;[left, top] = [Math.min(left, x), Math.min(top, y)]
        ;[right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)]
      }
      expect([left, top, right, bottom], id).toEqual(box)
    }
  },
)

test('garments lie in the middle of their ground, which shows at every edge', async () => {
  for (const [id] of takeSample(GARMENTS, 8)) {
    const picture = await renderDemoPicture(`demo/cutouts/${id}.jpg`)
    if (!picture) throw new Error(`${id} has no picture`)
    const { data, info } = await sharp(picture.data).raw().toBuffer({ resolveWithObject: true })
    const ground = [...Buffer.from(picture.color.slice(1), 'hex')]
    const isGround = (x: number, y: number) =>
      ground.every((channel, index) => {
        const at = (y * info.width + x) * 3 + index
        return Math.abs((data[at] ?? 0) - channel) < 24
      })
    const [right, bottom] = [info.width - 1, info.height - 1]
    for (const [x, y] of [
      [0, 0],
      [right, 0],
      [0, bottom],
      [right, bottom],
    ] as const)
      expect(isGround(x, y), `${id} at ${x}, ${y}`).toBe(true)
    let covered = 0
    for (let y = 0; y < info.height; y += 4)
      for (let x = 0; x < info.width; x += 4) if (!isGround(x, y)) covered += 1
    const cells = (info.width / 4) * (info.height / 4)
    expect(covered / cells, id).toBeGreaterThan(0.08)
    expect(covered / cells, id).toBeLessThan(0.8)
  }
})
