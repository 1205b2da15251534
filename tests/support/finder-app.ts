import { randomUUID } from 'node:crypto'
import type { ScanEvent } from '#shared/contract/scan.ts'
import type { Database } from '#server/core/db/database.ts'
import type { FinderVision } from '#server/features/finder/vision.service.ts'
import { createRunningScans, type ScanWork } from '#server/features/finder/running-scans.ts'
import type { RemoteSearch } from '#server/features/finder/remote-search/remote-search.ts'
import { fakeVision, foundObject, similarProduct } from './fake-vision.ts'
import { insertPerson, type Person } from './people.ts'
import { jpegPicture } from './pictures.ts'
import { startTestApp, TEST_SECRET } from './test-app.ts'

export const DRESS = foundObject('dress', { bbox: { x: 100, y: 50, width: 100, height: 200 } })
export const SHOES = foundObject('shoes', {
  kind: 'footwear',
  label: 'black shoes',
  category: 'footwear',
  confidence: 0.6,
  bbox: { x: 120, y: 350, width: 60, height: 40 },
})
export const WARDROBE = [
  {
    object: DRESS,
    products: [similarProduct('1', { certainty: 'same item' }), similarProduct('2')],
  },
  { object: SHOES, products: [similarProduct('3', { price: 'N/A' })] },
]

/** The app with an invited person who has uploaded a photo of 200 by 200 pixels. */
export const startFinderApp = async (
  database: Database,
  vision: FinderVision = fakeVision(WARDROBE),
  providers: readonly RemoteSearch[] = [],
  env: Record<string, string> = {},
) => {
  const app = await startTestApp(
    { database, env },
    { finderVision: vision, searchProviders: providers },
  )
  const person = await insertPerson(app.pool, TEST_SECRET, { invited: true })
  const send = (path: string, init: RequestInit = {}, by: Person | null = person) => {
    const headers = new Headers(init.headers)
    headers.set('origin', app.origin)
    if (by) headers.set('cookie', by.cookie)
    if (typeof init.body === 'string') headers.set('content-type', 'application/json')
    return fetch(`${app.origin}${path}`, { ...init, headers })
  }
  const post = (path: string, body: object, by: Person | null = person, signal?: AbortSignal) =>
    send(path, { method: 'POST', body: JSON.stringify(body), ...(signal ? { signal } : {}) }, by)
  const imageUrl = await app.images.uploads.keep(person.uid, await jpegPicture())
  return { app, person, send, post, imageUrl }
}

/** The scans of a server without others. */
export const startRunningScans = (
  describeFailure: (error: unknown) => string,
  isReadElsewhere = () => false,
) => {
  const scans = createRunningScans(describeFailure, {
    send: () => undefined,
    end: async () => undefined,
    isReadElsewhere: async () => isReadElsewhere(),
    abandon: async () => undefined,
  })
  return {
    ...scans,
    start: (owner: string | null, work: ScanWork) => {
      const id = randomUUID()
      scans.start(id, owner, work)
      return id
    },
  }
}

export const readScanEvents = async (response: Response): Promise<ScanEvent[]> =>
  (await response.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as ScanEvent)

/** As they come. */
export const readEventLines = async function* (response: Response): AsyncGenerator<ScanEvent> {
  let rest = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + new TextDecoder().decode(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ScanEvent
  }
}

/** Never settles but by the signal, as a call that is still open when the person leaves. */
export const waitUntilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

/** A provider that records the crops it is sent. */
export const createTestShop = (answer: RemoteSearch['lens']) => {
  const crops: Buffer[] = []
  const provider: RemoteSearch = {
    name: 'TestShop',
    lens: async (crop, call) => {
      await call.spend()
      crops.push(crop.jpeg)
      return answer(crop, call)
    },
    shopping: async () => [],
  }
  return { provider, crops }
}
