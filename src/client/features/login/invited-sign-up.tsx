import { useEffect, useState } from 'react'
import {
  endInviteArrival,
  pendingInvite,
  takeInviteArrival,
  useCreatedAccount,
} from '#client/account/invitations.ts'
import { noteSigningIn } from '#client/account/session.ts'
import { api, failureText } from '#client/lib/api.ts'
import { siteName } from '#client/lib/initial-data.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { INVITE_MESSAGES } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './login-page.module.css'

/** A ref in the URL of Login signs up; a failure returns to Login with its message. */
export const useRefInvite = () => {
  const [isCreating, setIsCreating] = useState(pendingInvite()?.kind === 'ref')
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const arrival = takeInviteArrival()
    if (arrival?.kind !== 'ref') return
    const redeem = async () => {
      try {
        const body = { ref: arrival.ref }
        await api('POST /api/invite-codes/validate-and-create-user-by-ref', { body })
        noteSigningIn()
        window.location.assign(paths.profile.href('saved-products'))
      } catch (error) {
        endInviteArrival()
        setProblem(failureText(error, INVITE_MESSAGES.createAccountFailed))
        setIsCreating(false)
      }
    }
    void redeem()
  }, [])

  return { isCreating, problem }
}

type CreatedAccountDialogProps = { onKey: (key: { email: string; key: string }) => void }

/** The specified alert after an invitation by email and code. */
export const CreatedAccountDialog = ({ onKey }: CreatedAccountDialogProps) => {
  const { result, clear } = useCreatedAccount()
  const handleClose = () => {
    if (result?.key) onKey({ email: result.email, key: result.key })
    clear()
  }
  return (
    <Dialog
      isOpen={result !== null}
      onClose={handleClose}
      title={result?.key ? `Welcome to ${siteName()}` : 'Your invitation'}
    >
      {result?.key ? (
        <>
          <p className={styles.message}>
            {result.message.replace(result.key, '')}
            <strong className={styles.newKey}>{result.key}</strong>
          </p>
          <p className={classNames('quiet label', styles.note)}>
            This key works once and is shown only here. We have filled it in for you.
          </p>
        </>
      ) : (
        <p className={styles.message}>{result?.message}</p>
      )}
      <Button variant="primary" onClick={handleClose}>
        {result?.key ? 'Continue' : 'OK'}
      </Button>
    </Dialog>
  )
}
