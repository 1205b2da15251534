import { ApiError } from '#client/lib/api.ts'
import { statusAdvice } from '#client/lib/status-advice.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { PhotoProblem } from './prepare-photo.ts'
import { type Refusal, UploadError } from './upload-photo.ts'

/** `message` is the specification's sentence (§8); `advice` says what happened and when to retry. */
export type ScanFailure = { message: string; advice?: string | undefined }

export const refusalOf = ({ status, message, retryAfterSeconds }: ApiError): Refusal => ({
  status,
  reason: message,
  retryAfterSeconds,
})

/** What the server found wrong with the photo itself (400, 413, 415, 422) it says best. */
const adviceFor = ({ status, reason, retryAfterSeconds }: Refusal): string => {
  const isAboutPhoto = status >= 400 && status < 500 && status !== 401 && status !== 429
  return isAboutPhoto && reason ? reason : statusAdvice(status, retryAfterSeconds)
}

export const scanFailure = (error: unknown): ScanFailure => {
  const message = error instanceof Error ? error.message : String(error)
  // Nothing has been scanned yet: what is wrong with a file needs no prefix.
  if (error instanceof PhotoProblem) return { message }
  const refusal =
    error instanceof UploadError
      ? error.refusal
      : error instanceof ApiError
        ? refusalOf(error)
        : { status: 0 }
  return { message: SCAN_MESSAGES.scanError(message), advice: adviceFor(refusal) }
}
