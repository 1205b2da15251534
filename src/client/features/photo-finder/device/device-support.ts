import { useSyncExternalStore } from 'react'
import { browserStorage } from '#client/lib/browser-storage.ts'

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
