import type { ScanCandidate, ScanProduct } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import type { Box, ImageSize } from '#shared/domain/box.ts'

/** Messages between the page and the worker that scans a photo on this device. */

/** Why the device cannot scan a photo. Each has words of its own on the screen. */
export type DeviceReason =
  | 'unsupported'
  | 'save-data'
  | 'network'
  | 'damaged'
  | 'outdated'
  | 'slow'
  | 'memory'
  | 'stopped'

export type DeviceTask =
  /** Decodes a photo and keeps it until the next; answers with what the screen shows of it. */
  | { type: 'open'; file: Blob }
  /** Boxes first, then the words and the vector of each object. */
  | { type: 'scan' }
  /** The vector of what is inside a box, in the 400-unit frame. */
  | { type: 'embed'; box: Box }
  /** Products for objects, from what was taken along. */
  | { type: 'match'; objects: DeviceObject[] }
  /** Begins to download, before there is a photo. */
  | { type: 'load' }

export type DeviceRequest = { id: number; task: DeviceTask }

export type OpenedPhoto = ImageSize & { preview: Blob }
/** An object with the colour that its pixels show, if it can be named, and its vector. */
export type DeviceObject = { object: DetectedObject; colour: string | null; vector: number[] }
export type DeviceScan = { models: string; objects: DeviceObject[] }
export type DeviceVector = { models: string; vector: number[] }
/** From these pockets, by object. */
export type DeviceMatches = { pockets: string[]; products: ScanProduct[][] }
export type DeviceAnswer = OpenedPhoto | DeviceScan | DeviceVector | DeviceMatches | null

export type DeviceReply =
  | { id: number; type: 'done'; answer: DeviceAnswer }
  | { id: number; type: 'boxes'; objects: DetectedObject[]; candidates: ScanCandidate[] }
  /** `reason`: null if the photo itself is the problem, which `message` explains. */
  | { id: number; type: 'failed'; reason: DeviceReason | null; message: string }
  /** Of what has to be downloaded before the first boxes. */
  | { type: 'progress'; loadedBytes: number; totalBytes: number }
  /** The browser has no room: everything works, but the next visit downloads again. */
  | { type: 'not-kept' }
  /** Everything has arrived: the finder works without a network from now on, with the worker's files. */
  | { type: 'complete'; files: string[] }

/** It holds the lock of its name from now on, until it ends. */
export type DeviceMessage = DeviceReply | { type: 'alive' }
