import { ApiError } from '#client/lib/api.ts'
import { UploadError } from './upload-photo.ts'

type Refusal = { message?: string }

const messageIn = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as Refusal).message
  } catch {
    return undefined // A proxy's error page: the status says enough.
  }
}

const refused = (request: XMLHttpRequest) => {
  const retryAfter = Number(request.getResponseHeader('retry-after')) || undefined
  return new UploadError(request.status, messageIn(request.responseText), retryAfter)
}

/**
 * Sends a photo and gives the stream of its scan. XMLHttpRequest, because fetch does not report upload
 * progress; what arrives is passed on piece by piece.
 */
export const sendPhoto = (
  photo: Blob,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.set('image', photo, 'photo.jpg')
    request.open('POST', '/api/find')
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.round((100 * loaded) / total))
    })
    const encoder = new TextEncoder()
    let passedOn = 0
    let stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | null = null
    const isStream = () => request.status >= 200 && request.status < 300
    const passOn = () => {
      const { responseText } = request
      if (responseText.length > passedOn)
        stream?.enqueue(encoder.encode(responseText.slice(passedOn)))
      passedOn = responseText.length
    }
    const fail = (error: Error) => {
      if (stream) stream.error(error)
      else reject(error)
      stream = null
    }
    request.addEventListener('readystatechange', () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED || !isStream()) return
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
    request.addEventListener('progress', passOn)
    request.addEventListener('load', () => {
      if (!isStream()) return fail(refused(request))
      passOn()
      stream?.close()
      stream = null
    })
    request.addEventListener('error', () => fail(new ApiError(0, 'The connection was lost.')))
    request.addEventListener('abort', () => fail(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
