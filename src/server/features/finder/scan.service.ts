import { DETECTION_SEARCH, SCAN } from '#shared/constants.ts'
import type { ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import type { FoundObject } from '#shared/contract/vision.ts'
import { bestView } from '#shared/domain/best-view.ts'
import type { Box } from '#shared/domain/box.ts'
import { mergedProducts, withProducts } from '#shared/domain/detection-offer.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { createQueue } from '#server/concurrency/queue.ts'
import { cutCrop } from './crop.ts'
import type { RemoteFinder } from './remote-finder.service.ts'
import type { VisionService } from './vision.service.ts'
import { createEventChannel } from './event-channel.ts'
import { detectionFromFound, productFromCatalog } from './found-detection.ts'
import type { Rejections } from './rejections.service.ts'

type WithoutNumber<T> = T extends unknown ? Omit<T, 'seq'> : never
/** An event before it has its place in the stream; 'started' is the stream's own. */
export type ScanStep = Exclude<WithoutNumber<ScanEvent>, { type: 'started' }>

export type Photo = {
  bytes: Uint8Array
  /** Ids begin with this: the same photo scanned again gives the same ids. */
  idPrefix: string
}

type Parts = {
  vision: Pick<VisionService, 'scan' | 'similarToCrop'>
  remote: RemoteFinder
  rejections: Rejections
}

/** Crops at a provider at one time. */
const REMOTE_AT_ONCE = 3

/** The surest boxes, which alone are worth a call that costs money. */
const worthRemote = (found: readonly FoundObject[]): ReadonlySet<string> =>
  new Set(
    found
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, SCAN.remoteCrops)
      .map(({ id }) => id),
  )

export const createScanService = ({ vision, remote, rejections }: Parts) => {
  /** The catalogue by vision first, then the shops of the world crop by crop; each as soon as it is known. */
  async function* scan(uid: string, photo: Photo, signal: AbortSignal): AsyncGenerator<ScanStep> {
    const channel = createEventChannel<ScanStep>()
    const work = runScan(uid, photo, signal, channel.push)
    work.then(channel.close, channel.fail)
    yield* channel.read()
  }

  const runScan = async (
    uid: string,
    { bytes, idPrefix }: Photo,
    signal: AbortSignal,
    say: (step: ScanStep) => void,
  ) => {
    const withoutRejected = await rejections.forScan(uid, bytes, signal)
    const detections = new Map<string, ScanDetection>()
    const atProvider = createQueue(REMOTE_AT_ONCE, SCAN.maxDetections)
    const remoteWork: Promise<void>[] = []
    let remoteIds: ReadonlySet<string> = new Set()
    let searched = 0

    const tell = (foundId: string, products: ScanProduct[]) => {
      const detection = detections.get(foundId)
      if (!detection) return
      const updated = withProducts(detection, products)
      detections.set(foundId, updated)
      say({ type: 'products', detection: updated, searched, total: detections.size })
    }

    const askRemote = async (foundId: string, view: Box) => {
      const crop = await cutCrop(bytes, view)
      const { products, notice } = await remote.lens(uid, crop, signal)
      if (notice) say({ type: 'notice', message: notice })
      const known = detections.get(foundId)
      if (!known) return
      const wanted = await withoutRejected(view, products)
      searched += 1
      tell(foundId, mergedProducts([...known.products, ...wanted], [], known.label))
    }

    for await (const event of vision.scan(bytes, { signal, ownerUid: uid })) {
      if (event.type === 'detections') {
        const found = event.detections.slice(0, SCAN.maxDetections)
        if (found.length === 0) {
          say({ type: 'failed', error: SCAN_MESSAGES.noVisualMatches })
          return
        }
        for (const [place, one] of found.entries())
          detections.set(one.id, detectionFromFound(one, `${idPrefix}_${place}`))
        if (remote.isAvailable) remoteIds = worthRemote(found)
        say({ type: 'detections', detections: [...detections.values()] })
      } else if (event.type === 'products') {
        const detection = detections.get(event.detectionId)
        if (!detection) continue
        const view = bestView(detection)
        const products = await withoutRejected(view, event.products.map(productFromCatalog))
        const isRemote = remoteIds.has(event.detectionId)
        if (!isRemote) searched += 1
        tell(event.detectionId, mergedProducts(products, [], detection.label))
        if (isRemote) remoteWork.push(atProvider(() => askRemote(event.detectionId, view)))
      }
    }
    await Promise.all(remoteWork)
    say({ type: 'done', message: '' })
  }

  return {
    scan,

    /** Every detection of a photo with its products, for callers that take one reply. */
    scanWhole: async (uid: string, photo: Photo, signal: AbortSignal) => {
      const detections = new Map<string, ScanDetection>()
      const notices: string[] = []
      for await (const step of scan(uid, photo, signal)) {
        if (step.type === 'detections')
          for (const one of step.detections) detections.set(one.id, one)
        if (step.type === 'products') detections.set(step.detection.id, step.detection)
        if (step.type === 'notice') notices.push(step.message)
      }
      return { detections: [...detections.values()], notices }
    },

    /** What is like the inside of one box, wherever the detector saw nothing. */
    searchBox: async (uid: string, bytes: Uint8Array, bbox: Box | null, signal: AbortSignal) => {
      const filter = { ownerUid: uid }
      const similar = await vision.similarToCrop(
        bytes,
        bbox,
        DETECTION_SEARCH.shown,
        filter,
        signal,
      )
      const local = similar.map(productFromCatalog)
      // The whole photo never leaves this server: without a box nobody else is asked.
      if (!bbox) return { products: mergedProducts(local, [], ''), notice: null }
      const withoutRejected = await rejections.forScan(uid, bytes, signal)
      const { products, notice } = remote.isAvailable
        ? await remote.lens(uid, await cutCrop(bytes, bbox), signal)
        : { products: [], notice: null }
      const wanted = await withoutRejected(bbox, [...local, ...products])
      return { products: mergedProducts(wanted, [], ''), notice }
    },
  }
}
export type ScanService = ReturnType<typeof createScanService>
