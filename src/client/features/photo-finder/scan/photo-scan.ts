import type { api as clientApi } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import type { ChosenPhoto } from '#client/lib/photo-entry.ts'
import { toast } from '#client/ui/toast.ts'
import type { ScanDetection, ScanEvent } from '#shared/contract/scan.ts'
import { FINDER_TEXT, SCAN_MESSAGES } from '#shared/finder-messages.ts'
import type { AnswerView } from './answer-view.ts'
import { blobOf } from './data-url.ts'
import type { Photo } from './finder-state.ts'
import type { FinderStore } from './finder-store.ts'
import type { PhotoServer, ServerPhoto } from './photo-server.ts'
import type { PreparedPhoto } from './prepare-photo.ts'
import { scanFailure } from './scan-failure.ts'
import { scanEvents } from './scan-stream.ts'

export type ScanParts = {
  api: typeof clientApi
  preparePhoto: (file: Blob) => Promise<PreparedPhoto>
  measurePhoto: (url: string) => Promise<{ width: number; height: number }>
  server: PhotoServer
  previews: { create: (photo: Blob) => string; revoke: (url: string) => void }
  /** A photo small enough to keep in the browser, as a data: link. */
  dataUrlOf: (photo: Photo) => Promise<string>
}

/** What the browser keeps of a visit during a login; a scan that was not over starts again. */
export type KeptScan = {
  photo: string
  found: {
    detections: readonly ScanDetection[]
    kept: readonly string[]
    views: readonly (readonly [string, AnswerView])[]
  } | null
}

type Hooks = {
  /** A new photo, or the same one again: what was going on for the last scan ends. */
  onStart: () => void
  onDone: () => void
  /** A stored scan is shown again. */
  onReopened: (ids: readonly string[]) => void
}

type Steps = (signal: AbortSignal) => Promise<void>

/** §8: what a finished scan tells the user. A failure is shown in the panel instead. */
const announce = (event: ScanEvent) => {
  if (event.type === 'done' && event.message) toast.show(event.message, { kind: 'success' })
  if (event.type === 'failed' && event.error.includes(SCAN_MESSAGES.noVisualMatches))
    toast.show(SCAN_MESSAGES.nothingFound)
}

/** Takes one photo from the file to its results. Choosing another, or leaving, ends it everywhere. */
export const createPhotoScan = (store: FinderStore, parts: ScanParts, hooks: Hooks) => {
  const { api, server } = parts
  let work: AbortController | null = null
  let scanId: string | null = null
  let previewUrl: string | null = null
  let lastAttempt: Steps | null = null
  let keptPhoto: string | null = null

  const stop = () => {
    work?.abort(new Error('The scan was cancelled'))
    work = null
    if (scanId) server.leave(scanId)
    scanId = null
    hooks.onStart()
  }

  const setPreview = (url: string | null) => {
    if (previewUrl) parts.previews.revoke(previewUrl)
    previewUrl = url
    keptPhoto = null
  }

  const run = async (steps: Steps) => {
    stop()
    lastAttempt = steps
    const { signal } = (work = new AbortController())
    try {
      await steps(signal)
    } catch (error) {
      if (signal.aborted) return
      logProblem('The scan failed', error)
      store.dispatch({ type: 'failed', ...scanFailure(error) })
    }
  }

  const scan = async ({ imageUrl, connection }: ServerPhoto, signal: AbortSignal) => {
    store.dispatch({ type: 'uploaded', imageUrl })
    for await (const event of scanEvents(connection, signal)) {
      if (event.type === 'started') scanId = event.scanId
      if (event.type === 'done' || event.type === 'failed') {
        if (scanId && server.forgets) server.leave(scanId)
        scanId = null
      }
      store.dispatch({ type: 'event', event })
      announce(event)
      if (event.type === 'done') hooks.onDone()
    }
  }

  const keepInBrowser = async (photo: Photo) => {
    try {
      const data = await parts.dataUrlOf(photo)
      if (previewUrl === photo.previewUrl) keptPhoto = data
    } catch (error) {
      logProblem('The photo would not survive a login', error)
    }
  }

  const scanBlob = async (file: Blob, signal: AbortSignal) => {
    store.dispatch({ type: 'preparing' })
    const { blob, width, height } = await parts.preparePhoto(file)
    signal.throwIfAborted()
    const url = parts.previews.create(blob)
    setPreview(url)
    const photo = { previewUrl: url, width, height, name: FINDER_TEXT.yourPhoto }
    store.dispatch({ type: 'photo', photo })
    // At once, because a page that is being left cannot wait for it.
    if (server.forgets) void keepInBrowser(photo)
    const handleProgress = (percent: number) => store.dispatch({ type: 'uploading', percent })
    handleProgress(0)
    await scan(await server.send(blob, handleProgress, signal), signal)
  }

  const scans = {
    stop,

    /** As it was chosen on another page. */
    scanChosen: (chosen: ChosenPhoto) => {
      if ('file' in chosen) return scans.scanFile(chosen.file)
      if ('address' in chosen) return scans.scanAddress(chosen.address)
      return run(async (signal) => {
        store.dispatch({ type: 'preparing' })
        const reply = await fetch(chosen.sample, { signal })
        await scanBlob(await reply.blob(), signal)
      })
    },

    scanFile: (file: Blob) => run((signal) => scanBlob(file, signal)),

    scanAddress: (address: string) =>
      run(async (signal) => {
        store.dispatch({ type: 'preparing' })
        const found = await server.fromAddress(address, signal)
        if (typeof found !== 'string') return scanBlob(found, signal)
        setPreview(null)
        const size = await parts.measurePhoto(found)
        signal.throwIfAborted()
        store.dispatch({
          type: 'photo',
          photo: { previewUrl: found, ...size, name: FINDER_TEXT.yourPhoto },
        })
        await scan(server.kept(found), signal)
      }),

    /** Shows a stored scan again, without uploading or scanning anything. */
    reopen: (photo: string) =>
      run(async (signal) => {
        store.dispatch({ type: 'preparing' })
        const { data } = await api('GET /api/my-scan', { query: { photo }, signal })
        const size = await parts.measurePhoto(photo)
        signal.throwIfAborted()
        setPreview(null)
        hooks.onReopened(data.detections.map(({ id }) => id))
        store.dispatch({
          type: 'photo',
          photo: { previewUrl: photo, ...size, name: FINDER_TEXT.yourPhoto },
        })
        store.dispatch({
          type: 'reopened',
          imageUrl: photo,
          detections: data.detections,
          kept: data.kept,
        })
      }),

    /** What a login would otherwise lose. Null without a photo. */
    toKeep: (): KeptScan | null => {
      const { phase, detections, keptIds, views } = store.getState()
      if (keptPhoto === null) return null
      const found = phase.name === 'done' ? { detections, kept: keptIds, views: [...views] } : null
      return { photo: keptPhoto, found }
    },

    restore: ({ photo: data, found }: KeptScan) =>
      run(async (signal) => {
        const blob = blobOf(data)
        if (!found) return scanBlob(blob, signal)
        lastAttempt = (again) => scanBlob(blob, again)
        store.dispatch({ type: 'preparing' })
        const url = parts.previews.create(blob)
        setPreview(url)
        const photo = {
          previewUrl: url,
          ...(await parts.measurePhoto(url)),
          name: FINDER_TEXT.yourPhoto,
        }
        signal.throwIfAborted()
        keptPhoto = data
        store.dispatch({ type: 'photo', photo })
        const { detections, kept, views } = found
        store.dispatch({
          type: 'reopened',
          imageUrl: null,
          detections,
          kept,
          views: new Map(views),
        })
      }),

    /** From where it failed: a photo that never arrived is uploaded again. */
    scanAgain: async () => {
      const { imageUrl } = store.getState()
      const steps = imageUrl
        ? (signal: AbortSignal) => scan(server.kept(imageUrl), signal)
        : lastAttempt
      if (steps) await run(steps)
    },

    reset: () => {
      stop()
      setPreview(null)
      lastAttempt = null
      store.dispatch({ type: 'reset' })
    },
  }
  return scans
}
