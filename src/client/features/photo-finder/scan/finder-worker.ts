/// <reference lib="webworker" />
import runtimeScript from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import * as ort from 'onnxruntime-web/wasm'
import {
  decodePhoto,
  readExifOrientation,
  PhotoProblem,
  computeSizeToSend,
  createInverseRotation,
} from '#client/lib/photo.ts'
import { getErrorMessage } from '#client/lib/log-problem.ts'
import {
  buildPartPath,
  readOfflineLists,
  readPart,
  readPicture,
} from '#client/lib/offline-lists.ts'
import { UPLOAD } from '#shared/constants.ts'
import { OFFLINE_LIST, PHOTO_PREPARATION } from '#shared/finder-constants.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { fromUnits } from '#shared/domain/box.ts'
import { toScanProduct } from '#shared/domain/scan-product.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { describeObjects, detectBoxes } from '#shared/vision/detect-objects.ts'
import { createEngine, type VisionEngine } from '#shared/vision/engine.ts'
import { toCorners } from '#shared/vision/image-ops.ts'
import { FIRST_FILES } from '#shared/vision/model-downloads.ts'
import type { ModelCards } from '#shared/vision/model-cards.ts'
import { type ModelName, type Models, type RunModel, runModels } from '#shared/vision/model-runs.ts'
import type {
  DetectOutput,
  EmbedOutput,
  ModelSession,
  ModelTime,
} from '#shared/vision/model-session.ts'
import { matchOffline, type OfflineItem, unpackVector } from '#shared/vision/offline-match.ts'
import type { RawPicture } from '#shared/vision/picture.ts'
import {
  createWorkingPicture,
  FORMAT_BYTES,
  pictureScaler,
  rotateSize,
  rotateUpright,
} from '#shared/vision/scale.ts'
import type {
  DeviceAnswer,
  DeviceMessage,
  DeviceObject,
  DeviceReply,
  DeviceRequest,
  DeviceTask,
  OpenedPhoto,
} from './device.ts'
import { createModelParts } from './model-parts.ts'
import { DeviceFailure, sortObjects } from './scan-engine.ts'

/** Scans photos on this device. A photo never leaves the worker, only boxes, words and vectors do. */
const worker = globalThis as unknown as DedicatedWorkerGlobalScope

/** 448 MB: several times what a scan takes, but not so much that a phone ends the tab. */
const MAX_PAGES = 7_168
const UnlimitedMemory = WebAssembly.Memory
/**
 * onnxruntime reserves four gigabytes of address space, which phones refuse, and would fill them before
 * it fails. With this limit, a scan that is too large fails early, and the visitor can use the server.
 */
WebAssembly.Memory = class extends UnlimitedMemory {
  constructor(descriptor: WebAssembly.MemoryDescriptor) {
    super({ ...descriptor, maximum: Math.min(descriptor.maximum ?? MAX_PAGES, MAX_PAGES) })
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker takes no target origin.
const reply = (message: DeviceMessage) => worker.postMessage(message)

// Absent without https.
if ('locks' in navigator)
  void navigator.locks.request(worker.name, () => {
    reply({ type: 'alive' })
    return new Promise(() => undefined)
  })

/** A third thread is no faster with models this small. There is one where threads hang or are forbidden. */
const MAX_THREADS = 2
/** iPads pretend to be Macs, but no Mac has a touch screen. */
const isAppleMobile = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const threadCount = () =>
  worker.crossOriginIsolated && !isAppleMobile()
    ? Math.min(MAX_THREADS, navigator.hardwareConcurrency)
    : 1

const parts = createModelParts({
  fetch: (...request) => fetch(...request),
  caches: 'caches' in worker ? worker.caches : undefined,
  digest: 'subtle' in crypto ? (bytes) => crypto.subtle.digest('SHA-256', bytes) : undefined,
  onProgress: (loadedBytes, totalBytes) => reply({ type: 'progress', loadedBytes, totalBytes }),
  onNotKept: () => reply({ type: 'not-kept' }),
})

const OPTIONS: ort.InferenceSession.SessionOptions = {
  executionProviders: ['wasm'],
  graphOptimizationLevel: 'all',
  // A memory plan for each shape of photo would be kept forever.
  enableMemPattern: false,
  logSeverityLevel: 3,
}

type Loading = Awaited<ReturnType<typeof parts.load>>

const startRuntime = async ({ file }: Loading) => {
  const binary = await file('runtime')
  ort.env.wasm.wasmBinary = binary.buffer
  ort.env.wasm.wasmPaths = { mjs: runtimeScript }
  ort.env.wasm.numThreads = threadCount()
}

/** Opens each model when it is first needed, so that boxes do not wait for the words model. */
const createModelRunner = ({ file, release }: Loading): RunModel => {
  const sessions = new Map<ModelName, Promise<ort.InferenceSession>>()
  const open = async (model: ModelName) => {
    const session = await ort.InferenceSession.create(await file(model), OPTIONS)
    release(model)
    // The runtime has been compiled by now.
    delete ort.env.wasm.wasmBinary
    release('runtime')
    reply({ type: 'step' })
    return session
  }
  return async (model, feeds) => {
    const opening = sessions.get(model) ?? open(model)
    sessions.set(model, opening)
    opening.catch(() => sessions.delete(model))
    const inputs = Object.entries(feeds).map(
      ([name, { data, dims }]) => [name, new ort.Tensor('float32', data, dims)] as const,
    )
    const output = await (await opening).run(Object.fromEntries(inputs))
    reply({ type: 'step' })
    return output
  }
}

const sessionOf = (models: Models): ModelSession => ({
  detect: async (input) =>
    (await runModels(models, { type: 'detect', ...input })) as DetectOutput & ModelTime,
  embed: async (input) =>
    (await runModels(models, { type: 'embed', ...input })) as EmbedOutput & ModelTime,
  close: async () => undefined,
})

/** The scripts of this worker, which the page does not know. */
const workerFiles = () =>
  [worker.location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)]
    .map((address) => new URL(address).pathname)
    .filter((path) => path.endsWith('.js') || path.endsWith('.mjs'))

type Loaded = { engine: VisionEngine; models: string; warmUp: () => Promise<void> }

/** Large enough for every layer of the detector. */
const BLANK_SIDE = 128

/** Inputs with nothing in them. */
const createBlankFeeds = ({
  judge,
  embedder,
}: ModelCards): Record<ModelName, Parameters<RunModel>[1]> => {
  const blank = (...dims: number[]) => ({
    data: new Float32Array(dims.reduce((product, dim) => product * dim, 1)),
    dims,
  })
  const crop = blank(1, 3, embedder.inputSize, embedder.inputSize)
  return {
    detector: { image: blank(1, 3, BLANK_SIDE, BLANK_SIDE) },
    judge: { crops: blank(1, 3, judge.inputSize, judge.inputSize), shares: blank(1, 2) },
    words: { crops: crop },
    embedder: { crops: crop },
  }
}

const MODELS: readonly ModelName[] = ['detector', 'judge', 'words', 'embedder']
/** A photo does not wait until models that it needs later are ready. */
let isScanning = false

/** Opens and runs each model once, because the first run compiles it. */
const warmModels = async ({ cards, run }: Models) => {
  const feeds = createBlankFeeds(cards)
  for (const model of MODELS) {
    if (isScanning) return
    await run(model, feeds[model])
  }
}

const load = async (): Promise<Loaded> => {
  const download = await parts.load()
  const { list, file, all } = download
  void all.then(() => reply({ type: 'complete', files: workerFiles() })).catch(() => undefined)
  await startRuntime(download)
  // Opening a model keeps this thread busy, which would hold up the downloads.
  await Promise.all(FIRST_FILES.map(file))
  const models: Models = { cards: list.cards, run: createModelRunner(download) }
  let warming: Promise<void> | null = null
  return {
    engine: createEngine(sessionOf(models), pictureScaler, list.cards),
    models: list.models,
    warmUp: () => (warming ??= warmModels(models)),
  }
}

let loading: Promise<Loaded> | null = null
const loadOnce = () => {
  if (loading) return loading
  const attempt = load()
  // After a failure the next photo tries again, with the parts that have arrived.
  attempt.catch(() => {
    loading = null
  })
  loading = attempt
  return attempt
}

/** The pixels that are read at a time, to limit the memory used besides the photo itself. */
const STRIP_PIXELS = 1_048_576

const contextOf = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(width, height)
  // Read from main memory: copies from a graphics card would take longer than drawing.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new PhotoProblem(FINDER_TEXT.damagedPicture)
  // Transparent pictures get a white background, as on the server.
  context.fillStyle = '#ffffff'
  return { canvas, context }
}

/**
 * The pixels for the models. They are the same as on the server, which first scales a picture as it is
 * in its file and then turns it.
 */
const pictureOf = (bitmap: ImageBitmap, start: Uint8Array, orientation: number): RawPicture => {
  const size = rotateSize(bitmap, orientation)
  const back = createInverseRotation(orientation, size)
  const { block, add, finish } = createWorkingPicture(size, start)
  const blockRows = Math.max(1, Math.floor(STRIP_PIXELS / size.width / block))
  const strip = Math.min(size.height, blockRows * block)
  const { context } = contextOf(size.width, strip)
  context.imageSmoothingEnabled = false
  for (let top = 0; top < size.height; top += strip) {
    const rows = Math.min(strip, size.height - top)
    context.resetTransform()
    context.fillRect(0, 0, size.width, rows)
    context.setTransform(new DOMMatrix().translate(0, -top).multiply(back))
    context.drawImage(bitmap, 0, 0)
    add(context.getImageData(0, 0, size.width, rows).data, top, rows)
  }
  return rotateUpright(finish(), orientation)
}

/** An upright JPEG of limited size, for the screen. */
const previewOf = async (bitmap: ImageBitmap): Promise<OpenedPhoto> => {
  const size = computeSizeToSend(bitmap)
  const { canvas, context } = contextOf(size.width, size.height)
  context.fillRect(0, 0, size.width, size.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, size.width, size.height)
  const preview = await canvas.convertToBlob({
    type: 'image/jpeg',
    quality: PHOTO_PREPARATION.jpegQuality,
  })
  return { preview, ...size }
}

const openPicture = async (file: Blob): Promise<{ picture: RawPicture; opened: OpenedPhoto }> => {
  const bitmap = await decodePhoto(file)
  try {
    if (bitmap.width * bitmap.height > UPLOAD.maxPixels)
      throw new PhotoProblem(FINDER_TEXT.tooLarge(UPLOAD.maxPixels / 1e6))
    const start = new Uint8Array(await file.slice(0, FORMAT_BYTES).arrayBuffer())
    const picture = pictureOf(bitmap, start, await readExifOrientation(file))
    return { picture, opened: await previewOf(bitmap) }
  } finally {
    bitmap.close()
  }
}

let picture: RawPicture | null = null

/** Five decimals are enough for a search, and keep the request readable. */
const rounded = (vector: Float32Array) => Array.from(vector, (value) => Number(value.toFixed(5)))

const scan = async (id: number, photo: RawPicture): Promise<DeviceAnswer> => {
  const { engine, models } = await loadOnce()
  let next = 0
  const newId = () => String((next += 1))
  const { boxes } = await detectBoxes(newId, engine, photo, {
    onBoxes: (objects, candidates) => reply({ id, type: 'boxes', objects, candidates }),
  })
  const describe = async (some: typeof boxes): Promise<DeviceObject[]> => {
    if (some.length === 0) return []
    const { detections, seenColors, squares } = await describeObjects(engine, photo, some)
    const { vectors } = await engine.embed(squares)
    return detections.map((object, index) => ({
      object,
      color: seenColors[index] ?? null,
      vector: rounded(vectors[index] ?? new Float32Array()),
    }))
  }
  const [first] = sortObjects(boxes.map(({ object }) => object))
  const firstObjects = await describe(boxes.filter(({ object }) => object === first))
  if (boxes.length > 1) reply({ id, type: 'first', scan: { models, objects: firstObjects } })
  const otherObjects = await describe(boxes.filter(({ object }) => object !== first))
  return { models, objects: [...firstObjects, ...otherObjects] }
}

/** A product with its stored picture, or without one. */
const withStoredPicture = async (product: RankedProduct) => {
  const address = buildPictureUrl(product.product_image ?? '', OFFLINE_LIST.pictureWidth)
  const blob = await readPicture(address)
  return toScanProduct({ ...product, product_image: blob && URL.createObjectURL(blob) })
}

const match = async (objects: readonly DeviceObject[]): Promise<DeviceAnswer> => {
  const { cards } = (await loadOnce()).engine
  const lists = (await readOfflineLists()).filter(({ version }) => version === cards.vectorVersion)
  const items = new Map<string, OfflineItem>()
  for (const list of lists)
    for (let part = 0; part < list.parts; part += 1)
      for (const product of (await readPart(buildPartPath(list, part)))?.products ?? [])
        items.set(product.key, { product, vector: unpackVector(product.vector) })
  const products = objects.map(({ object: { kind, category, label }, vector }) =>
    matchOffline(
      [...items.values()],
      { kind, category, label, vector: Float32Array.from(vector) },
      cards,
    ),
  )
  return {
    lists: lists.map(({ name }) => name),
    products: await Promise.all(
      products.map((matches) => Promise.all(matches.map(withStoredPicture))),
    ),
  }
}

const handle = async (id: number, task: DeviceTask): Promise<DeviceAnswer> => {
  if (task.type === 'open') {
    picture = null
    const { opened, picture: pixels } = await openPicture(task.file)
    picture = pixels
    return opened
  }
  if (task.type === 'load') {
    await (await loadOnce()).warmUp()
    return null
  }
  if (task.type === 'match') return match(task.objects)
  if (!picture) throw new DeviceFailure('stopped')
  if (task.type === 'scan') {
    isScanning = true
    return scan(id, picture).finally(() => {
      isScanning = false
    })
  }
  const { engine, models } = await loadOnce()
  const corners = toCorners(fromUnits(task.box, picture.size))
  const { vectors } = await engine.embed(await engine.cut(picture, [corners]))
  return { models, vector: rounded(vectors[0] ?? new Float32Array()) }
}

/** onnxruntime and the browsers have different messages for it. */
const isOutOfMemory = (error: unknown) =>
  error instanceof RangeError || /memory|allocat/i.test(String(error))

const failureOf = (
  error: unknown,
): Pick<DeviceReply & { type: 'failed' }, 'reason' | 'message'> => {
  const message = getErrorMessage(error)
  if (error instanceof PhotoProblem) return { reason: null, message }
  if (error instanceof DeviceFailure) return { reason: error.reason, message }
  return { reason: isOutOfMemory(error) ? 'memory' : 'stopped', message }
}

worker.addEventListener('message', ({ data: { id, task } }: MessageEvent<DeviceRequest>) => {
  handle(id, task).then(
    (answer) => reply({ id, type: 'done', answer }),
    (error: unknown) => reply({ id, type: 'failed', ...failureOf(error) }),
  )
})
