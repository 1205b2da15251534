import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '#client/features/photo-finder/scan/scan-engine.ts'
import { IDLE } from '#client/ui/canvas/canvas-state.ts'
import type { ScanDetection, ScanProduct } from '#shared/contract/scan.ts'
import { buildSearchTerms } from '#shared/domain/search-terms.ts'
import { FIRST_VIEW } from './answers.ts'
import { reduceFinder } from './finder-reducer.ts'
import {
  EMPTY,
  type FinderEffect,
  type FinderEvent,
  type FinderState,
  isBusy,
  manualDetection,
} from './finder-state.ts'

const product = (id: string, title = `Product ${id}`): ScanProduct => ({
  id,
  title,
  source: 'Wearabouts',
  sureness: 'close',
  price: '$10',
  productLink: 'https://shop.example/p',
})

const detection = (id: string, y: number, products: ScanProduct[] = []): ScanDetection => ({
  id,
  label: 'dress',
  confidence: 0.8,
  bbox: { x: 100, y, width: 100, height: 50 },
  category: 'clothing',
  source: 'google_lens',
  products,
  title: products[0]?.title,
  isManual: false,
  isEditable: true,
  isResizable: false,
})

const BOX = { x: 140, y: 140, width: 120, height: 120 }
const FAR = { x: 300, y: 300, width: 40, height: 40 }
const file = new Blob(['photo'])
const photo = { previewUrl: 'blob:photo', width: 400, height: 400, name: 'Your photo' }
const low = detection('low', 300, [product('1'), product('2')])
const high = detection('high', 10)
const manual = manualDetection('mine', BOX)
const selected = (id: string) => ({ name: 'selected', id, isBoxShown: true }) as const
const OFFER = { box: FAR, kind: 'bag', confidence: 0.3, isOffered: true } as const
const SKIRT = { embedding: 'as-skirt', label: 'navy skirt', category: 'clothing' } as const
const NAVY_SKIRT: ScanDetection = {
  ...low,
  ...SKIRT,
  lensObjectName: 'skirt',
  searchTerms: buildSearchTerms({ name: SKIRT.label, category: SKIRT.category }),
  primaryQuery: 'navy skirt clothing',
  noneOfKind: undefined,
}
const NOWHERE = { selectedId: null, idToKeep: null }
const kept = (results: boolean, place: 'device' | 'server' = 'server') => ({
  photo: 'data:photo',
  place,
  results: results ? { detections: [low], kept: ['low'], views: [] } : null,
})
const stop = (scanId: string | null = null) => ({ type: 'stop-scan', scanId }) as const
const release = { type: 'release-preview', url: photo.previewUrl } as const
const attempt = { photo: { file }, consent: 'none' } as const

/** States from which the table starts. */
const at = (phase: FinderState['phase'], changes: Partial<FinderState> = {}): FinderState => ({
  ...EMPTY,
  phase,
  ...changes,
})
const PREPARING = at({ name: 'preparing' }, { attempt })
const FINDING = at({ name: 'finding' }, { attempt, photo, file, isSent: true, scanId: 's' })
const SEARCHING = at(
  { name: 'searching', searched: 0, total: 2 },
  { ...FINDING, phase: { name: 'searching', searched: 0, total: 2 }, detections: [high, low] },
)
const DONE: FinderState = { ...SEARCHING, phase: { name: 'done' }, scanId: null }
const STORED: FinderState = { ...DONE, imageUrl: '/media/1.jpg', file: null }
const ASKING: FinderState = {
  ...FINDING,
  phase: { name: 'asking', reason: 'memory' },
  isSent: false,
  scanId: null,
}
const FAILED = at({ name: 'failed', message: 'No' }, { attempt })

type Row<Event> = readonly [
  rule: string,
  from: FinderState,
  event: Omit<Event, 'type'>,
  to: Partial<FinderState>,
  effects?: readonly FinderEffect[],
]
/** The compiler asks for rows for every event. */
type Table<Event extends { type: string }> = {
  [Type in Event['type']]: readonly Row<Extract<Event, { type: Type }>>[]
}

const start = (next: FinderState['attempt'], ...others: FinderEffect[]): FinderEffect[] =>
  next ? [...others, { type: 'start-scan', attempt: next }] : others

const EVENTS: Table<FinderEvent> = {
  'choose-photo': [
    [
      'starts a scan, and the title takes the focus if it fails',
      EMPTY,
      { photo: { file } },
      { phase: { name: 'preparing' }, attempt, takesFocus: true },
      start(attempt, stop()),
    ],
    [
      'from Home takes no focus',
      EMPTY,
      { photo: { file }, isHandedOver: true },
      { phase: { name: 'preparing' }, takesFocus: false },
      start(attempt, stop()),
    ],
    [
      'during a scan ends that scan, on the server too, and forgets its photo',
      { ...SEARCHING, photoData: 'data:', litId: 'low', canvas: selected('low') },
      { photo: { address: 'https://a.example' } },
      {
        ...EMPTY,
        phase: { name: 'preparing' },
        takesFocus: true,
        attempt: { photo: { address: 'https://a.example' }, consent: 'none' },
      },
      [...start({ photo: { address: 'https://a.example' }, consent: 'none' }, stop('s')), release],
    ],
  ],
  'share-photo': [
    ['asks first', EMPTY, { photo: file }, { phase: { name: 'confirming', photo: file } }],
    [
      'asks after a failure too',
      FAILED,
      { photo: file },
      { phase: { name: 'confirming', photo: file } },
    ],
    ['does not disturb a scan', FINDING, { photo: file }, FINDING],
    ['does not disturb results', DONE, { photo: file }, DONE],
  ],
  'reopen-scan': [
    [
      'loads the stored results',
      EMPTY,
      { imageUrl: '/media/1.jpg' },
      { phase: { name: 'preparing' }, attempt: { storedPhoto: '/media/1.jpg' } },
      start({ storedPhoto: '/media/1.jpg' }, stop()),
    ],
  ],
  'restore-scan': [
    [
      'shows the results',
      EMPTY,
      { scan: kept(true), file, returnPoint: NOWHERE },
      { phase: { name: 'preparing' }, attempt: { photo: { file }, consent: 'send' } },
      [stop(), { type: 'show-results', scan: kept(true), file, returnPoint: NOWHERE }],
    ],
    [
      'scans again on the server if there are none',
      EMPTY,
      { scan: kept(false), file, returnPoint: NOWHERE },
      { phase: { name: 'preparing' } },
      start({ photo: { file }, consent: 'send' }, stop()),
    ],
    [
      'scans again on the device, which may ask',
      EMPTY,
      { scan: kept(false, 'device'), file, returnPoint: NOWHERE },
      { phase: { name: 'preparing' } },
      start(attempt, stop()),
    ],
  ],
  agree: [
    [
      'sends the photo, which stays kept for a login',
      { ...ASKING, photoData: 'data:' },
      { to: 'send' },
      { phase: { name: 'preparing' }, file, photoData: 'data:' },
      [...start({ photo: { file }, consent: 'send' }, stop()), release],
    ],
    [
      'downloads the models',
      ASKING,
      { to: 'download' },
      { phase: { name: 'preparing' } },
      [...start({ photo: { file }, consent: 'download' }, stop()), release],
    ],
    ['does nothing without a photo', EMPTY, { to: 'send' }, EMPTY],
  ],
  'scan-again': [
    [
      'repeats the last attempt',
      FAILED,
      {},
      { phase: { name: 'preparing' }, attempt, takesFocus: true },
      start(attempt, stop()),
    ],
    [
      'scans a stored photo without another upload, and searches its terms again',
      { ...STORED, searchedTermIds: ['low'], canvas: selected('low'), keptIds: ['low'] },
      {},
      { ...STORED, keptIds: ['low'], canvas: IDLE, searchedTermIds: [], takesFocus: true },
      [stop(), { type: 'scan-stored-photo', imageUrl: '/media/1.jpg' }],
    ],
    ['does nothing before the first photo', EMPTY, {}, EMPTY],
  ],
  'leave-photo': [
    ['forgets everything', SEARCHING, {}, { ...EMPTY, takesFocus: true }, [stop('s'), release]],
  ],
  'use-canvas': [
    [
      'selects an object, and searches its terms once the scan is over',
      DONE,
      { event: { type: 'select', id: 'low' }, newId: 'new' },
      { canvas: selected('low'), searchedTermIds: ['low'] },
      [{ type: 'search-terms', detection: low }],
    ],
    [
      'selects an object that was searched before',
      { ...DONE, searchedTermIds: ['low'] },
      { event: { type: 'select', id: 'low' }, newId: 'new' },
      { canvas: selected('low'), searchedTermIds: ['low'] },
    ],
    [
      'searches no terms during the scan',
      SEARCHING,
      { event: { type: 'select', id: 'low' }, newId: 'new' },
      { canvas: selected('low'), searchedTermIds: [] },
    ],
    [
      'selects what is tapped',
      { ...DONE, searchedTermIds: ['low'] },
      { event: { type: 'tap', point: { x: 150, y: 325 } }, newId: 'new' },
      { canvas: selected('low'), detections: DONE.detections },
    ],
    [
      'deselects what is tapped again',
      { ...DONE, canvas: selected('low') },
      { event: { type: 'tap', point: { x: 150, y: 325 } }, newId: 'new' },
      { canvas: IDLE, detections: DONE.detections },
    ],
    [
      'only deselects at a tap beside the selected object',
      { ...DONE, canvas: selected('low') },
      { event: { type: 'tap', point: { x: 20, y: 200 } }, newId: 'new' },
      { canvas: IDLE, detections: DONE.detections },
    ],
    [
      'adds a box where nothing is',
      DONE,
      { event: { type: 'tap', point: { x: 200, y: 200 } }, newId: 'new' },
      { canvas: selected('new'), addedId: 'new', pendingIds: ['new'] },
      [{ type: 'search-box', id: 'new', label: '', bbox: BOX, category: undefined, kind: null }],
    ],
    [
      'adds a box that was drawn',
      { ...DONE, canvas: { name: 'adding', isByButton: false, from: { x: 0, y: 0 }, box: FAR } },
      { event: { type: 'release' }, newId: 'new' },
      { canvas: selected('new'), detections: [high, low, manualDetection('new', FAR)] },
      [{ type: 'search-box', id: 'new', label: '', bbox: FAR, category: undefined, kind: null }],
    ],
    [
      'searches a box again that was moved',
      {
        ...DONE,
        detections: [manual],
        canvas: { name: 'moving', id: 'mine', start: BOX, from: { x: 0, y: 0 }, box: FAR },
      },
      { event: { type: 'release' }, newId: 'new' },
      { canvas: selected('mine'), detections: [{ ...manual, bbox: FAR, bestSeen: undefined }] },
      [{ type: 'search-box', id: 'mine', label: '', bbox: FAR, category: undefined, kind: null }],
    ],
  ],
  'toggle-object': [
    ['selects', { ...DONE, searchedTermIds: ['low'] }, { id: 'low' }, { canvas: selected('low') }],
    ['deselects', { ...DONE, canvas: selected('low') }, { id: 'low' }, { canvas: IDLE }],
  ],
  'add-box': [
    [
      'adds a candidate of the detector under its kind until its answers name it',
      DONE,
      { id: 'glasses', bbox: BOX, kind: 'eyewear' },
      {
        canvas: selected('glasses'),
        addedId: 'glasses',
        pendingIds: ['glasses'],
        namedIds: ['glasses'],
        kinds: new Map([['glasses', { kind: 'eyewear', isGiven: false }]]),
        detections: [
          high,
          low,
          { ...manualDetection('glasses', BOX, 'eyewear'), label: 'glasses' },
        ],
      },
      [
        {
          type: 'search-box',
          id: 'glasses',
          label: '',
          bbox: BOX,
          category: undefined,
          kind: { kind: 'eyewear', isGiven: false },
        },
      ],
    ],
    [
      'searches nothing before the photo may be sent',
      ASKING,
      { id: 'new', bbox: BOX, kind: null },
      { detections: [manualDetection('new', BOX)], pendingIds: [] },
    ],
  ],
  'move-box': [
    [
      'forgets where the object was seen best, and searches as if it had no name',
      {
        ...DONE,
        detections: [{ ...manual, label: 'watch', bestSeen: BOX }],
        namedIds: ['mine'],
      },
      { id: 'mine', bbox: FAR },
      { detections: [{ ...manual, label: 'watch', bbox: FAR, bestSeen: undefined }] },
      [{ type: 'search-box', id: 'mine', label: '', bbox: FAR, category: undefined, kind: null }],
    ],
    [
      'keeps the kind that the visitor has given, not that of the candidate',
      { ...DONE, kinds: new Map([['low', { kind: 'belt', isGiven: true }]]) },
      { id: 'low', bbox: FAR },
      {},
      [
        {
          type: 'search-box',
          id: 'low',
          label: 'dress',
          bbox: FAR,
          category: 'clothing',
          kind: { kind: 'belt', isGiven: true },
        },
      ],
    ],
    [
      'forgets the kind of the candidate',
      { ...DONE, kinds: new Map([['low', { kind: 'bag', isGiven: false }]]) },
      { id: 'low', bbox: FAR },
      { kinds: new Map() },
      [
        {
          type: 'search-box',
          id: 'low',
          label: 'dress',
          bbox: FAR,
          category: 'clothing',
          kind: null,
        },
      ],
    ],
    [
      'searches within the category of an object with a name',
      DONE,
      { id: 'low', bbox: FAR },
      { pendingIds: ['low'] },
      [
        {
          type: 'search-box',
          id: 'low',
          label: 'dress',
          bbox: FAR,
          category: 'clothing',
          kind: null,
        },
      ],
    ],
  ],
  'highlight-object': [
    ['highlights', DONE, { id: 'low' }, { litId: 'low' }],
    ['stops', { ...DONE, litId: 'low' }, { id: null }, { litId: null }],
  ],
  'open-dialog': [
    [
      'opens',
      DONE,
      { dialog: { type: 'edit', id: 'low' } },
      { dialog: { type: 'edit', id: 'low' } },
    ],
    ['closes', { ...DONE, dialog: { type: 'edit', id: 'low' } }, { dialog: null }, DONE],
  ],
  'edit-object': [
    [
      'takes the words, in the currency of the price, and no name of the answers',
      {
        ...DONE,
        detections: [{ ...manual, label: 'watch', price: '€5' }],
        namedIds: ['mine'],
        dialog: { type: 'edit', id: 'mine' },
      },
      {
        id: 'mine',
        edit: {
          title: 'Mine',
          price: '7',
          productLink: 'https://a',
          category: 'bags',
          image: null,
        },
      },
      {
        detections: [
          {
            ...manual,
            label: '',
            title: 'Mine',
            price: '€7',
            productLink: 'https://a',
            category: 'bags',
          },
        ],
        namedIds: [],
        dialog: null,
      },
      [{ type: 'save-picture', id: 'mine', image: null }],
    ],
  ],
  'name-kind': [
    [
      'asks for the object as that kind',
      { ...DONE, detections: [{ ...low, embedding: 'signed' }] },
      { id: 'low', kind: 'skirt' },
      { pendingIds: ['low'] },
      [{ type: 'name-kind', id: 'low', embedding: 'signed', kind: 'skirt' }],
    ],
    ['does nothing before the object is described', DONE, { id: 'low', kind: 'skirt' }, DONE],
  ],
  'kind-named': [
    [
      'renames the object, forgets what its old name found, and asks for its answers',
      {
        ...DONE,
        detections: [{ ...low, embedding: 'signed', noneOfKind: 'dresses' }],
        namedIds: ['low'],
        searchedTermIds: ['low'],
        termProducts: new Map([['low', [product('9')]]]),
        pendingIds: ['low'],
      },
      { id: 'low', last: 'signed', kind: 'skirt', named: SKIRT },
      {
        detections: [NAVY_SKIRT],
        kinds: new Map([['low', { kind: 'skirt', isGiven: true }]]),
        namedIds: [],
        searchedTermIds: [],
        termProducts: new Map(),
        answeringIds: ['low'],
        pendingIds: ['low'],
      },
      [
        { type: 'cancel-search', id: 'low' },
        { type: 'find-answers', detection: NAVY_SKIRT },
      ],
    ],
    [
      'comes too late for a box that was moved',
      { ...DONE, detections: [{ ...low, embedding: 'moved' }] },
      { id: 'low', last: 'signed', kind: 'skirt', named: SKIRT },
      { detections: [{ ...low, embedding: 'moved' }] },
    ],
  ],
  'remove-object': [
    [
      'deletes and deselects it',
      {
        ...DONE,
        canvas: selected('low'),
        pendingIds: ['low'],
        dialog: { type: 'delete', id: 'low' },
      },
      { id: 'low' },
      { detections: [high], pendingIds: [], canvas: IDLE, dialog: null },
      [
        { type: 'cancel-search', id: 'low' },
        { type: 'delete-stored', id: 'low' },
      ],
    ],
    [
      'leaves another one selected',
      { ...DONE, canvas: selected('high') },
      { id: 'low' },
      { detections: [high], canvas: selected('high') },
      [
        { type: 'cancel-search', id: 'low' },
        { type: 'delete-stored', id: 'low' },
      ],
    ],
    ['does nothing twice', { ...DONE, detections: [high] }, { id: 'low' }, { detections: [high] }],
  ],
  'keep-object': [
    [
      'adds it to My Products',
      { ...DONE, dialog: { type: 'keep', id: 'low' } },
      { id: 'low' },
      { dialog: null, keptIds: [] },
      [{ type: 'save-kept', id: 'low' }],
    ],
  ],
  'like-object': [
    [
      'is visible at once',
      DONE,
      { id: 'low', isLiked: true },
      { likes: new Map([['Product 1', true]]), likingIds: ['low'] },
      [{ type: 'save-like', detection: low, name: 'Product 1', isLiked: true }],
    ],
    [
      'refuses a manual box that is not described',
      { ...DONE, detections: [manual] },
      { id: 'mine', isLiked: true },
      { likes: new Map(), likingIds: [] },
      [
        {
          type: 'show-toast',
          kind: 'error',
          message:
            'Please edit this manual detection and add title, price, and valid product link before saving!',
        },
      ],
    ],
  ],
  'use-product': [
    [
      'makes it the product of the object, and ends a search',
      { ...DONE, detections: [low], pendingIds: ['low'] },
      { id: 'low', product: product('2') },
      { pendingIds: [] },
      [
        { type: 'cancel-search', id: 'low' },
        { type: 'save-edited', id: 'low' },
      ],
    ],
    [
      'still waits for an answer',
      { ...DONE, detections: [low], pendingIds: ['low'], answeringIds: ['low'] },
      { id: 'low', product: product('2') },
      { pendingIds: ['low'] },
      [
        { type: 'cancel-search', id: 'low' },
        { type: 'save-edited', id: 'low' },
      ],
    ],
  ],
  'reject-product': [
    [
      'is remembered for a stored photo',
      STORED,
      { id: 'low', productId: '1' },
      {},
      [
        { type: 'cancel-search', id: 'low' },
        { type: 'save-rejection', imageUrl: '/media/1.jpg', bbox: low.bbox, productId: '1' },
        { type: 'save-scanned', ids: ['low'] },
      ],
    ],
    [
      'saves no manual box',
      { ...DONE, detections: [{ ...manual, products: [product('1')] }] },
      { id: 'mine', productId: '1' },
      { detections: [manual] },
      [{ type: 'cancel-search', id: 'mine' }],
    ],
  ],
  'change-view': [
    [
      'is remembered by embedding',
      DONE,
      { key: 'signed', view: { ...FIRST_VIEW, isExpanded: true } },
      { views: new Map([['signed', { ...FIRST_VIEW, isExpanded: true }]]) },
    ],
  ],
  'photo-shown': [
    [
      'is stored for a login',
      { ...PREPARING, photoData: 'data:last' },
      { photo, file, photoData: null },
      { phase: { name: 'preparing' }, photo, file, photoData: null },
      [{ type: 'store-photo', photo }],
    ],
    [
      'after a login is stored already',
      PREPARING,
      { photo, file, photoData: 'data:photo' },
      { photo, file, photoData: 'data:photo' },
    ],
    ['of the server is not stored', PREPARING, { photo, file: null, photoData: null }, { photo }],
  ],
  'photo-stored': [
    ['can be kept', FINDING, { previewUrl: 'blob:photo', data: 'data:' }, { photoData: 'data:' }],
    ['comes too late', FINDING, { previewUrl: 'blob:last', data: 'data:' }, { photoData: null }],
  ],
  // The rows of the engines' events are below.
  'scan-progressed': [],
  'consent-needed': [
    [
      'asks, and searches nothing until then',
      { ...FINDING, pendingIds: ['a'] },
      { reason: 'slow' },
      { phase: { name: 'asking', reason: 'slow' }, isSent: false, pendingIds: [], photo },
    ],
  ],
  'scan-failed': [
    [
      'leaves nothing pending',
      { ...SEARCHING, pendingIds: ['low'] },
      { failure: { message: 'Scan error: no', advice: 'Wait.' } },
      { phase: { name: 'failed', message: 'Scan error: no', advice: 'Wait.' }, pendingIds: [] },
    ],
  ],
  'results-loaded': [
    [
      'shows them in reading order',
      { ...PREPARING, photo },
      {
        results: { detections: [low, high], kept: ['low'], views: [['signed', FIRST_VIEW]] },
        imageUrl: '/media/1.jpg',
        location: 'server',
        returnPoint: NOWHERE,
      },
      {
        phase: { name: 'done' },
        detections: [high, low],
        keptIds: ['low'],
        views: new Map([['signed', FIRST_VIEW]]),
        imageUrl: '/media/1.jpg',
        isSent: true,
        canvas: IDLE,
        dialog: null,
      },
    ],
    [
      'returns to the object and to the question after a login',
      { ...PREPARING, photo },
      {
        results: { detections: [low], candidates: [OFFER], kept: [], views: [] },
        imageUrl: null,
        location: 'device',
        returnPoint: { selectedId: 'low', idToKeep: 'low' },
      },
      {
        location: 'device',
        candidates: [OFFER],
        canvas: selected('low'),
        dialog: { type: 'keep', id: 'low' },
      },
      [{ type: 'search-terms', detection: low }],
    ],
  ],
  'answers-found': [
    [
      'after the scan saves all objects with the last of them, except those in My Products',
      {
        ...DONE,
        detections: [{ ...low, embedding: 'signed' }, high, manual],
        keptIds: ['high'],
        pendingIds: ['low'],
        answeringIds: ['low'],
      },
      { id: 'low', embedding: 'signed', products: [product('7')] },
      { pendingIds: [], answeringIds: [] },
      [{ type: 'save-scanned', ids: ['low'] }],
    ],
    [
      'saves an object in My Products whose kind was changed by hand',
      {
        ...DONE,
        detections: [{ ...low, embedding: 'signed' }],
        keptIds: ['low'],
        kinds: new Map([['low', { kind: 'skirt', isGiven: true }]]),
        pendingIds: ['low'],
        answeringIds: ['low'],
      },
      { id: 'low', embedding: 'signed', products: [product('7')] },
      { pendingIds: [], answeringIds: [] },
      [
        { type: 'save-scanned', ids: [] },
        { type: 'save-edited', id: 'low' },
      ],
    ],
    [
      'saves nothing while others are awaited',
      {
        ...DONE,
        detections: [{ ...low, embedding: 'signed' }, high],
        pendingIds: ['low', 'high'],
        answeringIds: ['low', 'high'],
      },
      { id: 'low', embedding: 'signed', products: [] },
      { pendingIds: ['high'], answeringIds: ['high'] },
    ],
    [
      'saves nothing during the scan',
      {
        ...SEARCHING,
        detections: [{ ...low, embedding: 'signed' }],
        pendingIds: ['low'],
        answeringIds: ['low'],
      },
      { id: 'low', embedding: 'signed', products: [] },
      { pendingIds: [], answeringIds: [] },
    ],
    [
      'are not shown for a box that was moved',
      { ...DONE, detections: [{ ...low, embedding: 'moved' }], pendingIds: ['low'] },
      { id: 'low', embedding: 'signed', products: [product('7')] },
      { detections: [{ ...low, embedding: 'moved' }], pendingIds: ['low'] },
    ],
  ],
  'box-described': [
    [
      'has an embedding, and perhaps a notice',
      { ...DONE, detections: [manual], pendingIds: ['mine'] },
      { id: 'mine', embedding: 'signed', notice: 'Slow' },
      { detections: [{ ...manual, embedding: 'signed' }], notices: ['Slow'], pendingIds: ['mine'] },
    ],
  ],
  'box-answered': [
    [
      'is called what its answers are, and offers them without taking one',
      { ...DONE, detections: [manual], pendingIds: ['mine'] },
      { id: 'mine', name: 'watch', products: [product('1')] },
      {
        detections: [
          { ...manual, label: 'watch', category: 'accessories', products: [product('1')] },
        ],
        namedIds: ['mine'],
        pendingIds: [],
      },
    ],
    [
      'keeps its own name',
      { ...DONE, detections: [{ ...manual, label: 'belt' }], pendingIds: ['mine'] },
      { id: 'mine', name: null, products: [] },
      { detections: [{ ...manual, label: 'belt' }], namedIds: [], pendingIds: [] },
    ],
  ],
  'terms-answered': [
    [
      'are offered without taking one',
      DONE,
      { id: 'low', products: [product('9')] },
      { detections: DONE.detections, termProducts: new Map([['low', [product('9')]]]) },
    ],
  ],
  'search-failed': [
    [
      'says so once',
      { ...DONE, pendingIds: ['low'], notices: ['No'] },
      { id: 'low', message: 'No' },
      { pendingIds: [], notices: ['No'] },
    ],
  ],
  'picture-stored': [
    [
      'is the picture of the product',
      { ...DONE, detections: [manual] },
      { id: 'mine', url: '/media/2.jpg' },
      { detections: [{ ...manual, imageUrl: '/media/2.jpg', thumbnail: '/media/2.jpg' }] },
    ],
  ],
  'like-saved': [
    [
      'stays or goes back',
      { ...DONE, likes: new Map([['Product 1', true]]), likingIds: ['low'] },
      { id: 'low', name: 'Product 1', isLiked: false },
      { likes: new Map([['Product 1', false]]), likingIds: [] },
    ],
  ],
  'object-kept': [['is in My Products', DONE, { id: 'low' }, { keptIds: ['low'] }]],
}

const nothingFound = 'No visual matches found for this image'
const ENGINE_EVENTS: Table<Exclude<EngineEvent, { type: 'opened' }>> = {
  uploading: [
    ['counts', PREPARING, { percent: 40 }, { phase: { name: 'uploading', percent: 40 } }],
  ],
  loading: [
    ['counts', FINDING, { percent: 40 }, { phase: { name: 'loading', percent: 40 } }],
    ['is complete', FINDING, { percent: null }, { phase: { name: 'finding' } }],
  ],
  begun: [
    [
      'lets boxes be searched, and forgets the notices and terms of the last scan',
      { ...PREPARING, photo, notices: ['Slow'], termProducts: new Map([['low', []]]) },
      { location: 'device', imageUrl: null },
      {
        phase: { name: 'finding' },
        location: 'device',
        isSent: true,
        notices: [],
        termProducts: new Map(),
      },
    ],
    [
      'on the server has the address of a stored photo',
      PREPARING,
      { location: 'server', imageUrl: '/media/1.jpg' },
      { location: 'server', imageUrl: '/media/1.jpg' },
    ],
  ],
  started: [
    ['can be ended', FINDING, { scanId: 't' }, { phase: { name: 'finding' }, scanId: 't' }],
  ],
  waiting: [['has a place', FINDING, { ahead: 2 }, { phase: { name: 'waiting', ahead: 2 } }]],
  detections: [
    [
      'are listed in reading order before boxes that were added, pending their products',
      { ...FINDING, detections: [manual] },
      { detections: [low, high], candidates: [{ box: BOX, kind: 'belt', confidence: 0.2 }] },
      {
        phase: { name: 'searching', searched: 0, total: 2 },
        detections: [high, low, manual],
        candidates: [{ box: BOX, kind: 'belt', confidence: 0.2 }],
        pendingIds: ['low', 'high'],
      },
    ],
  ],
  named: [
    [
      'leaves boxes where they were moved, and deleted ones deleted',
      { ...SEARCHING, detections: [{ ...low, bbox: FAR }] },
      { detections: [{ ...low, label: 'striped dress' }, high] },
      { detections: [{ ...low, label: 'striped dress', bbox: FAR, bestSeen: undefined }] },
    ],
  ],
  products: [
    [
      'without an embedding are the result',
      { ...SEARCHING, pendingIds: ['low', 'high'] },
      { detection: low, searched: 1, total: 2 },
      { phase: { name: 'searching', searched: 1, total: 2 }, pendingIds: ['high'] },
    ],
    [
      'with an embedding are answered first',
      { ...SEARCHING, pendingIds: ['low', 'high'] },
      { detection: { ...low, embedding: 'signed' }, searched: 1, total: 2 },
      { pendingIds: ['high', 'low'], answeringIds: ['low'] },
      [{ type: 'find-answers', detection: { ...low, embedding: 'signed' } }],
    ],
  ],
  offline: [
    ['has lists', SEARCHING, { lists: ['Ada'] }, { phase: { name: 'offline', lists: ['Ada'] } }],
  ],
  notice: [
    [
      'is shown once',
      { ...FINDING, notices: ['Slow'] },
      { message: 'Slow' },
      { notices: ['Slow'] },
    ],
  ],
  done: [
    [
      'is answered: saves the objects, and searches the terms of the selected one',
      { ...SEARCHING, pendingIds: ['low'], canvas: selected('low') },
      { message: 'Found 2' },
      { phase: { name: 'done' }, pendingIds: [], scanId: null, searchedTermIds: ['low'] },
      [
        { type: 'finish-scan', scanId: 's' },
        { type: 'show-toast', kind: 'success', message: 'Found 2' },
        { type: 'save-scanned', ids: ['high', 'low'] },
        { type: 'search-terms', detection: low },
      ],
    ],
    [
      'is answering: waits for the answers',
      { ...SEARCHING, scanId: null, pendingIds: ['low', 'high'], answeringIds: ['low'] },
      { message: '' },
      { phase: { name: 'done' }, pendingIds: ['low'], answeringIds: ['low'] },
    ],
  ],
  failed: [
    [
      'is a failure',
      SEARCHING,
      { error: 'Broken' },
      {
        phase: {
          name: 'failed',
          message: 'Detection failed: Broken',
          advice: expect.any(String) as string,
        },
        scanId: null,
      },
      [{ type: 'finish-scan', scanId: 's' }],
    ],
    [
      'is no failure if nothing was found: boxes that were added stay',
      { ...SEARCHING, detections: [low, manual], pendingIds: ['low'] },
      { error: nothingFound },
      { phase: { name: 'done' }, detections: [manual], pendingIds: [] },
      [
        { type: 'finish-scan', scanId: 's' },
        { type: 'show-toast', kind: 'info', message: 'No objects found in the image' },
      ],
    ],
  ],
}

const rowsOf = <Event extends { type: string }>(
  table: Table<Event>,
  toEvent: (event: Event) => FinderEvent,
) =>
  Object.entries(table as unknown as Record<string, readonly Row<never>[]>).flatMap(
    ([type, rows]) =>
      rows.map(([rule, from, event, to, effects = []]) => {
        const whole = toEvent({ ...(event as object), type } as unknown as Event)
        return [type, rule, { from, event: whole, to, effects }] as const
      }),
  )

describe('a transition', () => {
  test.each([
    ...rowsOf(EVENTS, (event) => event),
    ...rowsOf(ENGINE_EVENTS, (event) => ({ type: 'scan-progressed', event })),
  ])('%s: %s', (_type, _rule, { from, event, to, effects }) => {
    const before = structuredClone(from.detections)
    const step = reduceFinder(from, event)
    expect(step.state).toMatchObject(to)
    expect(step.effects).toEqual(effects)
    expect(from.detections).toEqual(before)
  })

  test('passes over what a newer server says', () => {
    const event = { type: 'weather' } as unknown as Extract<EngineEvent, { type: 'done' }>
    expect(reduceFinder(SEARCHING, { type: 'scan-progressed', event }).state).toBe(SEARCHING)
  })

  test.each([
    ['busy', true, [PREPARING, FINDING, SEARCHING]],
    ['quiet', false, [EMPTY, DONE, ASKING, FAILED]],
  ])('leads to a state that is %s', (_, expected, states) => {
    expect(states.map(isBusy)).toEqual(states.map(() => expected))
  })
})

const after = (from: FinderState, ...events: FinderEvent[]) =>
  events.reduce((state, event) => reduceFinder(state, event).state, from)
const lowOf = ({ detections }: FinderState) => detections.find(({ id }) => id === 'low')

describe('Not this', () => {
  const reject = (productId: string) => ({ type: 'reject-product', id: 'low', productId }) as const

  test('replaces the wrong product with the next one', () => {
    expect(lowOf(after(DONE, reject('1')))?.title).toBe('Product 2')
    expect(lowOf(after(DONE, reject('1'), reject('2')))?.title).toBeUndefined()
  })

  test('keeps what the user wrote', () => {
    const edited = { ...DONE, detections: [{ ...low, title: 'My dress' }] }
    const state = after(edited, reject('1'))
    expect(lowOf(state)?.title).toBe('My dress')
    expect(lowOf(state)?.products.map(({ id }) => id)).toEqual(['2'])
  })
})

test('Use this makes a product the card’s own', () => {
  const state = after(DONE, { type: 'use-product', id: 'low', product: product('2') })
  expect(lowOf(state)).toMatchObject({ title: 'Product 2', price: '$10' })
  expect(lowOf(state)?.products.map(({ id }) => id)).toEqual(['2', '1'])
})

test('a manual box has confidence 0.5, category clothing, and is editable and resizable', () => {
  expect(manual).toMatchObject({
    confidence: 0.5,
    category: 'clothing',
    isManual: true,
    isEditable: true,
    isResizable: true,
    source: 'manual_detection',
  })
})
