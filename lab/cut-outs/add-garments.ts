import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Adds garments to the demo's shop:
 *
 *     npx tsx lab/cut-outs/add-garments.ts PHOTOS MASKS KIND NAME [NAME...]
 *
 * from the photos NAME.webp and the masks NAME.png by `cut_out.py`. What still shows of the ground between arms, legs
 * or shoes is taken out of the mask: pixels that have a colour of what lies around the garment, and not of its
 * middle. Add the items to `feed.xml`.
 */

type Lab = readonly [number, number, number]
type Size = { width: number; height: number }

const GROUND = { colors: 5, near: 17, apart: 8 } as const
const GARMENT_COLORS = 7
/** Of the largest part, so that loose shadows go and the second shoe stays. */
const SMALLEST_PART = 0.08
const HOLE_PIXELS = 60

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const toLab = (red: number, green: number, blue: number): Lab => {
  const [r, g, b] = [toLinear(red / 255), toLinear(green / 255), toLinear(blue / 255)]
  const curve = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const distance = (a: Lab, b: Lab) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const nearest = (color: Lab, colors: readonly Lab[]) =>
  Math.min(...colors.map((other) => distance(color, other)))

/** Means of clusters (k-means from evenly spaced pixels). */
const mainColors = (pixels: readonly Lab[], count: number): Lab[] => {
  const step = Math.max(1, Math.floor(pixels.length / 3000))
  const sample = pixels.filter((_, index) => index % step === 0)
  let means = sample
    .toSorted((a, b) => a[0] - b[0])
    .filter((_, index) => index % Math.ceil(sample.length / count) === 0)
  for (let round = 0; round < 12; round++) {
    const sums = means.map(() => [0, 0, 0, 0])
    for (const color of sample) {
      const distances = means.map((mean) => distance(color, mean))
      const sum = sums[distances.indexOf(Math.min(...distances))]
      if (!sum) continue
      for (const index of [0, 1, 2] as const) sum[index] = (sum[index] ?? 0) + color[index]
      sum[3] = (sum[3] ?? 0) + 1
    }
    means = sums.flatMap(([l = 0, a = 0, b = 0, total = 0]): Lab[] =>
      total > sample.length * 0.04 ? [[l / total, a / total, b / total]] : [],
    )
  }
  return means
}

/** Connected pixels of one value, each part as a list of places. */
const partsOf = (mask: Uint8Array, value: number, { width, height }: Size): number[][] => {
  const seen = new Uint8Array(mask.length)
  const parts: number[][] = []
  for (let start = 0; start < mask.length; start++) {
    if (seen[start] || mask[start] !== value) continue
    const part = [start]
    seen[start] = 1
    for (let index = 0; index < part.length; index++) {
      const at = part[index] ?? 0
      const x = at % width
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width])
        if (next >= 0 && next < width * height && !seen[next] && mask[next] === value) {
          seen[next] = 1
          part.push(next)
        }
    }
    parts.push(part)
  }
  return parts
}

const morph = async (mask: Uint8Array, size: Size, sigma: number, from: number) => {
  const data = await sharp(Buffer.from(mask.map((value) => value * 255)), {
    raw: { ...size, channels: 1 },
  })
    .blur(sigma)
    .extractChannel(0)
    .raw()
    .toBuffer()
  return Uint8Array.from(data, (value) => Number(value > from))
}

const cleanMask = async (photo: string, maskFile: string) => {
  const { data, info } = await sharp(photo)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size: Size = { width: info.width, height: info.height }
  const file = sharp(maskFile)
  const { hasAlpha } = await file.metadata()
  const opacity = await file
    .extractChannel(hasAlpha ? 'alpha' : 0)
    .raw()
    .toBuffer()
  const mask = Uint8Array.from(opacity, (value) => Number(value > 127))
  const smooth = await sharp(data, { raw: { ...size, channels: 3 } })
    .median(3)
    .raw()
    .toBuffer()
  const labs = Array.from({ length: mask.length }, (_, at) =>
    toLab(smooth[at * 3] ?? 0, smooth[at * 3 + 1] ?? 0, smooth[at * 3 + 2] ?? 0),
  )
  const core = await morph(mask, size, 9, 215)
  const ground = mainColors(
    labs.filter((_, at) => (opacity[at] ?? 0) < 8),
    GROUND.colors,
  )
  const garment = mainColors(
    labs.filter((_, at) => core[at] === 1),
    GARMENT_COLORS,
  )
  const isGround = Uint8Array.from(labs, (lab, at) => {
    if (mask[at] === 0) return 0
    const away = nearest(lab, ground)
    return Number(away < GROUND.near && away + GROUND.apart < nearest(lab, garment))
  })
  // Single pixels of the garment may have a colour of the ground.
  const taken = await morph(isGround, size, 2, 120)
  let kept = Uint8Array.from(mask, (value, at) => (taken[at] === 1 ? 0 : value))
  const parts = partsOf(kept, 1, size)
  const largest = Math.max(...parts.map(({ length }) => length))
  for (const part of parts)
    if (part.length < largest * SMALLEST_PART) for (const at of part) kept[at] = 0
  for (const hole of partsOf(kept, 0, size))
    if (hole.length < HOLE_PIXELS) for (const at of hole) kept[at] = 1
  kept = await morph(kept, size, 2, 140)
  const soft = await sharp(Buffer.from(kept.map((value) => value * 255)), {
    raw: { ...size, channels: 1 },
  })
    .blur(0.8)
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { data, opacity: soft, size }
}

const OPAQUE = 127
/** What a shop's light would make of the garment's brightest parts. */
const BRIGHT = { share: 0.97, value: 239, most: 1.2 } as const

const measureGarment = ({ data, opacity, size }: Awaited<ReturnType<typeof cleanMask>>) => {
  const places = [...opacity.keys()].filter((at) => (opacity[at] ?? 0) > OPAQUE)
  const channel = (at: number, index: number) => data[at * 3 + index] ?? 0
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b)
  const medians = [0, 1, 2].map(
    (index) => sorted(places.map((at) => channel(at, index)))[Math.floor(places.length / 2)] ?? 0,
  )
  const peaks = sorted(places.map((at) => Math.max(channel(at, 0), channel(at, 1), channel(at, 2))))
  const bright = peaks[Math.floor(peaks.length * BRIGHT.share)] ?? BRIGHT.value
  const columns = sorted(places.map((at) => at % size.width))
  const rows = sorted(places.map((at) => Math.floor(at / size.width)))
  return {
    hex: `#${Buffer.from(medians).toString('hex')}`,
    box: [columns[0], rows[0], (columns.at(-1) ?? 0) + 1, (rows.at(-1) ?? 0) + 1],
    gain: Math.round(Math.min(BRIGHT.most, Math.max(1, BRIGHT.value / bright)) * 100) / 100,
  }
}

const SHOP = join(import.meta.dirname, '../../demo/shop')
const [photos, masks, kind, ...names] = process.argv.slice(2)
if (!photos || !masks || !kind || names.length === 0)
  throw new Error('Usage: add-garments.ts PHOTOS MASKS KIND NAME [NAME...]')
const list = join(SHOP, 'garments.json')
const garments = JSON.parse(await readFile(list, 'utf8')) as Record<string, object>
for (const name of names) {
  const photo = join(photos, `${name}.webp`)
  const cleaned = await cleanMask(photo, join(masks, `${name}.png`))
  garments[name] = { kind, ...measureGarment(cleaned) }
  await sharp(cleaned.opacity, { raw: { ...cleaned.size, channels: 1 } })
    .toColorspace('b-w')
    .webp({ lossless: true })
    .toFile(join(SHOP, 'masks', `${name}.webp`))
  await copyFile(photo, join(SHOP, 'photos', `${name}.webp`))
}
const lines = Object.entries(garments)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, garment]) => `  ${JSON.stringify(name)}: ${JSON.stringify(garment)}`)
await writeFile(list, `{\n${lines.join(',\n')}\n}\n`)
