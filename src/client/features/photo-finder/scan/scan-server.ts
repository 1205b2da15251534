import type {
  DeviceObject,
  DeviceScan,
  DeviceVector,
} from '#client/features/photo-finder/device/device-messages.ts'
import {
  type api as clientApi,
  ApiError,
  buildCallUrl,
  reportStatus,
  adviseOnStatus,
} from '#client/lib/api.ts'
import { logProblem, getErrorMessage } from '#client/lib/log-problem.ts'
import { PhotoProblem } from '#client/lib/photo.ts'
import { UPLOAD } from '#shared/constants.ts'
import type { DescribedObject } from '#shared/contract/scan.ts'
import type { Box } from '#shared/domain/box.ts'
import type { Category } from '#shared/domain/category.ts'
import { SCAN_MESSAGES, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import type { ShownPhoto, ScanFailure } from './finder-state.ts'
import { type cropPixels, pieceAround } from './photo-file.ts'
import type { ScanConnection } from './scan-stream.ts'

/** `reason` is the message of the server. */
export class UploadError extends ApiError {
  readonly reason: string | undefined

  constructor(status: number, reason?: string, retryAfterSeconds?: number) {
    const detail = (status > 0 && reason) || SEARCH_ERRORS.uploadFailed
    const message = status > 299 ? SEARCH_ERRORS.imageUploadFailed(status) : detail
    super(status, message, { retryAfterSeconds })
    this.reason = reason
  }
}

const adviceFor = (error: unknown): string => {
  if (!(error instanceof ApiError)) return adviseOnStatus(0)
  const { status, retryAfterSeconds } = error
  const reason = error instanceof UploadError ? error.reason : error.message
  // The server explains best what is wrong with the photo itself (400, 413, 415, 422), or that there is
  // no space for it (507).
  const isAboutPhoto = status >= 400 && status < 500 && status !== 401 && status !== 429
  return (isAboutPhoto || status === 507) && reason
    ? reason
    : adviseOnStatus(status, retryAfterSeconds)
}

export const scanFailure = (error: unknown): ScanFailure => {
  const message = getErrorMessage(error)
  // Nothing has been scanned yet, so the message needs no prefix about the scan.
  if (error instanceof PhotoProblem) return { message }
  return { message: SCAN_MESSAGES.scanError(message), advice: adviceFor(error) }
}

type PhotoReply = { success?: boolean; url?: string; error?: string; message?: string }

const parse = (text: string): PhotoReply => {
  try {
    return JSON.parse(text) as PhotoReply
  } catch {
    // The error page of a proxy: the status says enough.
    return {}
  }
}

export type SendPhoto = (
  path: '/image-local.php' | '/api/find',
  photo: Blob,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
) => Promise<Response>

/**
 * Sends a photo and passes the reply on piece by piece. XMLHttpRequest, because fetch does not report
 * upload progress.
 */
export const sendPhoto: SendPhoto = (path, photo, onProgress, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.set('image', photo, 'photo.jpg')
    request.open('POST', path)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.round((100 * loaded) / total))
    })
    const encoder = new TextEncoder()
    let sentOn = 0
    let stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null
    const isAccepted = () => request.status >= 200 && request.status < 300
    const sendOn = () => {
      const { responseText } = request
      if (responseText.length > sentOn) stream?.enqueue(encoder.encode(responseText.slice(sentOn)))
      sentOn = responseText.length
    }
    const fail = (error: Error) => {
      if (stream) stream.error(error)
      else reject(error)
      stream = null
    }
    request.addEventListener('readystatechange', () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED || !isAccepted()) return
      const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => {
          stream = controller
        },
        cancel: () => {
          stream = null
          request.abort()
        },
      })
      resolve(new Response(body))
    })
    request.addEventListener('progress', sendOn)
    request.addEventListener('load', () => {
      reportStatus(request.status)
      if (!isAccepted()) {
        const { error, message } = parse(request.responseText)
        const retryAfter = Number(request.getResponseHeader('retry-after')) || undefined
        return fail(new UploadError(request.status, error ?? message, retryAfter))
      }
      sendOn()
      stream?.close()
      stream = null
    })
    request.addEventListener('error', () => fail(new UploadError(0)))
    request.addEventListener('abort', () => fail(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

/** Words of the models' vocabulary, a colour, a ratio and a vector: no pixels, and no position in the photo. */
const descriptionOf = ({ object, color, vector }: DeviceObject): DescribedObject => {
  const { kind, words = {}, pixelBox } = object
  return { kind, words, colour: color, heightToWidth: pixelBox.height / pixelBox.width, vector }
}

type Progress = { onProgress: (percent: number) => void; signal: AbortSignal }

export type ScanServerParts = {
  /** Whether the server stores the photos, as it does for invited users but not on /find. */
  keepsPhotos: boolean
  api: typeof clientApi
  sendPhoto: SendPhoto
  cropPixels: typeof cropPixels
}

/** All requests about a photo. */
export const createScanServer = ({ keepsPhotos, api, ...parts }: ScanServerParts) => {
  const upload = async (photo: Blob, { onProgress, signal }: Progress): Promise<string> => {
    const reply = await parts.sendPhoto('/image-local.php', photo, onProgress, signal)
    const { success, url, error } = parse(await reply.text())
    if (!success || !url) throw new UploadError(reply.status, error)
    return url
  }

  /** The scan of a photo that the server has. */
  const stored = (imageUrl: string): ScanConnection => ({
    start: (signal) => api('POST /api/scan', { body: { imageUrl }, signal }),
    resume: (id, after, signal) =>
      api('GET /api/scan/:id', { params: { id }, query: { after }, signal }),
  })

  return {
    upload,
    stored,

    /** Sends a photo; returns its address, if the server stores it, and its scan. */
    send: async (photo: Blob, progress: Progress) => {
      if (keepsPhotos) {
        const imageUrl = await upload(photo, progress)
        return { imageUrl, connection: stored(imageUrl) }
      }
      const connection: ScanConnection = {
        start: (signal) => parts.sendPhoto('/api/find', photo, progress.onProgress, signal),
        resume: (id, after, signal) =>
          api('GET /api/find/:id', { params: { id }, query: { after }, signal }),
      }
      return { imageUrl: null, connection }
    },

    /** Fetches a picture on the web: its address if the server has stored it, or else a file to scan. */
    fromAddress: async (address: string, signal: AbortSignal): Promise<string | Blob> => {
      const options = { body: { address }, signal }
      try {
        return keepsPhotos
          ? (await api('POST /api/image-from-address', options)).url
          : await (await api('POST /api/find-address', options)).blob()
      } catch (error) {
        // Reported like the failure of an upload.
        throw error instanceof ApiError
          ? new UploadError(error.status, error.message, error.retryAfterSeconds)
          : error
      }
    },

    /** Embeddings of objects that the device has described; nothing of the photo is sent. */
    describedObjects: async ({ models, objects }: DeviceScan, signal: AbortSignal) => {
      const body = { models, objects: objects.map(descriptionOf) }
      return (await api('POST /api/find-objects', { body, signal })).data.embeddings
    },

    describedBox: async (
      { models, vector }: DeviceVector,
      category: Category | undefined,
      signal: AbortSignal,
    ) => {
      const body = { models, vector, ...(category && { category }) }
      return (await api('POST /api/find-vector', { body, signal })).data.embedding
    },

    searchBox: async (
      photo: ShownPhoto,
      imageUrl: string | null,
      { bbox, ...filter }: { bbox: Box; category?: Category },
      signal: AbortSignal,
    ) => {
      if (imageUrl !== null)
        return (await api('POST /api/scan-box', { body: { imageUrl, bbox, ...filter }, signal }))
          .data
      const { piece, bbox: inPiece } = pieceAround(bbox, photo)
      const body = { ...inPiece, ...filter }
      const form = new FormData()
      form.set('image', await parts.cropPixels(photo, piece, UPLOAD.maxSidePx), 'piece.jpg')
      for (const [name, value] of Object.entries(body)) form.set(name, String(value))
      return (await api('POST /api/find-box', { body, form, signal })).data
    },

    /** Ends the scan on the server, even while the page is being left. */
    leave: (id: string) => {
      const url = buildCallUrl(keepsPhotos ? 'DELETE /api/scan/:id' : 'DELETE /api/find/:id', {
        id,
      })
      fetch(url, { method: 'DELETE', keepalive: true, credentials: 'same-origin' }).catch(
        (error: unknown) => logProblem('The scan could not be cancelled', error),
      )
    },
  }
}
export type ScanServer = ReturnType<typeof createScanServer>
