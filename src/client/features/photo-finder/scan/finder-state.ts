import { createStore } from 'zustand/vanilla'
import type { DeviceReason } from '#client/features/photo-finder/device/device-messages.ts'
import type { ScanPlace } from '#client/features/photo-finder/device/start-device.ts'
import { adviseOnStatus } from '#client/lib/api.ts'
import { sortInReadingOrder } from '#client/lib/picture-overlay.ts'
import { DETECTION_SEARCH, MANUAL_BOX } from '#shared/constants.ts'
import type { ScanCandidate, ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import { type Box, getCenter } from '#shared/domain/box.ts'
import { parseCategory } from '#shared/domain/category.ts'
import { addProducts } from '#shared/domain/detection-rules.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import type { ProductFilters } from '#shared/product-filters.ts'

export type ShownPhoto = { previewUrl: string; width: number; height: number; name: string }

/** `message` is the specified sentence; `advice` says what happened and when to retry. */
export type ScanFailure = { message: string; advice?: string | undefined }

/** What to do after a failure; null if its message says so already. */
export const adviceFor = (
  { message, advice }: ScanFailure,
  fallback: string | null = null,
): string | null => {
  // Sentences of the server that say what to do ask for it.
  const isSaid = /\bplease\b/i.test(message) || (advice !== undefined && message.includes(advice))
  return isSaid ? null : (advice ?? fallback)
}

/** A filter on the answers: free words, and chosen filters. */
export type Refinement = { q: string; filters: ProductFilters }

export const NO_REFINEMENT: Refinement = { q: '', filters: {} }

/** How the answers of an object are refined and shown, as long as its photo is open. */
export type AnswerView = {
  refinement: Refinement
  /** Whether the list after the first ten is open. */
  isExpanded: boolean
  /** Ids of products that the user does not want to see. */
  dismissed: readonly string[]
}

export const FIRST_VIEW: AnswerView = {
  refinement: NO_REFINEMENT,
  isExpanded: false,
  dismissed: [],
}

/** By embedding, because a moved box shows another object; ALL_OBJECTS is the key of the overview. */
export type AnswerViews = ReadonlyMap<string, AnswerView>
export const ALL_OBJECTS = ''

/** The refinement of all objects applies to each until it has its own. */
export const viewOf = (views: AnswerViews, key: string): AnswerView =>
  views.get(key) ?? {
    ...FIRST_VIEW,
    refinement: views.get(ALL_OBJECTS)?.refinement ?? NO_REFINEMENT,
  }

/** No image, then image chosen, then scanning, then results. */
export type Phase =
  | { name: 'empty' }
  | { name: 'preparing' }
  /** The models for the device are being downloaded. */
  | { name: 'loading'; percent: number }
  | { name: 'uploading'; percent: number }
  | { name: 'waiting'; ahead: number }
  | { name: 'finding' }
  | { name: 'searching'; searched: number; total: number }
  /** The objects are known, but the search waits for the network; these offline lists answer meanwhile. */
  | { name: 'offline'; lists: readonly string[] }
  /** The device cannot scan the photo, so the screen asks whether to send it to the server. */
  | { name: 'asking'; reason: DeviceReason }
  | { name: 'done' }
  | ({ name: 'failed' } & ScanFailure)

export type FinderState = {
  phase: Phase
  photo: ShownPhoto | null
  /** Where the photo is scanned. */
  place: ScanPlace
  /** The address of the photo once the server has stored it, which it never does for /find. */
  imageUrl: string | null
  /** Whether the photo has been scanned, or is about to be: before that, a box cannot be searched. */
  isSent: boolean
  detections: readonly ScanDetection[]
  /** Less certain boxes, for taps on objects that the scan missed. */
  candidates: readonly ScanCandidate[]
  /** Ids whose products are still being searched. */
  pendingIds: readonly string[]
  notices: readonly string[]
  /** Hearts that were pressed here, by product name; they override the list of saved products. */
  likes: ReadonlyMap<string, boolean>
  /** Ids of detections in My Products. */
  keptIds: readonly string[]
  /** Ids whose heart waits for the server. */
  likingIds: readonly string[]
  /** How the results of each object were refined. */
  views: AnswerViews
  /** Products for the search terms of an object, by its id. */
  termProducts: ReadonlyMap<string, readonly ScanProduct[]>
}

export const EMPTY: FinderState = {
  phase: { name: 'empty' },
  photo: null,
  place: 'server',
  imageUrl: null,
  isSent: false,
  detections: [],
  candidates: [],
  pendingIds: [],
  notices: [],
  likes: new Map(),
  keptIds: [],
  likingIds: [],
  views: new Map(),
  termProducts: new Map(),
}

/**
 * A new manual box, with a kind if it was a candidate of the detector. Products that are found for it
 * are suggestions until the user chooses one.
 */
export const manualDetection = (
  id: string,
  bbox: Box,
  kind: string | null = null,
): ScanDetection => ({
  id,
  label: kind ?? '',
  confidence: MANUAL_BOX.confidence,
  bbox,
  category: kind === null ? MANUAL_BOX.category : parseCategory(kind),
  source: 'manual_detection',
  products: [],
  isManual: true,
  isEditable: true,
  isResizable: true,
})

export const isBusy = ({ phase }: FinderState): boolean =>
  !['empty', 'done', 'failed', 'asking'].includes(phase.name)

/** A change of the finder's state. */
export type StateChange = (state: FinderState) => Partial<FinderState>

const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id)
const withId = (ids: readonly string[], id: string) => [...without(ids, id), id]

const changeOne =
  (id: string, change: (detection: ScanDetection) => ScanDetection): StateChange =>
  ({ detections }) => ({
    detections: detections.map((detection) =>
      detection.id === id ? change(detection) : detection,
    ),
  })

export const changeDetection = (id: string, changes: Partial<ScanDetection>): StateChange =>
  changeOne(id, (detection) => ({ ...detection, ...changes }))

/** Adds the words to objects whose boxes are already visible; boxes that were moved stay in place. */
export const nameDetections =
  (named: readonly ScanDetection[]): StateChange =>
  ({ detections }) => ({
    detections: detections.map((detection) => {
      const { bbox, bestSeen } = detection
      const update = named.find(({ id }) => id === detection.id)
      return update ? { ...update, bbox, bestSeen } : detection
    }),
  })

export const addDetection =
  (detection: ScanDetection): StateChange =>
  ({ detections }) => ({ detections: [...detections, detection] })

export const removeDetection =
  (id: string): StateChange =>
  ({ detections, pendingIds }) => ({
    detections: detections.filter((detection) => detection.id !== id),
    pendingIds: without(pendingIds, id),
  })

export const setPending =
  (id: string, isPending: boolean): StateChange =>
  ({ pendingIds }) => ({ pendingIds: isPending ? withId(pendingIds, id) : without(pendingIds, id) })

/** Text that the user has entered stays, whatever is found or dismissed afterwards. */
const withFoundProducts = (
  detection: ScanDetection,
  products: readonly ScanProduct[],
): ScanDetection => {
  const isEdited = detection.isManual || detection.title !== detection.products[0]?.title
  return isEdited ? { ...detection, products: [...products] } : addProducts(detection, products)
}

export const setBoxProducts =
  (id: string, products: readonly ScanProduct[]): StateChange =>
  (state) => ({
    ...changeOne(id, (detection) => withFoundProducts(detection, products))(state),
    ...setPending(id, false)(state),
  })

export const setTermProducts =
  (id: string, products: readonly ScanProduct[]): StateChange =>
  ({ termProducts }) => ({ termProducts: new Map([...termProducts, [id, products]]) })

export const chooseProduct = (id: string, product: ScanProduct): StateChange =>
  changeOne(id, (detection) => {
    const others = detection.products.filter((other) => other.id !== product.id)
    return addProducts(detection, [product, ...others].slice(0, DETECTION_SEARCH.maxResults))
  })

export const rejectProduct = (id: string, productId: string): StateChange =>
  changeOne(id, (detection) =>
    withFoundProducts(
      detection,
      detection.products.filter((product) => product.id !== productId),
    ),
  )

export const markKept =
  (id: string): StateChange =>
  ({ keptIds }) => ({ keptIds: withId(keptIds, id) })

export const setView =
  (embedding: string, view: AnswerView): StateChange =>
  ({ views }) => ({ views: new Map([...views, [embedding, view]]) })

/** The heart waits for the server until `endLike`. */
export const startLike =
  (id: string, name: string, isLiked: boolean): StateChange =>
  ({ likes, likingIds }) => ({
    likes: new Map([...likes, [name, isLiked]]),
    likingIds: withId(likingIds, id),
  })

export const endLike =
  (id: string): StateChange =>
  ({ likingIds }) => ({ likingIds: without(likingIds, id) })

export const addNotice =
  (message: string): StateChange =>
  ({ notices }) => ({ notices: notices.includes(message) ? notices : [...notices, message] })

export const failScan = (failure: ScanFailure): Partial<FinderState> => ({
  phase: { name: 'failed', ...failure },
  pendingIds: [],
})

/** Objects whose centres are less than this apart in height are on one line. */
const LINE_UNITS = 48

export const sortDetections = (detections: readonly ScanDetection[]) =>
  sortInReadingOrder(detections, ({ bbox }) => getCenter(bbox), LINE_UNITS)

/** The boxes that the user has added during the scan. */
const manualBoxes = ({ detections }: FinderState) => detections.filter(({ isManual }) => isManual)

export const applyEvent =
  (event: ScanEvent): StateChange =>
  (state) => {
    switch (event.type) {
      case 'started':
        return { phase: { name: 'finding' } }
      case 'waiting':
        return { phase: { name: 'waiting', ahead: event.ahead } }
      case 'detections':
        return {
          phase: { name: 'searching', searched: 0, total: event.detections.length },
          detections: [...sortDetections(event.detections), ...manualBoxes(state)],
          candidates: event.candidates ?? [],
          pendingIds: event.detections.map(({ id }) => id),
        }
      case 'products': {
        const { detection, searched, total } = event
        const { id } = detection
        return {
          // A box that was moved meanwhile stays where it is.
          ...changeOne(id, ({ bbox, bestSeen }) => ({ ...detection, bbox, bestSeen }))(state),
          phase: { name: 'searching', searched, total },
          pendingIds: without(state.pendingIds, id),
        }
      }
      case 'notice':
        return addNotice(event.message)(state)
      case 'done':
        return { phase: { name: 'done' }, pendingIds: [] }
      case 'failed': {
        // Finding nothing is no failure.
        if (event.error.includes(SCAN_MESSAGES.noVisualMatches))
          return { phase: { name: 'done' }, detections: manualBoxes(state), pendingIds: [] }
        const message = SCAN_MESSAGES.detectionFailed(event.error)
        return failScan({ message, advice: adviseOnStatus(500) })
      }
      default:
        // Sent by a newer server.
        return {}
    }
  }

export const createFinderStore = () => {
  const store = createStore(() => EMPTY)
  return {
    ...store,
    detection: (id: string) => store.getState().detections.find((detection) => detection.id === id),
  }
}
export type FinderStore = ReturnType<typeof createFinderStore>
