import type { ChosenPhoto } from '#client/catalog/choose-photo.tsx'
import {
  DeviceFailure,
  type DeviceReason,
} from '#client/features/photo-finder/device/device-messages.ts'
import type { Device } from '#client/features/photo-finder/device/device.ts'
import type { ScanPlace } from '#client/features/photo-finder/device/start-device.ts'
import type { api as clientApi } from '#client/lib/api.ts'
import { logProblem } from '#client/lib/log-problem.ts'
import { toast } from '#client/ui/toast.tsx'
import type { ScanDetection, ScanEvent } from '#shared/contract/scan.ts'
import type { Box, Size } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { FINDER_TEXT, SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { deviceScan } from './device-scan.ts'
import {
  type AnswerView,
  applyEvent,
  EMPTY,
  failScan,
  type FinderStore,
  type ShownPhoto,
  sortDetections,
} from './finder-state.ts'
import { blobOf } from './photo-file.ts'
import { scanFailure, type ScanServer } from './scan-server.ts'
import { type ScanConnection, scanEvents } from './scan-stream.ts'

export type ScanParts = {
  api: typeof clientApi
  server: ScanServer
  keepsPhotos: boolean
  preparePhoto: (file: Blob) => Promise<Size & { blob: Blob }>
  measurePhoto: (url: string) => Promise<Size>
  /** The photo as a data: link that is small enough to store in the browser. */
  dataUrlOf: (photo: ShownPhoto) => Promise<string>
  previews: { create: (photo: Blob) => string; revoke: (url: string) => void }
  newId: () => string
  /** Null where photos are stored on the server, and so have to be sent anyway. */
  device: DevicePart | null
}

type DevicePart = Device & {
  /** Whether the visitor has chosen to scan on the device. */
  isChosen: () => boolean
  /** Why the visitor has to agree before the device scans; null if there is no reason. */
  obstacle: () => Promise<DeviceReason | null>
}

/** A scan on /find that the browser stores during a login; an unfinished scan starts again. */
export type KeptScan = { photo: string; place: ScanPlace; results: Results | null }

type Results = {
  detections: readonly ScanDetection[]
  kept: readonly string[]
  views: readonly (readonly [string, AnswerView])[]
}

type Hooks = {
  /** A scan starts, so everything that belongs to the last one ends. */
  onStart: () => void
  /** Products were found for an object. */
  onProducts: (detection: ScanDetection) => void
  onDone: () => void
  /** A stored scan is shown again. */
  onReopened: (ids: readonly string[]) => void
}

type Steps = (signal: AbortSignal) => Promise<void>

/** Shows the result of a scan in a toast. A failure is shown in the panel instead. */
const announce = (event: ScanEvent) => {
  if (event.type === 'done' && event.message) toast.success(event.message)
  if (event.type === 'failed' && event.error.includes(SCAN_MESSAGES.noVisualMatches))
    toast.info(SCAN_MESSAGES.nothingFound)
}

/** Scans one photo at a time. Choosing another photo or leaving the page also ends the scan on the server. */
export const createPhotoScan = (store: FinderStore, parts: ScanParts, hooks: Hooks) => {
  const { api, server, keepsPhotos } = parts
  let work: AbortController | null = null
  let scanId: string | null = null
  let previewUrl: string | null = null
  let lastAttempt: Steps | null = null
  let keptPhoto: string | null = null
  /** The original file, for later searches of its boxes. */
  let chosenFile: Blob | null = null

  const stop = () => {
    work?.abort(new Error('The scan was cancelled'))
    work = null
    if (scanId) server.leave(scanId)
    scanId = null
    hooks.onStart()
  }

  const forgetPreview = () => {
    if (previewUrl) parts.previews.revoke(previewUrl)
    previewUrl = null
    keptPhoto = null
    chosenFile = null
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
      store.setState(failScan(scanFailure(error)))
    }
  }

  const prepare = () => store.setState({ ...EMPTY, phase: { name: 'preparing' } })

  /** Shows the results of an earlier scan. */
  const showResults = (imageUrl: string | null, { detections, kept, views }: Results) =>
    store.setState({
      phase: { name: 'done' },
      imageUrl,
      isSent: true,
      detections: sortDetections(detections),
      keptIds: kept,
      views: new Map(views),
    })

  /** Shows a photo, from the server or from a file. */
  const showPhoto = async (from: string | Blob, signal: AbortSignal, size?: Size) => {
    const url = typeof from === 'string' ? from : parts.previews.create(from)
    forgetPreview()
    if (url !== from) previewUrl = url
    const { width, height } = size ?? (await parts.measurePhoto(url))
    signal.throwIfAborted()
    const photo: ShownPhoto = { previewUrl: url, width, height, name: FINDER_TEXT.yourPhoto }
    store.setState({ photo })
    return photo
  }

  const follow = async (events: AsyncIterable<ScanEvent>) => {
    for await (const event of events) {
      if (event.type === 'started') scanId = event.scanId
      if (event.type === 'done' || event.type === 'failed') {
        // Nothing on /find is stored, so the server can forget it at once.
        if (scanId && !keepsPhotos) server.leave(scanId)
        scanId = null
      }
      store.setState(applyEvent(event))
      announce(event)
      if (event.type === 'products') hooks.onProducts(event.detection)
      if (event.type === 'done') hooks.onDone()
    }
  }

  const followServer = async (
    imageUrl: string | null,
    connection: ScanConnection,
    signal: AbortSignal,
  ) => {
    store.setState({
      imageUrl,
      isSent: true,
      place: 'server',
      phase: { name: 'finding' },
      notices: [],
      termProducts: EMPTY.termProducts,
    })
    await follow(scanEvents(connection, signal))
  }

  const storeInBrowser = async (photo: ShownPhoto) => {
    try {
      const data = await parts.dataUrlOf(photo)
      if (previewUrl === photo.previewUrl) keptPhoto = data
    } catch (error) {
      logProblem('The photo could not be stored for a login', error)
    }
  }

  /** Shows a chosen photo, and stores it at once, because that takes too long when the page is left. */
  const showChosen = async (
    file: Blob,
    { blob, ...size }: Size & { blob: Blob },
    signal: AbortSignal,
  ) => {
    signal.throwIfAborted()
    const photo = await showPhoto(blob, signal, size)
    chosenFile = file
    if (!keepsPhotos) void storeInBrowser(photo)
    return blob
  }

  const scanOnServer = async (file: Blob, signal: AbortSignal) => {
    prepare()
    const blob = await showChosen(file, await parts.preparePhoto(file), signal)
    const onProgress = (percent: number) =>
      store.setState({ phase: { name: 'uploading', percent } })
    onProgress(0)
    const { imageUrl, connection } = await server.send(blob, { onProgress, signal })
    await followServer(imageUrl, connection, signal)
  }

  const scanOnDevice = async (device: DevicePart, file: Blob, signal: AbortSignal) => {
    prepare()
    // The models are downloaded while the photo is decoded.
    device.prepare()
    const { preview: blob, ...size } = await device.open(file, signal)
    await showChosen(file, { blob, ...size }, signal)
    store.setState({ isSent: true, place: 'device', phase: { name: 'finding' } })
    await follow(deviceScan(store, parts, device, signal))
  }

  /** Asks the visitor, because nothing is sent without their consent. */
  const askToSend = async (file: Blob, reason: DeviceReason, signal: AbortSignal) => {
    if (!store.getState().photo) await showChosen(file, await parts.preparePhoto(file), signal)
    store.setState({ phase: { name: 'asking', reason }, isSent: false, pendingIds: [] })
  }

  /** `isAgreed`: the visitor has agreed to the download that the device needs. */
  const scanBlob = async (file: Blob, signal: AbortSignal, isAgreed = false) => {
    const { device } = parts
    if (!device?.isChosen()) return scanOnServer(file, signal)
    prepare()
    try {
      const obstacle = isAgreed ? null : await device.obstacle()
      if (obstacle) throw new DeviceFailure(obstacle)
      return await scanOnDevice(device, file, signal)
    } catch (error) {
      if (signal.aborted || !(error instanceof DeviceFailure)) throw error
      return askToSend(file, error.reason, signal)
    }
  }

  const scanFile = (file: Blob) => run((signal) => scanBlob(file, signal))

  const scanAddress = (address: string) =>
    run(async (signal) => {
      prepare()
      const picture = await server.fromAddress(address, signal)
      if (typeof picture !== 'string') return scanBlob(picture, signal)
      await showPhoto(picture, signal)
      await followServer(picture, server.stored(picture), signal)
    })

  return {
    stop,
    scanFile,
    scanAddress,

    scanChosen: (photo: ChosenPhoto) => {
      if ('file' in photo) return scanFile(photo.file)
      if ('address' in photo) return scanAddress(photo.address)
      return run(async (signal) => {
        prepare()
        const reply = await fetch(photo.sample, { signal })
        await scanBlob(await reply.blob(), signal)
      })
    },

    /** Shows a stored scan again, without uploading or scanning anything. */
    reopen: (imageUrl: string) =>
      run(async (signal) => {
        prepare()
        const query = { photo: imageUrl }
        const { detections, kept } = (await api('GET /api/my-scan', { query, signal })).data
        await showPhoto(imageUrl, signal)
        hooks.onReopened(detections.map(({ id }) => id))
        showResults(imageUrl, { detections, kept, views: [] })
      }),

    /** The scan to store during a login; null without a photo. */
    toKeep: (): KeptScan | null => {
      const { phase, place, detections, keptIds, views } = store.getState()
      if (keptPhoto === null) return null
      const isDone = phase.name === 'done'
      return {
        photo: keptPhoto,
        place,
        results: isDone ? { detections, kept: keptIds, views: [...views] } : null,
      }
    },

    restore: ({ photo, place, results }: KeptScan) =>
      run(async (signal) => {
        const blob = blobOf(photo)
        const scanThere = place === 'device' ? scanBlob : scanOnServer
        if (!results) return scanThere(blob, signal)
        lastAttempt = (again) => scanThere(blob, again)
        prepare()
        await showPhoto(blob, signal)
        keptPhoto = photo
        chosenFile = blob
        store.setState({ place })
        showResults(null, results)
      }),

    /** The visitor has agreed to send the photo. */
    sendPhoto: async () => {
      const file = chosenFile
      if (file) await run((signal) => scanOnServer(file, signal))
    },

    /** The visitor has agreed to download the models. */
    scanHere: async () => {
      const file = chosenFile
      if (file) await run((signal) => scanBlob(file, signal, true))
    },

    /** The embedding of a box in a photo that stays on the device. */
    describeBox: async (bbox: Box, category: Category | undefined, signal: AbortSignal) => {
      const { device } = parts
      if (!device || !chosenFile) throw new DeviceFailure('stopped')
      return server.describedBox(await device.embed(chosenFile, bbox, signal), category, signal)
    },

    /** Starts the download, because the visitor is about to choose a photo. */
    expectPhoto: async () => {
      const { device } = parts
      if (device?.isChosen() && (await device.obstacle()) === null) device.prepare()
    },

    /** Starts where it failed: a photo that never arrived is uploaded again. */
    scanAgain: async () => {
      const { imageUrl } = store.getState()
      const steps = imageUrl
        ? (signal: AbortSignal) => followServer(imageUrl, server.stored(imageUrl), signal)
        : lastAttempt
      if (steps) await run(steps)
    },

    /** Ends the worker, because the page is left. */
    close: () => parts.device?.close(),

    reset: () => {
      stop()
      forgetPreview()
      lastAttempt = null
      store.setState(EMPTY)
    },
  }
}
