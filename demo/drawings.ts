import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { demoPictureSvg } from './pictures.ts'
import { wardrobe } from './wardrobe/wardrobe.ts'

/** Says which drawings the products have: another line anywhere is another version. */
export const measureDrawingsVersion = (): string => {
  const hash = createHash('sha256')
  for (const id of [...wardrobe().productById.keys()].toSorted())
    hash.update(`${id}\n${demoPictureSvg(`demo/products/${id}.jpg`)?.svg}\n`)
  return hash.digest('hex').slice(0, 12)
}

/** Drawing all of them takes a second that a first start should not pay. */
export const writeDrawingsVersion = async (file: string): Promise<string> => {
  const version = measureDrawingsVersion()
  const text = `/** Written by \`npm run demo -- boxes\`: which drawings the products have. A test draws them again. */\nexport const DRAWINGS_VERSION = '${version}'\n`
  await writeFile(file, text)
  return `The drawings are ${version}; where that is new, \`npm run vision -- demo-vectors\` makes their vectors`
}
