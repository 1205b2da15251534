import { benchBrowse } from './browse.ts'
import { benchImport } from './import.ts'
import { printFigures } from './statistics.ts'
import { benchVision } from './vision.ts'
import { benchWeb } from './web.ts'

const USAGE = `Usage:
  npm run bench -- browse [NUMBER OF PRODUCTS …]   pages and throughput (1000 100000 1000000)
  npm run bench -- import [NUMBER OF ROWS]         time and memory (1000000)
  npm run bench -- vision
`
const BENCHES: Record<string, (numbers: number[]) => Promise<void>> = {
  browse: (sizes) => benchBrowse(sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]),
  import: ([rows = 1_000_000]) => benchImport(rows),
  vision: async () => printFigures('vision', await benchVision()),
  web: benchWeb,
}

const [name = '', ...given] = process.argv.slice(2)
const bench = BENCHES[name]
const numbers = given.map(Number)
if (bench && numbers.every((number) => Number.isSafeInteger(number) && number > 0))
  await bench(numbers)
else {
  process.stderr.write(USAGE)
  process.exitCode = 2
}
