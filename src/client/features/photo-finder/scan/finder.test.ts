import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FavoriteChange } from '#client/account/favorite.ts'
import { createApi, statusAdvice } from '#client/lib/api.ts'
import { useToasts } from '#client/ui/toast.ts'
import type { ScanDetection, ScanEvent, ScanProduct } from '#shared/contract/scan.ts'
import {
  DETECTION_PROBLEMS,
  FINDER_TEXT,
  SCAN_MESSAGES,
  SEARCH_ERRORS,
} from '#shared/finder-messages.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createDetectionSaves } from './detection-saves.ts'
import { createFinder } from './finder.ts'
import { createPhotoServer } from './photo-server.ts'
import { UploadError } from './upload-photo.ts'

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

const scanReply = (detections: ScanDetection[]) => {
  const events: ScanEvent[] = [
    { seq: 1, type: 'started', scanId: 'scan' },
    { seq: 2, type: 'detections', detections },
    { seq: 3, type: 'done', message: '' },
  ]
  return new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''))
}

/** A finder whose server answers a call only when the test says so; scans answer at once. */
const setUp = (found: ScanDetection[] = [detection('a'), detection('b'), detection('c')]) => {
  const calls: Call[] = []
  const wanted: FavoriteChange[] = []
  const uploadPhoto = vi.fn(() => Promise.resolve('/media/photo.jpg'))
  const uploadPicture = vi.fn(() => Promise.resolve('/media/crop.jpg'))
  const api = createApi((url, init) => {
    if (url === '/api/scan') return Promise.resolve(scanReply(found))
    return new Promise((answer, reject) => {
      const body = JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown>
      calls.push({ call: `${init.method} ${url}`, body, answer })
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
    })
  })
  const uid = () => 'me'
  const finder = createFinder({
    api,
    uid,
    server: createPhotoServer({ api, uploadPhoto, cancelScan: () => undefined }),
    savesOf: (store) => createDetectionSaves({ api, uid, store }),
    preparePhoto: (blob) => Promise.resolve({ blob, width: 100, height: 100 }),
    measurePhoto: () => Promise.resolve({ width: 100, height: 100 }),
    uploadPicture,
    cropPhoto: () => Promise.resolve(new Blob()),
    previews: { create: () => 'blob:preview', revoke: () => undefined },
    dataUrlOf: () => Promise.resolve(''),
    askToLogIn: (change) => wanted.push(change),
    refreshSaved: () => undefined,
    newId: () => 'manual_1',
  })
  /** The call the server waits to answer next. */
  const next = async (call: string) => {
    await eventually(() => expect(calls[0]?.call).toBe(call))
    const [first] = calls.splice(0, 1)
    if (!first) throw new Error('No call')
    return first
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { finder, calls, wanted, uploadPhoto, uploadPicture, next, settled }
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

  test('§7: each detection is saved, those without a card too, with everything found', async () => {
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
    finder.keep('a')
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
    const { finder, uploadPhoto } = setUp()
    uploadPhoto.mockRejectedValueOnce(new UploadError(0))
    await finder.scanFile(photo)
    expect(finder.store.getState().phase).toEqual({
      name: 'failed',
      message: SCAN_MESSAGES.scanError(SEARCH_ERRORS.uploadFailed),
      advice: statusAdvice(0),
    })
    await finder.scanAgain()
    expect(uploadPhoto).toHaveBeenCalledTimes(2)
    expect(finder.store.getState().phase.name).toBe('done')
  })

  test.each([
    [429, undefined, 700, 'Too many requests. Please try again in 12 minutes.'],
    [429, undefined, 20_000, 'Too many requests. Please try again in 6 hours.'],
    [401, undefined, undefined, statusAdvice(401)],
    [503, 'upstream', undefined, statusAdvice(503)],
    [413, 'Larger than 10 MB.', undefined, 'Larger than 10 MB.'],
    [507, 'No space left.', undefined, 'No space left.'],
  ])('with %i says what happened and when to retry', async (status, reason, retryAfter, advice) => {
    const { finder, uploadPhoto } = setUp()
    uploadPhoto.mockRejectedValueOnce(new UploadError(status, reason, retryAfter))
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
  const shopping = (titles: string[]) =>
    Response.json({
      success: true,
      message: '',
      products: titles.map((title) => ({
        id: `shopping_${title}`,
        title,
        price: '$5',
        productLink: `https://shop.example/${title}`,
        source: 'Shop',
        sureness: 'similar',
      })),
    })
  const SHOPPING = 'POST /api/product-search'

  const selectOnly = async () => {
    const parts = setUp([detection('a', [])])
    await parts.finder.scanFile(photo)
    ;(await parts.next(SAVE)).answer(done())
    parts.finder.select('a')
    return {
      ...parts,
      terms: [await parts.next(SHOPPING), await parts.next(SHOPPING), await parts.next(SHOPPING)],
    }
  }

  test('a reply of 200 without success is a failure, not a broken panel', async () => {
    const { finder, terms } = await selectOnly()
    for (const { answer } of terms) answer(Response.json({ success: false }))
    await eventually(() =>
      expect(finder.store.getState().notices).toEqual([SEARCH_ERRORS.shoppingFailed]),
    )
    expect(finder.store.detection('a')?.products).toEqual([])
  })

  test('one failed term does not lose the results of the others', async () => {
    const { finder, terms } = await selectOnly()
    terms[0]?.answer(refusal(500))
    terms[1]?.answer(shopping(['Green jacket', 'Green trousers']))
    terms[2]?.answer(shopping([]))
    await eventually(() =>
      expect(finder.store.detection('a')?.products.map(({ title }) => title)).toEqual([
        'Green jacket',
      ]),
    )
  })

  test('digital items are not listed', async () => {
    const { finder, terms } = await selectOnly()
    const digital = 'Green jacket sewing instructions for beginners, digital download'
    terms[0]?.answer(shopping([digital, 'Green jacket']))
    for (const { answer } of terms.slice(1)) answer(shopping([]))
    await eventually(() =>
      expect(finder.store.detection('a')?.products).toMatchObject([{ title: 'Green jacket' }]),
    )
  })

  test('terms are searched once for a scan', async () => {
    const { finder, calls, terms, settled } = await selectOnly()
    for (const { answer } of terms) answer(shopping([]))
    await settled()
    finder.select(null)
    finder.select('a')
    expect(calls).toEqual([])
  })

  test('a box moved during its search shows only what is found at its new place', async () => {
    const { finder, next } = setUp([])
    await finder.scanFile(photo)
    const id = finder.addBox({ x: 0, y: 0, width: 20, height: 20 })
    const first = await next('POST /api/scan-box')
    finder.place(id, { x: 100, y: 0, width: 20, height: 20 })
    const second = await next('POST /api/scan-box')
    const reply = (products: ScanProduct[]) =>
      Response.json({ success: true, data: { products, notice: null } })
    second.answer(reply([product('new')]))
    first.answer(reply([product('old')]))
    await eventually(() =>
      expect(finder.store.detection(id)?.products.map((one) => one.id)).toEqual(['new']),
    )
    expect(finder.store.getState().pendingIds).toEqual([])
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
    const { finder, next, uploadPhoto } = setUp()
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
    expect(uploadPhoto).not.toHaveBeenCalled()
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
      image_url: '/media/crop.jpg',
      original_image_url: '/media/photo.jpg',
    })
  })

  test('says so when the picture could not be uploaded, and saves the rest', async () => {
    const { finder, id, next, uploadPicture } = await withBox()
    uploadPicture.mockRejectedValueOnce(new UploadError(422))
    void finder.edit(id, { ...words, image: null })
    expect(nameSaved(await next(SAVE_EDITED))).toBe('Boots')
    expect(toasts()).toEqual([FINDER_TEXT.savedWithoutPicture])
  })

  test('a box deleted while its picture is uploaded is not saved afterwards', async () => {
    const { finder, id, calls, uploadPicture, settled } = await withBox()
    let finishUpload: (url: string) => void = () => undefined
    uploadPicture.mockReturnValueOnce(new Promise((resolve) => (finishUpload = resolve)))
    const editing = finder.edit(id, { ...words, image: null })
    await settled()
    finder.remove(id)
    finishUpload('/media/crop.jpg')
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
