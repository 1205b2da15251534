import { setTimeout as wait } from 'node:timers/promises'
import { createVisionEngine } from '#server/vision/engine.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { MODEL_DIR } from '#server/vision/model-cards.ts'
import { openPicture } from '#server/vision/picture.ts'
import { samplePhoto } from './sample-photo.ts'
import { detectObjects } from '#server/vision/detect-objects.ts'
import { benchCrops } from './crops.ts'
import type { Figure } from './figure.ts'
import { percentile, timeOf } from './statistics.ts'
import { benchVectors } from './vectors.ts'

const TWELVE_MEGAPIXELS = { width: 3000, height: 4000 }
const WARM_UPS = 3
const RUNS = 15

/** One photo, step by step, and the time spent inside the models. */
const measureScan = async (engine: VisionEngine, bytes: Uint8Array) => {
  const read = await timeOf(() => openPicture(bytes))
  const started = performance.now()
  let boxes = 0
  const onBoxes = () => {
    boxes = performance.now() - started
  }
  const detect = await timeOf(() => detectObjects(engine, read.value, { onBoxes }))
  const embed = await timeOf(() => engine.embed(detect.value.squares))
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
    const bytes = await samplePhoto(TWELVE_MEGAPIXELS)
    for (let run = 0; run < WARM_UPS; run += 1) await measureScan(engine, bytes)
    const runs: ScanMeasurement[] = []
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await measureScan(engine, bytes))
      await wait(20)
    }
    const median = (name: keyof ScanMeasurement, label: string, unit = 'ms') => ({
      name: label,
      value: percentile(
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
