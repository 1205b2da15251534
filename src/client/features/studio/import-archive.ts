import { ApiError } from '#client/lib/api.ts'
import { PhotoProblem } from '#client/lib/photo.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { type ArchivedPhoto, photosOfArchive } from './archive.ts'
import {
  beginDraft,
  type RefusedPhoto,
  sha256Of,
  UPLOAD_PARTS,
  type UploadParts,
} from './photo-upload.ts'
import { BadZip, readEntry } from './zip.ts'

/** How many photos are looked up at a time. */
const BATCH_SIZE = 20
/** A photo is read into memory as a whole. */
const MAX_PHOTO_MEGABYTES = 200
/** Every later photo would fail as well: no network, signed out, not allowed, too many drafts. */
const FINAL_STATUSES = new Set([0, 401, 403, 409])
const FINAL_CODE = 'upload-quota'
const DEFAULT_WAIT_SECONDS = 60

export type ImportProgress = {
  done: number
  total: number
  added: number
  existing: number
  refused: readonly RefusedPhoto[]
}

const waitSeconds = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const isFinal = (error: unknown) =>
  error instanceof ApiError && (FINAL_STATUSES.has(error.status) || error.code === FINAL_CODE)

const reasonOf = (error: unknown) =>
  error instanceof ApiError || error instanceof PhotoProblem || error instanceof BadZip
    ? error.message
    : STUDIO_TEXT.archiveDamagedPhoto

const readPhoto = async (file: Blob, { entry }: ArchivedPhoto): Promise<Blob> => {
  if (entry.bytes > MAX_PHOTO_MEGABYTES * 1_048_576)
    throw new PhotoProblem(STUDIO_TEXT.archiveLargePhoto(MAX_PHOTO_MEGABYTES))
  const extension = entry.name.split('.').at(-1)?.toLowerCase() ?? ''
  return new Blob([await readEntry(file, entry)], { type: `image/${extension}` })
}

type ImportOptions = {
  signal: AbortSignal
  onProgress: (progress: ImportProgress, isWaiting: boolean) => void
  wait?: typeof waitSeconds
}

/**
 * Sends the photos of an archive one after the other; one that fails is reported with its reason, and the
 * next follows. Photos that the server already has are skipped, so an interrupted import continues when
 * the file is chosen again.
 */
export const importPhotosAsDrafts = async (
  file: Blob,
  { signal, onProgress, wait = waitSeconds }: ImportOptions,
  parts: UploadParts = UPLOAD_PARTS,
): Promise<void> => {
  const photos = await photosOfArchive(file)
  if (photos.length === 0) throw new BadZip(STUDIO_TEXT.emptyArchive)
  const progress = { done: 0, total: photos.length, added: 0, existing: 0 }
  const refused: RefusedPhoto[] = []
  const report = (isWaiting = false) =>
    onProgress({ ...progress, refused: [...refused] }, isWaiting)

  /** Repeats a call that came too early. */
  const callInTime = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      const isEarly = error instanceof ApiError && [429, 503].includes(error.status)
      if (!isEarly || error.code === FINAL_CODE || signal.aborted) throw error
      report(true)
      await wait(error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS, signal)
      signal.throwIfAborted()
      return callInTime(call)
    }
  }

  /** Null if the photo was refused. */
  const attempt = async <T>({ entry }: ArchivedPhoto, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || isFinal(error)) throw error
      refused.push({ name: entry.name, reason: reasonOf(error) })
      progress.done += 1
      report()
      return null
    }
  }

  const importBatch = async (batch: readonly ArchivedPhoto[]) => {
    const hashed: { photo: ArchivedPhoto; hash: string }[] = []
    for (const photo of batch) {
      const hash = await attempt(photo, async () => sha256Of(await readPhoto(file, photo)))
      if (hash !== null) hashed.push({ photo, hash })
    }
    if (hashed.length === 0) return
    const hashes = hashed.map(({ hash }) => hash)
    const { data } = await callInTime(() =>
      parts.api('POST /api/studio/known-photos', { body: { hashes } }),
    )
    const knownHashes = new Set(data.known)
    for (const { photo, hash } of hashed) {
      signal.throwIfAborted()
      const draft = knownHashes.has(hash)
        ? { isNew: false }
        : await attempt(photo, async () => {
            const body = await readPhoto(file, photo)
            const options = { takenOn: photo.takenOn, isArchive: true, signal }
            return callInTime(() => beginDraft(body, options, parts))
          })
      if (draft === null) continue
      progress[draft.isNew ? 'added' : 'existing'] += 1
      progress.done += 1
      report()
    }
  }

  report()
  for (let first = 0; first < photos.length; first += BATCH_SIZE) {
    signal.throwIfAborted()
    await importBatch(photos.slice(first, first + BATCH_SIZE))
  }
}
