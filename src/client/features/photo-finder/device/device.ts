import { logProblem } from '#client/lib/log-problem.ts'
import { PhotoProblem } from '#client/lib/photo.ts'
import type { ScanCandidate } from '#shared/contract/scan.ts'
import type { DetectedObject } from '#shared/contract/vision.ts'
import type { Box } from '#shared/domain/box.ts'
import {
  type DeviceAnswer,
  type DeviceMatches,
  type DeviceObject,
  type DeviceReason,
  type DeviceReply,
  type DeviceRequest,
  type DeviceScan,
  type DeviceTask,
  type DeviceVector,
  type OpenedPhoto,
  DeviceFailure,
} from './device-messages.ts'

/** Ten times what a slow phone takes. Downloads do not count: they have their own limits. */
const TIMEOUT_MS = 60_000

export type DevicePort = {
  send: (request: DeviceRequest) => void
  end: () => void
}

export type DeviceListener = {
  onReply: (reply: DeviceReply) => void
  /** The worker could not be loaded, or the browser has ended it. */
  onEnd: (message: string) => void
}

type DeviceHooks = {
  /** The progress of the first download; null when it is complete. */
  onProgress: (percent: number | null) => void
  onBoxes: (objects: DetectedObject[], candidates: ScanCandidate[]) => void
}

type DeviceParts = {
  startWorker: (listener: DeviceListener) => DevicePort
  onNotKept: () => void
  onComplete: (files: readonly string[]) => void
}

type RunningTask = {
  resolve: (answer: DeviceAnswer) => void
  reject: (error: Error) => void
  hooks: Partial<DeviceHooks>
  timer: ReturnType<typeof setTimeout> | undefined
}

/** The worker that scans photos on this device. It is started for the first photo, and again if it ends. */
export const createDevice = ({ startWorker, onNotKept, onComplete }: DeviceParts) => {
  let port: DevicePort | null = null
  let nextId = 1
  let openFile: Blob | null = null
  /** Tasks do not time out during a download. */
  let isDownloading = true
  let percent = 0
  const running = new Map<number, RunningTask>()

  const settle = (id: number, finish: (task: RunningTask) => void) => {
    const task = running.get(id)
    if (!task) return
    running.delete(id)
    clearTimeout(task.timer)
    finish(task)
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

  const restartTimer = (task: RunningTask) => {
    clearTimeout(task.timer)
    task.timer = isDownloading ? undefined : setTimeout(() => end('slow'), TIMEOUT_MS)
  }

  const noteProgress = (loadedBytes: number, totalBytes: number) => {
    const isComplete = totalBytes > 0 && loadedBytes >= totalBytes
    percent = totalBytes > 0 ? Math.floor((100 * loadedBytes) / totalBytes) : 0
    const wasDownloading = isDownloading
    isDownloading = !isComplete
    for (const task of running.values()) {
      if (wasDownloading) task.hooks.onProgress?.(isComplete ? null : percent)
      // Also for the files that follow the first download.
      restartTimer(task)
    }
  }

  const handle = (message: DeviceReply) => {
    if (message.type === 'progress') return noteProgress(message.loadedBytes, message.totalBytes)
    if (message.type === 'not-kept') return onNotKept()
    if (message.type === 'complete') return onComplete(message.files)
    const { id } = message
    if (message.type === 'boxes') {
      const task = running.get(id)
      task?.hooks.onBoxes?.(message.objects, message.candidates)
      if (task) restartTimer(task)
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

  const startedPort = (): DevicePort => {
    if (port) return port
    try {
      port = startWorker({ onReply: handle, onEnd: (message) => end('stopped', message) })
    } catch (error) {
      throw new DeviceFailure('unsupported', String(error))
    }
    return port
  }

  const run = async (task: DeviceTask, signal?: AbortSignal, hooks: Partial<DeviceHooks> = {}) => {
    signal?.throwIfAborted()
    const workerPort = startedPort()
    const id = nextId
    nextId += 1
    return new Promise<DeviceAnswer>((resolve, reject) => {
      const runningTask: RunningTask = { resolve, reject, hooks, timer: undefined }
      running.set(id, runningTask)
      // Decoding needs no download.
      if (task.type === 'open') runningTask.timer = setTimeout(() => end('slow'), TIMEOUT_MS)
      else restartTimer(runningTask)
      // The download may have progressed while the photo was decoded.
      if (isDownloading && percent > 0) hooks.onProgress?.(percent)
      // A computation cannot be stopped; its result is discarded.
      signal?.addEventListener('abort', () => settle(id, () => reject(signal.reason as Error)), {
        once: true,
      })
      workerPort.send({ id, task })
    })
  }

  const open = async (file: Blob, signal: AbortSignal): Promise<OpenedPhoto> => {
    openFile = null
    const opened = (await run({ type: 'open', file }, signal)) as OpenedPhoto
    openFile = file
    return opened
  }

  return {
    open,

    /** Scans the photo that was opened last. */
    scan: async (hooks: DeviceHooks, signal: AbortSignal): Promise<DeviceScan> =>
      (await run({ type: 'scan' }, signal, hooks)) as DeviceScan,

    /** The vector of a box. The photo is opened again after a login, or if the worker has ended. */
    embed: async (file: Blob, box: Box, signal: AbortSignal): Promise<DeviceVector> => {
      if (openFile !== file) await open(file, signal)
      return (await run({ type: 'embed', box }, signal)) as DeviceVector
    },

    /** Matches objects with the offline lists, without a network. */
    match: async (objects: DeviceObject[], signal: AbortSignal): Promise<DeviceMatches> =>
      (await run({ type: 'match', objects }, signal)) as DeviceMatches,

    /** Starts the download, because the visitor is about to choose a photo. */
    prepare: () => {
      run({ type: 'load' }).catch((error: unknown) =>
        logProblem('The models were not downloaded in advance', error),
      )
    },

    close: () => end('stopped'),
  }
}
export type Device = ReturnType<typeof createDevice>
