import { readFile } from 'node:fs/promises'
import {
  findCommand,
  createProgressBar,
  runCommandLine,
  UsageError,
} from '#server/cli/command-line.ts'
import { getDemoVectorsFile, readVectorFile } from '#server/vision/demo-vectors/demo-vectors.ts'
import { createVisionEngine, MODEL_DIR } from '#server/vision/node-engine.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { openDemoDatabase, withDemoFinder } from './bench-database.ts'
import { deriveBoxThresholds } from './evaluation/box-thresholds.ts'
import { calibrateThresholds, type StoredVectors } from './evaluation/calibrate.ts'
import { evaluateModels } from './evaluation/evaluate.ts'
import { fitOrder } from './evaluation/fit-order.ts'
import {
  printBoxThresholds,
  printEvaluation,
  printWordThresholds,
  formatCheckShare,
  formatThreeDecimals,
} from './evaluation/print.ts'
import { deriveWordThresholds } from './evaluation/word-thresholds.ts'
import { makeDemoVectors } from './make-demo-vectors.ts'
import { measureOffline } from './offline-products.ts'
import { runSoakTest } from './soak.ts'
import { countAgreement, runTrial } from './trial.ts'

const USAGE = `Usage:
  npm run vision -- scan PHOTO [OUT.png]
  npm run vision -- evaluate DIR [--split NAME | --split all] [--among OTHER]
  npm run vision -- calibrate DIR [--split NAME | --split all] [--shipped]
  npm run vision -- box-thresholds DIR [DIR...] [--split NAME | --split all]
  npm run vision -- word-thresholds DIR [DIR...] [--split NAME | --split all]
  npm run vision -- fit-order DIR [--split NAME | --split all]
  npm run vision -- trial PHOTOS OUT
  npm run vision -- browser PHOTOS [COUNT]
  npm run vision -- offline PHOTOS
  npm run vision -- soak N
  npm run vision -- demo-vectors

scan      lists what is worn in a photo, and writes the photo with the boxes drawn to OUT.png.
evaluate  scores boxes, words and vectors on the photos and boxes.json in DIR (by default the split
          'val'), and the search where DIR/products has pictures of the products worn
          (docs/measuring-vision.md). With --among, also asks for its items among those of the folder
          OTHER, such as street photos among a shop's.
calibrate prints the thresholds of 'same item', 'close' and 'similar' that fit the photos in DIR;
          with --shipped, those of demo looks among the vectors that ship with the demo catalogue.
box-thresholds  prints from which score boxes of each kind should be shown: where the right ones in all
          DIR together outweigh the wrong ones most.
word-thresholds  prints the lowest product of a word's chance and its box's score from which nine
          words in ten are right in every DIR; each DIR has one sort of photo, as for evaluate.
fit-order prints for how many labelled items in DIR a plausible product of the demo catalogue comes
          first, or among three, with the weights in use and with others.
trial     asks what the demo catalogue has for every object of the photos in the folder PHOTOS, and
          writes a sheet for each photo to the folder OUT, to be judged by eye. Prints how often the
          answers are of the kind and of the colour that the labels name.
browser   scans COUNT (100) photos of the folder PHOTOS in Chromium and on the server, in several
          sizes, formats and orientations, and prints what differs; and what a photo of 12
          megapixels takes in both.
offline   prints how large the demo catalogue is as an offline list, and for the objects of the photos in the
          folder PHOTOS how many of the server's first three answers it gives.
soak      scans N times and prints the memory in use.
demo-vectors  embeds the demo catalogue and writes the vectors that ship with it; needed after a
          change to a model or a drawing.
  --models DIR  uses other models than the project's`

/** What `work` gives, with a bar of how much of it is done. */
const withProgressBar = async <T>(
  doing: string,
  things: string,
  work: (onStep: (done: number, total: number) => void) => Promise<T>,
): Promise<T> => {
  const bar = createProgressBar(process.stderr)
  const result = await work((done, total) =>
    bar.show(done / total, doing, `${done} of ${total}${things}`),
  )
  bar.end()
  return result
}

const runEvaluate = async (
  engine: VisionEngine,
  folder: string,
  split: string | null,
  among: string | null,
) =>
  printEvaluation(
    await withProgressBar('evaluating', ' photos', (onPhoto) =>
      evaluateModels(engine, folder, split, onPhoto, among),
    ),
  )

const readShippedVectors = async (engine: VisionEngine, modelDir: string) => {
  const { vectorVersion, vectors } = readVectorFile(await readFile(getDemoVectorsFile(modelDir)))
  if (vectorVersion !== engine.cards.vectorVersion)
    throw new UsageError('The shipped vectors are of other models: run demo-vectors first.')
  return vectors
}

const runCalibrate = async (
  engine: VisionEngine,
  folder: string,
  split: string | null,
  storedVectors: StoredVectors | null,
) => {
  const result = await withProgressBar('calibrating', ' pictures', (onStep) =>
    calibrateThresholds(engine, folder, split, onStep, storedVectors),
  )
  const { thresholds, halves, joins } = result
  console.log(`${result.queries} items, each asked for with and without it among ${result.gallery}`)
  console.table(
    Object.entries(thresholds).map(([name, value]) => ({
      name,
      from: formatThreeDecimals(Number(value)),
    })),
  )
  console.log(
    `Of the items that are there, ${formatThreeDecimals(result.found)} are called the same item`,
  )
  console.log(
    `With thresholds from the other half of the photos, right of ${halves.claims} claims: ${formatCheckShare(halves)}`,
  )
  console.log(
    `Garments across photos of one user are joined from ${formatThreeDecimals(joins.from)}: ${formatThreeDecimals(joins.found)} of them; by halves, right of ${joins.halves.claims}: ${formatCheckShare(joins.halves)}`,
  )
}

const runBoxThresholds = async (
  engine: VisionEngine,
  folders: readonly string[],
  split: string | null,
) =>
  printBoxThresholds(
    await withProgressBar('looking', ' photos', (onPhoto) =>
      deriveBoxThresholds(engine, folders, split, onPhoto),
    ),
  )

const runWordThresholds = async (
  engine: VisionEngine,
  folders: readonly string[],
  split: string | null,
) =>
  printWordThresholds(
    await withProgressBar('looking', ' photos', (onPhoto) =>
      deriveWordThresholds(engine, folders, split, onPhoto),
    ),
  )

const runFitOrder = async (engine: VisionEngine, folder: string, split: string | null) => {
  const database = await openDemoDatabase()
  try {
    const fits = await withProgressBar('ordering', ' photos', (onPhoto) =>
      fitOrder(engine, database.pool, folder, split, onPhoto),
    )
    console.table(
      fits.map(({ name, objects, first, three }) => ({
        order: name,
        objects,
        first: formatThreeDecimals(first),
        'among three': formatThreeDecimals(three),
      })),
    )
  } finally {
    await database.close()
  }
}

const runPhotoTrial = async (photos: string, out: string | undefined) => {
  if (out === undefined) throw new UsageError('Where should the sheets go?')
  await withDemoFinder(async (parts) => {
    const objects = await withProgressBar('trying', ' photos', (onPhoto) =>
      runTrial(parts, photos, out, onPhoto),
    )
    const sure = objects.filter(({ answers }) => answers[0]?.certainty).length
    console.log(`${objects.length} objects, ${sure} with a similar product; sheets in ${out}`)
    console.log('Answers that are what the label says, first and among the first three:')
    console.table(countAgreement(objects))
  })
}

const runOffline = (photos: string) =>
  withDemoFinder(async (parts) => {
    console.table(
      await withProgressBar('matching', ' photos', (onPhoto) =>
        measureOffline(parts, photos, onPhoto),
      ),
    )
  })

const runDemoVectors = async (engine: VisionEngine, modelDir: string) => {
  const database = await openDemoDatabase()
  try {
    const { file, products, bytes, lowestCosine } = await withProgressBar(
      'embedding products',
      '',
      (onProduct) => makeDemoVectors({ engine, pool: database.pool }, modelDir, onProduct),
    )
    console.log(
      `${products} vectors, ${Math.round(bytes / 1024)} kB, in ${file}; rounding kept a cosine of ${lowestCosine.toFixed(5)} or more`,
    )
  } finally {
    await database.close()
  }
}

await runCommandLine(
  USAGE,
  {
    split: { type: 'string', default: 'val' },
    among: { type: 'string' },
    shipped: { type: 'boolean', default: false },
    models: { type: 'string', default: MODEL_DIR },
  },
  async ({ positionals: [name = '', ...targets], values }) => {
    const [target = '', out] = targets
    const split = values.split === 'all' ? null : values.split
    const commands: Record<string, (engine: VisionEngine) => Promise<void>> = {
      evaluate: (engine) => runEvaluate(engine, target, split, values.among ?? null),
      'fit-order': (engine) => runFitOrder(engine, target, split),
      calibrate: async (engine) => {
        const storedVectors = values.shipped
          ? await readShippedVectors(engine, values.models)
          : null
        await runCalibrate(engine, target, split, storedVectors)
      },
      'box-thresholds': (engine) => runBoxThresholds(engine, targets, split),
      'word-thresholds': (engine) => runWordThresholds(engine, targets, split),
      browser: async (engine) => {
        const { compareWithBrowser } = await import('./browser-scan.ts')
        await withProgressBar('comparing', ' photos', (onPhoto) =>
          compareWithBrowser(engine, values.models, target, Number(out ?? 100), onPhoto),
        )
      },
      soak: (engine) =>
        runSoakTest(engine, Number(target), ({ scans, rssMb, heapMb }) =>
          console.log(`${scans} scans: ${rssMb} MB resident, ${heapMb} MB of it heap`),
        ),
      'demo-vectors': (engine) => runDemoVectors(engine, values.models),
    }
    const run = name === 'trial' || name === 'offline' ? null : findCommand(name, commands)
    if (target === '' && name !== 'demo-vectors') throw new UsageError(`${name} what?`)
    // A trial starts the models with the rest of a server.
    if (!run) return name === 'offline' ? runOffline(target) : runPhotoTrial(target, out)
    // No visitor waits for these pictures, so two are processed at a time.
    const workers = name === 'demo-vectors' ? { workers: 2, threads: 1 } : {}
    const engine = await createVisionEngine({ modelDir: values.models, ...workers })
    try {
      await run(engine)
    } finally {
      await engine.close()
    }
  },
)
