import { fileURLToPath } from 'node:url'
import { writePhotos } from './photo-set.ts'
import { writeSheets } from './sheets.ts'
import { writeDrawingsVersion } from './drawings.ts'
import { exportCatalogue } from './export.ts'
import { writeLookBoxes } from './look-boxes.ts'

const USAGE = `npm run demo -- sheet [DIR]                 contact sheets of looks, portraits and products
npm run demo -- photos N [DIR] [--products] test photos and their truth, boxes.json
npm run demo -- photos N [DIR] --outfits [--from=K]  photos to learn from, of outfits not in the catalogue
npm run demo -- export FILE                 the catalogue as CSV
npm run demo -- boxes                       measure every look again, after a drawing changed; then npm run vision -- demo-vectors
`
const say = (line: string) => process.stdout.write(`${line}\n`)

const run = async (words: readonly string[]): Promise<number> => {
  const [command, ...rest] = words
  const [first, second] = rest.filter((word) => !word.startsWith('--'))
  if (command === 'sheet') {
    say(await writeSheets(first ?? 'screens/demo'))
    return 0
  }
  if (command === 'photos' && Number.isInteger(Number(first)) && Number(first) > 0) {
    const from = rest.find((word) => word.startsWith('--from='))?.slice('--from='.length)
    say(
      await writePhotos({
        count: Number(first),
        from: Math.max(0, Math.trunc(Number(from ?? 0)) || 0),
        folder: second ?? 'screens/photos',
        outfits: rest.includes('--outfits'),
        products: rest.includes('--products'),
      }),
    )
    return 0
  }
  if (command === 'export' && first) {
    say(await exportCatalogue(first))
    return 0
  }
  if (command === 'boxes') {
    say(await writeLookBoxes(fileURLToPath(new URL('measured-boxes.ts', import.meta.url))))
    say(await writeDrawingsVersion(fileURLToPath(new URL('drawings-version.ts', import.meta.url))))
    return 0
  }
  process.stderr.write(USAGE)
  return 2
}
process.exitCode = await run(process.argv.slice(2))
