import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findCommand, runCommandLine, UsageError } from '#server/cli/command-line.ts'
import { benchAdmin } from './admin.ts'
import { benchBrowse } from './browse.ts'
import { benchImport } from './import.ts'
import { benchLanguages } from './languages.ts'
import { benchLoad } from './load.ts'
import { benchPages } from './pages.ts'
import { benchRefine } from './refine.ts'
import { benchSearch } from './search.ts'
import { benchShops } from './shops.ts'
import { printFigures } from './statistics.ts'
import { benchStreams } from './streams.ts'
import { benchTakedown } from './takedown.ts'
import { benchUpgrade } from './upgrade.ts'
import { benchVectorStores } from './vector-stores.ts'
import { benchVision } from './vision.ts'

/** A separate process, because it needs a browser. */
const runWithBrowser = async (file: string): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}

const USAGE = `Usage:
  npm run bench -- admin [PRODUCTS …]    calls of /admin, with a user for every ten products
                                         (default 1000 1000000)
  npm run bench -- browse [PRODUCTS …]   page times and throughput (default 1000 100000 1000000)
  npm run bench -- import [ROWS]         time and memory of a CSV import (default 1000000)
  npm run bench -- languages             rendered pages and the scripts of Home in every language, beside
                                         English and their limits; with BENCH_AGAINST=ADDRESS English
                                         also beside another server
  npm run bench -- load [RATE …]         a mixed crowd at rising rates: times, refusals, memory
                                         (default 50 100 200 400 800)
  npm run bench -- pages                 processor time of pages, calls, pictures and writes; with
                                         BENCH_AGAINST=FOLDER also of another, built checkout
  npm run bench -- refine [PRODUCTS]     the results of one object of a photo, refined by words and
                                         filters (default 100000)
  npm run bench -- search [PRODUCTS]     precision of text search on judged queries; with a number, also
                                         the times of filtered pages with so many products
  npm run bench -- shops [ITEMS]         time and memory of a shop's feed, compared with a bare COPY of
                                         its rows, then read again and changed (default 200000)
  npm run bench -- start                 the first and second start of a new site with the demo, and what
                                         a first visit to Home transfers, beside their limits
  npm run bench -- streams [STREAMS]     memory and processor time of open live streams (default 1000)
  npm run bench -- takedown              whether the fingerprint of a removed picture recognises copies,
                                         and nothing else, over all pictures of the demo
  npm run bench -- upgrade [PRODUCTS]    an upgrade from before search documents: how long readers and
                                         writers wait, and until the server is ready (default 1000000)
  npm run bench -- web                   loading times in a browser
  npm run bench -- vision                time of one scan and its parts
  npm run bench -- vectors [PRODUCTS]    similarity search without and, with PGVECTOR_URL, with
                                         pgvector: memory, time to ready, p95, recall (default 1000000)`
const BENCHES: Record<string, (numbers: number[]) => Promise<void>> = {
  admin: (sizes) => benchAdmin(sizes.length > 0 ? sizes : [1_000, 1_000_000]),
  browse: (sizes) => benchBrowse(sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]),
  import: ([rows = 1_000_000]) => benchImport(rows),
  languages: benchLanguages,
  load: (rates) => benchLoad(rates.length > 0 ? rates : [50, 100, 200, 400, 800]),
  shops: ([items = 200_000]) => benchShops(items),
  pages: benchPages,
  refine: ([products = 100_000]) => benchRefine(products),
  search: benchSearch,
  start: () => runWithBrowser('lab/bench/start-child.ts'),
  streams: ([streams = 1_000]) => benchStreams(streams),
  takedown: benchTakedown,
  upgrade: ([products = 1_000_000]) => benchUpgrade(products),
  vision: async () => printFigures('vision', await benchVision()),
  vectors: ([products = 1_000_000]) => benchVectorStores(products),
  web: () => runWithBrowser('lab/bench/web-child.ts'),
}

await runCommandLine(USAGE, {}, async ({ positionals: [name = '', ...rest] }) => {
  const bench = findCommand(name, BENCHES)
  const numbers = rest.map(Number)
  if (!numbers.every((number) => Number.isSafeInteger(number) && number > 0))
    throw new UsageError('Sizes are whole numbers above zero.')
  await bench(numbers)
})
