import { logProblem } from '#client/lib/log-problem.ts'
import { PhotoProblem } from '#client/features/photo-finder/scan/photo-file.ts'
import type { ScanCandidate } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import type { Box } from '#shared/domain/box.ts'
import type {
  DeviceAnswer,
  DeviceMatches,
  DeviceObject,
  DeviceReason,
  DeviceReply,
  DeviceRequest,
  DeviceScan,
  DeviceTask,
  DeviceVector,
  OpenedPhoto,
} from './device-messages.ts'

/** The device cannot scan this photo; the server could, if somebody agrees to send it. */
export class DeviceFailure extends Error {
  readonly reason: DeviceReason

  constructor(reason: DeviceReason, message: string = reason) {
    super(message)
    this.reason = reason
  }
}

/** Ten times what a slow phone takes. Downloads have limits of their own and do not count. */
const LONGEST_MS = 60_000

export type DevicePort = {
  send: (request: DeviceRequest) => void
  end: () => void
}

export type DeviceListener = {
  onReply: (reply: DeviceReply) => void
  /** Its file could not be loaded, or it ended by itself. */
  onEnd: (message: string) => void
}

export type DeviceHooks = {
  /** How much of the first download is here; null once it is. */
  onProgress: (percent: number | null) => void
  onBoxes: (objects: DetectedObject[], candidates: ScanCandidate[]) => void
}

type Parts = {
  startWorker: (listener: DeviceListener) => DevicePort
  onNotKept: () => void
  onComplete: (files: readonly string[]) => void
}

type Running = {
  resolve: (answer: DeviceAnswer) => void
  reject: (error: Error) => void
  hooks: Partial<DeviceHooks>
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The worker that scans photos on this device: started for the first photo, and again after it died. */
export const createDevice = ({ startWorker, onNotKept, onComplete }: Parts) => {
  let port: DevicePort | null = null
  let nextId = 1
  let openFile: Blob | null = null
  /** While something is missing, waiting for it is no fault of the device. */
  let isDownloading = true
  let percent = 0
  const running = new Map<number, Running>()

  const settle = (id: number, how: (one: Running) => void) => {
    const one = running.get(id)
    if (!one) return
    running.delete(id)
    clearTimeout(one.timer)
    how(one)
  }

  const end = (reason: DeviceReason, message?: string) => {
    port?.end()
    port = null
    openFile = null
    isDownloading = true
    percent = 0
    for (const id of running.keys())
      settle(id, ({ reject }) => reject(new DeviceFailure(reason, message)))
  }

  const watch = (one: Running) => {
    clearTimeout(one.timer)
    one.timer = isDownloading ? undefined : setTimeout(() => end('slow'), LONGEST_MS)
  }

  const noteProgress = (loadedBytes: number, totalBytes: number) => {
    const isHere = totalBytes > 0 && loadedBytes >= totalBytes
    percent = totalBytes > 0 ? Math.floor((100 * loadedBytes) / totalBytes) : 0
    const wasDownloading = isDownloading
    isDownloading = !isHere
    for (const one of running.values()) {
      if (wasDownloading) one.hooks.onProgress?.(isHere ? null : percent)
      // Later files are still on their way.
      watch(one)
    }
  }

  const handle = (message: DeviceReply) => {
    if (message.type === 'progress') return noteProgress(message.loadedBytes, message.totalBytes)
    if (message.type === 'not-kept') return onNotKept()
    if (message.type === 'complete') return onComplete(message.files)
    const { id } = message
    if (message.type === 'boxes') {
      const one = running.get(id)
      one?.hooks.onBoxes?.(message.objects, message.candidates)
      if (one) watch(one)
    }
    if (message.type === 'done') settle(id, ({ resolve }) => resolve(message.answer))
    if (message.type === 'failed') {
      const { reason } = message
      logProblem('The device did not scan the photo', message.message)
      settle(id, ({ reject }) =>
        reject(
          reason === null
            ? new PhotoProblem(message.message)
            : new DeviceFailure(reason, message.message),
        ),
      )
    }
    return undefined
  }

  const started = (): DevicePort => {
    if (port) return port
    try {
      port = startWorker({ onReply: handle, onEnd: (message) => end('stopped', message) })
    } catch (error) {
      throw new DeviceFailure('unsupported', String(error))
    }
    return port
  }

  const ask = async (task: DeviceTask, signal?: AbortSignal, hooks: Partial<DeviceHooks> = {}) => {
    signal?.throwIfAborted()
    const to = started()
    const id = nextId
    nextId += 1
    return new Promise<DeviceAnswer>((resolve, reject) => {
      const one: Running = { resolve, reject, hooks, timer: undefined }
      running.set(id, one)
      // Decoding needs no download.
      if (task.type === 'open') one.timer = setTimeout(() => end('slow'), LONGEST_MS)
      else watch(one)
      // What has arrived before, while the photo was decoded.
      if (isDownloading && percent > 0) hooks.onProgress?.(percent)
      // A computation cannot be stopped; its result is discarded.
      signal?.addEventListener('abort', () => settle(id, () => reject(signal.reason as Error)), {
        once: true,
      })
      to.send({ id, task })
    })
  }

  const open = async (file: Blob, signal: AbortSignal): Promise<OpenedPhoto> => {
    openFile = null
    const opened = (await ask({ type: 'open', file }, signal)) as OpenedPhoto
    openFile = file
    return opened
  }

  return {
    open,

    /** Of the opened photo. */
    scan: async (hooks: DeviceHooks, signal: AbortSignal): Promise<DeviceScan> =>
      (await ask({ type: 'scan' }, signal, hooks)) as DeviceScan,

    /** Of a box in a photo, which is opened again after a login or after the worker died. */
    embed: async (file: Blob, box: Box, signal: AbortSignal): Promise<DeviceVector> => {
      if (openFile !== file) await open(file, signal)
      return (await ask({ type: 'embed', box }, signal)) as DeviceVector
    },

    /** From what was taken along, without a network. */
    match: async (objects: DeviceObject[], signal: AbortSignal): Promise<DeviceMatches> =>
      (await ask({ type: 'match', objects }, signal)) as DeviceMatches,

    /** Somebody is about to choose a photo. */
    prepare: () => {
      ask({ type: 'load' }).catch((error: unknown) => logProblem('Not prepared to scan', error))
    },

    close: () => end('stopped'),
  }
}
export type Device = ReturnType<typeof createDevice>
