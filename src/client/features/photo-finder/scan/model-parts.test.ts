import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { BrowserFile, BrowserModels, ModelPart } from '#shared/vision/model-downloads.ts'
import { DeviceFailure } from './scan-engine.ts'
import { createModelParts } from './model-parts.ts'

const FILES: Record<BrowserFile, string[]> = {
  runtime: ['run', 'time'],
  detector: ['detector'],
  judge: ['judge'],
  words: ['words'],
  embedder: ['embedder'],
}

const contents = new Map<string, string>()
const partOf = (file: string, text: string, place: number): ModelPart => {
  const path = `/models/${file}.${place}`
  contents.set(path, text)
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { path, bytes: text.length, sentBytes: text.length, sha256 }
}
const files = Object.fromEntries(
  Object.entries(FILES).map(([file, texts]) => [
    file,
    texts.map((text, place) => partOf(file, text, place)),
  ]),
) as BrowserModels['files']
const list = { models: '1', cards: {}, files } as unknown as BrowserModels

/** A cache as browsers have it, which may be full. */
const createCache = () => {
  const kept = new Map<string, Response>()
  const state = { isFull: false }
  const pathOf = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : String(request), 'https://site.example')
      .pathname
  const cache = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, response: Response) => {
      if (state.isFull) throw new DOMException('full', 'QuotaExceededError')
      kept.set(path, response)
    },
    delete: async (request: RequestInfo) => kept.delete(pathOf(request)),
    keys: async () => [...kept.keys()].map((path) => new Request(`https://site.example${path}`)),
  }
  return { kept, state, caches: { open: async () => cache as unknown as Cache } }
}

type Answers = (path: string) => Response | Promise<Response>

const setUp = (answers: Answers = () => new Response(), cache = createCache()) => {
  const asked: string[] = []
  const progress: [number, number][] = []
  const onNotKept = vi.fn<() => void>()
  const parts = createModelParts({
    fetch: async (input) => {
      const path = input as string
      asked.push(path)
      if (path === '/models/list.json') return Response.json(list)
      const answer = await answers(path)
      return answer.body ? answer : new Response(contents.get(path), answer)
    },
    caches: cache.caches,
    digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
    onProgress: (loaded, total) => progress.push([loaded, total]),
    onNotKept,
  })
  const read = async (file: BrowserFile) => {
    const loaded = await parts.load()
    return new TextDecoder().decode(await loaded.file(file))
  }
  return { parts, asked, progress, onNotKept, cache, read }
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DeviceFailure ? error.reason : String(error)),
  )

describe('the models', () => {
  test('arrive in the order in which they are needed, with their progress until the first boxes', async () => {
    const { parts, asked, progress } = setUp()
    const { file, all } = await parts.load()
    await all
    expect(new TextDecoder().decode(await file('runtime'))).toBe('runtime')
    expect(asked.slice(1)).toEqual([...contents.keys()])
    const first = 'runtimedetectorjudge'.length
    expect(progress[0]).toEqual([0, first])
    expect(progress.at(-1)).toEqual([first, first])
  })

  test('are downloaded once, and old ones are forgotten', async () => {
    const { cache, parts } = setUp()
    cache.kept.set('/models/old.0', new Response('old'))
    await (
      await parts.load()
    ).all
    expect(cache.kept.has('/models/old.0')).toBe(false)
    const again = setUp(undefined, cache)
    await (
      await again.parts.load()
    ).all
    expect(again.asked).toEqual(['/models/list.json'])
  })

  test('go on where the connection was lost', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    const cache = createCache()
    const lost = setUp((path) => {
      if (path === '/models/detector.0') throw new TypeError('Failed to fetch')
      return new Response()
    }, cache)
    expect(await reasonOf(lost.read('detector'))).toBe('network')
    const later = setUp(undefined, cache)
    expect(await later.read('detector')).toBe('detector')
    expect(later.asked).not.toContain('/models/runtime.0')
    vi.useRealTimers()
  })

  test('are read without a network, if they are here', async () => {
    const { cache, parts } = setUp()
    await (
      await parts.load()
    ).all
    const offline = createModelParts({
      fetch: () => Promise.reject(new TypeError('offline')),
      caches: cache.caches,
      digest: undefined,
      onProgress: () => undefined,
      onNotKept: () => undefined,
    })
    const { file } = await offline.load()
    expect(new TextDecoder().decode(await file('embedder'))).toBe('embedder')
  })

  test('a damaged one is downloaded again, in the cache as on the way', async () => {
    const cache = createCache()
    cache.kept.set('/models/judge.0', new Response('jxdge'))
    let tries = 0
    const { read, asked } = setUp((path) => {
      if (path === '/models/judge.0') tries += 1
      return tries === 1 ? new Response('jydge') : new Response()
    }, cache)
    expect(await read('judge')).toBe('judge')
    expect(asked.filter((path) => path === '/models/judge.0')).toHaveLength(2)
  })

  test('always damaged, they are given up', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    const { read } = setUp((path) => new Response(path === '/models/judge.0' ? 'jxdge' : null))
    expect(await reasonOf(read('judge'))).toBe('damaged')
    vi.useRealTimers()
  })

  test('of another release are gone', async () => {
    const { read } = setUp(() => new Response('gone', { status: 404 }))
    expect(await reasonOf(read('runtime'))).toBe('outdated')
  })

  test('are used although there is no room to keep them', async () => {
    const cache = createCache()
    cache.state.isFull = true
    const { read, onNotKept } = setUp(undefined, cache)
    expect(await read('judge')).toBe('judge')
    expect(onNotKept).toHaveBeenCalled()
  })
})
