import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { DeviceMatches, DeviceScan } from '#client/features/photo-finder/scan/device.ts'
import { DeviceFailure, type DeviceReason } from '#client/features/photo-finder/scan/scan-engine.ts'
import type { SendPhoto } from '#client/features/photo-finder/scan/server-engine.ts'
import { createApi } from '#client/lib/api.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import { driveFinder } from '#tests/support/finder-driver.ts'
import { createFinder } from './finder.ts'
import type { FinderDependencies } from './finder-dependencies.ts'

const object = (label: string): DetectedObject => ({
  id: '1',
  label,
  kind: 'dress',
  category: 'clothing',
  confidence: 0.9,
  bbox: { x: 10, y: 20, width: 100, height: 300 },
  pixelBox: { x: 5, y: 10, width: 50, height: 150 },
  colors: [],
  words: { pattern: 'striped' },
  searchTerms: [],
  primaryQuery: label,
})
const SCAN: DeviceScan = {
  models: '6/4/4/4-abc',
  objects: [{ object: object('striped red dress'), color: 'red', vector: [0.6, 0.8] }],
}
const EMBEDDED = { success: true, message: '', data: { embeddings: ['signed'] } }

type Settings = {
  scan?: NonNullable<FinderDependencies['device']>['scan']
  obstacle?: DeviceReason | null
  isChosen?: boolean
  isDownloaded?: boolean
  answer?: () => Promise<Response>
  offline?: DeviceMatches
}

const setUp = ({
  scan = async ({ onBoxes }) => {
    onBoxes([object('dress')], [])
    return SCAN
  },
  obstacle = null,
  isChosen = true,
  isDownloaded = false,
  answer = async () => Response.json(EMBEDDED),
  offline = { lists: [], products: [] },
}: Settings = {}) => {
  const sent: { url: string; body: unknown }[] = []
  const shown: string[] = []
  const sendPhoto = vi.fn<SendPhoto>(async () => new Response(''))
  const api = createApi(async (url, init) => {
    sent.push({ url, body: JSON.parse(init.body as string) })
    return answer()
  })
  const device = {
    open: vi.fn<() => Promise<{ width: number; height: number; preview: Blob }>>(async () => ({
      width: 100,
      height: 100,
      preview: new Blob(),
    })),
    scan,
    embed: async () => ({ models: SCAN.models, vector: [1, 0] }),
    match: vi.fn<NonNullable<FinderDependencies['device']>['match']>(async () => offline),
    prepare: vi.fn<() => void>(),
    close: () => undefined,
    isChosen: () => isChosen,
    obstacle: async () => obstacle,
    isDownloaded: async () => isDownloaded,
  }
  const created = createFinder({
    api,
    keepsPhotos: false,
    uid: () => null,
    sendPhoto,
    cropPixels: () => Promise.resolve(new Blob()),
    cropPhoto: () => Promise.resolve(new Blob()),
    preparePhoto: (blob) => Promise.resolve({ blob, width: 100, height: 100 }),
    measurePhoto: () => Promise.resolve({ width: 100, height: 100 }),
    dataUrlOf: () => Promise.resolve(`data:image/jpeg;base64,${btoa('photo')}`),
    previews: { create: () => 'blob:preview', revoke: () => undefined },
    changeFavorite: async () => undefined,
    askToLogIn: () => undefined,
    answersFor: () => Promise.reject(new Error('No answers')),
    refreshSaved: () => undefined,
    newId: () => 'x',
    device,
  })
  const finder = driveFinder(created)
  finder.store.subscribe(({ phase, detections }) =>
    shown.push(`${phase.name} ${detections.map(({ label }) => label).join()}`.trim()),
  )
  return { finder, device, sent, shown, sendPhoto }
}

const photo = new Blob(['photo'])

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

describe('a scan on the device', () => {
  test('shows boxes, then words, and sends only descriptions', async () => {
    const { finder, sent, shown, sendPhoto } = setUp()
    await finder.scanFile(photo)
    expect(shown).toContain('searching dress')
    expect(shown.at(-1)).toBe('done striped red dress')
    expect(sent).toEqual([
      {
        url: '/api/find-objects',
        body: {
          models: SCAN.models,
          objects: [
            {
              kind: 'dress',
              words: { pattern: 'striped' },
              colour: 'red',
              heightToWidth: 3,
              vector: [0.6, 0.8],
            },
          ],
        },
      },
    ])
    expect(finder.store.getState().detections[0]?.embedding).toBe('signed')
    expect(sendPhoto).not.toHaveBeenCalled()
  })

  const TWO: DeviceScan = {
    ...SCAN,
    objects: [
      ...SCAN.objects,
      { object: { ...object('hat'), id: '2', kind: 'hat' }, color: null, vector: [1, 0] },
    ],
  }
  const scanTwo: Settings['scan'] = async ({ onBoxes, onFirst }) => {
    onBoxes(
      TWO.objects.map((each) => each.object),
      [],
    )
    onFirst(SCAN)
    return TWO
  }
  const kindsIn = ({ body }: { body: unknown }) =>
    (body as { objects: { kind: string }[] }).objects.map(({ kind }) => kind)

  test('searches the first object before the others are described', async () => {
    const { finder, sent, shown } = setUp({ scan: scanTwo })
    await finder.scanFile(photo)
    expect(sent.map(kindsIn)).toEqual([['dress'], ['hat']])
    const { detections, phase } = finder.store.getState()
    expect(phase).toEqual({ name: 'done' })
    expect(detections.map(({ embedding }) => embedding)).toEqual(['signed', 'signed'])
    expect(shown.find((step) => step.includes('hat'))).toBe('searching striped red dress,hat')
  })

  test('searches the first object with the others if there was no network for it', async () => {
    let calls = 0
    const { finder, sent } = setUp({
      scan: scanTwo,
      answer: async () => {
        calls += 1
        if (calls === 1) throw new TypeError('Failed to fetch')
        return Response.json({ ...EMBEDDED, data: { embeddings: ['first', 'second'] } })
      },
    })
    await finder.scanFile(photo)
    expect(sent.map(kindsIn)).toEqual([['dress'], ['dress', 'hat']])
    const { detections } = finder.store.getState()
    expect(detections.map(({ embedding }) => embedding)).toEqual(['first', 'second'])
  })

  test('a box that somebody draws is described by the device too', async () => {
    const { finder, sent, sendPhoto } = setUp()
    await finder.scanFile(photo)
    finder.addBox({ x: 0, y: 0, width: 50, height: 50 })
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({
      url: '/api/find-vector',
      body: { models: SCAN.models, vector: [1, 0] },
    })
    expect(sendPhoto).not.toHaveBeenCalled()
  })

  test('that finds nothing is no failure', async () => {
    const { finder, sent } = setUp({ scan: async () => ({ models: '1', objects: [] }) })
    await finder.scanFile(photo)
    expect(finder.store.getState().phase).toEqual({ name: 'done' })
    expect(sent).toEqual([])
  })

  test.each(['unsupported', 'save-data'] as const)(
    'does not begin if %s: it asks, and sends the photo only after a yes',
    async (obstacle) => {
      const { finder, device, sendPhoto } = setUp({ obstacle })
      await finder.scanFile(photo)
      expect(finder.store.getState()).toMatchObject({
        phase: { name: 'asking', reason: obstacle },
        photo: { previewUrl: 'blob:preview' },
        isSent: false,
      })
      expect(device.open).not.toHaveBeenCalled()
      expect(sendPhoto).not.toHaveBeenCalled()
      await finder.sendPhoto()
      expect(sendPhoto.mock.calls[0]?.[0]).toBe('/api/find')
    },
  )

  test('begins after all if somebody agrees to the download', async () => {
    const { finder, device } = setUp({ obstacle: 'save-data' })
    await finder.scanFile(photo)
    await finder.scanHere()
    expect(device.open).toHaveBeenCalledOnce()
    expect(finder.store.getState().phase.name).toBe('done')
  })

  test.each(['network', 'damaged', 'slow', 'memory', 'stopped'] as const)(
    'that fails (%s) asks, and another try may succeed',
    async (reason) => {
      let tries = 0
      const { finder, sendPhoto } = setUp({
        scan: async () => {
          tries += 1
          if (tries === 1) throw new DeviceFailure(reason)
          return SCAN
        },
      })
      await finder.scanFile(photo)
      expect(finder.store.getState().phase).toEqual({ name: 'asking', reason })
      expect(sendPhoto).not.toHaveBeenCalled()
      await finder.scanHere()
      expect(finder.store.getState().phase.name).toBe('done')
    },
  )

  test('with other models than the server asks to reload or to send', async () => {
    const refusal = { success: false, message: 'Reload', code: 'models-outdated' }
    const { finder } = setUp({ answer: async () => Response.json(refusal, { status: 409 }) })
    await finder.scanFile(photo)
    expect(finder.store.getState().phase).toEqual({ name: 'asking', reason: 'outdated' })
  })

  test('without a network shows words and offline products, and searches when it is back', async () => {
    let isOnline = false
    const product = { id: '7', title: 'Red dress', source: 'catalogue', sureness: 'close' } as const
    const { finder, shown, sent } = setUp({
      offline: { lists: ['Ada Lune'], products: [[product]] },
      answer: async () => {
        if (!isOnline) throw new TypeError('Failed to fetch')
        return Response.json(EMBEDDED)
      },
    })
    vi.stubGlobal('addEventListener', (name: string, handler: () => void) => {
      if (name === 'online') listeners.push(handler)
    })
    vi.stubGlobal('removeEventListener', () => undefined)
    const listeners: (() => void)[] = []
    const scanning = finder.scanFile(photo)
    await vi.waitFor(() => expect(shown.at(-1)).toBe('offline striped red dress'))
    await vi.waitFor(() => expect(listeners).toHaveLength(1))
    expect(finder.store.getState()).toMatchObject({
      phase: { name: 'offline', lists: ['Ada Lune'] },
      detections: [{ products: [product], title: product.title }],
      pendingIds: [],
    })
    isOnline = true
    listeners[0]?.()
    await scanning
    expect(finder.store.getState().phase.name).toBe('done')
    expect(sent).toHaveLength(2)
  })

  test('is not tried by whoever prefers the server', async () => {
    const { finder, device, sendPhoto } = setUp({ isChosen: false })
    await finder.scanFile(photo)
    expect(device.open).not.toHaveBeenCalled()
    expect(sendPhoto).toHaveBeenCalledOnce()
  })

  test('is prepared when somebody is about to choose a photo, but not against Save-Data', async () => {
    const ready = setUp()
    await ready.finder.expectPhoto({ mayDownload: true })
    expect(ready.device.prepare).toHaveBeenCalledOnce()
    const saving = setUp({ obstacle: 'save-data' })
    await saving.finder.expectPhoto({ mayDownload: true })
    expect(saving.device.prepare).not.toHaveBeenCalled()
  })

  test('is prepared at once only if that needs no download', async () => {
    const first = setUp()
    await first.finder.expectPhoto({ mayDownload: false })
    expect(first.device.prepare).not.toHaveBeenCalled()
    const later = setUp({ isDownloaded: true })
    await later.finder.expectPhoto({ mayDownload: false })
    expect(later.device.prepare).toHaveBeenCalledOnce()
  })

  test('is remembered during a login, and another box is still described here', async () => {
    const { finder, device } = setUp()
    await finder.scanFile(photo)
    await vi.waitFor(() => expect(finder.toKeep()).toMatchObject({ place: 'device' }))
    const kept = finder.toKeep()
    const back = setUp()
    if (kept) await back.finder.restore(kept)
    back.finder.addBox({ x: 0, y: 0, width: 50, height: 50 })
    await vi.waitFor(() => expect(back.sent.map(({ url }) => url)).toEqual(['/api/find-vector']))
    expect(back.sendPhoto).not.toHaveBeenCalled()
    expect(device.open).toHaveBeenCalledOnce()
  })
})
