import { useSyncExternalStore } from 'react'
import { browserStorage } from '#client/lib/browser-storage.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { PhotoProblem } from '#client/lib/photo.ts'
import { MODELS_CACHE, nameFinderCache } from '#client/lib/service-worker-names.ts'
import type { ScanCandidate, ScanProduct } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import type { Box, Size } from '#shared/domain/box.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { paths } from '#shared/paths.ts'
import { MODELS_LIST } from '#shared/vision/model-downloads.ts'
import { DeviceFailure, type DeviceReason, type ScanLocation } from './scan-engine.ts'

/** The worker that scans photos on this device: its messages, its start, and whether it can be used. */

export type DeviceTask =
  /** Decodes a photo, which stays open until the next one, and answers with its preview. */
  | { type: 'open'; file: Blob }
  /** Finds the boxes, then the words and the vector of the first object, then those of all others. */
  | { type: 'scan' }
  /** Computes the vector of a box, which is in the 400-unit frame. */
  | { type: 'embed'; box: Box }
  /** Finds products for objects in the offline lists. */
  | { type: 'match'; objects: DeviceObject[] }
  /** Downloads the models and makes them ready before there is a photo. */
  | { type: 'load' }

export type DeviceRequest = { id: number; task: DeviceTask }

export type OpenedPhoto = Size & { preview: Blob }
/** An object with the colour that its pixels show, if it can be named, and its vector. */
export type DeviceObject = { object: DetectedObject; color: string | null; vector: number[] }
export type DeviceScan = { models: string; objects: DeviceObject[] }
type DeviceVector = { models: string; vector: number[] }
/** The names of the offline lists, and the products that were found in them for each object. */
export type DeviceMatches = { lists: string[]; products: ScanProduct[][] }
export type DeviceAnswer = OpenedPhoto | DeviceScan | DeviceVector | DeviceMatches | null

export type DeviceReply =
  | { id: number; type: 'done'; answer: DeviceAnswer }
  | { id: number; type: 'boxes'; objects: DetectedObject[]; candidates: ScanCandidate[] }
  /** The object that is listed first, while the others are still described. */
  | { id: number; type: 'first'; scan: DeviceScan }
  /** A model was opened or has run, so the worker advances. */
  | { type: 'step' }
  /** `reason`: null if the photo itself is the problem, which `message` explains. */
  | { id: number; type: 'failed'; reason: DeviceReason | null; message: string }
  /** How much of the files for the first boxes has been downloaded. */
  | { type: 'progress'; loadedBytes: number; totalBytes: number }
  /** The browser has no space for the models: everything works, but the next visit downloads them again. */
  | { type: 'not-kept' }
  /** Everything has been downloaded, so the finder can work offline; `files` are the worker's scripts. */
  | { type: 'complete'; files: string[] }

/** 'alive': the worker holds the lock of its name from now on, until it ends. */
export type DeviceMessage = DeviceReply | { type: 'alive' }

/** Ten times what a slow phone takes for one model. Downloads do not count: they have their own limits. */
const STEP_TIMEOUT_MS = 60_000

export type DevicePort = {
  send: (request: DeviceRequest) => void
  end: () => void
}

export type DeviceListener = {
  onReply: (reply: DeviceReply) => void
  /** The worker could not be loaded, or the browser has ended it. */
  onEnd: (message: string) => void
}

type DeviceHooks = {
  /** The progress of the first download; null when it is complete. */
  onProgress: (percent: number | null) => void
  onBoxes: (objects: DetectedObject[], candidates: ScanCandidate[]) => void
  /** The answer of the whole scan has this object as well. */
  onFirst: (scan: DeviceScan) => void
}

type DeviceDependencies = {
  startWorker: (listener: DeviceListener) => DevicePort
  onNotKept: () => void
  onComplete: (files: readonly string[]) => void
}

type RunningTask = {
  resolve: (answer: DeviceAnswer) => void
  reject: (error: Error) => void
  hooks: Partial<DeviceHooks>
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The worker that scans photos on this device. It is started for the first photo, and again if it ends. */
export const createDevice = ({ startWorker, onNotKept, onComplete }: DeviceDependencies) => {
  let port: DevicePort | null = null
  let nextId = 1
  let openFile: Blob | null = null
  /** Tasks do not time out during a download. */
  let isDownloading = true
  let percent = 0
  const running = new Map<number, RunningTask>()

  const settleTask = (id: number, finish: (task: RunningTask) => void) => {
    const task = running.get(id)
    if (!task) return
    running.delete(id)
    clearTimeout(task.timer)
    finish(task)
  }

  const endWorker = (reason: DeviceReason, message?: string) => {
    port?.end()
    port = null
    openFile = null
    isDownloading = true
    percent = 0
    for (const id of running.keys())
      settleTask(id, ({ reject }) => reject(new DeviceFailure(reason, message)))
  }

  const restartTimer = (task: RunningTask) => {
    clearTimeout(task.timer)
    task.timer = isDownloading ? undefined : setTimeout(() => endWorker('slow'), STEP_TIMEOUT_MS)
  }

  const noteProgress = (loadedBytes: number, totalBytes: number) => {
    const isComplete = totalBytes > 0 && loadedBytes >= totalBytes
    percent = totalBytes > 0 ? Math.floor((100 * loadedBytes) / totalBytes) : 0
    const wasDownloading = isDownloading
    isDownloading = !isComplete
    for (const task of running.values()) {
      if (wasDownloading) task.hooks.onProgress?.(isComplete ? null : percent)
      // Also for the files that follow the first download.
      restartTimer(task)
    }
  }

  const handleReply = (message: DeviceReply) => {
    if (message.type === 'progress') return noteProgress(message.loadedBytes, message.totalBytes)
    if (message.type === 'not-kept') return onNotKept()
    if (message.type === 'complete') return onComplete(message.files)
    if (message.type === 'step') return running.forEach(restartTimer)
    const { id } = message
    const { hooks } = running.get(id) ?? {}
    if (message.type === 'boxes') hooks?.onBoxes?.(message.objects, message.candidates)
    if (message.type === 'first') hooks?.onFirst?.(message.scan)
    if (message.type === 'done') settleTask(id, ({ resolve }) => resolve(message.answer))
    if (message.type === 'failed') {
      const { reason } = message
      logProblem('The device did not scan the photo', message.message)
      settleTask(id, ({ reject }) =>
        reject(
          reason === null
            ? new PhotoProblem(message.message)
            : new DeviceFailure(reason, message.message),
        ),
      )
    }
    return undefined
  }

  const startedPort = (): DevicePort => {
    if (port) return port
    try {
      port = startWorker({
        onReply: handleReply,
        onEnd: (message) => endWorker('stopped', message),
      })
    } catch (error) {
      throw new DeviceFailure('unsupported', String(error))
    }
    return port
  }

  const runTask = async (
    task: DeviceTask,
    signal?: AbortSignal,
    hooks: Partial<DeviceHooks> = {},
  ) => {
    signal?.throwIfAborted()
    const workerPort = startedPort()
    const id = nextId
    nextId += 1
    return new Promise<DeviceAnswer>((resolve, reject) => {
      const runningTask: RunningTask = { resolve, reject, hooks, timer: undefined }
      running.set(id, runningTask)
      // Decoding needs no download.
      if (task.type === 'open')
        runningTask.timer = setTimeout(() => endWorker('slow'), STEP_TIMEOUT_MS)
      else restartTimer(runningTask)
      // The download may have progressed while the photo was decoded.
      if (isDownloading && percent > 0) hooks.onProgress?.(percent)
      // A computation cannot be stopped; its result is discarded.
      signal?.addEventListener(
        'abort',
        () => settleTask(id, () => reject(signal.reason as Error)),
        {
          once: true,
        },
      )
      workerPort.send({ id, task })
    })
  }

  const open = async (file: Blob, signal: AbortSignal): Promise<OpenedPhoto> => {
    openFile = null
    const opened = (await runTask({ type: 'open', file }, signal)) as OpenedPhoto
    openFile = file
    return opened
  }

  return {
    open,

    /** Scans the photo that was opened last. */
    scan: async (hooks: DeviceHooks, signal: AbortSignal): Promise<DeviceScan> =>
      (await runTask({ type: 'scan' }, signal, hooks)) as DeviceScan,

    /** The vector of a box. The photo is opened again after a login, or if the worker has ended. */
    embed: async (file: Blob, box: Box, signal: AbortSignal): Promise<DeviceVector> => {
      if (openFile !== file) await open(file, signal)
      return (await runTask({ type: 'embed', box }, signal)) as DeviceVector
    },

    /** Matches objects with the offline lists, without a network. */
    match: async (objects: DeviceObject[], signal: AbortSignal): Promise<DeviceMatches> =>
      (await runTask({ type: 'match', objects }, signal)) as DeviceMatches,

    /** Starts the download, because the visitor is about to choose a photo. */
    prepare: () => {
      runTask({ type: 'load' }).catch((error: unknown) =>
        logProblem('The models were not downloaded in advance', error),
      )
    },

    close: () => endWorker('stopped'),
  }
}
export type Device = ReturnType<typeof createDevice>

const KEY = 'wearabouts.scan-place'

/** Where the visitor wants photos to be scanned: on this device unless they chose the server. */
export const readScanLocation = (): ScanLocation =>
  browserStorage.read(KEY) === 'server' ? 'server' : 'device'

const listeners = new Set<() => void>()

export const chooseLocation = (location: ScanLocation) => {
  if (location === 'server') browserStorage.write(KEY, location)
  else browserStorage.remove(KEY)
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the next photo is scanned. The server renders what most visitors see. */
export const useScanLocation = (): ScanLocation =>
  useSyncExternalStore(listen, readScanLocation, (): ScanLocation => 'device')

/** A WebAssembly module with one SIMD instruction. Browsers that reject it cannot run onnxruntime. */
const SIMD = 'AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw=='
const hasSimd = () =>
  WebAssembly.validate(Uint8Array.from(atob(SIMD), (character) => character.charCodeAt(0)))

/** With less memory, the browser would end the tab. Not every browser says how much there is. */
const MIN_MEMORY_GB = 2

type Hints = Navigator & { deviceMemory?: number; connection?: { saveData?: boolean } }

const canScanHere = (): boolean => {
  const { deviceMemory = MIN_MEMORY_GB } = navigator as Hints
  return (
    'Worker' in globalThis &&
    'OffscreenCanvas' in globalThis &&
    'WebAssembly' in globalThis &&
    hasSimd() &&
    deviceMemory >= MIN_MEMORY_GB
  )
}

/** The worker has its own file, because the content security policy allows WebAssembly only there. */
const startWorker = ({ onReply, onEnd }: DeviceListener): DevicePort => {
  const name = `finder-${Math.random()}`
  const worker = new Worker(new URL('./finder-worker.ts', import.meta.url), {
    type: 'module',
    name,
  })
  const watch = new AbortController()
  // A browser that is short of memory ends the worker without an event, but then its lock is free.
  const watchLock = () =>
    navigator.locks
      .request(name, { signal: watch.signal }, () => onEnd('The browser ended the worker'))
      .catch(() => undefined)
  worker.addEventListener('message', ({ data }: MessageEvent<DeviceMessage>) => {
    if (data.type === 'alive') void watchLock()
    else onReply(data)
  })
  worker.addEventListener('error', ({ message }) => onEnd(message))
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker takes no target origin.
    send: (request) => worker.postMessage(request),
    end: () => {
      watch.abort()
      worker.terminate()
    },
  }
}

/** Whether the models have been downloaded before; if not, they are 16 MB. */
export const isDownloaded = async (): Promise<boolean> => {
  if (!('caches' in globalThis)) return false
  const cache = await caches.open(MODELS_CACHE)
  return (await cache.match(MODELS_LIST)) !== undefined
}

/** Why the visitor has to agree before the device scans; null if there is no reason. */
export const findDeviceObstacle = async (): Promise<DeviceReason | null> => {
  if (!canScanHere()) return 'unsupported'
  const savesData = (navigator as Hints).connection?.saveData === true
  return savesData && !(await isDownloaded()) ? 'save-data' : null
}

const ASSET = /\/assets\/[\w./-]+/g

/**
 * Caches what /find needs offline: the page as signed-out visitors get it, and every file that it has
 * loaded. They contain nothing of an account.
 */
const cacheForOffline = async (workerFiles: readonly string[]) => {
  if (!('caches' in globalThis)) return
  const path = LOCALE_TEXT.prefix + paths.find.href()
  const page = await fetch(path, { credentials: 'omit' })
  if (!page.ok) return
  const html = await page.clone().text()
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const files = new Set([
    ...(html.match(ASSET) ?? []),
    ...[...loaded, ...workerFiles].filter((path) => path.startsWith('/assets/')),
  ])
  const cache = await caches.open(nameFinderCache(LOCALE_TEXT.prefix))
  const cached = await cache.keys()
  const missing = [...files].filter(
    (path) => !cached.some(({ url }) => new URL(url).pathname === path),
  )
  await cache.addAll(missing)
  await cache.put(path, page)
  for (const request of cached) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/assets/') && !files.has(pathname)) await cache.delete(request)
  }
}

export const startDevice = ({ onNotKept }: { onNotKept: () => void }) =>
  createDevice({
    startWorker,
    onNotKept,
    onComplete: (files) =>
      void cacheForOffline(files).catch((error: unknown) =>
        logProblem('The finder was not cached for offline use', error),
      ),
  })
