import { useSyncExternalStore } from 'react'
import { browserStorage } from '#client/lib/browser-storage.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { FINDER_CACHE, MODELS_CACHE } from '#client/lib/service-worker-names.ts'
import { paths } from '#shared/paths.ts'
import { MODELS_LIST } from '#shared/vision/model-downloads.ts'
import type { DeviceMessage } from './device-messages.ts'
import { createDevice, type DeviceListener, type DevicePort } from './device.ts'

/** Where photos are scanned: on this device, unless the visitor prefers the server. */
export type ScanPlace = 'device' | 'server'

const KEY = 'wearabouts.scan-place'

export const chosenPlace = (): ScanPlace =>
  browserStorage.read(KEY) === 'server' ? 'server' : 'device'

const listeners = new Set<() => void>()

export const choosePlace = (place: ScanPlace) => {
  if (place === 'server') browserStorage.write(KEY, place)
  else browserStorage.remove(KEY)
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the next photo is scanned. The server renders what most visitors see. */
export const useScanPlace = (): ScanPlace =>
  useSyncExternalStore(listen, chosenPlace, (): ScanPlace => 'device')

/** A function with one SIMD instruction, which onnxruntime needs. */
const SIMD = 'AGFzbQEAAAABBQFgAAF7AwIBAAoKAQgAQQD9D/1iCw=='
const hasSimd = () =>
  WebAssembly.validate(Uint8Array.from(atob(SIMD), (character) => character.charCodeAt(0)))

/** With less memory, the browser would end the tab. Not every browser says how much there is. */
const MIN_MEMORY_GB = 2

type Hints = Navigator & { deviceMemory?: number; connection?: { saveData?: boolean } }

export const canScanHere = (): boolean => {
  const { deviceMemory = MIN_MEMORY_GB } = navigator as Hints
  return (
    'Worker' in globalThis &&
    'OffscreenCanvas' in globalThis &&
    'WebAssembly' in globalThis &&
    hasSimd() &&
    deviceMemory >= MIN_MEMORY_GB
  )
}

export const savesData = (): boolean => (navigator as Hints).connection?.saveData === true

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

const ASSET = /\/assets\/[\w.-]+/g

/**
 * Caches what /find needs offline: the page as signed-out visitors get it, and every file that it has
 * loaded. They contain nothing of an account.
 */
const cacheForOffline = async (workerFiles: readonly string[]) => {
  if (!('caches' in globalThis)) return
  const page = await fetch(paths.find.href(), { credentials: 'omit' })
  if (!page.ok) return
  const html = await page.clone().text()
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const files = new Set([
    ...(html.match(ASSET) ?? []),
    ...[...loaded, ...workerFiles].filter((path) => path.startsWith('/assets/')),
  ])
  const cache = await caches.open(FINDER_CACHE)
  const cached = await cache.keys()
  const missing = [...files].filter(
    (path) => !cached.some(({ url }) => new URL(url).pathname === path),
  )
  await cache.addAll(missing)
  await cache.put(paths.find.href(), page)
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
