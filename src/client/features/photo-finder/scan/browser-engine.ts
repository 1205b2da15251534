import { ApiError, type api as clientApi } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { DETECTION } from '#shared/finder-constants.ts'
import type { DescribedObject, ScanDetection } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import { addProducts } from '#shared/domain/detection-rules.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { toScanDetection } from '#shared/vision/detect-objects.ts'
import type { Device, DeviceMatches, DeviceObject, DeviceScan } from './device.ts'
import { DeviceFailure, type ScanEngine } from './scan-engine.ts'

export type BrowserEngineDependencies = {
  api: typeof clientApi
  device: Pick<Device, 'prepare' | 'open' | 'scan' | 'embed' | 'match'>
  newId: () => string
}

const NO_MATCHES: DeviceMatches = { lists: [], products: [] }

/** The 'online' event is not reliable, so the server is also asked at this interval. */
const RETRY_MS = 10_000

const waitBeforeRetry = (signal: AbortSignal) =>
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

/** Words of the models' vocabulary, a colour, a ratio and a vector: no pixels, and no position in the photo. */
const describeObject = ({ object, color, vector }: DeviceObject): DescribedObject => {
  const { kind, words = {}, pixelBox } = object
  return { kind, words, colour: color, heightToWidth: pixelBox.height / pixelBox.width, vector }
}

/** Scans photos on this device, and sends the server only descriptions of the objects. */
export const createBrowserEngine = ({
  api,
  device,
  newId,
}: BrowserEngineDependencies): ScanEngine => {
  /** Null while offline. */
  const embedObjects = async (
    { models, objects }: DeviceScan,
    signal: AbortSignal,
  ): Promise<string[] | null> => {
    try {
      const body = { models, objects: objects.map(describeObject) }
      return (await api('POST /api/find-objects', { body, signal })).data.embeddings
    } catch (error) {
      if (error instanceof ApiError && error.code === 'models-outdated')
        throw new DeviceFailure('outdated', error.message)
      if (signal.aborted || !isOffline(error)) throw error
      return null
    }
  }

  /** Matches from the offline lists; a failure does not end the scan. */
  const matchOfflineLists = async ({ objects }: DeviceScan, signal: AbortSignal) => {
    try {
      return await device.match(objects, signal)
    } catch (error) {
      signal.throwIfAborted()
      logProblem('The offline lists could not be matched', error)
      return NO_MATCHES
    }
  }

  return {
    scanPhoto: async (file, { emit, signal }) => {
      // The models are downloaded while the photo is decoded.
      device.prepare()
      emit({ type: 'opened', ...(await device.open(file, signal)) })
      emit({ type: 'begun', location: 'device', imageUrl: null })
      const prefix = `${DETECTION.lensIdPrefix}${newId()}`
      const toDetection = (object: DetectedObject) =>
        toScanDetection(object, `${prefix}_${object.id}`)
      const toDetections = (objects: readonly DeviceObject[]) =>
        objects.map(({ object }) => toDetection(object))
      let total = 0
      let searched = 0
      const emitProducts = (detections: readonly ScanDetection[]) => {
        for (const detection of detections) {
          searched += 1
          emit({ type: 'products', detection, searched, total })
        }
      }
      /** False while offline. */
      const search = async (scan: DeviceScan): Promise<boolean> => {
        const embeddings = await embedObjects(scan, signal)
        if (!embeddings) return false
        emitProducts(
          toDetections(scan.objects).map((detection, index) =>
            Object.assign(detection, { embedding: embeddings[index] }),
          ),
        )
        return true
      }
      let first: DeviceObject[] = []
      let searchingFirst = Promise.resolve(false)
      const scan = await device.scan(
        {
          onProgress: (percent) => emit({ type: 'loading', percent }),
          onBoxes: (objects, candidates) => {
            total = objects.length
            if (objects.length + candidates.length > 0)
              emit({ type: 'detections', detections: objects.map(toDetection), candidates })
          },
          onFirst: (part) => {
            first = part.objects
            emit({ type: 'named', detections: toDetections(first) })
            searchingFirst = search(part)
            // The whole scan reports it.
            searchingFirst.catch(() => undefined)
          },
        },
        signal,
      )
      if (scan.objects.length === 0)
        return emit({ type: 'failed', error: SCAN_MESSAGES.noVisualMatches })
      const isFirst = ({ object }: DeviceObject) => first.some((one) => one.object.id === object.id)
      const others = scan.objects.filter((object) => !isFirst(object))
      emit({ type: 'named', detections: toDetections(others) })
      const left = { ...scan, objects: (await searchingFirst) ? others : scan.objects }
      let hasSearched = left.objects.length === 0 || (await search(left))
      if (!hasSearched) {
        const { lists, products } = await matchOfflineLists(left, signal)
        if (lists.length > 0)
          emitProducts(
            toDetections(left.objects).map((detection, index) =>
              addProducts(detection, products[index] ?? []),
            ),
          )
        emit({ type: 'offline', lists })
        searched = scan.objects.length - left.objects.length
      }
      // Until the visitor leaves the photo, which aborts the signal.
      while (!hasSearched) {
        await waitBeforeRetry(signal)
        hasSearched = await search(left)
      }
      return emit({ type: 'done', message: '' })
    },

    searchBox: async ({ file, bbox, category }, signal) => {
      if (!file) throw new DeviceFailure('stopped')
      const { models, vector } = await device.embed(file, bbox, signal)
      const body = { models, vector, ...(category && { category }) }
      const { embedding } = (await api('POST /api/find-vector', { body, signal })).data
      return { embedding, products: [], notice: null }
    },
  }
}
