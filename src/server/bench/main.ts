import { benchBrowse } from './browse.ts'
import { benchImport } from './import.ts'
import { printFigures } from './print-figures.ts'
import { benchVision } from './vision.ts'

const BENCHES: Record<string, () => Promise<void>> = {
  browse: benchBrowse,
  import: benchImport,
  vision: async () => printFigures('vision', await benchVision()),
}

const [name = ''] = process.argv.slice(2)
const bench = BENCHES[name]
if (bench) await bench()
else {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')}\n`)
  process.exitCode = 2
}
