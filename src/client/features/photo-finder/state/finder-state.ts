import type { ChosenPhoto } from '#client/catalog/photo-search/choose-photo.tsx'
import type {
  DeviceReason,
  EngineEvent,
  ScanLocation,
  ShownPhoto,
} from '#client/features/photo-finder/scan/scan-engine.ts'
import type { ScanFailure } from '#client/features/photo-finder/scan/server-engine.ts'
import { type CanvasEvent, type CanvasState, IDLE } from '#client/ui/canvas/canvas-state.ts'
import { MANUAL_BOX } from '#shared/finder-constants.ts'
import type { ScanCandidate, ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import type { Box } from '#shared/domain/box.ts'
import { type Category, parseCategory } from '#shared/domain/category.ts'
import { getKindNoun } from '#shared/vision/words.ts'
import type { AnswerView, AnswerViews } from './answers.ts'

/** The states, events and effects of the finder; the reducer has the transitions. */

export type Phase =
  | { name: 'empty' }
  /** A photo was shared to the app, and the user has not agreed to scan it yet. */
  | { name: 'confirming'; photo: Blob }
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
  /** The scan is over; `answeringIds` are still being answered. */
  | { name: 'done' }
  | ({ name: 'failed' } & ScanFailure)

/** What 'Try again' repeats. `consent`: what the visitor has agreed to, if the device cannot scan. */
export type ScanAttempt =
  | { photo: ChosenPhoto; consent: 'none' | 'send' | 'download' }
  | { storedPhoto: string }

/** A scan on /find that the browser stores during a login; an unfinished scan starts again. */
export type KeptScan = { photo: string; place: ScanLocation; results: ScanResults | null }

type ScanResults = {
  detections: readonly ScanDetection[]
  /** Stored scans have none. */
  candidates?: readonly ScanCandidate[]
  kept: readonly string[]
  views: readonly (readonly [string, AnswerView])[]
}

/** The selected object, and the object that the visitor wants to add to My Products. */
export type ReturnPoint = { selectedId: string | null; idToKeep: string | null }

export type DetectionEdit = {
  title: string
  price: string
  productLink: string
  category: Category
  /** A picture that replaces the current one. */
  image: File | null
}

/** A kind given by hand decides what is searched; one of the detector only where the answers have no name. */
export type KnownKind = { kind: string; isGiven: boolean }

export type FinderState = {
  phase: Phase
  attempt: ScanAttempt | null
  photo: ShownPhoto | null
  /** The original file, for later searches of its boxes. */
  file: Blob | null
  /** The photo as a data: link, for a login that leaves the page. */
  photoData: string | null
  /** Where the photo is scanned. */
  location: ScanLocation
  /** The scan that runs on the server. */
  scanId: string | null
  /** The address of the photo once the server has stored it, which it never does for /find. */
  imageUrl: string | null
  /** Whether the photo has been scanned, or is about to be: before that, a box cannot be searched. */
  isSent: boolean
  /** Whether the focus was on the controls of a photo that is gone. */
  takesFocus: boolean
  detections: readonly ScanDetection[]
  /** Less certain boxes, for taps on objects that the scan missed. */
  candidates: readonly ScanCandidate[]
  /** Ids whose products are still being searched. */
  pendingIds: readonly string[]
  /** Ids that the scan has found and whose answers are being loaded. */
  answeringIds: readonly string[]
  /** Ids whose search terms have been searched. */
  searchedTermIds: readonly string[]
  /** Boxes that are called what their answers are, until they are moved or described. */
  namedIds: readonly string[]
  /** What a person, or the detector's candidate, says about boxes that the scan has not named. */
  kinds: ReadonlyMap<string, KnownKind>
  notices: readonly string[]
  /** Hearts that were pressed here, by product name; they override the list of saved products. */
  likes: ReadonlyMap<string, boolean>
  /** Ids whose heart waits for the server. */
  likingIds: readonly string[]
  /** Ids of detections in My Products. */
  keptIds: readonly string[]
  /** How the results of each object were refined. */
  views: AnswerViews
  /** Products for the search terms of an object, by its id. */
  termProducts: ReadonlyMap<string, readonly ScanProduct[]>
  /** The selected object, and the box that is being moved or drawn. */
  canvas: CanvasState
  /** The object under the pointer or focus, highlighted on the photo and in the list. */
  litId: string | null
  /** A box just added takes the focus, so that arrow keys move it. */
  addedId: string | null
  dialog: { type: 'edit' | 'delete' | 'keep'; id: string } | null
}

export const EMPTY: FinderState = {
  phase: { name: 'empty' },
  attempt: null,
  photo: null,
  file: null,
  photoData: null,
  location: 'server',
  scanId: null,
  imageUrl: null,
  isSent: false,
  takesFocus: false,
  detections: [],
  candidates: [],
  pendingIds: [],
  answeringIds: [],
  searchedTermIds: [],
  namedIds: [],
  kinds: new Map(),
  notices: [],
  likes: new Map(),
  likingIds: [],
  keptIds: [],
  views: new Map(),
  termProducts: new Map(),
  canvas: IDLE,
  litId: null,
  addedId: null,
  dialog: null,
}

/** An object as a person calls it. */
export type NamedKind = { embedding: string; label: string; category: Category }

type UserEvent =
  /** `isHandedOver`: the photo was chosen on another screen. */
  | { type: 'choose-photo'; photo: ChosenPhoto; isHandedOver?: true }
  | { type: 'share-photo'; photo: Blob }
  | { type: 'reopen-scan'; imageUrl: string }
  | { type: 'restore-scan'; scan: KeptScan; file: Blob; returnPoint: ReturnPoint }
  | { type: 'agree'; to: 'send' | 'download' }
  | { type: 'scan-again' }
  | { type: 'leave-photo' }
  /** `newId`: the id of the box that the event may add. */
  | { type: 'use-canvas'; event: CanvasEvent; newId: string }
  /** Selects an object, or deselects it. */
  | { type: 'toggle-object'; id: string }
  /** `kind`: the kind of the detector's candidate. */
  | { type: 'add-box'; id: string; bbox: Box; kind: string | null }
  | { type: 'move-box'; id: string; bbox: Box }
  | { type: 'highlight-object'; id: string | null }
  | { type: 'open-dialog'; dialog: FinderState['dialog'] }
  | { type: 'edit-object'; id: string; edit: DetectionEdit }
  /** The visitor says what it is. */
  | { type: 'name-kind'; id: string; kind: string }
  | { type: 'remove-object'; id: string }
  | { type: 'keep-object'; id: string }
  | { type: 'like-object'; id: string; isLiked: boolean }
  | { type: 'use-product'; id: string; product: ScanProduct }
  | { type: 'reject-product'; id: string; productId: string }
  | { type: 'change-view'; key: string; view: AnswerView }

type ReportedEvent =
  | { type: 'photo-shown'; photo: ShownPhoto; file: Blob | null; photoData: string | null }
  | { type: 'photo-stored'; previewUrl: string; data: string }
  | { type: 'scan-progressed'; event: Exclude<EngineEvent, { type: 'opened' }> }
  | { type: 'consent-needed'; reason: DeviceReason }
  | { type: 'scan-failed'; failure: ScanFailure }
  /** The results of an earlier scan were loaded, so that nothing has to be scanned. */
  | ({ type: 'results-loaded'; results: ScanResults; returnPoint: ReturnPoint } & Pick<
      FinderState,
      'imageUrl' | 'location'
    >)
  | { type: 'answers-found'; id: string; embedding: string; products: readonly ScanProduct[] }
  | { type: 'box-described'; id: string; embedding: string | undefined; notice: string | null }
  /** `name`: what the answers call a box without a name. */
  | { type: 'box-answered'; id: string; name: string | null; products: readonly ScanProduct[] }
  /** `last`: the embedding before. */
  | { type: 'kind-named'; id: string; last: string; kind: string; named: NamedKind }
  | { type: 'terms-answered'; id: string; products: readonly ScanProduct[] }
  | { type: 'search-failed'; id: string; message: string }
  | { type: 'picture-stored'; id: string; url: string }
  | { type: 'like-saved'; id: string; name: string; isLiked: boolean }
  | { type: 'object-kept'; id: string }

export type FinderEvent = UserEvent | ReportedEvent

/** What has to be done after an event. */
export type FinderEffect =
  /** Another scan starts or the photo is left, so everything that belongs to the last one ends. */
  | { type: 'stop-scan'; scanId: string | null }
  | { type: 'start-scan'; attempt: ScanAttempt }
  | { type: 'scan-stored-photo'; imageUrl: string }
  | { type: 'show-results'; scan: KeptScan; file: Blob; returnPoint: ReturnPoint }
  | { type: 'finish-scan'; scanId: string }
  | { type: 'release-preview'; url: string }
  | { type: 'store-photo'; photo: ShownPhoto }
  | { type: 'find-answers'; detection: ScanDetection }
  | {
      type: 'search-box'
      id: string
      label: string
      bbox: Box
      category: Category | undefined
      kind: KnownKind | null
    }
  | { type: 'name-kind'; id: string; embedding: string; kind: string }
  | { type: 'search-terms'; detection: ScanDetection }
  | { type: 'cancel-search'; id: string }
  | { type: 'save-scanned'; ids: readonly string[] }
  | { type: 'save-picture'; id: string; image: File | null }
  | { type: 'save-edited'; id: string }
  | { type: 'save-kept'; id: string }
  | { type: 'save-like'; detection: ScanDetection; name: string; isLiked: boolean }
  | { type: 'save-rejection'; imageUrl: string; bbox: Box; productId: string }
  | { type: 'delete-stored'; id: string }
  | { type: 'show-toast'; kind: 'success' | 'info' | 'error'; message: string }

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
  label: kind === null ? '' : getKindNoun(kind),
  confidence: MANUAL_BOX.confidence,
  bbox,
  category: kind === null ? MANUAL_BOX.category : parseCategory(kind),
  source: 'manual_detection',
  products: [],
  isManual: true,
  isEditable: true,
  isResizable: true,
})

const QUIET_PHASES: ReadonlySet<Phase['name']> = new Set([
  'empty',
  'confirming',
  'done',
  'failed',
  'asking',
])
export const isBusy = ({ phase }: FinderState): boolean => !QUIET_PHASES.has(phase.name)

/** What to do after a failure; null if its message says so already. */
export const getFailureAdvice = (
  { message, advice }: ScanFailure,
  fallback: string | null = null,
): string | null => {
  // Sentences of the server that say what to do ask for it.
  const isSaid = /\bplease\b/i.test(message) || (advice !== undefined && message.includes(advice))
  return isSaid ? null : (advice ?? fallback)
}

export const findDetection = ({ detections }: FinderState, id: string) =>
  detections.find((detection) => detection.id === id)

/** The scan to store during a login; null without a photo. */
export const scanToKeep = (state: FinderState): KeptScan | null => {
  const { phase, photoData, location, detections, candidates, keptIds, views } = state
  if (photoData === null) return null
  const results = { detections, candidates, kept: keptIds, views: [...views] }
  return { photo: photoData, place: location, results: phase.name === 'done' ? results : null }
}
