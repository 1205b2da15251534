import { sortInReadingOrder } from '#client/lib/picture-overlay.ts'
import type { ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import { type Box, getCenter, type Size } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'

/** Where a photo is scanned: on this device, or on the server. */
export type ScanLocation = 'device' | 'server'

export type ShownPhoto = Size & { previewUrl: string; name: string }

/** Why the device cannot scan a photo; the screen explains each reason. */
export type DeviceReason =
  | 'unsupported'
  | 'save-data'
  | 'network'
  | 'damaged'
  | 'outdated'
  | 'slow'
  | 'memory'
  | 'stopped'

/** The device cannot scan this photo; the server could, if the visitor agrees to send it. */
export class DeviceFailure extends Error {
  readonly reason: DeviceReason

  constructor(reason: DeviceReason, message: string = reason) {
    super(message)
    this.reason = reason
  }
}

/** Objects whose centres are less than this apart in height are on one line. */
const LINE_UNITS = 48

/** The order in which objects are listed, so the first is described before the others. */
export const sortObjects = <Item extends { bbox: Box }>(objects: readonly Item[]): Item[] =>
  sortInReadingOrder(objects, ({ bbox }) => getCenter(bbox), LINE_UNITS)

type WithoutNumber<Event> = Event extends unknown ? Omit<Event, 'seq'> : never

/** What either engine reports about a scan, in this order. */
export type EngineEvent =
  /** The photo is decoded, upright and of limited size. */
  | ({ type: 'opened'; preview: Blob } & Size)
  | { type: 'uploading'; percent: number }
  /** From now on, boxes can be searched. `imageUrl`: null unless the server stores the photo. */
  | { type: 'begun'; location: ScanLocation; imageUrl: string | null }
  /** The models for the device are being downloaded; null when they are complete. */
  | { type: 'loading'; percent: number | null }
  | WithoutNumber<ScanEvent>
  /** The words of objects whose boxes are already known. */
  | { type: 'named'; detections: readonly ScanDetection[] }
  /** The search waits for the network; these offline lists answer meanwhile. */
  | { type: 'offline'; lists: readonly string[] }

export type ScanRun = { emit: (event: EngineEvent) => void; signal: AbortSignal }

type BoxQuery = {
  photo: ShownPhoto
  /** The original photo; null if only the server has it. */
  file: Blob | null
  imageUrl: string | null
  bbox: Box
  category: Category | undefined
}

type BoxMatches = {
  embedding?: string | undefined
  products: ScanProduct[]
  notice: string | null
}

/** Scans photos, and searches boxes that the user has drawn or moved. */
export type ScanEngine = {
  /** Resolves when the scan is over; rejects if it could not be made. */
  scanPhoto: (file: Blob, run: ScanRun) => Promise<void>
  searchBox: (query: BoxQuery, signal: AbortSignal) => Promise<BoxMatches>
}
