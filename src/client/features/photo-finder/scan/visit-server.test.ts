import { describe, expect, test, vi } from 'vitest'
import type { FavoriteChange } from '#client/account/favorite.ts'
import { createApi } from '#client/lib/api.ts'
import type { ScanDetection, ScanEvent } from '#shared/contract/scan.ts'
import { fromUnits } from '#shared/domain/box.ts'
import { eventually } from '#tests/support/eventually.ts'
import { FIRST_VIEW } from './answer-view.ts'
import { createFinder } from './finder.ts'
import type { KeptScan } from './photo-scan.ts'
import { createVisitSaves } from './visit-saves.ts'
import { createVisitServer, pieceAround } from './visit-server.ts'

describe('the piece of a photo that is sent for a box', () => {
  const photo = { width: 1000, height: 500 }
  test.each([
    ['in the middle, with its surroundings', { x: 100, y: 100, width: 100, height: 200 }],
    ['at the edge', { x: 0, y: 0, width: 40, height: 40 }],
    ['at the other edge', { x: 380, y: 390, width: 20, height: 10 }],
    ['over everything', { x: 0, y: 0, width: 400, height: 400 }],
  ])('%s', (_, bbox) => {
    const { piece, bbox: inPiece } = pieceAround(bbox, photo)
    expect(piece.x).toBeGreaterThanOrEqual(0)
    expect(piece.y).toBeGreaterThanOrEqual(0)
    expect(piece.x + piece.width).toBeLessThanOrEqual(photo.width)
    expect(piece.y + piece.height).toBeLessThanOrEqual(photo.height)
    // The same pixels, whether the box is read in the piece or in the photo.
    const box = fromUnits(inPiece, piece)
    const wanted = fromUnits(bbox, photo)
    expect(box.x + piece.x).toBeCloseTo(wanted.x)
    expect(box.y + piece.y).toBeCloseTo(wanted.y)
    expect(box.width).toBeCloseTo(wanted.width)
    expect(box.height).toBeCloseTo(wanted.height)
  })
})

const detection: ScanDetection = {
  id: 'a',
  label: 'olive jacket',
  title: 'Jacket',
  price: '$10',
  productLink: 'https://shop.example/a',
  confidence: 0.8,
  bbox: { x: 10, y: 10, width: 50, height: 50 },
  category: 'clothing',
  source: 'google_lens',
  products: [],
  isManual: false,
  isEditable: true,
  isResizable: false,
}

const setUp = (uid: string | null = null) => {
  const calls: string[] = []
  const left: string[] = []
  const changed: FavoriteChange[] = []
  const asked: FavoriteChange[] = []
  const api = createApi((url, init) => {
    calls.push(`${init.method} ${url}`)
    const data = { products: [], notice: null, embedding: 'embedding' }
    return Promise.resolve(Response.json({ success: true, message: '', data }))
  })
  const events: ScanEvent[] = [
    { seq: 1, type: 'started', scanId: 'scan' },
    { seq: 2, type: 'waiting', ahead: 1 },
    { seq: 3, type: 'detections', detections: [detection] },
    { seq: 4, type: 'done', message: '' },
  ]
  const sendPhoto = vi.fn((_photo: Blob) =>
    Promise.resolve(new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(''))),
  )
  const unexpected = () => Promise.reject(new Error('Nothing is uploaded on /find'))
  const finder = createFinder({
    api,
    uid: () => uid,
    server: createVisitServer({
      api,
      sendPhoto,
      cropPixels: () => Promise.resolve(new Blob()),
      cancelScan: (id) => left.push(id),
    }),
    savesOf: (store) =>
      createVisitSaves({
        api,
        uid: () => uid,
        store,
        changeFavorite: async (change) => void changed.push(change),
      }),
    preparePhoto: (blob) => Promise.resolve({ blob, width: 100, height: 100 }),
    measurePhoto: () => Promise.resolve({ width: 100, height: 100 }),
    dataUrlOf: () => Promise.resolve(`data:image/jpeg;base64,${btoa('photo')}`),
    uploadPicture: unexpected,
    cropPhoto: unexpected,
    previews: { create: () => 'blob:preview', revoke: () => undefined },
    askToLogIn: (change) => asked.push(change),
    refreshSaved: () => undefined,
    newId: () => 'manual_1',
  })
  const phases: string[] = []
  finder.store.subscribe(({ phase }) => phases.push(phase.name))
  return { finder, calls, left, changed, asked, phases, sendPhoto }
}

describe('a visit', () => {
  test('shows its place in the queue, saves nothing and tells the server to forget', async () => {
    const { finder, calls, left, phases } = setUp()
    await finder.scanFile(new Blob(['photo']))
    expect(phases).toContain('waiting')
    expect(finder.store.getState().detections).toHaveLength(1)
    finder.select('a')
    finder.notThis('a', 'p')
    finder.remove('a')
    expect(calls).toEqual([])
    expect(left).toEqual(['scan'])
  })

  test('searches a changed box with a piece of the photo', async () => {
    const { finder, calls } = setUp()
    await finder.scanFile(new Blob(['photo']))
    finder.place('a', { x: 20, y: 20, width: 60, height: 60 })
    await eventually(() => expect(calls).toEqual(['POST /api/find-box']))
  })

  test('is restored after a login without another scan, refinements included', async () => {
    const { finder } = setUp()
    await finder.scanFile(new Blob(['photo']))
    const view = { ...FIRST_VIEW, wish: { q: 'in black', filters: {} } }
    finder.view('embedding', view)
    const kept = JSON.parse(JSON.stringify(finder.toKeep())) as KeptScan

    const back = setUp('me')
    await back.finder.restore(kept)
    expect(back.finder.store.getState()).toMatchObject({
      phase: { name: 'done' },
      detections: [detection],
      imageUrl: null,
    })
    expect(back.finder.store.getState().views.get('embedding')).toEqual(view)
    expect(back.sendPhoto).not.toHaveBeenCalled()
    await back.finder.scanAgain()
    const [sent] = back.sendPhoto.mock.calls.at(-1) ?? []
    expect(await sent?.text()).toBe('photo')
  })

  test('is scanned again after a login that interrupted its scan', async () => {
    const { finder, sendPhoto } = setUp()
    await finder.restore({ photo: `data:image/jpeg;base64,${btoa('photo')}`, found: null })
    expect(sendPhoto).toHaveBeenCalledTimes(1)
    expect(finder.store.getState().detections).toEqual([detection])
  })

  test('leaves nothing to keep once there is another photo, or none', async () => {
    const { finder } = setUp()
    expect(finder.toKeep()).toBeNull()
    await finder.scanFile(new Blob(['photo']))
    expect(finder.toKeep()).not.toBeNull()
    finder.reset()
    expect(finder.toKeep()).toBeNull()
  })

  test('the same photo is sent again to scan it again', async () => {
    const { finder, sendPhoto } = setUp()
    await finder.scanFile(new Blob(['photo']))
    await finder.scanAgain()
    expect(sendPhoto).toHaveBeenCalledTimes(2)
    expect(finder.store.getState().phase.name).toBe('done')
  })

  test('a heart saves the product of a user, and asks others to log in', async () => {
    const user = setUp('me')
    await user.finder.scanFile(new Blob(['photo']))
    await user.finder.setLiked('a', true)
    expect(user.changed).toMatchObject([{ favorite: { name: 'Jacket' }, isWanted: true }])

    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const visitor = setUp()
    await visitor.finder.scanFile(new Blob(['photo']))
    await visitor.finder.setLiked('a', true)
    expect(visitor.changed).toEqual([])
    expect(visitor.asked).toMatchObject([{ favorite: { name: 'Jacket' }, isWanted: true }])
  })
})
