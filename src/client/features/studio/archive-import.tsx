import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { api, ApiError, failureText } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { onFiles, Problem } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { UPLOAD } from '#shared/constants.ts'
import { hexOf } from '#shared/domain/text.ts'
import { CALL_ERRORS } from '#shared/messages.ts'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import styles from './studio.module.css'
import { BadZip, readEntry, zipEntries, type ZipEntry } from './zip.ts'

const PHOTO = /\.(jpe?g|png|webp|avif|heic|heif)$/i
/** Messages and profile pictures are not looks, and the files that macOS adds are not photos. */
const EXCLUDED = /(^|\/)(__MACOSX|messages|inbox|message_requests|profile|\._)/i
const JSON_BYTES = 32 * 1024 * 1024

type ArchivedPhoto = { entry: ZipEntry; takenOn: string | null }

const dayOf = (seconds: number): string | null => {
  const date = new Date(seconds * 1_000)
  return seconds > 0 && !Number.isNaN(date.getTime()) ? date.toISOString().slice(0, 10) : null
}

/**
 * Exports of social networks name each photo by `uri`, with `creation_timestamp` in seconds; some say
 * the time only of the post that it belongs to.
 */
export const datesIn = (json: unknown, dates = new Map<string, string>()): Map<string, string> => {
  const walk = (value: unknown, postDay: string | null) => {
    if (Array.isArray(value)) for (const item of value) walk(item, postDay)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const { uri, creation_timestamp: created, timestamp } = value as Record<string, unknown>
    const seconds = typeof created === 'number' ? created : timestamp
    const day = (typeof seconds === 'number' ? dayOf(seconds) : null) ?? postDay
    if (typeof uri === 'string' && day !== null) dates.set(uri, day)
    for (const member of Object.values(value)) walk(member, day)
  }
  walk(json, null)
  return dates
}

/** The photos of an archive, with the days that the export of a social network names. */
export const photosOfArchive = async (file: Blob): Promise<ArchivedPhoto[]> => {
  const entries = (await zipEntries(file)).filter(({ name }) => !EXCLUDED.test(name))
  const dates = new Map<string, string>()
  for (const entry of entries) {
    if (!entry.name.endsWith('.json') || entry.bytes > JSON_BYTES) continue
    try {
      datesIn(JSON.parse(new TextDecoder().decode(await readEntry(file, entry))), dates)
    } catch {
      // Without this list its photos have no dates, unless their EXIF data state them.
    }
  }
  // The whole export may be in a folder of the archive, so the paths of photos are longer than in the list.
  const dayOfName = (name: string) => {
    const folders = name.split('/')
    const ends = folders.map((_, index) => folders.slice(index).join('/'))
    return ends.map((end) => dates.get(end)).find((day) => day !== undefined) ?? null
  }
  return entries
    .filter(({ name, bytes }) => PHOTO.test(name) && bytes > 0 && bytes <= UPLOAD.maxBytes)
    .map((entry) => ({ entry, takenOn: dayOfName(entry.name) }))
}

/** How many photos are hashed and looked up at a time. */
const BATCH_SIZE = 20
const QUOTA_CODE = 'upload-quota'

const wait = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

type Progress = { done: number; total: number; added: number; known: number; failed: number }
type State =
  | { name: 'idle' }
  | { name: 'reading' }
  | { name: 'running' | 'waiting' | 'over'; progress: Progress }
  | { name: 'failed'; message: string; progress: Progress | null }

/**
 * Sends the photos of an archive one after the other. They are scanned in the background, so the page
 * may be closed afterwards. An interrupted import continues when the file is chosen again, because
 * photos that the server already has are skipped.
 */
const useArchive = () => {
  const queries = useQueryClient()
  const [state, setState] = useState<State>({ name: 'idle' })
  const stop = useRef(new AbortController())

  const send = async (bytes: Uint8Array<ArrayBuffer>, { takenOn }: ArchivedPhoto) => {
    const form = new FormData()
    form.set('image', new Blob([bytes]))
    form.set('archive', '1')
    if (takenOn) form.set('takenOn', takenOn)
    const { signal } = stop.current
    return (await api('POST /api/studio/drafts', { body: {}, form, signal })).data.isNew
  }

  const run = async (file: File) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    setState({ name: 'reading' })
    const photos = await photosOfArchive(file)
    const progress: Progress = { done: 0, total: photos.length, added: 0, known: 0, failed: 0 }
    const show = (name: 'running' | 'waiting' | 'over') =>
      setState({ name, progress: { ...progress } })
    try {
      for (let first = 0; first < photos.length && !signal.aborted; first += BATCH_SIZE) {
        show('running')
        const batch = await Promise.all(
          photos.slice(first, first + BATCH_SIZE).map(async (photo) => {
            const bytes = await readEntry(file, photo.entry)
            return { photo, bytes, hash: hexOf(await crypto.subtle.digest('SHA-256', bytes)) }
          }),
        )
        const { data } = await api('POST /api/studio/known-photos', {
          body: { hashes: batch.map(({ hash }) => hash) },
        })
        const knownHashes = new Set(data.known)
        for (const { photo, bytes, hash } of batch) {
          let isSettled = knownHashes.has(hash)
          if (isSettled) progress.known += 1
          while (!isSettled && !signal.aborted)
            try {
              progress[(await send(bytes, photo)) ? 'added' : 'known'] += 1
              isSettled = true
            } catch (error) {
              if (!(error instanceof ApiError) || error.code === QUOTA_CODE) throw error
              if (error.status === 429 || error.status === 503) {
                show('waiting')
                await wait(error.retryAfterSeconds ?? 60, signal)
              } else {
                progress.failed += 1
                isSettled = true
              }
            }
          progress.done += 1
          show('running')
        }
      }
      show('over')
    } catch (error) {
      setState({ name: 'failed', message: failureText(error, CALL_ERRORS.network), progress })
    }
    await queries.invalidateQueries({ queryKey: ['studio', 'drafts'] })
  }

  const start = (file: File) =>
    run(file).catch((error: unknown) =>
      setState({
        name: 'failed',
        message: error instanceof BadZip ? error.message : STUDIO_TEXT.badArchive,
        progress: null,
      }),
    )
  return { state, start, stop: () => stop.current.abort() }
}

const ImportStatus = ({ state }: { state: State }) => {
  if (state.name === 'idle') return <>{STUDIO_TEXT.archiveHint}</>
  if (state.name === 'reading') return <>{STUDIO_TEXT.archiveReading}</>
  if (!state.progress) return null
  const { done, total, added, known, failed } = state.progress
  return (
    <>
      {state.name === 'over'
        ? STUDIO_TEXT.archiveOver(added, known, failed)
        : STUDIO_TEXT.archiveRunning(done, total)}
      {state.name === 'waiting' && ` ${STUDIO_TEXT.archiveWaiting}`}
    </>
  )
}

/** A ZIP of photos, or the export of a social network: each photo becomes a dated draft. */
export const ArchiveImport = () => {
  const id = useId()
  const { state, start, stop } = useArchive()
  const isBusy = ['reading', 'running', 'waiting'].includes(state.name)
  return (
    <div className={classNames('stack gap-2', styles.archive)}>
      <label htmlFor={id} className="row gap-3">
        <Icon name="upload" size={20} />
        <span className={styles.archiveWords}>{STUDIO_TEXT.archive}</span>
        <input
          id={id}
          type="file"
          accept=".zip,application/zip"
          className="visually-hidden"
          disabled={isBusy}
          onChange={onFiles(([file]) => void start(file))}
        />
      </label>
      <output className="quiet small">
        <ImportStatus state={state} />
      </output>
      <Problem>{state.name === 'failed' ? state.message : null}</Problem>
      {isBusy && (
        <Button variant="quiet" className="start" onClick={stop}>
          {STUDIO_TEXT.archiveStop}
        </Button>
      )}
    </div>
  )
}
