import { ApiError } from '#client/lib/api.ts'
import type { Device } from '#client/features/photo-finder/device/device.ts'
import {
  DeviceFailure,
  type DeviceMatches,
  type DeviceScan,
} from '#client/features/photo-finder/device/device-messages.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { DETECTION } from '#shared/constants.ts'
import type { ScanDetection, ScanEvent } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import { addProducts } from '#shared/domain/detection-rules.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { toScanDetection } from '#shared/vision/detect-objects.ts'
import { type FinderStore, nameDetections } from './finder-state.ts'
import type { ScanServer } from './scan-server.ts'

type DeviceScanParts = {
  server: Pick<ScanServer, 'describedObjects'>
  newId: () => string
}

type Scanner = Pick<Device, 'scan' | 'match'>

const NO_MATCHES: DeviceMatches = { lists: [], products: [] }

/** The 'online' event is not reliable, so the server is also asked at this interval. */
const RETRY_MS = 10_000

const untilMaybeOnline = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', goOn)
      signal.removeEventListener('abort', giveUp)
      settle()
    }
    const goOn = () => finish(resolve)
    const giveUp = () => finish(() => reject(signal.reason as Error))
    const timer = setTimeout(goOn, RETRY_MS)
    globalThis.addEventListener('online', goOn)
    signal.addEventListener('abort', giveUp)
  })

const isOffline = (error: unknown) => error instanceof ApiError && error.status === 0

/** Null while offline. */
const embeddingsOf = async (
  server: DeviceScanParts['server'],
  scan: DeviceScan,
  signal: AbortSignal,
): Promise<string[] | null> => {
  try {
    return await server.describedObjects(scan, signal)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'models-outdated')
      throw new DeviceFailure('outdated', error.message)
    if (signal.aborted || !isOffline(error)) throw error
    return null
  }
}

/** Matches from the offline lists; a failure does not end the scan. */
const matchesOf = async (device: Scanner, { objects }: DeviceScan, signal: AbortSignal) => {
  try {
    return await device.match(objects, signal)
  } catch (error) {
    signal.throwIfAborted()
    logProblem('The offline lists could not be matched', error)
    return NO_MATCHES
  }
}

/** A scan on this device, with the same events as a scan on the server. */
export async function* deviceScan(
  store: FinderStore,
  { server, newId }: DeviceScanParts,
  device: Scanner,
  signal: AbortSignal,
): AsyncGenerator<ScanEvent> {
  const prefix = `${DETECTION.lensIdPrefix}${newId()}`
  const detectionsOf = (objects: readonly DetectedObject[]) =>
    objects.map((object, index) => toScanDetection(object, `${prefix}_${index}`))
  let seq = 0
  const numbered = () => ({ seq: (seq += 1) })

  let showBoxes: (event: ScanEvent | null) => void = () => undefined
  const boxes = new Promise<ScanEvent | null>((resolve) => {
    showBoxes = resolve
  })
  const scanning = device.scan(
    {
      onProgress: (percent) =>
        store.setState({
          phase: percent === null ? { name: 'finding' } : { name: 'loading', percent },
        }),
      onBoxes: (objects, candidates) =>
        showBoxes({
          ...numbered(),
          type: 'detections',
          detections: detectionsOf(objects),
          candidates,
        }),
    },
    signal,
  )
  // A failure ends the wait for boxes, and is thrown below.
  scanning.then(
    () => showBoxes(null),
    () => showBoxes(null),
  )
  const boxesEvent = await boxes
  if (boxesEvent?.type === 'detections' && boxesEvent.detections.length > 0) yield boxesEvent
  const scan = await scanning
  const detections = detectionsOf(scan.objects.map(({ object }) => object))
  if (detections.length === 0)
    return yield { ...numbered(), type: 'failed', error: SCAN_MESSAGES.noVisualMatches }
  store.setState(nameDetections(detections))
  const total = detections.length
  const productEvents = function* (
    update: (detection: ScanDetection, index: number) => ScanDetection,
  ) {
    for (const [index, detection] of detections.entries()) {
      const event = { type: 'products' as const, detection: update(detection, index) }
      yield { ...numbered(), ...event, searched: index + 1, total } satisfies ScanEvent
    }
  }
  let embeddings = await embeddingsOf(server, scan, signal)
  if (!embeddings) {
    const { lists, products } = await matchesOf(device, scan, signal)
    if (lists.length > 0)
      yield* productEvents((detection, index) => addProducts(detection, products[index] ?? []))
    store.setState({ phase: { name: 'offline', lists } })
  }
  // Until the visitor leaves the photo, which aborts the signal.
  while (!embeddings) {
    await untilMaybeOnline(signal)
    embeddings = await embeddingsOf(server, scan, signal)
  }
  const signedEmbeddings = embeddings
  yield* productEvents((detection, index) => {
    const embedding = signedEmbeddings[index]
    return { ...detection, ...(embedding && { embedding }) }
  })
  return yield { ...numbered(), type: 'done', message: '' }
}
