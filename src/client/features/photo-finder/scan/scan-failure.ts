import { ApiError, statusAdvice } from '#client/lib/api.ts'
import { SCAN_MESSAGES } from '#shared/finder-messages.ts'
import { PhotoProblem } from './prepare-photo.ts'
import { UploadError } from './upload-photo.ts'

/** `message` is the specification's sentence (§8); `advice` says what happened and when to retry. */
export type ScanFailure = { message: string; advice?: string | undefined }

const adviceFor = (error: unknown): string => {
  if (!(error instanceof ApiError)) return statusAdvice(0)
  const { status, retryAfterSeconds } = error
  const reason = error instanceof UploadError ? error.reason : error.message
  // What is wrong with the photo itself (400, 413, 415, 422), or that there is no room for it (507),
  // the server knows best.
  const isAboutPhoto = status >= 400 && status < 500 && status !== 401 && status !== 429
  return (isAboutPhoto || status === 507) && reason
    ? reason
    : statusAdvice(status, retryAfterSeconds)
}

export const scanFailure = (error: unknown): ScanFailure => {
  const message = error instanceof Error ? error.message : String(error)
  // Nothing has been scanned yet: what is wrong with a file needs no prefix.
  if (error instanceof PhotoProblem) return { message }
  return { message: SCAN_MESSAGES.scanError(message), advice: adviceFor(error) }
}
