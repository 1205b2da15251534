import { useCreatedAccount } from '#client/account/created-account.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './created-account-dialog.module.css'

type CreatedAccountDialogProps = { onKey: (given: { email: string; key: string }) => void }

/** §8: the specified alert after an invitation by email and code. */
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
      title={result?.key ? 'Welcome to Wearabouts' : 'Your invitation'}
    >
      {result?.key ? (
        <>
          <p className={styles.message}>
            {result.message.replace(result.key, '')}
            <strong className={styles.key}>{result.key}</strong>
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
