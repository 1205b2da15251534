import { createQueue, runTaskGroup } from '#server/core/concurrency/tasks.ts'
import { DETECTION_SEARCH, SCAN } from '#shared/finder-constants.ts'
import type { ScanCandidate, ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import type { Box } from '#shared/domain/box.ts'
import { type Category, parseCategory } from '#shared/domain/category.ts'
import { getBestViewBox, addProducts } from '#shared/domain/detection-rules.ts'
import { listResults } from '#shared/domain/results.ts'
import { toScanProduct } from '#shared/domain/scan-product.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { toScanDetection } from '#shared/vision/detect-objects.ts'
import type { SignedEmbeddings } from './embeddings.ts'
import { matchTitles } from './label-titles.ts'
import type { Photo } from './photo.ts'
import type { Rejections } from './rejections.store.ts'
import type { RemoteFinder } from './remote-finder.service.ts'
import type { VisionService } from './vision.service.ts'

type WithoutNumber<T> = T extends unknown ? Omit<T, 'seq'> : never
/** An event before it is numbered; 'started' comes from the stream itself. */
export type ScanStep = Exclude<WithoutNumber<ScanEvent>, { type: 'started' }>
export type EmitStep = (step: ScanStep) => void

/** Without `crop`, no part of the photo leaves this server. */
type ScannedPhoto = Pick<Photo, 'picture'> & Partial<Pick<Photo, 'crop'>>

type ScanRequest = {
  /** Null for a visitor. */
  uid: string | null
  photo: ScannedPhoto
  /** Detection ids begin with this: the same photo scanned again gets the same ids. */
  idPrefix: string
}

type ScanServiceDependencies = {
  vision: Pick<VisionService, 'detect' | 'findProducts' | 'similarToCrop'>
  remote: RemoteFinder
  rejections: Rejections
  embeddings: Pick<SignedEmbeddings, 'write'>
}

/** Crops searched at the same time. */
const REMOTE_AT_ONCE = 3

/** Indexes of the most certain detections; only these are worth a billed call. */
const selectMostCertain = (objects: readonly DetectedObject[]): ReadonlySet<number> =>
  new Set(
    [...objects.keys()]
      .toSorted((a, b) => (objects[b]?.confidence ?? 0) - (objects[a]?.confidence ?? 0))
      .slice(0, SCAN.remoteCrops),
  )

export const createScanService = ({
  vision,
  remote,
  rejections,
  embeddings,
}: ScanServiceDependencies) => {
  const openRejectionFilter = async (uid: string | null): ReturnType<Rejections['filterFor']> =>
    uid === null ? (_, products) => [...products] : rejections.filterFor(uid)

  /** Searches the catalogue, then web shops crop by crop; emits each result as soon as it is known. */
  const scan = async (
    { uid, photo, idPrefix }: ScanRequest,
    outer: AbortSignal,
    emit: EmitStep,
  ) => {
    const hasDetections = await runTaskGroup(outer, async ({ signal, start }) => {
      const withoutRejected = await openRejectionFilter(uid)
      const toDetections = (detectedObjects: readonly DetectedObject[]) =>
        detectedObjects.map((object, index) => toScanDetection(object, `${idPrefix}_${index}`))
      const detected = await vision.detect(photo.picture, signal, (boxes, candidates) => {
        if (boxes.length + candidates.length > 0)
          emit({ type: 'detections', detections: toDetections(boxes), candidates })
      })
      const objects = detected.detections
      if (objects.length === 0) return false
      const detections = toDetections(objects)

      const providerQueue = createQueue(REMOTE_AT_ONCE, SCAN.remoteCrops)
      const { crop } = photo
      const remoteIndexes =
        uid !== null && crop && remote.isAvailable ? selectMostCertain(objects) : new Set()
      let searched = 0
      const sendProducts = (detection: ScanDetection, products: ScanProduct[]) => {
        const updated = addProducts(detection, listResults(products, detection))
        emit({ type: 'products', detection: updated, searched, total: objects.length })
      }

      const owner = uid ?? undefined
      for await (const lookup of vision.findProducts(detected, owner, signal)) {
        const { index, appearance, products, noneOfKind } = lookup
        const object = objects[index]
        const namedDetection = detections[index]
        if (!object || !namedDetection) continue
        const { kind, category, label } = object
        const embedding = embeddings.write({ ...appearance, kind, category, label })
        const detection = { ...namedDetection, embedding, ...(noneOfKind && { noneOfKind }) }
        const isRemote = remoteIndexes.has(index)
        if (!isRemote) searched += 1
        const local = withoutRejected(appearance, products.map(toScanProduct))
        sendProducts(detection, local)
        if (!isRemote || uid === null || !crop) continue
        const askProvider = async () => {
          signal.throwIfAborted()
          const cropped = await crop(getBestViewBox(detection))
          const { products, notice, error } = await remote.lens(uid, cropped, signal)
          if (notice) emit({ type: 'notice', message: notice, error: error ?? undefined })
          searched += 1
          const compared = matchTitles(products, label, kind)
          sendProducts(detection, [...local, ...withoutRejected(appearance, compared)])
        }
        start(() => providerQueue(askProvider))
      }
      return true
    })
    const nothingDetected = { type: 'failed', error: SCAN_MESSAGES.noVisualMatches } as const
    emit(hasDetections ? { type: 'done', message: '' } : nothingDetected)
  }

  return {
    scan,

    /** Collects all detections and their products, for callers that want a single reply. */
    scanWhole: async (request: ScanRequest, signal: AbortSignal) => {
      const detections = new Map<string, ScanDetection>()
      let candidates: readonly ScanCandidate[] = []
      const notices: string[] = []
      let error: string | null = null
      await scan(request, signal, (step) => {
        if (step.type === 'detections') {
          for (const detection of step.detections) detections.set(detection.id, detection)
          candidates = step.candidates ?? []
        }
        if (step.type === 'products') detections.set(step.detection.id, step.detection)
        if (step.type !== 'notice') return
        notices.push(step.message)
        error ??= step.error ?? null
      })
      return { detections: [...detections.values()], candidates, notices, error }
    },

    /** Finds products that look like the contents of a box that the user drew. */
    searchBox: async (
      uid: string | null,
      photo: ScannedPhoto,
      { bbox, category }: { bbox: Box | null; category?: Category | undefined },
      signal: AbortSignal,
    ) => {
      const { appearance, products } = await vision.similarToCrop(
        photo.picture,
        bbox,
        DETECTION_SEARCH.maxResults,
        { ownerUid: uid ?? undefined, category },
        signal,
      )
      const local = products.map(toScanProduct)
      // Without a box no provider is asked, because the whole photo must not leave this server.
      const remoteResult =
        bbox && photo.crop && uid !== null && remote.isAvailable
          ? await remote.lens(uid, await photo.crop(bbox), signal)
          : { products: [], notice: null }
      const withoutRejected = await openRejectionFilter(uid)
      const remoteProducts = remoteResult.products.filter(({ title }) =>
        isOfCategory(title, category),
      )
      const accepted = withoutRejected(appearance, [...local, ...remoteProducts])
      const embedding = embeddings.write({
        ...appearance,
        kind: null,
        category: category ?? null,
        label: '',
      })
      return {
        products: listResults(accepted, { label: '' }),
        notice: remoteResult.notice,
        embedding,
      }
    },
  }
}
export type ScanService = ReturnType<typeof createScanService>

/** Results of web shops have no category, so only titles that name a different one are dropped. */
const isOfCategory = (title: string, category: Category | undefined) => {
  const titleCategory = parseCategory(title)
  return category === undefined || titleCategory === 'other' || titleCategory === category
}
