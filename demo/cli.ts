import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeDrawingsVersion } from './drawings.ts'
import { writeLookBoxes } from './look-boxes.ts'
import { writePhotos } from './photos.ts'
import { writeSamplePhotos } from './shop/sample-photos.ts'

const USAGE = `npm run demo -- photos N [DIR] [--products] N test photos with ground truth in boxes.json
npm run demo -- photos N [DIR] --outfits [--from=K]  N training photos of outfits not in the catalogue
npm run demo -- sample-photos               draw the samples of Home in public/samples
npm run demo -- boxes                       store boxes and version after changing a drawing; then run npm run vision -- demo-vectors
`
const print = (line: string) => process.stdout.write(`${line}\n`)

const OPTIONS = {
  products: { type: 'boolean' },
  outfits: { type: 'boolean' },
  from: { type: 'string', default: '0' },
  help: { type: 'boolean', short: 'h' },
} as const

const fileHere = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const run = async (words: string[]): Promise<number> => {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: OPTIONS,
  })
  const [command, first, second] = positionals
  if (values.help) {
    print(USAGE)
  } else if (command === 'photos' && Number.isInteger(Number(first)) && Number(first) > 0) {
    print(
      await writePhotos({
        count: Number(first),
        from: Math.max(0, Math.trunc(Number(values.from)) || 0),
        folder: second ?? 'screens/photos',
        outfits: values.outfits ?? false,
        products: values.products ?? false,
      }),
    )
  } else if (command === 'sample-photos') {
    print(await writeSamplePhotos(fileHere('../public/samples')))
  } else if (command === 'boxes') {
    print(await writeLookBoxes(fileHere('measured-boxes.json')))
    print(await writeDrawingsVersion(fileHere('drawings-version.ts')))
  } else {
    process.stderr.write(USAGE)
    return 2
  }
  return 0
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  const isMisuse =
    error instanceof TypeError && String(Reflect.get(error, 'code')).includes('PARSE_ARGS')
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (isMisuse) process.stderr.write(`\n${USAGE}`)
  return isMisuse ? 2 : 1
})
