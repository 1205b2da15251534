import { describe, expect, test } from 'vitest'
import { createApi } from '#client/lib/api.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { toScanDetection } from '#shared/vision/detect-objects.ts'
import { createBrowserEngine } from './browser-engine.ts'
import type { EngineEvent, ScanEngine } from './scan-engine.ts'
import { createServerEngine } from './server-engine.ts'

const object = (label: string): DetectedObject => ({
  id: label,
  label,
  kind: 'dress',
  category: 'clothing',
  confidence: 0.9,
  bbox: { x: 10, y: 20, width: 100, height: 300 },
  pixelBox: { x: 5, y: 10, width: 50, height: 150 },
  colors: [],
  searchTerms: [],
  primaryQuery: label,
})

const SIZE = { width: 100, height: 100 }

const browserEngine = (objects: DetectedObject[]): ScanEngine =>
  createBrowserEngine({
    newId: () => 'x',
    api: createApi(async () =>
      Response.json({ success: true, data: { embeddings: objects.map(() => 'signed') } }),
    ),
    device: {
      prepare: () => undefined,
      open: async () => ({ preview: new Blob(), ...SIZE }),
      scan: async ({ onBoxes }) => {
        onBoxes(objects, [])
        const scanned = objects.map((each) => ({ object: each, color: null, vector: [1] }))
        return { models: '1', objects: scanned }
      },
      embed: async () => ({ models: '1', vector: [1] }),
      match: async () => ({ lists: [], products: [] }),
    },
  })

const serverEngine = (objects: DetectedObject[], keepsPhotos: boolean): ScanEngine => {
  const detections = objects.map((each) => toScanDetection(each, each.label))
  const total = detections.length
  const events = [
    { type: 'started', scanId: 's' },
    ...(total === 0
      ? [{ type: 'failed', error: SCAN_MESSAGES.noVisualMatches }]
      : [
          { type: 'detections', detections },
          ...detections.map((detection, index) => ({
            type: 'products',
            detection: { ...detection, embedding: 'signed' },
            searched: index + 1,
            total,
          })),
          { type: 'done', message: '' },
        ]),
  ]
  const lines = events.map((event, index) =>
    JSON.stringify(Object.assign({ seq: index + 1 }, event)),
  )
  const reply = () => new Response(lines.join('\n'))
  return createServerEngine({
    keepsPhotos,
    api: createApi(async () => reply()),
    sendPhoto: async (path) =>
      path === '/api/find' ? reply() : Response.json({ success: true, url: '/media/1.jpg' }),
    preparePhoto: async (blob) => ({ blob, ...SIZE }),
    cropPixels: async () => new Blob(),
  })
}

const ENGINES: [name: string, create: (objects: DetectedObject[]) => ScanEngine][] = [
  ['the browser', browserEngine],
  ['the server, which stores photos', (objects) => serverEngine(objects, true)],
  ['the server, which stores nothing', (objects) => serverEngine(objects, false)],
]

/** The types of the events, without those that only tell how far one engine is. */
const scanWith = async (engine: ScanEngine, controller = new AbortController()) => {
  const events: EngineEvent[] = []
  const emit = (event: EngineEvent) => void events.push(event)
  await engine.scanPhoto(new Blob(), { emit, signal: controller.signal })
  const OWN = new Set(['uploading', 'loading', 'started', 'waiting', 'named'])
  return { events, types: events.map(({ type }) => type).filter((type) => !OWN.has(type)) }
}

describe.each(ENGINES)('a scan by %s', (_, create) => {
  test('opens the photo, begins, shows boxes, then products, and ends', async () => {
    const { events, types } = await scanWith(create([object('dress'), object('coat')]))
    expect(types).toEqual(['opened', 'begun', 'detections', 'products', 'products', 'done'])
    const products = events.filter((event) => event.type === 'products')
    expect(products.map(({ detection }) => detection.embedding)).toEqual(['signed', 'signed'])
    expect(products.map(({ searched, total }) => [searched, total])).toEqual([
      [1, 2],
      [2, 2],
    ])
  })

  test('that finds nothing says so', async () => {
    const { events, types } = await scanWith(create([]))
    expect(types).toEqual(['opened', 'begun', 'failed'])
    expect(events.at(-1)).toMatchObject({ error: SCAN_MESSAGES.noVisualMatches })
  })
})
