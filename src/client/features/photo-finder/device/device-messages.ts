import type { ScanCandidate, ScanProduct } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import type { Box, Size } from '#shared/domain/box.ts'

/** Messages between the page and the worker that scans a photo on this device, and its failures. */

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

export type DeviceTask =
  /** Decodes a photo, which stays open until the next one, and answers with its preview. */
  | { type: 'open'; file: Blob }
  /** Finds the boxes first, then the words and the vector of each object. */
  | { type: 'scan' }
  /** Computes the vector of a box, which is in the 400-unit frame. */
  | { type: 'embed'; box: Box }
  /** Finds products for objects in the offline lists. */
  | { type: 'match'; objects: DeviceObject[] }
  /** Starts to download the models before there is a photo. */
  | { type: 'load' }

export type DeviceRequest = { id: number; task: DeviceTask }

export type OpenedPhoto = Size & { preview: Blob }
/** An object with the colour that its pixels show, if it can be named, and its vector. */
export type DeviceObject = { object: DetectedObject; color: string | null; vector: number[] }
export type DeviceScan = { models: string; objects: DeviceObject[] }
export type DeviceVector = { models: string; vector: number[] }
/** The names of the offline lists, and the products that were found in them for each object. */
export type DeviceMatches = { lists: string[]; products: ScanProduct[][] }
export type DeviceAnswer = OpenedPhoto | DeviceScan | DeviceVector | DeviceMatches | null

export type DeviceReply =
  | { id: number; type: 'done'; answer: DeviceAnswer }
  | { id: number; type: 'boxes'; objects: DetectedObject[]; candidates: ScanCandidate[] }
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
