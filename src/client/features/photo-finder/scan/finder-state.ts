import { inReadingOrder } from '#client/lib/dots.ts'
import { statusAdvice } from '#client/lib/api.ts'
import { createStore } from 'zustand/vanilla'
import { ANSWERS, DETECTION_SEARCH, MANUAL_BOX } from '#shared/constants.ts'
import type { ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import { type Box, centreOf } from '#shared/domain/box.ts'
import { withProducts } from '#shared/domain/detection-rules.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import type { ProductFilters } from '#shared/product-filters.ts'

export type Photo = { previewUrl: string; width: number; height: number; name: string }

/** `message` is the specified sentence; `advice` says what happened and when to retry. */
export type ScanFailure = { message: string; advice?: string | undefined }

/** What is asked for beside the object itself: free words, and chosen filters. */
export type Wish = { q: string; filters: ProductFilters }

export const NO_WISH: Wish = { q: '', filters: {} }

/** How the results of one object are shown, for as long as its photo is. */
export type AnswerView = {
  wish: Wish
  count: number
  /** Ids of products that are not this. */
  dismissed: readonly string[]
}

export const FIRST_VIEW: AnswerView = { wish: NO_WISH, count: ANSWERS.products, dismissed: [] }

/** By embedding: another box is another object. */
export type AnswerViews = ReadonlyMap<string, AnswerView>

/** No image, then image chosen, then scanning, then results. */
export type Phase =
  | { name: 'empty' }
  | { name: 'preparing' }
  | { name: 'uploading'; percent: number }
  | { name: 'waiting'; ahead: number }
  | { name: 'finding' }
  | { name: 'searching'; searched: number; total: number }
  | { name: 'done' }
  | ({ name: 'failed' } & ScanFailure)

export type FinderState = {
  phase: Phase
  photo: Photo | null
  /** The address of the uploaded photo, once the server keeps it; /find never does. */
  imageUrl: string | null
  /** Whether the photo has been scanned, or is about to be: before that, a box cannot be searched. */
  isSent: boolean
  detections: readonly ScanDetection[]
  /** Ids whose products are still being searched. */
  pendingIds: readonly string[]
  notices: readonly string[]
  /** Hearts pressed here, by product name; they win over the list of saved products. */
  likes: ReadonlyMap<string, boolean>
  /** Ids of what is in My Products. */
  keptIds: readonly string[]
  /** Ids whose heart waits for the server. */
  likingIds: readonly string[]
  /** How the results of each object were refined. */
  views: AnswerViews
  /** Products for the search terms of an object, by its id. */
  termProducts: ReadonlyMap<string, readonly ScanProduct[]>
}

export type FinderAction =
  | { type: 'reset' }
  | { type: 'preparing' }
  | { type: 'photo'; photo: Photo }
  | { type: 'uploading'; percent: number }
  | { type: 'uploaded'; imageUrl: string | null }
  | {
      type: 'reopened'
      imageUrl: string | null
      detections: readonly ScanDetection[]
      kept: readonly string[]
      views?: AnswerViews
    }
  | { type: 'view'; embedding: string; view: AnswerView }
  | { type: 'kept'; id: string }
  | { type: 'event'; event: ScanEvent }
  | ({ type: 'failed' } & ScanFailure)
  | { type: 'add'; detection: ScanDetection }
  | { type: 'change'; id: string; changes: Partial<ScanDetection> }
  | { type: 'remove'; id: string }
  | { type: 'searching-box'; id: string }
  | { type: 'search-ended'; id: string }
  | { type: 'box-products'; id: string; products: readonly ScanProduct[] }
  | { type: 'term-products'; id: string; products: readonly ScanProduct[] }
  | { type: 'use'; id: string; product: ScanProduct }
  | { type: 'not-this'; id: string; productId: string }
  | { type: 'notice'; message: string }
  | { type: 'like'; id: string; name: string; isLiked: boolean }
  | { type: 'like-ended'; id: string }

export const EMPTY: FinderState = {
  phase: { name: 'empty' },
  photo: null,
  imageUrl: null,
  isSent: false,
  detections: [],
  pendingIds: [],
  notices: [],
  likes: new Map(),
  keptIds: [],
  likingIds: [],
  views: new Map(),
  termProducts: new Map(),
}

/** A new manual box. Products found for it are suggestions until the user takes one. */
export const manualDetection = (id: string, bbox: Box): ScanDetection => ({
  id,
  label: '',
  confidence: MANUAL_BOX.confidence,
  bbox,
  category: MANUAL_BOX.category,
  source: 'manual_detection',
  products: [],
  isManual: true,
  isEditable: true,
  isResizable: true,
})

export const isBusy = ({ phase }: FinderState): boolean =>
  ['preparing', 'uploading', 'waiting', 'finding', 'searching'].includes(phase.name)

const changed = (
  state: FinderState,
  id: string,
  change: (detection: ScanDetection) => ScanDetection,
): FinderState => ({
  ...state,
  detections: state.detections.map((detection) =>
    detection.id === id ? change(detection) : detection,
  ),
})

const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id)

/** What the user wrote stays, whatever is found or dismissed afterwards. */
const takeProducts = (
  detection: ScanDetection,
  products: readonly ScanProduct[],
): ScanDetection => {
  const isOwnWords = detection.isManual || detection.title !== detection.products[0]?.title
  return isOwnWords ? { ...detection, products: [...products] } : withProducts(detection, products)
}

const chooseProduct = (detection: ScanDetection, chosen: ScanProduct): ScanDetection => {
  const others = detection.products.filter(({ id }) => id !== chosen.id)
  return withProducts(detection, [chosen, ...others].slice(0, DETECTION_SEARCH.shown))
}

/** Boxes the user added while waiting stay. */
const ownBoxes = ({ detections }: FinderState) => detections.filter(({ isManual }) => isManual)

const detectionFailed = (error: string): Phase => ({
  name: 'failed',
  message: SCAN_MESSAGES.detectionFailed(error),
  advice: statusAdvice(500),
})

/** Objects whose centres are less than this apart in height are on one line. */
const LINE_UNITS = 48
const centre = ({ bbox }: ScanDetection) => centreOf(bbox)

const onEvent = (state: FinderState, event: ScanEvent): FinderState => {
  switch (event.type) {
    case 'started':
      return { ...state, phase: { name: 'finding' } }
    case 'waiting':
      return { ...state, phase: { name: 'waiting', ahead: event.ahead } }
    case 'detections': {
      const total = event.detections.length
      return {
        ...state,
        phase: { name: 'searching', searched: 0, total },
        detections: [...inReadingOrder(event.detections, centre, LINE_UNITS), ...ownBoxes(state)],
        pendingIds: event.detections.map(({ id }) => id),
      }
    }
    case 'products': {
      const { detection, searched, total } = event
      const next = changed(state, detection.id, (kept) => ({
        ...detection,
        bbox: kept.bbox,
        bestSeen: kept.bestSeen,
      }))
      return {
        ...next,
        phase: { name: 'searching', searched, total },
        pendingIds: without(state.pendingIds, detection.id),
      }
    }
    case 'notice':
      return addNotice(state, event.message)
    case 'done':
      return { ...state, phase: { name: 'done' }, pendingIds: [] }
    case 'failed':
      // Finding nothing is no failure.
      return event.error.includes(SCAN_MESSAGES.noVisualMatches)
        ? { ...state, phase: { name: 'done' }, detections: ownBoxes(state), pendingIds: [] }
        : { ...state, phase: detectionFailed(event.error), pendingIds: [] }
    default:
      // Sent by a newer server.
      return state
  }
}

const addNotice = (state: FinderState, message: string): FinderState =>
  state.notices.includes(message) ? state : { ...state, notices: [...state.notices, message] }

export const finderReducer = (state: FinderState, action: FinderAction): FinderState => {
  switch (action.type) {
    case 'reset':
      return EMPTY
    case 'preparing':
      return { ...EMPTY, phase: { name: 'preparing' } }
    case 'photo':
      return { ...state, photo: action.photo }
    case 'uploading':
      return { ...state, phase: { name: 'uploading', percent: action.percent } }
    case 'uploaded':
      return {
        ...state,
        imageUrl: action.imageUrl,
        isSent: true,
        phase: { name: 'finding' },
        notices: [],
        termProducts: EMPTY.termProducts,
      }
    case 'reopened':
      return {
        ...state,
        phase: { name: 'done' },
        imageUrl: action.imageUrl,
        isSent: true,
        detections: inReadingOrder(action.detections, centre, LINE_UNITS),
        keptIds: action.kept,
        views: action.views ?? EMPTY.views,
      }
    case 'view':
      return { ...state, views: new Map([...state.views, [action.embedding, action.view]]) }
    case 'kept':
      return { ...state, keptIds: [...without(state.keptIds, action.id), action.id] }
    case 'event':
      return onEvent(state, action.event)
    case 'failed': {
      const { message, advice } = action
      return { ...state, phase: { name: 'failed', message, advice }, pendingIds: [] }
    }
    case 'add':
      return { ...state, detections: [...state.detections, action.detection] }
    case 'change':
      return changed(state, action.id, (detection) => ({ ...detection, ...action.changes }))
    case 'remove':
      return {
        ...state,
        detections: state.detections.filter(({ id }) => id !== action.id),
        pendingIds: without(state.pendingIds, action.id),
      }
    case 'searching-box':
      return { ...state, pendingIds: [...without(state.pendingIds, action.id), action.id] }
    case 'search-ended':
      return { ...state, pendingIds: without(state.pendingIds, action.id) }
    case 'box-products':
      return {
        ...changed(state, action.id, (detection) => takeProducts(detection, action.products)),
        pendingIds: without(state.pendingIds, action.id),
      }
    case 'term-products':
      return {
        ...state,
        termProducts: new Map([...state.termProducts, [action.id, action.products]]),
      }
    case 'use':
      return changed(state, action.id, (detection) => chooseProduct(detection, action.product))
    case 'not-this':
      return changed(state, action.id, (detection) =>
        takeProducts(
          detection,
          detection.products.filter(({ id }) => id !== action.productId),
        ),
      )
    case 'like':
      return {
        ...state,
        likes: new Map([...state.likes, [action.name, action.isLiked]]),
        likingIds: [...without(state.likingIds, action.id), action.id],
      }
    case 'like-ended':
      return { ...state, likingIds: without(state.likingIds, action.id) }
    default:
      return addNotice(state, action.message)
  }
}

export const createFinderStore = () => {
  const store = createStore(() => EMPTY)
  return {
    ...store,
    dispatch: (action: FinderAction) =>
      store.setState(finderReducer(store.getState(), action), true),
    detection: (id: string) => store.getState().detections.find((one) => one.id === id),
  }
}
export type FinderStore = ReturnType<typeof createFinderStore>
