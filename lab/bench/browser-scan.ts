import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { openApp } from '#lab/running-app.ts'
import { PROJECT_ROOT } from '#server/core/project-root.ts'
import { detectObjects } from '#server/vision/detect-objects.ts'
import { openPicture } from '#server/vision/picture.ts'
import type { FoundObject } from '#shared/contract/vision.ts'
import type { VisionEngine } from '#shared/vision/engine.ts'
import { cornersFromBox, overlap } from '#shared/vision/image-ops.ts'
import { samplePhoto } from './sample-photo.ts'
import { percentile } from './statistics.ts'

/** Whether a browser sees in photos what the server sees, and what that takes. */

const SIDES = [640, 400, 1000, 1600, 3000]
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

type Variant = { name: string; bytes: Buffer }

/** A photo in another size, format and orientation, each in turn. */
const variantOf = async (file: string, index: number): Promise<Variant> => {
  const side = SIDES[index % SIDES.length] ?? 640
  const format = FORMATS[index % FORMATS.length] ?? 'jpeg'
  const orientation = ORIENTED.has(format) ? 1 + (Math.floor(index / 2) % ORIENTATIONS) : 1
  const upright = await sharp(file)
    .autoOrient()
    .resize(side, side, { fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const turned = TURNED[orientation]?.(sharp(upright)) ?? sharp(upright)
  const bytes = await turned
    .withMetadata({ orientation })
    .toFormat(format, format === 'png' ? { compressionLevel: 1 } : { quality: 85 })
    .toBuffer()
  return { name: `${side} px, ${format}, orientation ${orientation}`, bytes }
}

type BrowserScan = { objects: FoundObject[]; toBoxesMs: number }
type Bench = {
  scan: (photo: string) => Promise<BrowserScan>
}

/** The page's own worker, asked as the finder asks it. */
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
    const scan = async (photo: string) => {
      const bytes = Uint8Array.from(atob(photo), (character) => character.charCodeAt(0))
      const started = performance.now()
      let toBoxesMs = 0
      await ask({ type: 'open', file: new Blob([bytes]) })
      const { objects } = (await ask({ type: 'scan' }, () => {
        toBoxesMs = performance.now() - started
      })) as { objects: { object: unknown }[] }
      return { objects: objects.map(({ object }) => object), toBoxesMs }
    }
    Object.assign(globalThis, { bench: { scan } })
  }, workerPath)
  return (bytes: Buffer) =>
    page.evaluate(
      (photo) => (globalThis as unknown as { bench: Bench }).bench.scan(photo),
      bytes.toString('base64'),
    )
}

const openPage = async (browser: Browser, baseURL: string) => {
  const assets = await readdir(join(PROJECT_ROOT, 'dist', 'client', 'assets'))
  const worker = assets.find((name) => /^finder-worker-.*\.js$/.test(name))
  if (!worker) throw new Error('The client was built without the worker that scans photos')
  const page = await browser.newPage()
  // The compiler wraps functions in calls of this, which the page does not know.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(`${baseURL}/find`)
  return { page, scan: await openWorker(page, `/assets/${worker}`) }
}

const SAME_BOX = 0.98

type Agreement = { boxes: number; same: number; named: number; extra: number; misses: string[] }

const compare = (ours: readonly FoundObject[], theirs: readonly FoundObject[], name: string) => {
  const alike = (a: FoundObject, b: FoundObject) =>
    overlap(cornersFromBox(a.pixelBox), cornersFromBox(b.pixelBox))
  const result: Agreement = { boxes: ours.length, same: 0, named: 0, extra: 0, misses: [] }
  const left = new Set(theirs)
  for (const one of ours) {
    const [best] = [...left]
      .filter(({ kind }) => kind === one.kind)
      .toSorted((a, b) => alike(one, b) - alike(one, a))
    const share = best ? alike(one, best) : 0
    if (best) left.delete(best)
    if (share >= SAME_BOX) result.same += 1
    else
      result.misses.push(
        `${name}: ${one.kind} ${one.confidence.toFixed(3)}, best overlap ${share.toFixed(3)}`,
      )
    const isNamed = best?.label === one.label
    if (isNamed && JSON.stringify(best?.words) === JSON.stringify(one.words)) result.named += 1
    else if (best) result.misses.push(`${name}: '${one.label}' is '${best.label}'`)
  }
  result.extra = left.size
  for (const { kind, confidence } of left)
    result.misses.push(`${name}: ${kind} ${confidence.toFixed(3)} only in the browser`)
  return result
}

const TWELVE_MEGAPIXELS = { width: 3000, height: 4000 }
const RUNS = 5

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Of the process that has our page: its processor time, and the most memory it ever had (Linux). */
const rendererOf = async (browser: Browser) => {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const cpu = Math.max(...renderers.map(({ cpuTime }) => cpuTime)) * 1_000
  const peaks = await Promise.all(
    renderers.map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
    }),
  )
  return { cpu, peakMb: Math.max(...peaks) }
}

const median = (values: readonly number[]) => Math.round(percentile(values, 0.5))

const measureLarge = async (engine: VisionEngine, browser: Browser, baseURL: string) => {
  const photo = await samplePhoto(TWELVE_MEGAPIXELS)
  const server: number[] = []
  const serverWhole: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    const before = cpuMs()
    let boxes = 0
    const { squares } = await detectObjects(engine, await openPicture(photo), {
      onBoxes: () => {
        boxes = cpuMs() - before
      },
    })
    await engine.embed(squares)
    // The first run also allocates.
    if (run === 0) continue
    server.push(boxes)
    serverWhole.push(cpuMs() - before)
  }
  const { page, scan } = await openPage(browser, baseURL)
  const first = await scan(photo)
  const wall: number[] = []
  const started = await rendererOf(browser)
  for (let run = 0; run < RUNS; run += 1) wall.push((await scan(photo)).toBoxesMs)
  const { peakMb, cpu } = await rendererOf(browser)
  const browserWhole = (cpu - started.cpu) / RUNS
  await page.close()
  console.table({
    'server, processor time to boxes (ms)': median(server),
    'browser, time to boxes (ms)': median(wall),
    'browser, first photo with download and start (ms)': Math.round(first.toBoxesMs),
    'server, processor time of the whole scan (ms)': median(serverWhole),
    'browser, processor time of the whole scan (ms)': Math.round(browserWhole),
    'browser / server, processor time': Number((browserWhole / median(serverWhole)).toFixed(2)),
    'browser, most memory of the tab (MB)': Math.round(peakMb),
  })
}

export const compareWithBrowser = async (
  engine: VisionEngine,
  folder: string,
  count: number,
  onPhoto: (done: number, total: number) => void,
) => {
  const { browser, baseURL, close } = await openApp()
  try {
    await measureLarge(engine, browser, baseURL)
    const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name))
    const every = Math.max(1, Math.floor(names.length / count))
    const chosen = names
      .toSorted()
      .filter((_, index) => index % every === 0)
      .slice(0, count)
    const { page, scan } = await openPage(browser, baseURL)
    const all: Agreement[] = []
    for (const [index, name] of chosen.entries()) {
      const variant = await variantOf(join(folder, name), index)
      const ours = await detectObjects(engine, await openPicture(new Uint8Array(variant.bytes)))
      const theirs = await scan(variant.bytes)
      all.push(compare(ours.detections, theirs.objects, `${name} (${variant.name})`))
      onPhoto(index + 1, chosen.length)
    }
    await page.close()
    const total = (name: 'boxes' | 'same' | 'named' | 'extra') =>
      all.reduce((sum, one) => sum + one[name], 0)
    for (const miss of all.flatMap(({ misses }) => misses)) console.log(miss)
    console.table({
      photos: chosen.length,
      'boxes of the server': total('boxes'),
      [`of the same kind with an overlap of ${SAME_BOX}`]: total('same') / total('boxes'),
      'with the same words': total('named') / total('boxes'),
      'boxes only in the browser': total('extra'),
    })
  } finally {
    await close()
  }
}
