import type { Browser, BrowserContext, Page } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLines } from '#client/features/photo-finder/scan/server-engine.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { PHOTO_TEXT } from '#shared/finder-messages.ts'
import { paths } from '#shared/paths.ts'
import { type BrowserModels, FIRST_FILES, MODELS_LIST } from '#shared/vision/model-downloads.ts'
import { createSamplePhoto } from './sample-photo.ts'
import { computeMedian } from './statistics.ts'

/** How long visitors of /find wait for a photo that their own device scans, and the server for the same photo. */

const TWELVE_MEGAPIXELS = { width: 3000, height: 4000 }
const ROUNDS = 5
const FIRST_VISITS = 2
const PATIENCE_MS = 300_000
/** A visitor looks for a photo at least this long. */
const CHOOSING_MS = 5_000
const MEGABYTE = 1_000_000

/** Milliseconds from the choice of the photo. */
type Waits = { boxes: number; firstAnswer: number; everything: number }

type WatchedPage = { waits: Partial<Waits>; startMs: number }

/** Runs in the page before any other script. */
const watchPage = (product: string) => {
  const watched: WatchedPage = { waits: {}, startMs: 0 }
  Object.assign(globalThis, { watched })
  const panel = '[aria-labelledby="detected-objects"]'
  const look = () => {
    const note = (name: keyof Waits, isReached: boolean) => {
      if (isReached) watched.waits[name] ??= performance.now() - watched.startMs
    }
    const firstAnswer = document.querySelector(`${panel} a[href^="${product}"]`)
    note('boxes', document.querySelector(`${panel} [data-object]`) !== null)
    note('firstAnswer', firstAnswer !== null)
    note(
      'everything',
      firstAnswer !== null && !document.querySelector(`${panel} [aria-busy="true"]`),
    )
  }
  document.addEventListener(
    'change',
    () => {
      watched.startMs = performance.now()
      new MutationObserver(look).observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
      })
    },
    { capture: true, once: true },
  )
}

const readWaits = async (page: Page): Promise<Waits> => {
  const handle = await page.waitForFunction(
    () => {
      const { waits } = (globalThis as unknown as { watched: WatchedPage }).watched
      return waits.everything === undefined ? null : waits
    },
    null,
    { timeout: PATIENCE_MS },
  )
  return (await handle.jsonValue()) as Waits
}

/** One visit to /find, whose visitor takes some time to choose the photo. */
const measureVisit = async (
  context: BrowserContext,
  file: string,
  choosingMs: number,
): Promise<Waits> => {
  const page = await context.newPage()
  await page.addInitScript(watchPage, paths.product.pattern.replace(/:.*/, ''))
  await page.goto(paths.find.href(), { waitUntil: 'networkidle' })
  const opening = page.waitForEvent('filechooser')
  await page.getByLabel(PHOTO_TEXT.upload).click()
  const chooser = await opening
  await page.waitForTimeout(choosingMs)
  await chooser.setFiles(file)
  const waits = await readWaits(page)
  await page.close()
  return waits
}

const measureServer = async (baseURL: string, photo: Buffer): Promise<Waits> => {
  const form = new FormData()
  form.set('image', new Blob([Uint8Array.from(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  const startMs = performance.now()
  const headers = { origin: baseURL }
  const reply = await fetch(`${baseURL}/api/find`, { method: 'POST', body: form, headers })
  if (!reply.ok || !reply.body) throw new Error(`The server answered ${reply.status}`)
  const waits: Partial<Waits> = {}
  const names = { detections: 'boxes', products: 'firstAnswer', done: 'everything' } as const
  for await (const line of readLines(reply.body)) {
    const { type } = JSON.parse(line) as ScanEvent
    if (type in names) waits[names[type as keyof typeof names]] ??= performance.now() - startMs
  }
  return waits as Waits
}

const openVisitor = async (browser: Browser, baseURL: string) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  // tsx wraps inner functions in a helper that the page does not have.
  await context.addInitScript('globalThis.__name = (inner) => inner')
  return context
}

const takeMedians = (rounds: readonly Waits[]): Waits => {
  const median = (name: keyof Waits) => computeMedian(rounds.map((waits) => waits[name]))
  return {
    boxes: median('boxes'),
    firstAnswer: median('firstAnswer'),
    everything: median('everything'),
  }
}

const readModelSizes = async (baseURL: string) => {
  const { files } = (await (await fetch(baseURL + MODELS_LIST)).json()) as BrowserModels
  const sum = (names: readonly string[], size: 'bytes' | 'sentBytes') =>
    Object.entries(files)
      .filter(([name]) => names.includes(name))
      .flatMap(([, parts]) => parts)
      .reduce((total, part) => total + part[size], 0) / MEGABYTE
  const models = Object.keys(files).filter((name) => name !== 'runtime')
  return {
    'downloads before the first boxes (MB)': sum(FIRST_FILES, 'sentBytes'),
    'all downloads (MB)': sum(Object.keys(files), 'sentBytes'),
    'models as opened (MB)': sum(models, 'bytes'),
  }
}

export const measureDeviceScan = async (browser: Browser, baseURL: string) => {
  const photo = await createSamplePhoto(TWELVE_MEGAPIXELS)
  const folder = await mkdtemp(join(tmpdir(), 'photo-'))
  const file = join(folder, 'photo.jpg')
  await writeFile(file, photo)
  const returning = await openVisitor(browser, baseURL)
  try {
    const rounds: Record<string, Waits[]> = {}
    const add = (name: string, waits: Waits) => void (rounds[name] ??= []).push(waits)
    // The first scan also allocates.
    await measureServer(baseURL, photo)
    for (let round = 0; round < FIRST_VISITS; round += 1) {
      const visitor = await openVisitor(browser, baseURL)
      add('first visit', await measureVisit(visitor, file, 0))
      await visitor.close()
    }
    await measureVisit(returning, file, 0)
    for (let round = 0; round < ROUNDS; round += 1) {
      // In turns, so that other load on the machine affects all alike.
      add('server', await measureServer(baseURL, photo))
      add('later visit', await measureVisit(returning, file, 0))
      add('later visit, 5 s to choose', await measureVisit(returning, file, CHOOSING_MS))
    }
    const server = takeMedians(rounds['server'] ?? [])
    const rows = Object.entries(rounds).map(([who, waits]) => {
      const { boxes, firstAnswer, everything } = takeMedians(waits)
      const [ofServer, first] = [boxes / server.everything, firstAnswer / server.everything]
      return {
        who,
        'boxes (ms)': Math.round(boxes),
        'first answer (ms)': Math.round(firstAnswer),
        'everything (ms)': Math.round(everything),
        'boxes, times all of the server': Number(ofServer.toFixed(2)),
        'first answer, times all of the server': Number(first.toFixed(2)),
        'boxes, times boxes of the server': Number((boxes / server.boxes).toFixed(2)),
      }
    })
    return { rows, sizes: [await readModelSizes(baseURL)] }
  } finally {
    await returning.close()
    await rm(folder, { recursive: true })
  }
}
