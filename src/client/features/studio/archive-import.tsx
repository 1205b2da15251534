import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { handleFiles } from '#client/ui/fields.tsx'
import { Problem } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import { importPhotosAsDrafts, type ImportProgress } from './import-archive.ts'
import { RefusedPhotos } from './refused-photos.tsx'
import styles from './studio.module.css'
import { BadZip } from './zip.ts'

type State =
  | { name: 'idle' }
  | { name: 'reading' }
  | { name: 'running' | 'waiting' | 'over'; progress: ImportProgress }
  | { name: 'failed'; message: string; progress: ImportProgress | null }

const failureMessage = (error: unknown) =>
  error instanceof ApiError || error instanceof BadZip ? error.message : STUDIO_TEXT.badArchive

/** Photos are scanned in the background, so the page may be closed after the import. */
const useArchive = () => {
  const queries = useQueryClient()
  const [state, setState] = useState<State>({ name: 'idle' })
  const stop = useRef(new AbortController())

  const start = async (file: File) => {
    stop.current = new AbortController()
    const { signal } = stop.current
    let last: ImportProgress | null = null
    const onProgress = (progress: ImportProgress, isWaiting: boolean) => {
      last = progress
      setState({ name: isWaiting ? 'waiting' : 'running', progress })
    }
    setState({ name: 'reading' })
    try {
      await importPhotosAsDrafts(file, { signal, onProgress })
      if (last) setState({ name: 'over', progress: last })
    } catch (error) {
      const progress = last
      if (signal.aborted && progress) setState({ name: 'over', progress })
      else if (signal.aborted) setState({ name: 'idle' })
      else setState({ name: 'failed', message: failureMessage(error), progress })
    }
    await queries.invalidateQueries({ queryKey: ['studio', 'drafts'] })
  }
  return { state, start, stop: () => stop.current.abort() }
}

const ImportStatus = ({ state }: { state: State }) => {
  if (state.name === 'idle') return <>{STUDIO_TEXT.archiveHint}</>
  if (state.name === 'reading') return <>{STUDIO_TEXT.archiveReading}</>
  if (!state.progress) return null
  const { done, total, added, existing } = state.progress
  return (
    <>
      {state.name === 'over'
        ? STUDIO_TEXT.archiveOver(added, existing)
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
  const refused = ('progress' in state && state.progress?.refused) || []
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
          onChange={handleFiles(([file]) => void start(file))}
        />
      </label>
      <output className="quiet small">
        <ImportStatus state={state} />
      </output>
      <RefusedPhotos photos={refused} />
      <Problem>{state.name === 'failed' ? state.message : null}</Problem>
      {isBusy && (
        <Button variant="quiet" className="start" onClick={stop}>
          {STUDIO_TEXT.archiveStop}
        </Button>
      )}
    </div>
  )
}
