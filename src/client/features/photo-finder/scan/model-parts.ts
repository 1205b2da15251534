import { getErrorMessage } from '#client/lib/log-problem.ts'
import { MODELS_CACHE } from '#client/lib/service-worker-names.ts'
import { toHex } from '#shared/domain/text.ts'
import {
  BROWSER_FILES,
  type BrowserFile,
  type BrowserModels,
  FIRST_FILES,
  type ModelPart,
  MODELS_LIST,
} from '#shared/vision/model-downloads.ts'
import { DeviceFailure } from './scan-engine.ts'

/** Downloads onnxruntime and the models in parts, and caches them in the browser. */

/** A connection that sends nothing for this long is lost. */
const SILENCE_MS = 20_000
const TRIES = 3
const RETRY_MS = 800

type ModelPartsOptions = {
  fetch: typeof globalThis.fetch
  /** Absent without https, and in some private windows. */
  caches: Pick<CacheStorage, 'open'> | undefined
  digest: ((bytes: BufferSource) => Promise<ArrayBuffer>) | undefined
  onProgress: (loadedBytes: number, totalBytes: number) => void
  onNotKept: () => void
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

export const createModelParts = ({
  fetch,
  caches,
  digest,
  onProgress,
  onNotKept,
}: ModelPartsOptions) => {
  /** The received bytes of each part, by path. Compressed bytes, because sending them takes the time. */
  const loaded = new Map<string, number>()
  let firstParts: readonly ModelPart[] = []

  const report = () =>
    onProgress(
      sum(firstParts.map(({ path }) => loaded.get(path) ?? 0)),
      sum(firstParts.map(({ sentBytes }) => sentBytes)),
    )

  /** Null where the browser has no cache, which is not required. */
  const cacheOrNull = async () => caches?.open(MODELS_CACHE).catch(() => null) ?? null

  const isIntact = async (bytes: Uint8Array<ArrayBuffer>, part: ModelPart) =>
    bytes.length === part.bytes && (!digest || toHex(await digest(bytes)) === part.sha256)

  const readBody = async (response: Response, part: ModelPart, onChunk: () => void) => {
    const bytes = new Uint8Array(part.bytes)
    const reader = response.body?.getReader()
    let at = 0
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
      if (done) return bytes.subarray(0, at)
      if (at + value.length > bytes.length) throw new DeviceFailure('damaged')
      bytes.set(value, at)
      at += value.length
      onChunk()
      loaded.set(part.path, (part.sentBytes * at) / part.bytes)
      report()
    }
  }

  const download = async (part: ModelPart) => {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
    }
    try {
      // The HTTP cache may have a damaged copy.
      const response = await fetch(part.path, { signal: silence.signal, credentials: 'omit' })
      // The server has another release, with other parts.
      if (response.status === 404) throw new DeviceFailure('outdated')
      if (!response.ok) throw new DeviceFailure('network')
      return await readBody(response, part, restartTimer)
    } catch (error) {
      throw error instanceof DeviceFailure
        ? error
        : new DeviceFailure('network', getErrorMessage(error))
    } finally {
      clearTimeout(timer)
    }
  }

  const store = async (part: ModelPart, bytes: Uint8Array<ArrayBuffer>) => {
    const cache = await cacheOrNull()
    try {
      await cache?.put(part.path, new Response(bytes))
    } catch {
      // The quota is used up: the part stays in memory for this visit.
      onNotKept()
    }
  }

  const readStored = async (part: ModelPart): Promise<Uint8Array<ArrayBuffer> | null> => {
    const cache = await cacheOrNull()
    const response = await cache?.match(part.path)
    if (!response) return null
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (await isIntact(bytes, part)) return bytes
    await cache?.delete(part.path)
    return null
  }

  const partOf = async (part: ModelPart): Promise<Uint8Array<ArrayBuffer>> => {
    const stored = await readStored(part)
    if (stored) return stored
    for (let tries = 1; ; tries += 1)
      try {
        const bytes = await download(part)
        if (!(await isIntact(bytes, part))) throw new DeviceFailure('damaged')
        await store(part, bytes)
        return bytes
      } catch (error) {
        const isFinal = error instanceof DeviceFailure && error.reason === 'outdated'
        if (isFinal || tries === TRIES) throw error
        await wait(RETRY_MS * tries)
      }
  }

  const fileOf = async (parts: readonly ModelPart[]): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = new Uint8Array(sum(parts.map((part) => part.bytes)))
    let at = 0
    for (const part of parts) {
      bytes.set(await partOf(part), at)
      loaded.set(part.path, part.sentBytes)
      report()
      at += part.bytes
    }
    return bytes
  }

  /** Deletes the parts of earlier releases. */
  const deleteOthers = async (list: BrowserModels) => {
    const cache = await cacheOrNull()
    const paths = new Set([
      MODELS_LIST,
      ...Object.values(list.files)
        .flat()
        .map(({ path }) => path),
    ])
    for (const request of (await cache?.keys()) ?? [])
      if (!paths.has(new URL(request.url).pathname)) await cache?.delete(request)
  }

  /** The current list of the server or, offline, the cached one. */
  const readList = async (): Promise<BrowserModels> => {
    const cache = await cacheOrNull()
    const signal = AbortSignal.timeout(SILENCE_MS)
    const response = await fetch(MODELS_LIST, { credentials: 'omit', signal }).catch(() => null)
    if (response?.ok) {
      await cache?.put(MODELS_LIST, response.clone()).catch(onNotKept)
      return (await response.json()) as BrowserModels
    }
    const cached = await cache?.match(MODELS_LIST)
    if (cached) return (await cached.json()) as BrowserModels
    // This server was not built with models for browsers.
    throw new DeviceFailure(response?.status === 404 ? 'unsupported' : 'network')
  }

  return {
    /** Starts all downloads, one after another in the order in which they are needed. */
    load: async () => {
      const list = await readList()
      firstParts = FIRST_FILES.flatMap((name) => list.files[name])
      report()
      const files = new Map<BrowserFile, Promise<Uint8Array<ArrayBuffer>>>()
      /** After a failure, the next call starts the download again. */
      const file = (name: BrowserFile) => {
        const download = files.get(name) ?? fileOf(list.files[name])
        files.set(name, download)
        download.catch(() => files.delete(name))
        return download
      }
      const loadAll = async () => {
        for (const name of BROWSER_FILES) await file(name)
        await deleteOthers(list)
      }
      const all = loadAll()
      // The failure also reaches whoever needs the file.
      all.catch(() => undefined)
      /** Frees the memory of a file that is not needed again. */
      const release = (name: BrowserFile) => files.delete(name)
      return { list, file, release, all }
    },
  }
}
