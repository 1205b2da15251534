import type { Browser, Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { openRunningApp } from '#lab/running-app.ts'
import { PROJECT_ROOT } from '#server/core/installation.ts'
import { toHalfPrecision } from '#server/vision/browser-models/half-precision.ts'
import { detectObjects, QUEUE_LIMIT } from '#server/vision/node-engine.ts'
import { createModelPool } from '#server/vision/model-pool.ts'
import { cutSquares, letterboxed, openPicture } from '#server/vision/sharp-picture.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { createEngine, type VisionEngine } from '#shared/vision/engine.ts'
import { toCorners, computeOverlap } from '#shared/vision/image-ops.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import { createWorkingPicture, pictureScaler, rotateUpright } from '#shared/vision/scale.ts'
import { type WordAnswer, readAnswers } from '#shared/vision/words.ts'
import { createSamplePhoto } from './sample-photo.ts'
import { computePercentile } from './statistics.ts'

/** Compares scans in a browser with scans on the server, and measures what they cost. */

const SIDES = [640, 400, 1000, 1600, 4000]
/** The server refuses larger files. */
const PNG_SIDE = 1600
const FORMATS = ['jpeg', 'webp', 'png', 'avif'] as const
/** Formats in which browsers and libvips agree on where an orientation is written. */
const ORIENTED: ReadonlySet<string> = new Set(['jpeg', 'webp'])
const ORIENTATIONS = 8

/** Turns an upright picture so that the EXIF orientation turns it back. */
const TURNED: Readonly<Record<number, (picture: Sharp) => Sharp>> = {
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.rotate(90).flop(),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.rotate(90).flip(),
  8: (picture) => picture.rotate(90),
}

type Variant = { side: number; format: string; orientation: number; bytes: Buffer }

/** A photo in another size, format and orientation, each in turn. */
const createVariant = async (file: string, index: number): Promise<Variant> => {
  const format = FORMATS[index % FORMATS.length] ?? 'jpeg'
  const largest = format === 'png' ? PNG_SIDE : Infinity
  const side = Math.min(SIDES[index % SIDES.length] ?? 640, largest)
  const orientation = ORIENTED.has(format) ? 1 + (Math.floor(index / 2) % ORIENTATIONS) : 1
  const upright = await sharp(file)
    .autoOrient()
    .resize(side, side, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const rotated = TURNED[orientation]?.(sharp(upright)) ?? sharp(upright)
  const bytes = await rotated
    .withMetadata({ orientation })
    .toFormat(format, format === 'png' ? { compressionLevel: 1 } : { quality: 85 })
    .toBuffer()
  return { side, format, orientation, bytes }
}

type Bench = { hold: (photo: string) => void; scan: () => Promise<DetectedObject[]> }

declare const reachedBoxes: () => Promise<void>

/** The page's own worker, called as the finder calls it. */
const openWorker = async (page: Page, workerPath: string) => {
  await page.evaluate((address) => {
    const worker = new Worker(address, { type: 'module' })
    let nextId = 1
    const ask = (task: object, onBoxes = () => undefined as void) =>
      new Promise<unknown>((resolve, reject) => {
        const id = nextId
        nextId += 1
        const listen = ({ data }: MessageEvent<Record<string, unknown>>) => {
          if (data['id'] !== id) return
          if (data['type'] === 'boxes') return onBoxes()
          worker.removeEventListener('message', listen)
          if (data['type'] === 'done') resolve(data['answer'])
          else reject(new Error(JSON.stringify(data)))
        }
        worker.addEventListener('message', listen)
        worker.addEventListener('error', (event) => reject(new Error(event.message)))
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It is no window.
        worker.postMessage({ id, task })
      })
    let file = new Blob()
    const hold = (photo: string) => {
      file = new Blob([Uint8Array.from(atob(photo), (character) => character.charCodeAt(0))])
    }
    const scan = async () => {
      await ask({ type: 'open', file })
      const { objects } = (await ask({ type: 'scan' }, () => void reachedBoxes())) as {
        objects: { object: unknown }[]
      }
      return objects.map(({ object }) => object)
    }
    Object.assign(globalThis, { bench: { hold, scan } })
  }, workerPath)
  let cachedBytes: Buffer | null = null
  return async (bytes: Buffer) => {
    // Encoded once for each photo, because its text would count as memory of the scan.
    if (bytes !== cachedBytes)
      await page.evaluate(
        (photo) => (globalThis as unknown as { bench: Bench }).bench.hold(photo),
        bytes.toString('base64'),
      )
    cachedBytes = bytes
    return page.evaluate(() => (globalThis as unknown as { bench: Bench }).bench.scan())
  }
}

const openPage = async (
  browser: Browser,
  baseURL: string,
  reachedBoxes = () => undefined as void,
) => {
  const assets = await readdir(join(PROJECT_ROOT, 'dist', 'client', 'assets'))
  const worker = assets.find((name) => /^finder-worker-.*\.js$/.test(name))
  if (!worker) throw new Error('The client was built without the worker that scans photos')
  const page = await browser.newPage()
  // The compiler wraps functions in calls of this, which the page does not know.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.exposeFunction('reachedBoxes', reachedBoxes)
  await page.goto(`${baseURL}/find`)
  return { page, scan: await openWorker(page, `/assets/${worker}`) }
}

const SAME_BOX = 0.98

/** An object with the words model's output, if it is known. */
type ObjectWords = { object: DetectedObject; answers: WordAnswer[] }
type Miss = { what: string; why: string }
type Agreement = { boxes: number; same: number; named: number; extra: number }

const detectWithWords = async (
  engine: VisionEngine,
  picture: RawPicture,
): Promise<ObjectWords[]> => {
  const { detections, squares } = await detectObjects(engine, picture)
  return detections.map((object, index) => {
    const row = squares.rows?.[index] ?? new Float32Array()
    return { object, answers: readAnswers(row, object.kind, engine.cards.words) }
  })
}

/** How far the server's word was above or below its limit; close to zero where the browser differs. */
const computeMargin = ({ name, threshold, boxThreshold, chances }: WordAnswer, score: number) => {
  const [word, chance] = chances[0] ?? ['', 0]
  const [, next] = chances[1] ?? ['', 0]
  return `${name} '${word}' ${chance.toFixed(4)} (from ${threshold}), with its box ${(chance * score).toFixed(4)} (from ${boxThreshold}), next word ${next.toFixed(4)}`
}

const listShownColors = ({ colors }: DetectedObject) =>
  colors.map(({ name, share }) => `${name} ${share.toFixed(3)}`).join(', ')

/** Words that differ with the server's distance to the limits, or else the colours of the pixels. */
const explainOtherWords = ({ object, answers }: ObjectWords, other: DetectedObject) => {
  const differing = answers.filter(({ name }) => object.words?.[name] !== other.words?.[name])
  if (differing.length > 0)
    return differing.map((answer) => computeMargin(answer, object.confidence)).join('; ')
  const color = answers.find(({ name }) => name === 'colour')
  const margin = color ? `; ${computeMargin(color, object.confidence)}` : ''
  return `colours ${listShownColors(object)} are ${listShownColors(other)}${margin}`
}

const compareDetections = (ours: readonly ObjectWords[], theirs: readonly DetectedObject[]) => {
  const isSameObject = (a: DetectedObject, b: DetectedObject) =>
    computeOverlap(toCorners(a.pixelBox), toCorners(b.pixelBox))
  const agreement: Agreement = { boxes: ours.length, same: 0, named: 0, extra: 0 }
  const misses: Miss[] = []
  const left = new Set(theirs)
  for (const object of ours) {
    const { kind, label, confidence, words } = object.object
    const [best] = [...left]
      .filter((other) => other.kind === kind)
      .toSorted((a, b) => isSameObject(object.object, b) - isSameObject(object.object, a))
    const share = best ? isSameObject(object.object, best) : 0
    if (best) left.delete(best)
    if (share >= SAME_BOX) agreement.same += 1
    else
      misses.push({
        what: `${label}: best overlap ${share.toFixed(3)}`,
        why: `score ${confidence.toFixed(4)}, there ${best?.confidence.toFixed(4) ?? 'none'}`,
      })
    if (best?.label === label && JSON.stringify(best.words) === JSON.stringify(words))
      agreement.named += 1
    else if (best)
      misses.push({ what: `'${label}' is '${best.label}'`, why: explainOtherWords(object, best) })
  }
  agreement.extra = left.size
  for (const { label, confidence } of left)
    misses.push({ what: `${label} only there`, why: `score ${confidence.toFixed(4)}` })
  return { agreement, misses }
}

/** The server's models with the weights that browsers get. */
const openHalfPrecision = async (modelDir: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'half-precision-'))
  for (const name of await readdir(modelDir)) {
    const [from, to] = [join(modelDir, name), join(folder, name)]
    if (name.endsWith('.onnx')) await writeFile(to, toHalfPrecision(await readFile(from)))
    else if (name.endsWith('.json')) await copyFile(from, to)
  }
  const session = createModelPool({
    modelDir: folder,
    workers: 1,
    threads: 2,
    queueLimit: QUEUE_LIMIT,
  })
  const close = async () => {
    await session.close()
    await rm(folder, { recursive: true })
  }
  return { session, close }
}

/** Decoded by libvips in full, then scaled as in the browser. */
const scalePhoto = async ({ bytes, orientation }: Variant): Promise<RawPicture> => {
  const { data, info } = await sharp(bytes, { autoOrient: false })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.height }
  const { add, finish } = createWorkingPicture(size, bytes)
  add(new Uint8ClampedArray(data), 0, size.height)
  return rotateUpright(finish(), orientation)
}

const TWELVE_MEGAPIXELS = { width: 3000, height: 4000 }
const RUNS = 5
const SCAN_MS = 300_000
type Cost = { boxes: number; whole: number; allThreads: number }

const readCpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10

/** The process of the page: the browser's largest, because it has the models. */
const readRenderer = async (browser: Browser) => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const [{ id } = { id: 0 }] = renderers.toSorted((a, b) => b.cpuTime - a.cpuTime)
  const threadsOf = () =>
    readdirSync(`/proc/${id}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${id}/task/${thread}/stat`, 'utf8')
      const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(stat) ?? []
      const fields = rest.split(' ')
      return { name, ms: (Number(fields[11]) + Number(fields[12])) * TICK_MS }
    })
  return {
    /**
     * `own`: without the second thread of onnxruntime, which spins while it waits for the first: what a
     * photo takes where processors are free.
     */
    cpuMs: () => {
      const threads = threadsOf()
      const helpers = threads
        .filter(({ name }) => name.startsWith('DedicatedWorker'))
        .toSorted((a, b) => b.ms - a.ms)
        .slice(1)
      const sum = (timings: readonly { ms: number }[]) =>
        timings.reduce((total, { ms }) => total + ms, 0)
      return { own: sum(threads) - sum(helpers), all: sum(threads) }
    },
    peakMb: () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) / 1_024,
  }
}

const computeMedian = (values: readonly number[]) => Math.round(computePercentile(values, 0.5))

/** `tdur`: processor time in microseconds. */
type TraceEvent = {
  name: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/** The longest task of the page itself while it scans, in processor time: it must stay responsive. */
const measureLongestTask = async (browser: Browser, baseURL: string, photo: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'photo-'))
  const file = join(folder, 'photo.jpg')
  await writeFile(file, photo)
  const page = await browser.newPage()
  try {
    await page.goto(`${baseURL}/find`, { waitUntil: 'networkidle' })
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] })
    await page.getByLabel(PHOTO_TEXT.upload).setInputFiles(file)
    const scanAgainButton = page.getByRole('button', { name: FINDER_TEXT.scanAgain })
    await scanAgainButton.waitFor({ state: 'attached', timeout: SCAN_MS })
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[]
    }
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const pages = new Set(
      traceEvents
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(threadOf),
    )
    const tasks = traceEvents
      .filter((event) => event.name === 'RunTask' && pages.has(threadOf(event)))
      .map(({ tdur = 0 }) => tdur / 1_000)
    return Math.round(tasks.reduce((longest, task) => Math.max(longest, task), 0))
  } finally {
    await page.close()
    await rm(folder, { recursive: true })
  }
}

/** Processor time of both, alternating, so that other load on the machine affects both alike. */
const measureLarge = async (engine: VisionEngine, browser: Browser, baseURL: string) => {
  const photo = await createSamplePhoto(TWELVE_MEGAPIXELS)
  let readCpu = () => ({ own: 0, all: 0 })
  let atBoxes = readCpu()
  const { page, scan } = await openPage(browser, baseURL, () => {
    atBoxes = readCpu()
  })
  const startedAt = performance.now()
  await scan(photo)
  const firstMs = performance.now() - startedAt
  const renderer = await readRenderer(browser)
  const serverScan = async () => {
    const before = readCpuMs()
    let boxes = 0
    const { squares } = await detectObjects(engine, await openPicture(photo), {
      onBoxes: () => {
        boxes = readCpuMs() - before
      },
    })
    await engine.embed(squares)
    return { boxes, whole: readCpuMs() - before, allThreads: boxes }
  }
  const browserScan = async () => {
    readCpu = renderer.cpuMs
    const before = readCpu()
    await scan(photo)
    return {
      boxes: atBoxes.own - before.own,
      whole: readCpu().own - before.own,
      allThreads: atBoxes.all - before.all,
    }
  }
  // The first run also allocates.
  await serverScan()
  const runs = { server: [] as Cost[], browser: [] as Cost[] }
  for (let run = 0; run < RUNS; run += 1) {
    runs.server.push(await serverScan())
    runs.browser.push(await browserScan())
  }
  const peakMb = Math.round(renderer.peakMb())
  await page.close()
  const longestMs = await measureLongestTask(browser, baseURL, photo)
  const rowOf = (part: keyof Cost) => {
    const server = computeMedian(runs.server.map((cost) => cost[part]))
    const inBrowser = computeMedian(runs.browser.map((cost) => cost[part]))
    return { server, browser: inBrowser, ratio: Number((inBrowser / server).toFixed(2)) }
  }
  console.table({
    'to boxes: processor time there, time on free processors here (ms)': rowOf('boxes'),
    'the whole scan, likewise (ms)': rowOf('whole'),
    'to boxes, with a thread that waits (ms)': rowOf('allThreads'),
    'first photo with download and start (ms)': { browser: Math.round(firstMs) },
    'most memory of the tab (MB)': { browser: peakMb },
    'longest task of the page, processor time (ms)': { browser: longestMs },
  })
}

export const compareWithBrowser = async (
  engine: VisionEngine,
  modelDir: string,
  folder: string,
  count: number,
  onPhoto: (scanAgainButton: number, total: number) => void,
) => {
  const { browser, baseURL, close } = await openRunningApp()
  const half = await openHalfPrecision(modelDir)
  try {
    await measureLarge(engine, browser, baseURL)
    const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
    const every = Math.max(1, Math.floor(names.length / count))
    const chosenNames = names
      .toSorted()
      .filter((_, index) => index % every === 0)
      .slice(0, count)
    const { page, scan } = await openPage(browser, baseURL)
    const halfEngine = createEngine(half.session, { letterboxed, cutSquares }, engine.cards)
    const browserLike = createEngine(half.session, pictureScaler, engine.cards)
    /** Adds one difference after another, up to what the browser itself decodes and computes. */
    type ScanPhoto = (variant: Variant, picture: RawPicture) => Promise<DetectedObject[]>
    const ways: Record<string, ScanPhoto> = {
      'half precision': async (_, picture) => (await detectObjects(halfEngine, picture)).detections,
      'and scaled as in browsers': async (variant) =>
        (await detectObjects(browserLike, await scalePhoto(variant))).detections,
      'the browser': ({ bytes }) => scan(bytes),
    }
    const agreements: ({ group: string } & Agreement)[] = []
    for (const [index, name] of chosenNames.entries()) {
      const variant = await createVariant(join(folder, name), index)
      const { bytes, side, format, orientation } = variant
      const picture = await openPicture(new Uint8Array(bytes))
      const ours = await detectWithWords(engine, picture)
      const photo = `${name}, ${side} px, ${format}, orientation ${orientation}`
      for (const [way, scanPhoto] of Object.entries(ways)) {
        const { agreement, misses } = compareDetections(ours, await scanPhoto(variant, picture))
        for (const { what: difference, why } of misses)
          console.log(`${way}: ${photo}: ${difference}: ${why}`)
        const groups = way === 'the browser' ? [way, format, `${side} px`] : [way]
        if (way === 'the browser' && orientation > 1) groups.push('turned by EXIF')
        for (const group of groups) agreements.push({ group, ...agreement })
      }
      onPhoto(index + 1, chosenNames.length)
    }
    await page.close()
    const rowOf = (group: string) => {
      const rows = agreements.filter((agreement) => agreement.group === group)
      const total = (name: keyof Agreement) =>
        rows.reduce((sum, agreement) => sum + agreement[name], 0)
      return {
        'boxes of the server': total('boxes'),
        [`same kind, overlap of ${SAME_BOX}`]: total('same') / total('boxes'),
        'same words': total('named') / total('boxes'),
        'other boxes': total('extra'),
      }
    }
    const groups = new Set(agreements.map(({ group }) => group))
    console.table(Object.fromEntries([...groups].map((group) => [group, rowOf(group)])))
  } finally {
    await half.close()
    await close()
  }
}
