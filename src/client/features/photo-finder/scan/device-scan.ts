import { ApiError } from '#client/lib/api.ts'
import { DeviceFailure, type DeviceHooks } from '#client/features/photo-finder/device/device.ts'
import type { DeviceScan } from '#client/features/photo-finder/device/device-messages.ts'
import { DETECTION } from '#shared/constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { FoundObject } from '#shared/contract/vision.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { detectionOf } from '#shared/vision/detect-objects.ts'
import { type FinderStore, nameDetections } from './finder-state.ts'
import type { ScanServer } from './scan-server.ts'

type Parts = {
  server: Pick<ScanServer, 'describedObjects'>
  newId: () => string
}

type Scanner = {
  scan: (hooks: DeviceHooks, signal: AbortSignal) => Promise<DeviceScan>
}

/** Besides the browser's own word, which is not always right. */
const RETRY_MS = 10_000

const untilMaybeOnline = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const finish = (how: () => void) => {
      clearTimeout(timer)
      globalThis.removeEventListener('online', goOn)
      signal.removeEventListener('abort', giveUp)
      how()
    }
    const goOn = () => finish(resolve)
    const giveUp = () => finish(() => reject(signal.reason as Error))
    const timer = setTimeout(goOn, RETRY_MS)
    globalThis.addEventListener('online', goOn)
    signal.addEventListener('abort', giveUp)
  })

const isOffline = (error: unknown) => error instanceof ApiError && error.status === 0

/** A scan on this device, told in the events of a scan on the server. */
export const createDeviceScan = (store: FinderStore, { server, newId }: Parts) => {
  /** Waits for the network as long as the photo is shown. */
  const embeddingsOf = async (scan: DeviceScan, signal: AbortSignal): Promise<string[]> => {
    for (;;)
      try {
        return await server.describedObjects(scan, signal)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'models-outdated')
          throw new DeviceFailure('outdated', error.message)
        if (signal.aborted || !isOffline(error)) throw error
        store.setState({ phase: { name: 'offline' } })
        await untilMaybeOnline(signal)
      }
  }

  return {
    events: async function* (device: Scanner, signal: AbortSignal): AsyncGenerator<ScanEvent> {
      const prefix = `${DETECTION.lensIdPrefix}${newId()}`
      const detectionsOf = (objects: readonly FoundObject[]) =>
        objects.map((object, index) => detectionOf(object, `${prefix}_${index}`))
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
      const shown = await boxes
      if (shown?.type === 'detections' && shown.detections.length > 0) yield shown
      const scan = await scanning
      const detections = detectionsOf(scan.objects.map(({ object }) => object))
      if (detections.length === 0)
        return yield { ...numbered(), type: 'failed', error: SCAN_MESSAGES.noVisualMatches }
      store.setState(nameDetections(detections))
      const embeddings = await embeddingsOf(scan, signal)
      const total = detections.length
      for (const [index, detection] of detections.entries()) {
        const embedding = embeddings[index]
        yield {
          ...numbered(),
          type: 'products',
          detection: { ...detection, ...(embedding && { embedding }) },
          searched: index + 1,
          total,
        }
      }
      return yield { ...numbered(), type: 'done', message: '' }
    },
  }
}
