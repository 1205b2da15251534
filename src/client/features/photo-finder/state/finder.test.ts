import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FavoriteToggle } from '#shared/domain/favorite-record.ts'
import { type SendPhoto, UploadError } from '#client/features/photo-finder/scan/server-engine.ts'
import { createApi, adviseOnStatus } from '#client/lib/api.ts'
import { useToasts } from '#client/ui/toast.tsx'
import type { ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import {
  DETECTION_PROBLEMS,
  FINDER_TEXT,
  SCAN_MESSAGES,
  SEARCH_ERRORS,
} from '#shared/finder-messages.ts'
import { eventually } from '#tests/support/eventually.ts'
import { driveFinder } from '#tests/support/finder-driver.ts'
import { FIRST_VIEW } from './answers.ts'
import type { KeptScan } from './finder-state.ts'
import { createFinder } from './finder.ts'
import type { FinderDependencies } from './finder-dependencies.ts'

const product = (id: string): ScanProduct => ({
  id,
  title: `Jacket ${id}`,
  source: 'Wearabouts',
  sureness: 'close',
  price: '$10',
  productLink: `https://shop.example/${id}`,
})

const detection = (id: string, products = [product(`${id}1`), product(`${id}2`)]) =>
  ({
    ...products[0],
    id,
    label: 'olive jacket',
    searchTerms: ['olive jacket', 'buy olive jacket', 'olive jacket shop'],
    confidence: 0.8,
    bbox: { x: 10, y: 10, width: 50, height: 50 },
    category: 'clothing',
    source: 'google_lens',
    products,
    isManual: false,
    isEditable: true,
    isResizable: false,
  }) satisfies ScanDetection

type Call = { call: string; body: Record<string, unknown>; answer: (reply: Response) => void }

const nameSaved = ({ body }: Call) => (body['detection_data'] as { name: string }).name
const done = () => Response.json({ success: true, message: '', data: null })
const refusal = (status: number, headers = {}) =>
  Response.json({ success: false, message: 'No' }, { status, headers })

const scanReply = (detections: ScanDetection[], ...last: ScanEvent[]) => {
  const events: ScanEvent[] = [
    { seq: 1, type: 'started', scanId: 'scan' },
    { seq: 2, type: 'waiting', ahead: 1 },
    { seq: 3, type: 'detections', detections },
    ...last,
  ]
  return new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

type Options = {
  isPublic?: boolean
  uid?: string | null
  last?: ScanEvent
  searched?: ScanEvent[]
  answersFor?: FinderDependencies['answersFor']
  device?: FinderDependencies['device']
}

/** A finder whose server answers a call only when the test says so; uploads and scans answer at once. */
const setUp = (
  found: ScanDetection[] = [detection('a'), detection('b'), detection('c')],
  {
    isPublic = false,
    uid = 'me',
    last = { seq: 9, type: 'done', message: '' },
    searched = [],
    answersFor = () => Promise.reject(new Error('No answers')),
    device = null,
  }: Options = {},
) => {
  const calls: Call[] = []
  const wanted: FavoriteToggle[] = []
  const changed: FavoriteToggle[] = []
  const left: string[] = []
  const phases: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    left.push(url)
    return new Response()
  })
  const sendPhoto = vi.fn<SendPhoto>((path) =>
    Promise.resolve(
      path === '/api/find'
        ? scanReply(found, ...searched, last)
        : Response.json({ success: true, url: '/media/photo.jpg' }),
    ),
  )
  const api = createApi((url, init) => {
    if (url === '/api/scan') return Promise.resolve(scanReply(found, ...searched, last))
    return new Promise((answer, reject) => {
      const sent = typeof init.body === 'string' ? init.body : '{}'
      const body = JSON.parse(sent) as Record<string, unknown>
      calls.push({ call: `${init.method} ${url}`, body, answer })
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
    })
  })
  const created = createFinder({
    api,
    keepsPhotos: !isPublic,
    uid: () => uid,
    sendPhoto,
    cropPixels: () => Promise.resolve(new Blob()),
    cropPhoto: () => Promise.resolve(new Blob(['crop'])),
    preparePhoto: (blob) => Promise.resolve({ blob, width: 100, height: 100 }),
    measurePhoto: () => Promise.resolve({ width: 100, height: 100 }),
    dataUrlOf: () => Promise.resolve(`data:image/jpeg;base64,${btoa('photo')}`),
    previews: { create: () => 'blob:preview', revoke: () => undefined },
    changeFavorite: async (change) => void changed.push(change),
    askToLogIn: (change) => wanted.push(change),
    answersFor,
    refreshSaved: () => undefined,
    newId: () => 'manual_1',
    device,
  })
  const finder = driveFinder(created)
  finder.store.subscribe(({ phase }) => phases.push(phase.name))
  /** The call the server waits to answer next. */
  const next = async (call: string) => {
    await eventually(() => expect(calls[0]?.call).toBe(call))
    const [first] = calls.splice(0, 1)
    if (!first) throw new Error('No call')
    return first
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { finder, calls, wanted, changed, left, phases, sendPhoto, next, settled }
}

const SAVE = 'POST /save-detection.php'
const SAVE_EDITED = 'POST /api/firebase-sync/save-detection.php'
const DELETE = 'DELETE /api/firebase-sync/save-detection.php'
const photo = new Blob(['photo'])
const toasts = () => useToasts.getState().toasts.map(({ message }) => message)

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

describe('saving after a scan', () => {
  const signed = { ...detection('a'), embedding: 'signed' }
  const searched: ScanEvent[] = [
    { seq: 4, type: 'products', detection: signed, searched: 1, total: 1 },
  ]

  test('an object is shown and saved with the first of its answers', async () => {
    const best = {
      id: '7',
      name: 'Navy jacket',
      price: '$9',
      website: 'https://shop.example/7',
      brand: null,
      category: 'clothing',
      product_image: null,
      box: null,
      celebrity_name: '',
      celebrity_image: '',
      similarity: 0.5,
      certainty: 'similar' as const,
      isAddedByUser: false,
    }
    const lists = { byWords: [], applied: [], relaxed: [], elsewhere: [] }
    const answers = {
      name: 'jacket',
      products: [best],
      noneOfKind: null,
      isNothingClose: false,
      otherKinds: [],
      hasMore: false,
      ...lists,
    }
    const { finder, next } = setUp([signed], { searched, answersFor: async () => answers })
    await finder.scanFile(photo)
    expect(nameSaved(await next(SAVE))).toBe('Navy jacket')
    expect(finder.store.detection('a')?.title).toBe('Navy jacket')
    expect(finder.store.getState().pendingIds).toEqual([])
  })

  test('without answers it has what the scan found', async () => {
    const { finder, next } = setUp([signed], { searched })
    await finder.scanFile(photo)
    expect(nameSaved(await next(SAVE))).toBe('Jacket a1')
    expect(finder.store.getState().pendingIds).toEqual([])
  })

  test('a detection deleted before its turn is never saved', async () => {
    const { finder, calls, next, settled } = setUp()
    await finder.scanFile(photo)
    const first = await next(SAVE)
    finder.remove('b')
    first.answer(done())
    const third = await next(SAVE)
    expect(nameSaved(third)).toBe('Jacket c1')
    third.answer(done())
    await settled()
    expect(calls).toEqual([])
  })

  test('a detection deleted while it is being saved is deleted after that save', async () => {
    const { finder, calls, next, settled } = setUp([detection('a')])
    await finder.scanFile(photo)
    const save = await next(SAVE)
    finder.remove('a')
    await settled()
    expect(calls).toEqual([])
    save.answer(done())
    expect((await next(DELETE)).body['product_id']).toBe('a')
  })

  test("'Not this' before its turn saves the next product, not the rejected one", async () => {
    const { finder, calls, next, settled } = setUp([detection('a'), detection('b')])
    await finder.scanFile(photo)
    const first = await next(SAVE)
    finder.notThis('b', 'b1')
    await next('POST /api/not-this')
    const changed = await next(SAVE)
    changed.answer(done())
    first.answer(done())
    const second = await next(SAVE)
    expect([nameSaved(changed), nameSaved(second)]).toEqual(['Jacket b2', 'Jacket b2'])
    second.answer(done())
    await settled()
    expect(calls).toEqual([])
  })

  test("'Not this' to the last product leaves the object under its name", async () => {
    const { finder, next } = setUp([detection('a', [product('a1')])])
    await finder.scanFile(photo)
    ;(await next(SAVE)).answer(done())
    finder.notThis('a', 'a1')
    await next('POST /api/not-this')
    const save = await next(SAVE)
    expect([nameSaved(save), save.body['result']]).toMatchObject([
      'olive jacket',
      { id: 'a', products: [] },
    ])
  })

  test('each detection is saved, those without a card too, with everything found', async () => {
    const { finder, calls, next, settled } = setUp([detection('a'), detection('b', [])])
    await finder.scanFile(photo)
    const first = await next(SAVE)
    first.answer(done())
    const second = await next(SAVE)
    second.answer(done())
    expect([nameSaved(first), nameSaved(second)]).toEqual(['Jacket a1', 'olive jacket'])
    expect(first.body['result']).toMatchObject({ products: [{ id: 'a1' }, { id: 'a2' }] })
    await settled()
    expect(calls).toEqual([])
  })

  test('scanning again does not overwrite what was kept', async () => {
    const { finder, calls, next, settled } = setUp([detection('a'), detection('b')])
    await finder.scanFile(photo)
    for (const _ of ['a', 'b']) (await next(SAVE)).answer(done())
    void finder.keep('a')
    const kept = await next(SAVE_EDITED)
    expect(nameSaved(kept)).toBe('Jacket a1')
    kept.answer(done())
    await finder.scanAgain()
    const again = await next(SAVE)
    expect(nameSaved(again)).toBe('Jacket b1')
    again.answer(done())
    await settled()
    expect(calls).toEqual([])
  })

  test('goes on when another photo is chosen', async () => {
    const { finder, next } = setUp()
    await finder.scanFile(photo)
    const first = await next(SAVE)
    finder.reset()
    first.answer(refusal(500))
    expect(nameSaved(await next(SAVE))).toBe('Jacket b1')
  })
})

describe('a failed upload', () => {
  test("'Try again' uploads the photo again", async () => {
    const { finder, sendPhoto } = setUp()
    sendPhoto.mockRejectedValueOnce(new UploadError(0))
    await finder.scanFile(photo)
    expect(finder.store.getState().phase).toEqual({
      name: 'failed',
      message: SCAN_MESSAGES.scanError(SEARCH_ERRORS.uploadFailed),
      advice: adviseOnStatus(0),
    })
    await finder.scanAgain()
    expect(sendPhoto).toHaveBeenCalledTimes(2)
    expect(finder.store.getState().phase.name).toBe('done')
  })

  test.each([
    [429, undefined, 700, 'Too many requests. Please try again in 12 minutes.'],
    [429, undefined, 20_000, 'Too many requests. Please try again in 6 hours.'],
    [401, undefined, undefined, adviseOnStatus(401)],
    [503, 'upstream', undefined, adviseOnStatus(503)],
    [413, 'Larger than 10 MB.', undefined, 'Larger than 10 MB.'],
    [507, 'No space left.', undefined, 'No space left.'],
  ])('with %i says what happened and when to retry', async (status, reason, retryAfter, advice) => {
    const { finder, sendPhoto } = setUp()
    sendPhoto.mockRejectedValueOnce(new UploadError(status, reason, retryAfter))
    await finder.scanFile(photo)
    expect(finder.store.getState().phase).toEqual({
      name: 'failed',
      message: SCAN_MESSAGES.scanError(SEARCH_ERRORS.imageUploadFailed(status)),
      advice,
    })
  })

  test('of an image link names the server’s wait', async () => {
    const { finder, next } = setUp()
    const scanning = finder.scanAddress('https://shop.example/a.jpg')
    const fetching = await next('POST /api/image-from-address')
    fetching.answer(refusal(429, { 'retry-after': '120' }))
    await scanning
    expect(finder.store.getState().phase).toMatchObject({
      advice: 'Too many requests. Please try again in 2 minutes.',
    })
  })
})

describe('searching', () => {
  const SEARCH = 'POST /api/product-search'
  const reply = (...titles: string[]) =>
    Response.json({ success: true, message: '', products: titles.map((title) => product(title)) })

  /** Selects the first of `found` once it is saved. */
  const selectFirst = async (found: ScanDetection) => {
    const parts = setUp([found])
    await parts.finder.scanFile(photo)
    ;(await parts.next(SAVE)).answer(done())
    parts.finder.select('a')
    return parts
  }
  const nextThree = async ({ next }: Awaited<ReturnType<typeof selectFirst>>) => [
    await next(SEARCH),
    await next(SEARCH),
    await next(SEARCH),
  ]
  const titlesOf = ({ finder }: Awaited<ReturnType<typeof selectFirst>>) =>
    finder.store
      .getState()
      .termProducts.get('a')
      ?.map(({ title }) => title)

  test('selecting an object searches its first three terms, even if the scan found ten', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => product(`a${index}`))
    const searchTerms = ['olive jacket', 'jacket buy', 'jacket shop', 'jacket online']
    const parts = await selectFirst({ ...detection('a', ten), searchTerms })
    const searches = await nextThree(parts)
    expect(searches.map(({ body }) => body)).toEqual(
      searchTerms
        .slice(0, 3)
        .map((term) => ({ term, label: 'olive jacket', category: 'clothing', count: 3 })),
    )
    searches.forEach(({ answer }, index) => answer(reply(`term ${index}`)))
    await eventually(() =>
      expect(titlesOf(parts)).toEqual(['Jacket term 0', 'Jacket term 1', 'Jacket term 2']),
    )
    expect(parts.finder.store.detection('a')?.products).toEqual(ten)
    expect(parts.calls).toEqual([])
  })

  test('an object without terms is searched by its label and category, not by its product', async () => {
    const { next } = await selectFirst({ ...detection('a'), searchTerms: [] })
    const { body } = await next(SEARCH)
    const label = 'olive jacket'
    expect(body).toEqual({ term: label, label, category: 'clothing', count: 3 })
  })

  test('an object selected during the scan is searched once the scan is over', async () => {
    const parts = setUp([detection('a')])
    const scanning = parts.finder.scanFile(photo)
    parts.finder.select('a')
    await scanning
    expect(await nextThree(parts)).toHaveLength(3)
  })

  test('a reply of 200 without success is a failure, not a broken panel', async () => {
    const parts = await selectFirst(detection('a', []))
    for (const { answer } of await nextThree(parts)) answer(Response.json({ success: false }))
    await eventually(() =>
      expect(parts.finder.store.getState().notices).toEqual([SEARCH_ERRORS.shoppingFailed]),
    )
    expect(titlesOf(parts)).toBeUndefined()
  })

  test('one failed term does not lose the results of the others', async () => {
    const parts = await selectFirst(detection('a', []))
    const [first, second, third] = await nextThree(parts)
    first?.answer(refusal(500))
    second?.answer(reply('x'))
    third?.answer(reply('y'))
    await eventually(() => expect(titlesOf(parts)).toEqual(['Jacket x', 'Jacket y']))
  })

  test('terms are searched once for a scan', async () => {
    const parts = await selectFirst(detection('a', []))
    for (const { answer } of await nextThree(parts)) answer(reply())
    await parts.settled()
    parts.finder.select(null)
    parts.finder.select('a')
    expect(parts.calls).toEqual([])
  })

  test('a box moved during its search shows only what is found at its new place', async () => {
    const { finder, next } = setUp([])
    await finder.scanFile(photo)
    const id = finder.addBox({ x: 0, y: 0, width: 20, height: 20 })
    const first = await next('POST /api/scan-box')
    finder.place(id, { x: 100, y: 0, width: 20, height: 20 })
    const second = await next('POST /api/scan-box')
    const boxReply = (products: ScanProduct[]) =>
      Response.json({ success: true, data: { products, notice: null } })
    second.answer(boxReply([product('new')]))
    first.answer(boxReply([product('old')]))
    await eventually(() =>
      expect(finder.store.detection(id)?.products.map((one) => one.id)).toEqual(['new']),
    )
    expect(finder.store.getState().pendingIds).toEqual([])
  })

  test('a box is called what its answers are, at every place, until it is described', async () => {
    const names = ['silver watch', 'red bag']
    const { finder, next } = setUp([], {
      answersFor: async () => ({
        name: names.shift() ?? '',
        products: [],
        byWords: [],
        noneOfKind: null,
        isNothingClose: false,
        otherKinds: [],
        hasMore: false,
        applied: [],
        relaxed: [],
        elsewhere: [],
      }),
    })
    await finder.scanFile(photo)
    const answerBox = async () =>
      (await next('POST /api/scan-box')).answer(
        Response.json({ success: true, data: { embedding: 'signed', products: [], notice: null } }),
      )
    const id = finder.addBox({ x: 0, y: 0, width: 20, height: 20 })
    await answerBox()
    await eventually(() => expect(finder.store.detection(id)?.label).toBe('silver watch'))
    ;(await next(SEARCH)).answer(reply('term'))
    finder.place(id, { x: 100, y: 0, width: 20, height: 20 })
    await answerBox()
    await eventually(() => expect(finder.store.detection(id)?.label).toBe('red bag'))
    ;(await next(SEARCH)).answer(reply('term'))
    const words = { title: 'My bag', price: '$5', productLink: 'https://a.example' }
    void finder.edit(id, { ...words, category: 'bags', image: null })
    expect(finder.store.detection(id)).toMatchObject({ label: '', title: 'My bag' })
  })

  test('an object that the scan missed is searched by its box and by its terms', async () => {
    const { finder, next } = setUp([])
    await finder.scanFile(photo)
    const id = finder.addBox({ x: 0, y: 0, width: 20, height: 20 }, 'belt')
    finder.select(id)
    const box = await next('POST /api/scan-box')
    const data = { embedding: 'signed', products: [product('new')], notice: null }
    box.answer(Response.json({ success: true, data }))
    // The answers have no name, so it is what the detector took it for.
    const naming = await next('POST /api/answers/kind')
    expect(naming.body).toEqual({ embedding: 'signed', kind: 'belt' })
    const named = { embedding: 'as-belt', label: 'belt', category: 'accessories' }
    naming.answer(Response.json({ success: true, data: named }))
    ;(await next(SEARCH)).answer(reply('term'))
    await eventually(() => expect(finder.store.getState().pendingIds).toEqual([]))
    expect(finder.store.detection(id)?.products.map((one) => one.id)).toEqual(['new'])
  })

  test('a search cancelled by a choice no longer counts as pending', async () => {
    const { finder, next } = setUp([])
    await finder.scanFile(photo)
    const id = finder.addBox({ x: 0, y: 0, width: 20, height: 20 })
    await next('POST /api/scan-box')
    finder.notThis(id, 'x')
    expect(finder.store.getState().pendingIds).toEqual([])
  })
})

describe('a stored scan', () => {
  test('is shown again without an upload or a scan, and its objects can be deleted', async () => {
    const { finder, next, sendPhoto } = setUp()
    const opening = finder.reopen('/media/uploads/1.jpg')
    const call = await next('GET /api/my-scan?photo=%2Fmedia%2Fuploads%2F1.jpg')
    const detections = [detection('a'), detection('b', [])]
    call.answer(Response.json({ success: true, data: { photo: '', detections, kept: ['a'] } }))
    await opening
    expect(finder.store.getState()).toMatchObject({
      phase: { name: 'done' },
      photo: { previewUrl: '/media/uploads/1.jpg' },
      imageUrl: '/media/uploads/1.jpg',
      detections: [{ id: 'a' }, { id: 'b' }],
      keptIds: ['a'],
    })
    expect(sendPhoto).not.toHaveBeenCalled()
    finder.remove('b')
    expect((await next(DELETE)).body['product_id']).toBe('b')
  })

  test('that is gone says so', async () => {
    const { finder, next } = setUp()
    const opening = finder.reopen('/media/uploads/1.jpg')
    const call = await next('GET /api/my-scan?photo=%2Fmedia%2Fuploads%2F1.jpg')
    call.answer(refusal(404))
    await opening
    expect(finder.store.getState().phase).toMatchObject({ name: 'failed' })
  })
})

describe('editing', () => {
  const words = {
    title: 'Boots',
    price: '€5',
    productLink: 'https://a.example',
    category: 'footwear',
  } as const

  const withBox = async () => {
    const parts = setUp([])
    await parts.finder.scanFile(photo)
    const id = parts.finder.addBox({ x: 0, y: 0, width: 20, height: 20 })
    await parts.next('POST /api/scan-box')
    return { ...parts, id }
  }

  test('a manual detection is saved with the inside of its box as its picture', async () => {
    const { finder, id, next } = await withBox()
    void finder.edit(id, { ...words, image: null })
    const { body } = await next(SAVE_EDITED)
    expect(body['detection_data']).toMatchObject({
      name: 'Boots',
      type: 'my_product',
      image_url: '/media/photo.jpg',
      original_image_url: '/media/photo.jpg',
    })
  })

  test('a bare number keeps the currency that the price had', async () => {
    const { finder, id, next } = await withBox()
    void finder.edit(id, { ...words, price: '€175.00', image: null })
    void finder.edit(id, { ...words, price: '12.5', image: null })
    const { body } = await next(SAVE_EDITED)
    expect(body['detection_data']).toMatchObject({ price: '€12.50', currency: 'EUR' })
  })

  test('says so when the picture could not be uploaded, and saves the rest', async () => {
    const { finder, id, next, sendPhoto } = await withBox()
    sendPhoto.mockRejectedValueOnce(new UploadError(422))
    void finder.edit(id, { ...words, image: null })
    expect(nameSaved(await next(SAVE_EDITED))).toBe('Boots')
    expect(toasts()).toEqual([FINDER_TEXT.savedWithoutPicture])
  })

  test('a box deleted while its picture is uploaded is not saved afterwards', async () => {
    const { finder, id, calls, sendPhoto, settled } = await withBox()
    let finishUpload: (reply: Response) => void = () => undefined
    sendPhoto.mockReturnValueOnce(new Promise((resolve) => (finishUpload = resolve)))
    const editing = finder.edit(id, { ...words, image: null })
    await settled()
    finder.remove(id)
    finishUpload(Response.json({ success: true, url: '/media/crop.jpg' }))
    await editing
    expect(calls).toEqual([])
  })
})

describe('the heart', () => {
  const like = async () => {
    const parts = setUp([detection('a')])
    await parts.finder.scanFile(photo)
    const scanned = await parts.next(SAVE)
    scanned.answer(done())
    const liking = parts.finder.setLiked('a', true)
    const call = await parts.next(SAVE)
    expect(call.body['detection_data']).toMatchObject({ is_liked: true })
    expect(parts.finder.store.getState()).toMatchObject({ likingIds: ['a'] })
    return { ...parts, call, liking }
  }
  const likes = (finder: ReturnType<typeof setUp>['finder']) =>
    Object.fromEntries(finder.store.getState().likes)

  test('of an expired session goes back and asks for the login, then saves the product', async () => {
    const { finder, call, liking, wanted } = await like()
    call.answer(refusal(401))
    await liking
    expect(likes(finder)).toEqual({ 'Jacket a1': false })
    expect(toasts()).toEqual([DETECTION_PROBLEMS.loginToFavorite])
    expect(wanted).toMatchObject([
      { isWanted: true, favorite: { name: 'Jacket a1', product: { price: '$10' } } },
    ])
  })

  test('stays when the server fails otherwise: that is only logged', async () => {
    const { finder, call, liking, wanted } = await like()
    call.answer(refusal(500))
    await liking
    expect(likes(finder)).toEqual({ 'Jacket a1': true })
    expect(finder.store.getState().likingIds).toEqual([])
    expect([toasts(), wanted]).toEqual([[], []])
  })
})

describe('how a scan ends', () => {
  const ending = async (last: ScanEvent) => {
    const { finder } = setUp([detection('a')], { isPublic: true, last })
    await finder.scanFile(photo)
    return finder.store.getState()
  }

  test('a message of the server is shown as success', async () => {
    await ending({ seq: 4, type: 'done', message: 'Found 1 object' })
    expect(useToasts.getState().toasts).toMatchObject([
      { message: 'Found 1 object', kind: 'success' },
    ])
  })

  test("'No visual matches found' says that no objects were found, with an empty list", async () => {
    const error = 'No visual matches found for this image'
    const { detections, phase } = await ending({ seq: 4, type: 'failed', error })
    expect([detections, phase]).toEqual([[], { name: 'done' }])
    expect(toasts()).toEqual(['No objects found in the image'])
  })

  test('any other error of the server is a failed detection', async () => {
    const { phase } = await ending({ seq: 4, type: 'failed', error: 'Out of memory' })
    expect(phase).toMatchObject({ name: 'failed', message: 'Detection failed: Out of memory' })
    expect(toasts()).toEqual([])
  })

  test('an exception is a scan error', async () => {
    const { finder, sendPhoto } = setUp()
    sendPhoto.mockRejectedValueOnce(new Error('Boom'))
    await finder.scanFile(photo)
    expect(finder.store.getState().phase).toMatchObject({ message: 'Scan error: Boom' })
  })

  test('an upload that the server does not accept says so', async () => {
    const { finder, sendPhoto } = setUp()
    sendPhoto.mockResolvedValueOnce(Response.json({ success: false }))
    await finder.scanFile(photo)
    expect(finder.store.getState().phase).toMatchObject({ message: 'Scan error: Upload failed' })
  })
})

describe('on /find', () => {
  const setUpVisit = (uid: string | null = null) =>
    setUp([detection('a', [product('a1')])], { isPublic: true, uid })

  test('shows its place in the queue, saves nothing and tells the server to forget', async () => {
    const { finder, calls, left, phases, sendPhoto } = setUpVisit()
    await finder.scanFile(photo)
    expect(phases).toContain('waiting')
    expect(finder.store.getState().detections).toHaveLength(1)
    finder.select('a')
    finder.notThis('a', 'a1')
    finder.remove('a')
    expect(calls).toEqual([])
    expect(left).toEqual(['/api/find/scan'])
    expect(sendPhoto.mock.calls.map(([path]) => path)).toEqual(['/api/find'])
  })

  test('searches a changed box with a piece of the photo', async () => {
    const { finder, next } = setUpVisit()
    await finder.scanFile(photo)
    finder.place('a', { x: 20, y: 20, width: 60, height: 60 })
    await next('POST /api/find-box')
  })

  test('is restored after a login without another scan, refinements included', async () => {
    const { finder, settled } = setUpVisit()
    await finder.scanFile(photo)
    const view = { ...FIRST_VIEW, refinement: { q: 'in black', filters: {} } }
    finder.view('embedding', view)
    await settled()
    const kept = JSON.parse(JSON.stringify(finder.toKeep())) as KeptScan

    const back = setUpVisit('me')
    await back.finder.restore(kept)
    expect(back.finder.store.getState()).toMatchObject({
      phase: { name: 'done' },
      detections: [{ id: 'a' }],
      imageUrl: null,
    })
    expect(back.finder.store.getState().views.get('embedding')).toEqual(view)
    expect(back.sendPhoto).not.toHaveBeenCalled()
    await back.finder.scanAgain()
    const [, sent] = back.sendPhoto.mock.calls.at(-1) ?? []
    expect(await sent?.text()).toBe('photo')
  })

  test('is scanned again after a login that interrupted its scan', async () => {
    const { finder, sendPhoto } = setUpVisit()
    await finder.restore({
      photo: `data:image/jpeg;base64,${btoa('photo')}`,
      place: 'server',
      results: null,
    })
    expect(sendPhoto).toHaveBeenCalledTimes(1)
    expect(finder.store.getState().detections).toMatchObject([{ id: 'a' }])
  })

  test('leaves nothing to keep once there is another photo, or none', async () => {
    const { finder, settled } = setUpVisit()
    expect(finder.toKeep()).toBeNull()
    await finder.scanFile(photo)
    await settled()
    expect(finder.toKeep()).not.toBeNull()
    finder.reset()
    expect(finder.toKeep()).toBeNull()
  })

  test('the same photo is sent again to scan it again', async () => {
    const { finder, sendPhoto } = setUpVisit()
    await finder.scanFile(photo)
    await finder.scanAgain()
    expect(sendPhoto).toHaveBeenCalledTimes(2)
    expect(finder.store.getState().phase.name).toBe('done')
  })

  test('keeps an object without its photo when asked to, and says if that failed', async () => {
    const { finder, next } = setUpVisit('me')
    await finder.scanFile(photo)
    const keeping = finder.keep('a')
    const { body, answer } = await next(SAVE_EDITED)
    expect(body['result']).toBeUndefined()
    expect(body['detection_data']).toMatchObject({ name: 'Jacket a1' })
    answer(refusal(409))
    await keeping
    expect(toasts()).toEqual(['No'])
    expect(finder.store.getState().keptIds).toEqual([])
    const again = finder.keep('a')
    ;(await next(SAVE_EDITED)).answer(done())
    await again
    expect(finder.store.getState().keptIds).toEqual(['a'])
  })

  test('a heart saves the product of a user, and asks others to log in', async () => {
    const user = setUpVisit('me')
    await user.finder.scanFile(photo)
    await user.finder.setLiked('a', true)
    expect(user.changed).toMatchObject([{ favorite: { name: 'Jacket a1' }, isWanted: true }])

    const visitor = setUpVisit()
    await visitor.finder.scanFile(photo)
    await visitor.finder.setLiked('a', true)
    expect(visitor.changed).toEqual([])
    expect(visitor.wanted).toMatchObject([{ favorite: { name: 'Jacket a1' }, isWanted: true }])
    expect(toasts()).toEqual([])
  })
})
