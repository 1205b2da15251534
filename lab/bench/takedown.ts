import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { drawDemoPicture, readDemoCatalog, readDemoShop } from '#demo'
import {
  type Appearance,
  toAppearance,
  compareAppearances,
  fingerprintPicture,
} from '#server/features/images/picture-fingerprint.ts'
import { printFigures } from './statistics.ts'

const COPIES: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  'JPEG at quality 50': (picture) => sharp(picture).jpeg({ quality: 50 }).toBuffer(),
  'WebP at quality 40': (picture) => sharp(picture).webp({ quality: 40 }).toBuffer(),
  '200 pixels wide': (picture) => sharp(picture).resize(200).jpeg().toBuffer(),
  '1.5 times as large': async (picture) => {
    const { width } = await sharp(picture).metadata()
    return sharp(picture)
      .resize(Math.round(width * 1.5))
      .jpeg()
      .toBuffer()
  },
  'cropped by 4% at one edge': (picture) => cropPicture(picture, 0.04, 0, 0, 0),
  'cropped by 5% at two edges': (picture) => cropPicture(picture, 0.05, 0.05, 0, 0),
  'cropped by 5% at every edge': (picture) => cropPicture(picture, 0.05, 0.05, 0.05, 0.05),
  'cropped by 7% at every edge, 400 wide': async (picture) =>
    sharp(await cropPicture(picture, 0.07, 0.07, 0.07, 0.07))
      .resize(400)
      .jpeg({ quality: 60 })
      .toBuffer(),
  mirrored: (picture) => sharp(picture).flop().jpeg().toBuffer(),
}

const cropPicture = async (
  picture: Buffer,
  left: number,
  top: number,
  right: number,
  bottom: number,
) => {
  const { width, height } = await sharp(picture).metadata()
  const [x, y] = [Math.round(width * left), Math.round(height * top)]
  return sharp(picture)
    .extract({
      left: x,
      top: y,
      width: Math.round(width * (1 - right)) - x,
      height: Math.round(height * (1 - bottom)) - y,
    })
    .jpeg({ quality: 80 })
    .toBuffer()
}

const MEDIA = '/media/'

/** The keys of every picture of the demo: looks, products and the shop's photos. */
const listDemoKeys = async (): Promise<string[]> => {
  const { rows } = await readDemoCatalog()
  const shop = await readDemoShop()
  const photos =
    (await readFile(shop.feed, 'utf8')).match(/\/media\/demo\/(?:shop|cutouts)\/[\w./-]+/g) ?? []
  const urls = [...rows.flatMap((row) => [row.celebrity_image, row.product_image ?? '']), ...photos]
  return [...new Set(urls.filter((url) => url.startsWith(MEDIA)))].map((url) =>
    url.slice(MEDIA.length),
  )
}

const COPIED_EVERY = 20
const FINGERPRINTS_AT_ONCE = 4

type Fingerprint = { key: string; appearance: Appearance; sha256: string }

const findCopies = async (picture: Buffer, appearance: Appearance): Promise<string[]> => {
  const recognizedCopies: string[] = []
  for (const [name, copy] of Object.entries(COPIES)) {
    const copyFingerprint = await fingerprintPicture(await copy(picture))
    if (copyFingerprint && compareAppearances(appearance, toAppearance(copyFingerprint)) === 'same')
      recognizedCopies.push(name)
  }
  return recognizedCopies
}

/** Pictures that would pass for another one. */
const countMistaken = (fingerprints: readonly Fingerprint[]) => {
  const wrong: string[] = []
  let pairs = 0
  const started = performance.now()
  for (const [index, fingerprint] of fingerprints.entries())
    for (const other of fingerprints.slice(index + 1)) {
      if (fingerprint.sha256 === other.sha256) continue
      pairs += 1
      if (compareAppearances(fingerprint.appearance, other.appearance) === 'same')
        wrong.push(`${fingerprint.key} ${other.key}`)
    }
  return { pairs, wrong, microseconds: ((performance.now() - started) * 1_000) / pairs }
}

/** How well the fingerprint of a removed picture recognises copies, and nothing else. */
export const benchTakedown = async (): Promise<void> => {
  const started = performance.now()
  const fingerprints: Fingerprint[] = []
  const recognizedCounts = new Map(Object.keys(COPIES).map((name) => [name, 0]))
  let copyCount = 0
  const keys = await listDemoKeys()
  const compareCopies = async (key: string, index: number) => {
    const picture = (await drawDemoPicture(key))?.data
    const print = picture && (await fingerprintPicture(picture))
    if (!picture || !print) throw new Error(`No picture ${key}`)
    const appearance = toAppearance(print)
    fingerprints.push({ key, appearance, sha256: print.sha256.toString('hex') })
    if (index % COPIED_EVERY !== 0) return
    copyCount += 1
    for (const name of await findCopies(picture, appearance))
      recognizedCounts.set(name, (recognizedCounts.get(name) ?? 0) + 1)
  }
  for (let first = 0; first < keys.length; first += FINGERPRINTS_AT_ONCE) {
    const batch = keys.slice(first, first + FINGERPRINTS_AT_ONCE)
    await Promise.all(batch.map((key, index) => compareCopies(key, first + index)))
  }
  printFigures(
    `Copies recognised, of ${copyCount} pictures`,
    [...recognizedCounts].map(([copy, recognized]) => ({ copy, recognized })),
  )
  const { pairs, wrong, microseconds } = countMistaken(fingerprints)
  printFigures('Different pictures that pass for the same', [
    {
      pictures: fingerprints.length,
      pairs,
      wrong: wrong.length,
      'µs per pair': Number(microseconds.toFixed(1)),
      seconds: Math.round((performance.now() - started) / 1_000),
    },
  ])
  for (const pair of wrong) process.stdout.write(`${pair}\n`)
}
