import { fileURLToPath } from 'node:url'
import { writePhotos } from './photo-set.ts'
import { writeSheets } from './sheets.ts'
import { writeDrawingsVersion } from './drawings.ts'
import { writeLookBoxes } from './look-boxes.ts'

const USAGE = `npm run demo -- sheet [DIR]                 contact sheets of looks, portraits, products and samples
npm run demo -- photos N [DIR] [--products] N test photos with ground truth in boxes.json
npm run demo -- photos N [DIR] --outfits [--from=K]  N training photos of outfits not in the catalogue
npm run demo -- boxes                       store boxes and version after changing a drawing; then run npm run vision -- demo-vectors
`
const print = (line: string) => process.stdout.write(`${line}\n`)

const run = async (words: readonly string[]): Promise<number> => {
  const [command, ...rest] = words
  const [first, second] = rest.filter((word) => !word.startsWith('--'))
  if (command === 'sheet') {
    print(await writeSheets(first ?? 'screens/demo'))
    return 0
  }
  if (command === 'photos' && Number.isInteger(Number(first)) && Number(first) > 0) {
    const from = rest.find((word) => word.startsWith('--from='))?.slice('--from='.length)
    print(
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
  if (command === 'boxes') {
    print(await writeLookBoxes(fileURLToPath(new URL('measured-boxes.ts', import.meta.url))))
    print(
      await writeDrawingsVersion(fileURLToPath(new URL('drawings-version.ts', import.meta.url))),
    )
    return 0
  }
  process.stderr.write(USAGE)
  return 2
}
process.exitCode = await run(process.argv.slice(2))
