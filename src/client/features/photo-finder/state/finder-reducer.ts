/** The finder as a state machine, without a screen, a server or a clock. */

import { type EngineEvent, sortObjects } from '#client/features/photo-finder/scan/scan-engine.ts'
import type { ScanFailure } from '#client/features/photo-finder/scan/server-engine.ts'
import { adviseOnStatus } from '#client/lib/api.ts'
import {
  type CanvasEvent,
  type CanvasState,
  stepCanvas,
  IDLE,
  getSelectedId,
} from '#client/ui/canvas/canvas-state.ts'
import { DETECTION_SEARCH } from '#shared/finder-constants.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import type { Box } from '#shared/domain/box.ts'
import { parseCategory } from '#shared/domain/category.ts'
import { getDetectionName } from '#shared/domain/detection-record.ts'
import { getBestViewBox, findFavoriteProblem, addProducts } from '#shared/domain/detection-rules.ts'
import { parsePrice } from '#shared/domain/price.ts'
import { addCurrency } from '#shared/domain/typed-price.ts'
import { buildPrimaryQuery, buildSearchTerms } from '#shared/domain/search-terms.ts'
import { findTappedObject } from '#shared/domain/tapped-object.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import {
  EMPTY,
  findDetection,
  isBusy,
  type FinderEffect,
  type FinderEvent,
  type FinderState,
  manualDetection,
  type NamedKind,
  type ScanAttempt,
} from './finder-state.ts'

type Step = { state: FinderState; effects: readonly FinderEffect[] }

const stepTo = (state: FinderState, ...effects: FinderEffect[]): Step => ({ state, effects })

const withoutId = (ids: readonly string[], id: string) => ids.filter((other) => other !== id)
const withId = (ids: readonly string[], id: string) => [...withoutId(ids, id), id]

const changeDetection = (
  state: FinderState,
  id: string,
  change: Partial<ScanDetection> | ((detection: ScanDetection) => ScanDetection),
): FinderState => ({
  ...state,
  detections: state.detections.map((detection) => {
    if (detection.id !== id) return detection
    return typeof change === 'function' ? change(detection) : { ...detection, ...change }
  }),
})

/** Text that the user has entered stays, whatever is found or dismissed afterwards. */
const withFoundProducts = (
  detection: ScanDetection,
  products: readonly ScanProduct[],
): ScanDetection => {
  const isEdited = detection.isManual || detection.title !== detection.products[0]?.title
  return isEdited ? { ...detection, products: [...products] } : addProducts(detection, products)
}

const showProducts = (state: FinderState, id: string, products: readonly ScanProduct[]) => ({
  ...changeDetection(state, id, (detection) => withFoundProducts(detection, products)),
  pendingIds: withoutId(state.pendingIds, id),
})

const addNotice = (state: FinderState, message: string | null): FinderState =>
  message === null || state.notices.includes(message)
    ? state
    : { ...state, notices: [...state.notices, message] }

/** The boxes that the user has added during the scan. */
const manualBoxes = ({ detections }: FinderState) => detections.filter(({ isManual }) => isManual)

/** Selecting a detection searches its terms, once. A box without a name has none. */
const searchSelected = (state: FinderState): Step => {
  const id = getSelectedId(state.canvas)
  const detection = id === null ? undefined : findDetection(state, id)
  const isSearchable =
    state.phase.name === 'done' && (detection?.label || detection?.searchTerms?.length)
  if (!detection || !isSearchable || state.searchedTermIds.includes(detection.id))
    return stepTo(state)
  const searchedTermIds = [...state.searchedTermIds, detection.id]
  return stepTo({ ...state, searchedTermIds }, { type: 'search-terms', detection })
}

const selectedCanvas = (id: string): CanvasState => ({ name: 'selected', id, isBoxShown: true })

const changeCanvas = (state: FinderState, canvas: CanvasState): Step => {
  // A pointer that passes over the photo must not render the page again.
  if (canvas === state.canvas) return stepTo(state)
  const isSame = getSelectedId(canvas) === getSelectedId(state.canvas)
  return isSame ? stepTo({ ...state, canvas }) : searchSelected({ ...state, canvas })
}

/** Detections of a scan are saved, unless they are in My Products. */
const savingScanned = ({ detections, keptIds }: FinderState): FinderEffect => ({
  type: 'save-scanned',
  ids: detections
    .filter(({ id, isManual }) => !isManual && !keptIds.includes(id))
    .map(({ id }) => id),
})

const searchBox = (state: FinderState, id: string): Step => {
  const detection = findDetection(state, id)
  if (!detection || !state.photo || !state.isSent) return stepTo(state)
  const { bbox } = detection
  const label = state.namedIds.includes(id) ? '' : detection.label
  // The category of a box without a name means nothing.
  const category = label === '' || detection.category === 'other' ? undefined : detection.category
  return stepTo(
    { ...state, pendingIds: withId(state.pendingIds, id) },
    { type: 'search-box', id, label, bbox, category, kind: state.kinds.get(id) ?? null },
  )
}

const addBox = (state: FinderState, id: string, bbox: Box, kind: string | null): Step => {
  const detections = [...state.detections, manualDetection(id, bbox, kind)]
  const next = {
    ...state,
    detections,
    canvas: selectedCanvas(id),
    addedId: id,
    // Called what its answers are, so that name and answers agree.
    namedIds: withId(state.namedIds, id),
    kinds: kind === null ? state.kinds : new Map([...state.kinds, [id, { kind, isGiven: false }]]),
  }
  return searchBox(next, id)
}

const moveBox = (state: FinderState, id: string, bbox: Box): Step => {
  const moved = changeDetection(state, id, { bbox, bestSeen: undefined })
  // The detector's kind was for the place before.
  const kinds = new Map([...state.kinds].filter(([other, { isGiven }]) => other !== id || isGiven))
  return searchBox({ ...moved, kinds }, id)
}

/** An object with another name has other search terms. */
const forgetTerms = (state: FinderState, id: string): FinderState => ({
  ...state,
  searchedTermIds: withoutId(state.searchedTermIds, id),
  termProducts: new Map([...state.termProducts].filter(([other]) => other !== id)),
})

/** The words of an object whose kind a person has said. */
const describeNamed = (kind: string, { embedding, label, category }: NamedKind) => ({
  embedding,
  label,
  category,
  lensObjectName: kind,
  searchTerms: buildSearchTerms({ name: label, category }),
  primaryQuery: buildPrimaryQuery({ name: label, category }) ?? label,
  noneOfKind: undefined,
})

const applyCanvasEvent = (state: FinderState, event: CanvasEvent, newId: string): Step => {
  const { state: canvas, outcome } = stepCanvas(state.canvas, event)
  if (outcome?.type === 'placed') return moveBox({ ...state, canvas }, outcome.id, outcome.box)
  if (outcome?.type === 'drawn') return addBox(state, newId, outcome.box, null)
  if (outcome?.type !== 'tapped') return changeCanvas(state, canvas)
  const { point, isAdding } = outcome
  const tapped = findTappedObject(point, isAdding, state.detections, state.candidates)
  const openId = getSelectedId(state.canvas)
  if ('id' in tapped && tapped.id !== openId) return changeCanvas(state, selectedCanvas(tapped.id))
  // A tap beside the selected object only deselects it; the next one adds a box.
  return 'id' in tapped || openId !== null
    ? changeCanvas(state, canvas)
    : addBox(state, newId, tapped.box, tapped.kind)
}

/** The state before a scan. The same photo can still be kept for a login. */
const startScan = (state: FinderState, attempt: ScanAttempt, isSamePhoto: boolean): Step => {
  const { file, photoData } = state
  return stepTo(
    {
      ...EMPTY,
      ...(isSamePhoto && { file, photoData }),
      attempt,
      takesFocus: state.takesFocus,
      phase: { name: 'preparing' },
    },
    { type: 'stop-scan', scanId: state.scanId },
    { type: 'start-scan', attempt },
  )
}

/** Boxes that were moved stay in place, whatever is reported about them. */
const updateDetection = (state: FinderState, update: ScanDetection) =>
  changeDetection(state, update.id, ({ bbox, bestSeen }) => ({ ...update, bbox, bestSeen }))

const failScan = (state: FinderState, failure: ScanFailure): FinderState => ({
  ...state,
  phase: { name: 'failed', ...failure },
  pendingIds: [],
})

const endScan = (state: FinderState): Step => {
  const { scanId } = state
  const effects: FinderEffect[] = scanId === null ? [] : [{ type: 'finish-scan', scanId }]
  return stepTo({ ...state, scanId: null }, ...effects)
}

/** A table with a transition for every event. */
type Transitions<Event extends { type: string }> = {
  [Type in Event['type']]: (state: FinderState, event: Extract<Event, { type: Type }>) => Step
}

type ScanReport = Exclude<EngineEvent, { type: 'opened' }>

const SCAN_REPORTS: Transitions<ScanReport> = {
  uploading: (state, { percent }) => stepTo({ ...state, phase: { name: 'uploading', percent } }),
  loading: (state, { percent }) =>
    stepTo({
      ...state,
      phase: percent === null ? { name: 'finding' } : { name: 'loading', percent },
    }),
  begun: (state, { location, imageUrl }) =>
    stepTo({
      ...state,
      location,
      imageUrl,
      isSent: true,
      phase: { name: 'finding' },
      notices: [],
      termProducts: EMPTY.termProducts,
    }),
  started: (state, { scanId }) => stepTo({ ...state, scanId, phase: { name: 'finding' } }),
  waiting: (state, { ahead }) => stepTo({ ...state, phase: { name: 'waiting', ahead } }),
  detections: (state, { detections, candidates = [] }) =>
    stepTo({
      ...state,
      phase: { name: 'searching', searched: 0, total: detections.length },
      detections: [...sortObjects(detections), ...manualBoxes(state)],
      candidates,
      pendingIds: detections.map(({ id }) => id),
    }),
  named: (state, { detections }) => stepTo(detections.reduce(updateDetection, state)),
  products: (state, { detection, searched, total }) => {
    const { id, embedding } = detection
    const phase = { name: 'searching', searched, total } as const
    const next = { ...updateDetection(state, detection), phase }
    if (embedding === undefined)
      return stepTo({ ...next, pendingIds: withoutId(state.pendingIds, id) })
    const pendingIds = withId(state.pendingIds, id)
    const answeringIds = withId(state.answeringIds, id)
    return stepTo({ ...next, pendingIds, answeringIds }, { type: 'find-answers', detection })
  },
  offline: (state, { lists }) => stepTo({ ...state, phase: { name: 'offline', lists } }),
  notice: (state, { message }) => stepTo(addNotice(state, message)),
  done: (state, { message }) => {
    const ended = endScan(state)
    const { answeringIds } = state
    const phase = { name: 'done' } as const
    const done = searchSelected({ ...ended.state, phase, pendingIds: answeringIds })
    return stepTo(
      done.state,
      ...ended.effects,
      ...(message ? [{ type: 'show-toast', kind: 'success', message } as const] : []),
      ...(answeringIds.length === 0 ? [savingScanned(state)] : []),
      ...done.effects,
    )
  },
  failed: (state, { error }) => {
    const ended = endScan(state)
    // Finding nothing is no failure.
    if (!error.includes(SCAN_MESSAGES.noVisualMatches)) {
      const failure = { message: SCAN_MESSAGES.detectionFailed(error), advice: adviseOnStatus(500) }
      return stepTo(failScan(ended.state, failure), ...ended.effects)
    }
    return stepTo(
      { ...ended.state, phase: { name: 'done' }, detections: manualBoxes(state), pendingIds: [] },
      ...ended.effects,
      { type: 'show-toast', kind: 'info', message: SCAN_MESSAGES.nothingFound },
    )
  },
}

/** A transition that needs the object, which may have been removed meanwhile. */
const ofObject =
  <Event extends { id: string }>(
    change: (state: FinderState, event: Event, detection: ScanDetection) => Step,
  ) =>
  (state: FinderState, event: Event): Step => {
    const detection = findDetection(state, event.id)
    return detection ? change(state, event, detection) : stepTo(state)
  }

/** Without a search of the object; an answer is still coming. */
const endSearch = (state: FinderState, id: string): FinderState =>
  state.answeringIds.includes(id)
    ? state
    : { ...state, pendingIds: withoutId(state.pendingIds, id) }

const TRANSITIONS: Transitions<FinderEvent> = {
  'choose-photo': (state, { photo, isHandedOver }) => {
    const takesFocus = state.takesFocus || !isHandedOver
    return startScan({ ...state, takesFocus }, { photo, consent: 'none' }, false)
  },
  'share-photo': (state, { photo }) =>
    state.photo || isBusy(state)
      ? stepTo(state)
      : stepTo({ ...state, phase: { name: 'confirming', photo } }),
  'reopen-scan': (state, { imageUrl }) => startScan(state, { storedPhoto: imageUrl }, false),
  'restore-scan': (state, { scan, file, returnPoint }) => {
    const consent = scan.place === 'device' ? 'none' : 'send'
    const started = startScan(state, { photo: { file }, consent }, false)
    return scan.results
      ? stepTo(
          started.state,
          { type: 'stop-scan', scanId: state.scanId },
          { type: 'show-results', scan, file, returnPoint },
        )
      : started
  },
  agree: (state, { to }) => {
    const { file } = state
    return file ? startScan(state, { photo: { file }, consent: to }, true) : stepTo(state)
  },
  'scan-again': (state) => {
    const { imageUrl, scanId, attempt } = state
    const next = { ...state, canvas: IDLE, takesFocus: true }
    if (imageUrl === null) return attempt ? startScan(next, attempt, true) : stepTo(state)
    return stepTo(
      { ...next, scanId: null, searchedTermIds: [], answeringIds: [] },
      { type: 'stop-scan', scanId },
      { type: 'scan-stored-photo', imageUrl },
    )
  },
  'leave-photo': ({ scanId }) =>
    stepTo({ ...EMPTY, takesFocus: true }, { type: 'stop-scan', scanId }),

  'use-canvas': (state, { event, newId }) => applyCanvasEvent(state, event, newId),
  'toggle-object': (state, { id }) =>
    changeCanvas(state, getSelectedId(state.canvas) === id ? IDLE : selectedCanvas(id)),
  'add-box': (state, { id, bbox, kind }) => addBox(state, id, bbox, kind),
  'move-box': (state, { id, bbox }) => moveBox(state, id, bbox),
  'highlight-object': (state, { id }) => stepTo({ ...state, litId: id }),
  'open-dialog': (state, { dialog }) => stepTo({ ...state, dialog }),
  'change-view': (state, { key, view }) =>
    stepTo({ ...state, views: new Map([...state.views, [key, view]]) }),

  'edit-object': ofObject((state, { id, edit: { image, ...words } }, detection) => {
    const name = state.namedIds.includes(id) ? { label: '' } : {}
    const price = addCurrency(words.price, parsePrice(detection.price)?.currency)
    const next = changeDetection(state, id, { ...words, price, ...name })
    return stepTo(
      { ...next, namedIds: withoutId(state.namedIds, id), dialog: null },
      { type: 'save-picture', id, image },
    )
  }),
  'name-kind': ofObject((state, { id, kind }, { embedding }) => {
    if (embedding === undefined) return stepTo(state)
    const pendingIds = withId(state.pendingIds, id)
    return stepTo({ ...state, pendingIds }, { type: 'name-kind', id, embedding, kind })
  }),
  'remove-object': ofObject((state, { id }) =>
    stepTo(
      {
        ...state,
        detections: state.detections.filter((other) => other.id !== id),
        pendingIds: withoutId(state.pendingIds, id),
        canvas: getSelectedId(state.canvas) === id ? IDLE : state.canvas,
        dialog: null,
      },
      { type: 'cancel-search', id },
      { type: 'delete-stored', id },
    ),
  ),
  'keep-object': ofObject((state, { id }) =>
    stepTo({ ...state, dialog: null }, { type: 'save-kept', id }),
  ),
  'like-object': ofObject((state, { id, isLiked }, detection) => {
    const message = findFavoriteProblem(detection)
    if (message) return stepTo(state, { type: 'show-toast', kind: 'error', message })
    const name = getDetectionName(detection)
    const likes = new Map([...state.likes, [name, isLiked]])
    const likingIds = withId(state.likingIds, id)
    return stepTo({ ...state, likes, likingIds }, { type: 'save-like', detection, name, isLiked })
  }),
  'use-product': ofObject((state, { id, product }, detection) => {
    const others = detection.products.filter((other) => other.id !== product.id)
    const products = [product, ...others].slice(0, DETECTION_SEARCH.maxResults)
    return stepTo(
      changeDetection(endSearch(state, id), id, addProducts(detection, products)),
      { type: 'cancel-search', id },
      { type: 'save-edited', id },
    )
  }),
  'reject-product': ofObject((state, { id, productId }, detection) => {
    const products = detection.products.filter((product) => product.id !== productId)
    const { imageUrl } = state
    const bbox = getBestViewBox(detection)
    return stepTo(
      changeDetection(endSearch(state, id), id, withFoundProducts(detection, products)),
      // A running search began with this product and would bring it back.
      { type: 'cancel-search', id },
      ...(imageUrl ? [{ type: 'save-rejection', imageUrl, bbox, productId } as const] : []),
      ...(detection.isManual ? [] : [{ type: 'save-scanned', ids: [id] } as const]),
    )
  }),

  'photo-shown': (state, { photo, file, photoData }) =>
    stepTo(
      { ...state, photo, file, photoData },
      // At once, because that takes too long when the page is left.
      ...(file && photoData === null ? [{ type: 'store-photo', photo } as const] : []),
    ),
  // Not after another photo.
  'photo-stored': (state, { previewUrl, data }) =>
    stepTo(state.photo?.previewUrl === previewUrl ? { ...state, photoData: data } : state),
  'scan-progressed': (state, { event }) => {
    // A newer server may send others.
    const transition: ((state: FinderState, event: never) => Step) | undefined =
      SCAN_REPORTS[event.type]
    return transition ? transition(state, event as never) : stepTo(state)
  },
  'consent-needed': (state, { reason }) =>
    stepTo({ ...state, phase: { name: 'asking', reason }, isSent: false, pendingIds: [] }),
  'scan-failed': (state, { failure }) => stepTo(failScan(state, failure)),
  'results-loaded': (state, { imageUrl, location, results, returnPoint }) =>
    searchSelected({
      ...state,
      phase: { name: 'done' },
      imageUrl,
      location,
      isSent: true,
      detections: sortObjects(results.detections),
      candidates: results.candidates ?? [],
      keptIds: results.kept,
      views: new Map(results.views),
      canvas: returnPoint.selectedId === null ? IDLE : selectedCanvas(returnPoint.selectedId),
      dialog: returnPoint.idToKeep === null ? null : { type: 'keep', id: returnPoint.idToKeep },
    }),
  'answers-found': (state, { id, embedding, products }) => {
    const answeringIds = withoutId(state.answeringIds, id)
    // Not after another photo, or a move of the box.
    const isCurrent = findDetection(state, id)?.embedding === embedding
    const next = { ...(isCurrent ? showProducts(state, id, products) : state), answeringIds }
    const isLast = answeringIds.length === 0 && state.answeringIds.length > 0
    // What is in My Products is saved apart from the scan.
    const isCorrected = state.kinds.get(id)?.isGiven === true && state.keptIds.includes(id)
    return stepTo(
      next,
      ...(isLast && state.phase.name === 'done' ? [savingScanned(next)] : []),
      ...(isCurrent && isCorrected ? [{ type: 'save-edited', id } as const] : []),
    )
  },
  'box-described': (state, { id, embedding, notice }) =>
    stepTo(addNotice(changeDetection(state, id, { embedding }), notice)),
  'box-answered': (state, { id, name, products }) => {
    const next = showProducts(state, id, products)
    if (name === null) return stepTo(next)
    const namedIds = withId(state.namedIds, id)
    const category = parseCategory(name)
    const words = category === 'other' ? { label: name } : { label: name, category }
    const isRenamed = findDetection(state, id)?.label !== name
    const named = isRenamed ? forgetTerms(next, id) : next
    return searchSelected({ ...changeDetection(named, id, words), namedIds })
  },
  'kind-named': ofObject((state, { id, last, kind, named }, detection) => {
    // The box was moved meanwhile, and shows something else.
    if (detection.embedding !== last) return stepTo(state)
    const next = {
      ...forgetTerms(changeDetection(state, id, describeNamed(kind, named)), id),
      kinds: new Map([...state.kinds, [id, { kind, isGiven: true }]]),
      namedIds: withoutId(state.namedIds, id),
      answeringIds: withId(state.answeringIds, id),
    }
    const searched = searchSelected(next)
    const renamed = findDetection(next, id) ?? detection
    const asking = { type: 'find-answers', detection: renamed } as const
    return stepTo(searched.state, { type: 'cancel-search', id }, asking, ...searched.effects)
  }),
  'terms-answered': (state, { id, products }) =>
    stepTo({ ...state, termProducts: new Map([...state.termProducts, [id, products]]) }),
  'search-failed': (state, { id, message }) =>
    stepTo(addNotice({ ...state, pendingIds: withoutId(state.pendingIds, id) }, message)),
  'picture-stored': (state, { id, url }) =>
    stepTo(changeDetection(state, id, { imageUrl: url, thumbnail: url })),
  'like-saved': (state, { id, name, isLiked }) => {
    const likes = new Map([...state.likes, [name, isLiked]])
    return stepTo({ ...state, likes, likingIds: withoutId(state.likingIds, id) })
  },
  'object-kept': (state, { id }) => stepTo({ ...state, keptIds: withId(state.keptIds, id) }),
}

/** The state after an event, and what has to be done about it. */
export const reduceFinder = (state: FinderState, event: FinderEvent): Step => {
  const step = TRANSITIONS[event.type](state, event as never)
  const url = state.photo?.previewUrl
  const isReplaced = url !== step.state.photo?.previewUrl
  return url?.startsWith('blob:') && isReplaced
    ? stepTo(step.state, ...step.effects, { type: 'release-preview', url })
    : step
}
