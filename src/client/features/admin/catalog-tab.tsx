import { useRef, useState } from 'react'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Checkbox } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import type { AdminImport } from '#shared/contract/admin-catalog.ts'
import styles from './admin-page.module.css'
import {
  AdminList,
  ProblemLines,
  formatTime,
  useAdminAction,
  useAdminQuery,
} from './admin-parts.tsx'
import { FileField, storeFile, takeStoredFile, uploadFile, UploadProgress } from './upload-file.tsx'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import { IMPORT_TEXT } from './import-messages.ts'

const POLL_MS = 1_000

/** Imports a catalogue file, with the same report as the command. */
export const CatalogTab = () => {
  const list = useAdminQuery('imports', (signal) => api('GET /api/admin/imports', { signal }), {
    pollMs: (data) => (data?.imports.some(({ state }) => state === 'running') ? POLL_MS : false),
  })
  return (
    <>
      <UploadForm />
      <AdminList
        query={list}
        label={IMPORT_TEXT.list}
        notLoaded={IMPORT_TEXT.notLoaded}
        empty={IMPORT_TEXT.empty}
        items={list.data?.imports ?? []}
      >
        {(report) => <ImportRow key={report.id} report={report} />}
      </AdminList>
    </>
  )
}

const UploadForm = () => {
  const [share, setShare] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const chosenFile = () => {
    const file = form.current && new FormData(form.current).get('file')
    return file instanceof File && file.size > 0 ? file : null
  }
  const send = useAdminAction(async (replace: boolean) => {
    const file = chosenFile() ?? (await takeStoredFile())
    if (!file) throw new Error(IMPORT_TEXT.chooseAgain)
    setShare(0)
    const id = await uploadFile(file, { replace, onProgress: setShare })
    await api('POST /api/admin/imports/:id/start', { params: { id } })
    form.current?.reset()
  }, IMPORT_TEXT.importing)
  const replacing = useRecentSignIn('replace-catalogue', () => send.mutate(true), {
    onLeave: async () => {
      const file = chosenFile()
      if (file) await storeFile(file)
    },
  })
  return (
    <>
      <Form
        ref={form}
        className={styles.form}
        aria-label={IMPORT_TEXT.form}
        onSubmit={(text) => (text('replace') ? replacing.start() : send.mutate(false))}
      >
        <FileField label={IMPORT_TEXT.file} accept=".csv,text/csv" required />
        <Checkbox name="replace" label={IMPORT_TEXT.replaces} />
        <Button
          type="submit"
          variant="primary"
          className="start"
          isBusy={replacing.isChecking || send.isPending}
        >
          {IMPORT_TEXT.submit}
        </Button>
        {send.isPending && <UploadProgress share={share} />}
      </Form>
      {/* Outside the form: a code that is entered there must not submit this form too. */}
      {replacing.dialog}
    </>
  )
}

const formatNumber = (count: number) => count.toLocaleString(LOCALE_TEXT.locale)

const ImportRow = ({ report }: { report: AdminImport }) => (
  <li className={classNames('stack gap-1', styles.entry)}>
    <p>
      <strong>
        <bdi>{report.name}</bdi>
      </strong>{' '}
      <span className={classNames('quiet small', styles.when)}>{formatTime(report.createdAt)}</span>
    </p>
    <p className={report.state === 'refused' || report.state === 'failed' ? 'problem' : undefined}>
      {report.state === 'running'
        ? IMPORT_TEXT.runningStep(report.step, formatNumber(report.rows))
        : IMPORT_TEXT.states[report.state]}
    </p>
    {report.state === 'running' && (
      <progress className={styles.progress} aria-label={IMPORT_TEXT.importOf(report.name)} />
    )}
    {report.state === 'done' && (
      <p className="small">
        {IMPORT_TEXT.counts(
          formatNumber(report.rows),
          formatNumber(report.added),
          formatNumber(report.changed),
          formatNumber(report.removed),
        )}
      </p>
    )}
    <ProblemLines problems={report.problems} total={report.errors + report.warnings} />
  </li>
)
