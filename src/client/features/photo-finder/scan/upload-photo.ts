import { SEARCH_ERRORS } from '#shared/finder-messages.ts'

/** The upload did not come through; `detail` is what the server said about it. */
export class UploadError extends Error {
  readonly detail: string | undefined

  constructor(message: string, detail?: string) {
    super(message)
    this.name = 'UploadError'
    this.detail = detail
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

/** XMLHttpRequest because fetch cannot tell how much has been sent. */
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
      const { success, url, error } = parse(request.responseText)
      if (request.status < 200 || request.status > 299)
        reject(new UploadError(SEARCH_ERRORS.imageUploadFailed(request.status), error))
      else if (success && url) resolve(url)
      else reject(new UploadError(error ?? SEARCH_ERRORS.uploadFailed))
    })
    request.addEventListener('error', () => reject(new UploadError(SEARCH_ERRORS.uploadFailed)))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
