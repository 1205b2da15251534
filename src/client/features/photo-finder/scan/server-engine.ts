import {
  type api as clientApi,
  ApiError,
  buildCallUrl,
  reportStatus,
  adviseOnStatus,
} from '#client/lib/api.ts'
import { logProblem, getErrorMessage } from '#client/lib/log-problem.ts'
import { type cropPixels, computePieceAround } from '#client/lib/photo-crop.ts'
import { PhotoProblem, type preparePhoto } from '#client/lib/photo.ts'
import { UPLOAD } from '#shared/constants.ts'
import { SCAN } from '#shared/finder-constants.ts'
import type { ScanEvent } from '#shared/contract/scan.ts'
import { FINDER_TEXT, SCAN_MESSAGES, SEARCH_ERRORS } from '#shared/finder-messages.ts'
import type { ScanEngine, ScanRun } from './scan-engine.ts'
import { PAGE_LANGUAGE_HEADER } from '#shared/languages.ts'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

/** `message` is the specified sentence; `advice` says what happened and when to retry. */
export type ScanFailure = { message: string; advice?: string | undefined }

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

const adviceOn = (error: unknown): string => {
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
  return { message: SCAN_MESSAGES.scanError(message), advice: adviceOn(error) }
}

type PhotoReply = { success?: boolean; url?: string; error?: string; message?: string }

const parseReply = (text: string): PhotoReply => {
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
    request.setRequestHeader(PAGE_LANGUAGE_HEADER, LOCALE_TEXT.language)
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
        const { error, message } = parseReply(request.responseText)
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

/** The stream broke and could not be resumed. */
class ScanLostError extends Error {
  constructor(cause?: unknown) {
    super(FINDER_TEXT.connectionLost, { cause })
    this.name = 'ScanLostError'
  }
}

type ScanConnection = {
  start: (signal: AbortSignal) => Promise<Response>
  resume: (scanId: string, after: number, signal: AbortSignal) => Promise<Response>
}

type Wait = (tries: number, signal: AbortSignal) => Promise<void>

/** Waits half a second, and twice as long each time; an abort ends the wait. */
const waitLonger: Wait = (tries, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 250 * 2 ** tries)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })

export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .getReader()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
    if (rest !== '') yield rest
  } finally {
    // A broken stream has nothing left to cancel.
    await reader.cancel().catch(() => undefined)
  }
}

const isLast = ({ type }: ScanEvent) => type === 'done' || type === 'failed'

/** A refusal would come again, but after a 5xx another server may answer. */
const isRefusal = (error: unknown) =>
  error instanceof Error &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status >= 400 &&
  error.status < 500

/** Yields every event once and in order, across lost connections. */
export async function* readScanEvents(
  connection: ScanConnection,
  signal: AbortSignal,
  wait: Wait = waitLonger,
): AsyncGenerator<ScanEvent> {
  let scanId: string | null = null
  let lastSeq = 0
  let tries = 0
  let response = await connection.start(signal)
  for (;;) {
    let problem: unknown
    try {
      if (!response.body) throw new ScanLostError()
      for await (const line of readLines(response.body)) {
        const event = JSON.parse(line) as ScanEvent
        if (event.seq <= lastSeq) continue
        lastSeq = event.seq
        tries = 0
        if (event.type === 'started') scanId = event.scanId
        yield event
        if (isLast(event)) return
      }
    } catch (error) {
      problem = error
    }
    signal.throwIfAborted()
    for (;;) {
      tries += 1
      if (scanId === null || tries > SCAN.resumeTries) throw new ScanLostError(problem)
      await wait(tries, signal)
      try {
        response = await connection.resume(scanId, lastSeq, signal)
        break
      } catch (error) {
        signal.throwIfAborted()
        if (isRefusal(error)) throw new ScanLostError(error)
        problem = error
      }
    }
  }
}

export type ServerEngineDependencies = {
  /** Whether the server stores the photos, as it does for invited users but not on /find. */
  keepsPhotos: boolean
  api: typeof clientApi
  sendPhoto: SendPhoto
  preparePhoto: typeof preparePhoto
  cropPixels: typeof cropPixels
}

/** Scans photos on the server; also all other requests about a photo. */
export const createServerEngine = (dependencies: ServerEngineDependencies) => {
  const { keepsPhotos, api, sendPhoto, preparePhoto, cropPixels } = dependencies

  const uploadPhoto = async (
    photo: Blob,
    signal: AbortSignal,
    onProgress: (percent: number) => void = () => undefined,
  ): Promise<string> => {
    const reply = await sendPhoto('/image-local.php', photo, onProgress, signal)
    const { success, url, error } = parseReply(await reply.text())
    if (!success || !url) throw new UploadError(reply.status, error)
    return url
  }

  const followScan = async (
    imageUrl: string | null,
    connection: ScanConnection,
    { emit, signal }: ScanRun,
  ) => {
    emit({ type: 'begun', location: 'server', imageUrl })
    for await (const event of readScanEvents(connection, signal)) emit(event)
  }

  /** Scans a photo that the server has stored. */
  const scanStoredPhoto = (imageUrl: string, run: ScanRun) =>
    followScan(
      imageUrl,
      {
        start: (signal) => api('POST /api/scan', { body: { imageUrl }, signal }),
        resume: (id, after, signal) =>
          api('GET /api/scan/:id', { params: { id }, query: { after }, signal }),
      },
      run,
    )

  const engine: ScanEngine = {
    scanPhoto: async (file, run) => {
      const { emit, signal } = run
      const { blob, ...size } = await preparePhoto(file)
      emit({ type: 'opened', preview: blob, ...size })
      const onProgress = (percent: number) => emit({ type: 'uploading', percent })
      onProgress(0)
      if (keepsPhotos) return scanStoredPhoto(await uploadPhoto(blob, signal, onProgress), run)
      const connection: ScanConnection = {
        start: (signal) => sendPhoto('/api/find', blob, onProgress, signal),
        resume: (id, after, signal) =>
          api('GET /api/find/:id', { params: { id }, query: { after }, signal }),
      }
      return followScan(null, connection, run)
    },

    searchBox: async ({ photo, imageUrl, bbox, category }, signal) => {
      const filter = category ? { category } : {}
      if (imageUrl !== null)
        return (await api('POST /api/scan-box', { body: { imageUrl, bbox, ...filter }, signal }))
          .data
      const { piece, bbox: inPiece } = computePieceAround(bbox, photo)
      const body = { ...inPiece, ...filter }
      const form = new FormData()
      form.set('image', await cropPixels(photo, piece, UPLOAD.maxSidePx), 'piece.jpg')
      for (const [name, value] of Object.entries(body)) form.set(name, String(value))
      return (await api('POST /api/find-box', { body, form, signal })).data
    },
  }

  return {
    ...engine,
    scanStoredPhoto,

    /** Stores a picture of a product. */
    uploadPicture: async (picture: Blob) => {
      const { blob } = await preparePhoto(picture)
      return uploadPhoto(blob, new AbortController().signal)
    },

    /** Fetches a picture on the web: its address if the server has stored it, or else a file to scan. */
    fetchPicture: async (address: string, signal: AbortSignal): Promise<string | Blob> => {
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

    /** Ends the scan on the server, even while the page is being left. */
    endScan: (id: string) => {
      const url = buildCallUrl(keepsPhotos ? 'DELETE /api/scan/:id' : 'DELETE /api/find/:id', {
        id,
      })
      fetch(url, { method: 'DELETE', keepalive: true, credentials: 'same-origin' }).catch(
        (error: unknown) => logProblem('The scan could not be cancelled', error),
      )
    },
  }
}
