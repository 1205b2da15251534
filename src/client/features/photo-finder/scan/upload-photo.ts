import { SEARCH_ERRORS } from '#shared/finder-messages.ts'

/** What the server said of a refused call; status 0 means that the call never reached it. */
export type Refusal = {
  status: number
  reason?: string | undefined
  retryAfterSeconds?: number | undefined
}

export class UploadError extends Error {
  readonly refusal: Refusal

  constructor(message: string, refusal: Refusal) {
    super(message)
    this.name = 'UploadError'
    this.refusal = refusal
  }
}

/** §8: an upload the server refused, or that never got there. */
export const uploadError = (refusal: Refusal) =>
  new UploadError(
    refusal.status > 299
      ? SEARCH_ERRORS.imageUploadFailed(refusal.status)
      : refusal.status === 0
        ? SEARCH_ERRORS.uploadFailed
        : (refusal.reason ?? SEARCH_ERRORS.uploadFailed),
    refusal,
  )

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
      const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || undefined
      if (status < 300 && success && url) resolve(url)
      else reject(uploadError({ status, reason: error, retryAfterSeconds }))
    })
    request.addEventListener('error', () => reject(uploadError({ status: 0 })))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
