import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pathOf } from './path.ts'
import { LEATHER, lightPieces } from './relief.ts'
import { piecesSvg } from './svg.ts'

test('light from the upper left meets round edges, and level parts keep their colour', async () => {
  const size = { width: 120, height: 120 }
  const pieces = [
    { owner: 'bag', z: 0, path: pathOf('M20 20L100 20L100 100L20 100Z'), fill: '#808080' },
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120">${piecesSvg(pieces)}</svg>`
  const raster = { data: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), ...size }
  await lightPieces(raster, pieces, '<g>', LEATHER)
  const grayAt = (x: number, y: number) => raster.data[(y * size.width + x) * 4] ?? 0
  expect(grayAt(60, 60)).toBe(0x80)
  expect(grayAt(26, 60)).toBeGreaterThan(0x84)
  expect(grayAt(60, 26)).toBeGreaterThan(0x84)
  expect(grayAt(94, 60)).toBeLessThan(0x7c)
  expect(grayAt(60, 94)).toBeLessThan(0x7c)
  expect(raster.data[(5 * size.width + 5) * 4 + 3]).toBe(0)
})
