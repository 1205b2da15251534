import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { clearLocalUser } from '#client/account/session.ts'
import { useRecentSignIn } from '#client/account/use-recent-sign-in.tsx'
import { api, callUrl } from '#client/lib/api.ts'
import { keepingPreferences } from '#client/lib/preferences.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/form.tsx'
import { paths } from '#shared/paths.ts'
import styles from './account-settings-page.module.css'

const CONFIRMATION = 'delete my account'
const EXPORT_URL = callUrl('GET /api/account/export')

/** Data export and account deletion, as promised on the policy page. */
export const YourData = () => {
  const [isAsking, setIsAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: () =>
      keepingPreferences(() => api('DELETE /api/account', { body: { confirm: CONFIRMATION } })),
    onSuccess: () => {
      clearLocalUser()
      window.location.assign(paths.home.href())
    },
  })
  const exporting = useRecentSignIn('export', () => window.location.assign(EXPORT_URL))
  const deleting = useRecentSignIn('delete', () => setIsAsking(true))
  const isConfirmed = typed.trim().toLowerCase() === CONFIRMATION
  return (
    <>
      <p className={styles.text}>
        Download everything we keep about you as a JSON file: your account, your saved products, the
        products you added, your alerts and your scans.
      </p>
      <ButtonLink
        to={EXPORT_URL}
        reloadDocument
        download
        onClick={(event) => {
          event.preventDefault()
          exporting.start()
        }}
      >
        Download my data
      </ButtonLink>
      {exporting.dialog}
      <p className={classNames(styles.text, styles.apart)}>
        Deleting your account removes all of this at once, including pictures. This cannot be
        undone.
      </p>
      <Button icon="trash" isBusy={deleting.isChecking} onClick={deleting.start}>
        Delete my account
      </Button>
      {deleting.dialog}
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title="Delete your account?">
        <p className={styles.text}>
          This deletes your account, your saved products, the products you added, your scans and
          your pictures. It cannot be undone.
        </p>
        <TextField
          label={`Type “${CONFIRMATION}” to confirm`}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={setTyped}
          problem={remove.error?.message}
        />
        <div className={classNames('row wrap gap-3', styles.actions)}>
          <Button onClick={() => setIsAsking(false)}>Keep my account</Button>
          <Button
            variant="primary"
            disabled={!isConfirmed}
            isBusy={remove.isPending || remove.isSuccess}
            onClick={() => remove.mutate()}
          >
            Delete permanently
          </Button>
        </div>
      </Dialog>
    </>
  )
}
