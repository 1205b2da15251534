import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoCatalog } from './catalog.ts'
import { demoPictureSvg, PRODUCT_PICTURE, renderDemoPicture } from './pictures.ts'
import { FLAT_LAY } from './shop/flat-lays.ts'

const { celebrities, rows, samples } = demoCatalog()
const keyOf = (address: string) => address.replace('/media/', '')
const isDrawn = (picture: string) => keyOf(picture).startsWith('demo/products/')
const sample = <T>(list: readonly T[], count: number) =>
  list.filter((_, i) => i % Math.floor(list.length / count) === 0)

test('draws every picture the catalogue names', { timeout: 30_000 }, () => {
  for (const { image } of celebrities) expect(demoPictureSvg(keyOf(image)), image).not.toBeNull()
  const drawnProducts = rows.filter(({ product_image }) => isDrawn(product_image))
  for (const { product_image } of sample(drawnProducts, 60))
    expect(demoPictureSvg(keyOf(product_image)), product_image).not.toBeNull()
  const drawnLooks = rows.filter(({ image_width }) => image_width !== FLAT_LAY.width)
  for (const { celebrity_image, image_width, image_height } of sample(drawnLooks, 60))
    expect(demoPictureSvg(keyOf(celebrity_image))).toMatchObject({
      width: image_width,
      height: image_height,
    })
})

test('composes flat lays and cut-outs in the stated size', { timeout: 30_000 }, async () => {
  const flatLays = rows.filter(({ image_width }) => image_width === FLAT_LAY.width)
  for (const { celebrity_image, image_width, image_height } of sample(flatLays, 3))
    expect(await renderDemoPicture(keyOf(celebrity_image))).toMatchObject({
      width: image_width,
      height: image_height,
    })
  const cutOuts = rows.filter(({ product_image }) => !isDrawn(product_image))
  const shown = sample(cutOuts, 5).map(({ product_image }) => product_image)
  for (const product_image of [...shown, ...samples.map(({ image }) => image)])
    expect(await renderDemoPicture(keyOf(product_image)), product_image).toMatchObject(
      PRODUCT_PICTURE,
    )
})

test('a picture has the stated size and is the same each time', { timeout: 30_000 }, async () => {
  for (const key of [celebrities[2]?.image, rows[40]?.celebrity_image, rows[40]?.product_image].map(
    (address) => keyOf(address ?? ''),
  )) {
    const [first, second] = [await renderDemoPicture(key), await renderDemoPicture(key)]
    const { width, height, format } = await sharp(first?.data).metadata()
    expect({ width, height, format }).toEqual({
      width: first?.width,
      height: first?.height,
      format: 'jpeg',
    })
    expect(first?.color).toMatch(/^#[0-9a-f]{6}$/i)
    expect(first?.data.equals(second?.data ?? Buffer.alloc(0))).toBe(true)
  }
})

test('the stated colour is that of the background', { timeout: 30_000 }, async () => {
  for (const { product_image } of sample(rows, 6)) {
    const picture = await renderDemoPicture(keyOf(product_image))
    // stats() ignores extract() in the same pipeline.
    const corner = await sharp(picture?.data)
      .extract({ left: 0, top: 0, width: 24, height: 24 })
      .png()
      .toBuffer()
    const { channels } = await sharp(corner).stats()
    const expectedColor = Number.parseInt(picture?.color.slice(1) ?? '', 16)
    expect(Math.abs((channels[0]?.mean ?? 0) - (expectedColor >> 16))).toBeLessThan(9)
  }
})

test('returns null for an unknown key', async () => {
  for (const key of [
    'demo/looks/nobody-1.jpg',
    'demo/products/..%2fsecret.jpg',
    'demo/../looks/x.jpg',
    'demo/constructor/x.jpg',
    'other/looks/x.jpg',
    '',
  ]) {
    expect(demoPictureSvg(key)).toBeNull()
    expect(await renderDemoPicture(key)).toBeNull()
  }
})
