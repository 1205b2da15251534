import { api as clientApi } from '#client/lib/api.ts'
import { isHeic, preparePhoto } from '#client/lib/photo.ts'
import { UPLOAD } from '#shared/constants.ts'
import { readExifDay } from '#shared/domain/photo-date.ts'
import { toHex } from '#shared/domain/text.ts'

/** A photo that did not become a draft. */
export type RefusedPhoto = { name: string; reason: string }

/** The EXIF data of a photo, at most 64 kB, are near its start. */
const EXIF_BYTES = 131_072

const cameraDay = async (photo: Blob) =>
  readExifDay(new TextDecoder('latin1').decode(await photo.slice(0, EXIF_BYTES).arrayBuffer()))

export const sha256Of = async (file: Blob): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))

type PhotoOptions = { takenOn?: string | null; isArchive?: boolean; signal?: AbortSignal }
export type UploadParts = { api: typeof clientApi; scale: (photo: Blob) => Promise<{ blob: Blob }> }
export const UPLOAD_PARTS: UploadParts = { api: clientApi, scale: preparePhoto }

/**
 * Begins a draft. A file that the server would refuse, because it is too large or HEIC, is sent as a
 * smaller JPEG; that has no EXIF data, so its day is read here.
 */
export const beginDraft = async (
  photo: Blob,
  { takenOn = null, isArchive = false, signal }: PhotoOptions,
  { api, scale }: UploadParts = UPLOAD_PARTS,
) => {
  const form = new FormData()
  const head = new Uint8Array(await photo.slice(0, 12).arrayBuffer())
  const isSentAsItIs = photo.size <= UPLOAD.maxBytes && !isHeic(head)
  form.set('image', isSentAsItIs ? photo : (await scale(photo)).blob)
  if (!isSentAsItIs) form.set('sha256', await sha256Of(photo))
  const day = takenOn ?? (isSentAsItIs ? null : await cameraDay(photo))
  if (day !== null) form.set('takenOn', day)
  if (isArchive) form.set('archive', '1')
  const call = { body: {}, form, ...(signal ? { signal } : {}) }
  return (await api('POST /api/studio/drafts', call)).data
}
