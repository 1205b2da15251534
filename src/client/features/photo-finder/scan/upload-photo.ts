import { ApiError, noteStatus } from '#client/lib/api.ts'
import { SEARCH_ERRORS } from '#shared/finder-messages.ts'

/** Worded as §8 says; `reason` is what the server said. */
export class UploadError extends ApiError {
  readonly reason: string | undefined

  constructor(status: number, reason?: string, retryAfterSeconds?: number) {
    const words = (status > 0 && reason) || SEARCH_ERRORS.uploadFailed
    const message = status > 299 ? SEARCH_ERRORS.imageUploadFailed(status) : words
    super(status, message, { retryAfterSeconds })
    this.reason = reason
  }
}

type UploadReply = { success?: boolean; url?: string; error?: string }

const parse = (text: string): UploadReply => {
  try {
    return JSON.parse(text) as UploadReply
  } catch {
    return {} // A proxy's error page: the status says enough.
  }
}

/** XMLHttpRequest, because fetch does not report upload progress. */
export const uploadPhoto = (
  photo: Blob,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<string> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.set('image', photo, 'photo.jpg')
    request.open('POST', '/image-local.php')
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(Math.round((100 * loaded) / total))
    })
    request.addEventListener('load', () => {
      const { status } = request
      const { success, url, error } = parse(request.responseText)
      noteStatus(status)
      const retryAfter = Number(request.getResponseHeader('retry-after')) || undefined
      if (status < 300 && success && url) resolve(url)
      else reject(new UploadError(status, error, retryAfter))
    })
    request.addEventListener('error', () => reject(new UploadError(0)))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
