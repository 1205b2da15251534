import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import type { AdminImport } from '#shared/contract/admin-imports.ts'
import { ProblemLines, useAction } from './admin-lists.tsx'
import styles from './admin-page.module.css'
import { timeText } from './admin-text.ts'

const POLL_MS = 1_000

/** Imports a catalogue file, with the report of the command. */
export const CatalogueTab = () => {
  const list = useQuery({
    queryKey: ['admin', 'imports'],
    queryFn: async ({ signal }) => (await api('GET /api/admin/imports', { signal })).data.imports,
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'running') ? POLL_MS : false,
  })
  return (
    <>
      <UploadForm />
      <ul className={styles.list} aria-label="Imports">
        {list.data?.map((one) => (
          <ImportRow key={one.id} report={one} />
        ))}
      </ul>
      {list.isError && <QueryError title="Couldn’t load imports" query={list} />}
      {list.data?.length === 0 && <EmptyState title="No imports yet" />}
    </>
  )
}

const UploadForm = () => {
  const fileId = useId()
  const [share, setShare] = useState(0)
  const send = useAction(async (form: HTMLFormElement) => {
    const given = new FormData(form)
    const file = given.get('file')
    if (!(file instanceof File)) return
    setShare(0)
    await uploadCatalogue(file, { replace: given.has('replace'), onProgress: setShare })
    form.reset()
  }, 'Importing the file')
  const form = useRef<HTMLFormElement>(null)
  const replacing = useRecentSignIn(null, () => form.current && send.mutate(form.current))
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (new FormData(event.currentTarget).has('replace')) replacing.start()
    else send.mutate(event.currentTarget)
  }
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        aria-label="Import a catalogue"
        onSubmit={handleSubmit}
      >
        <div className="stack gap-2">
          <label htmlFor={fileId}>CSV file</label>
          <input
            id={fileId}
            className={styles.file}
            type="file"
            name="file"
            accept=".csv,text/csv"
            required
          />
        </div>
        <label className={styles.choice}>
          <input type="checkbox" name="replace" />
          <span>Also delete every product that is not in the file</span>
        </label>
        <Button
          type="submit"
          variant="primary"
          className="start"
          isBusy={replacing.isChecking || send.isPending}
        >
          Import
        </Button>
        {send.isPending && (
          <label className="stack gap-1">
            <span className="quiet small">{Math.round(share * 100)}% sent</span>
            <progress className={styles.progress} max={1} value={share} />
          </label>
        )}
      </form>
      {/* Outside the form: a code that is entered there must not submit this form too. */}
      {replacing.dialog}
    </>
  )
}

const STATES: Record<AdminImport['state'], string> = {
  uploading: 'Upload not finished',
  running: 'Running',
  done: 'Imported',
  refused: 'Refused; nothing changed',
  failed: 'Failed; nothing changed',
}

const ImportRow = ({ report }: { report: AdminImport }) => (
  <li className={classNames('stack gap-1', styles.entry)}>
    <p>
      <strong>{report.name}</strong>{' '}
      <span className={classNames('quiet small', styles.when)}>{timeText(report.createdAt)}</span>
    </p>
    <p className={report.state === 'refused' || report.state === 'failed' ? 'problem' : undefined}>
      {STATES[report.state]}
      {report.state === 'running' && `: ${report.step}, ${report.rows.toLocaleString('en')} rows`}
    </p>
    {report.state === 'running' && (
      <progress className={styles.progress} aria-label={`Import of ${report.name}`} />
    )}
    {report.state === 'done' && (
      <p className="small">
        {report.rows.toLocaleString('en')} rows: {report.added.toLocaleString('en')} added,{' '}
        {report.changed.toLocaleString('en')} changed, {report.removed.toLocaleString('en')} removed
      </p>
    )}
    <ProblemLines problems={report.problems} total={report.errors + report.warnings} />
  </li>
)

type UploadOptions = {
  replace: boolean
  /** Share of the file that was sent. */
  onProgress: (share: number) => void
}

/** Sends a file in parts and starts its import. */
const uploadCatalogue = async (file: File, { replace, onProgress }: UploadOptions) => {
  const { id, partBytes } = (
    await api('POST /api/admin/imports', { body: { name: file.name, bytes: file.size, replace } })
  ).data
  for (let start = 0, number = 0; start < file.size; start += partBytes, number += 1) {
    const form = new FormData()
    form.set('number', String(number))
    form.set('part', file.slice(start, start + partBytes), 'part')
    await api('POST /api/admin/imports/:id/parts', { params: { id }, body: { number }, form })
    onProgress(Math.min(1, (start + partBytes) / file.size))
  }
  await api('POST /api/admin/imports/:id/start', { params: { id } })
}
