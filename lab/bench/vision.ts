import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { openPhoto } from '#server/features/finder/index.ts'
import {
  createVisionEngine,
  detectObjects,
  MODEL_DIR,
  readModelCards,
} from '#server/vision/node-engine.ts'
import { decodeNow, openPicture } from '#server/vision/sharp-picture.ts'
import { MemoryIndex } from '#server/vision/vectors/memory-index.ts'
import { openMemoryThread } from '#server/vision/vectors/memory-thread.ts'
import { SCAN } from '#shared/finder-constants.ts'
import { fromUnits } from '#shared/domain/box.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { createSamplePhoto } from './sample-photo.ts'
import { type Figure, computePercentile, measureTime } from './statistics.ts'
import { createProducts } from './synthetic-vectors.ts'

const SIZE = { width: 2048, height: 2730 }
const CROP_RUNS = 7

const BOXES = Array.from({ length: SCAN.remoteCrops }, (_, index) => ({
  x: 20 + 30 * index,
  y: 20 + 40 * index,
  width: 160,
  height: 120,
}))

/** The baseline: each crop starts from the encoded photo. */
const cropFromBytes = async (bytes: Buffer, index: number) => {
  const box = fromUnits(BOXES[index] ?? { x: 0, y: 0, width: 1, height: 1 }, SIZE)
  const upright = await sharp(bytes).autoOrient().toBuffer()
  return sharp(upright)
    .extract({
      left: Math.floor(box.x),
      top: Math.floor(box.y),
      width: Math.ceil(box.width),
      height: Math.ceil(box.height),
    })
    .resize(720, 720, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The crops of one scan, compared with decoding and encoding the photo again for each of them. */
export const benchCrops = async (): Promise<Figure[]> => {
  const bytes = await createSamplePhoto(SIZE)
  const once: number[] = []
  const fromBytesMs: number[] = []
  for (let run = 0; run < CROP_RUNS; run += 1) {
    const photo = await openPhoto(bytes, decodeNow)
    const fromPhoto = await measureTime(async () => {
      for (const box of BOXES) await photo.crop(box)
    })
    const fromBytes = await measureTime(async () => {
      for (const index of BOXES.keys()) await cropFromBytes(bytes, index)
    })
    once.push(fromPhoto.ms)
    fromBytesMs.push(fromBytes.ms)
  }
  const [onceMs, eachMs] = [computePercentile(once, 0.5), computePercentile(fromBytesMs, 0.5)]
  return [
    { name: 'six crops of a 2048 x 2730 photo', value: onceMs, unit: 'ms' },
    { name: 'the same over decoding for each crop', value: onceMs / eachMs, unit: 'times' },
  ]
}

const PRODUCTS = 100_000
const QUERIES = 200
const NEIGHBORS = 20
const CHUNK = 2_000
/** Time and recall of the in-process search, through its worker thread as in the server. */
export const benchVectors = async (products = PRODUCTS): Promise<Figure[]> => {
  const { dimensions } = (await readModelCards(MODEL_DIR)).embedder
  const product = createProducts(dimensions)
  const exact = new MemoryIndex(dimensions, null)
  const thread = await openMemoryThread({ dimensions, mayUseGraph: true, maxRows: products })
  try {
    const started = performance.now()
    for (let first = 0; first < products; first += CHUNK) {
      const rows = Array.from({ length: CHUNK }, (_, index) => product(first + index))
      for (const row of rows) exact.put({ ...row, vector: row.vector.slice() })
      thread.put(rows)
    }
    await thread.waitForGraphs()
    const buildMs = performance.now() - started
    const times = { one: [] as number[], all: [] as number[] }
    let found = 0
    let wanted = 0
    for (let query = 0; query < QUERIES; query += 1) {
      const { vector, category } = product(products + query * 37)
      for (const [kind, filter] of [
        ['one', { category }],
        ['all', {}],
      ] as const) {
        const startedAt = performance.now()
        const matches = await thread.search(vector, NEIGHBORS, filter)
        times[kind].push(performance.now() - startedAt)
        const keys = new Set(matches.map(({ productKey }) => productKey))
        const truth = exact.search(vector, NEIGHBORS, filter)
        wanted += truth.length
        found += truth.filter(({ productKey }) => keys.has(productKey)).length
      }
    }
    return [
      {
        name: `search ${products} products in one category, p95`,
        value: computePercentile(times.one, 0.95),
        unit: 'ms',
      },
      {
        name: `search ${products} products in all, p95`,
        value: computePercentile(times.all, 0.95),
        unit: 'ms',
      },
      { name: 'recall at 20 against exact search', value: found / wanted, unit: '' },
      { name: `build the index of ${products} products`, value: buildMs / 1_000, unit: 's' },
    ]
  } finally {
    await thread.close()
  }
}

const TWELVE_MEGAPIXELS = { width: 3000, height: 4000 }
const WARM_UPS = 3
const RUNS = 15

/** One photo, step by step, and the time spent inside the models. */
const measureScan = async (engine: VisionEngine, bytes: Uint8Array) => {
  const read = await measureTime(() => openPicture(bytes))
  const started = performance.now()
  let boxes = 0
  const onBoxes = () => {
    boxes = performance.now() - started
  }
  const detect = await measureTime(() => detectObjects(engine, read.value, { onBoxes }))
  const embed = await measureTime(() => engine.embed(detect.value.squares))
  const detectMs = detect.value.modelMs
  const embedderMs = embed.value.modelMs
  const toVectors = read.ms + detect.ms + embed.ms
  return {
    read: read.ms,
    boxes,
    words: detect.ms - boxes,
    embed: embed.ms,
    detectMs,
    embedderMs,
    toBoxes: read.ms + boxes,
    toWords: read.ms + detect.ms,
    toVectors,
    ratio: toVectors / (detectMs + embedderMs),
    items: detect.value.detections.length,
  }
}
type ScanMeasurement = Awaited<ReturnType<typeof measureScan>>

const benchScan = async (): Promise<Figure[]> => {
  const engine = await createVisionEngine({ modelDir: MODEL_DIR })
  try {
    const bytes = await createSamplePhoto(TWELVE_MEGAPIXELS)
    for (let run = 0; run < WARM_UPS; run += 1) await measureScan(engine, bytes)
    const runs: ScanMeasurement[] = []
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await measureScan(engine, bytes))
      await wait(20)
    }
    const median = (name: keyof ScanMeasurement, label: string, unit = 'ms') => ({
      name: label,
      value: computePercentile(
        runs.map((run) => run[name]),
        0.5,
      ),
      unit,
    })
    return [
      median('read', 'read the photo'),
      median('boxes', 'detect and judge boxes'),
      median('words', 'crop, describe, name colours'),
      median('detectMs', 'detector, judge and words alone'),
      median('embed', 'embed'),
      median('embedderMs', 'the embedder alone'),
      median('toBoxes', 'from the photo to boxes'),
      median('toWords', 'from the photo to words'),
      median('toVectors', 'from the photo to vectors'),
      median('ratio', 'ratio to the models alone', 'times'),
      median('items', 'items found', ''),
    ]
  } finally {
    await engine.close()
  }
}

/** Medians of a 12-megapixel photo, its crops, then the search for what was seen among many products. */
export const benchVision = async (): Promise<Figure[]> => [
  ...(await benchScan()),
  ...(await benchCrops()),
  ...(await benchVectors()),
]
