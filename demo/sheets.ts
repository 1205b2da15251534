import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { renderDemoPicture } from './pictures.ts'
import { randomFrom } from './random.ts'
import { buildCelebrityImageName } from '#shared/domain/celebrity.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

type Sheet = {
  name: string
  keys: readonly string[]
  columns: number
  tile: readonly [number, number]
}

const writeSheet = async (
  folder: string,
  { name, keys, columns, tile: [width, height] }: Sheet,
): Promise<void> => {
  const gap = 6
  const tiles = []
  for (const [i, key] of keys.entries()) {
    const picture = await renderDemoPicture(key)
    if (!picture) throw new Error(`The demo has no picture ${key}`)
    const input = await sharp(picture.data)
      .resize(width, height, { fit: 'contain', background: '#FAF7F2' })
      .toBuffer()
    tiles.push({
      input,
      left: (i % columns) * (width + gap),
      top: Math.floor(i / columns) * (height + gap),
    })
  }
  const rows = Math.ceil(keys.length / columns)
  await sharp({
    create: {
      width: columns * (width + gap) - gap,
      height: rows * (height + gap) - gap,
      channels: 3,
      background: '#FAF7F2',
    },
  })
    .composite(tiles)
    .png()
    .toFile(join(folder, `${name}.png`))
}
/** A random sample in list order. A regular one could hit the same type every time. */
const spread = <T>(list: readonly T[], count: number): T[] => {
  const random = randomFrom('sheet')
  return list
    .map((item, i) => ({ item, i, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .sort((a, b) => a.i - b.i)
    .map(({ item }) => item)
}

/** Contact sheets for reviewing the drawings by eye. */
export const writeSheets = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const { people, looks, products } = wardrobe()
  const sheets: Sheet[] = [
    {
      name: 'looks',
      keys: spread(looks, 40).map(({ id }) => `demo/looks/${id}.jpg`),
      columns: 10,
      tile: [200, 300],
    },
    {
      name: 'portraits',
      keys: people.map(({ name }) => `demo/celebrities/${buildCelebrityImageName(name)}`),
      columns: 11,
      tile: [170, 170],
    },
    {
      name: 'products',
      keys: spread(products, 96).map(({ garment }) => `demo/products/${garment.id}.jpg`),
      columns: 12,
      tile: [160, 200],
    },
  ]
  for (const sheet of sheets) await writeSheet(folder, sheet)
  return `Wrote ${sheets.length} sheets to ${folder}`
}
