import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ACCOUNT_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import type { SignInMethod } from '#shared/contract/session.ts'
import { CodeForm } from './code-form.tsx'
import { isPasskeyCancelled, provePasskey } from './passkeys.ts'
import { continueText, useMethodName } from './method-name.ts'

type ConfirmIdentityProps = {
  /** Null: nothing to confirm. */
  provider: SignInMethod | null
  onContinue: () => void
  /** After a code, which needs no other page. */
  onConfirmed: () => void
  onClose: () => void
}

const WithCode = ({ onConfirmed }: { onConfirmed: () => void }) => {
  const enter = useMutation({
    mutationFn: (code: string) => api('POST /api/account/confirm/email', { body: { code } }),
    onSuccess: onConfirmed,
  })
  return (
    <CodeForm
      submit="Confirm"
      isBusy={enter.isPending}
      problem={enter.error?.message}
      onSubmit={enter.mutate}
    />
  )
}

const WithPasskey = ({
  onConfirmed,
  onClose,
}: {
  onConfirmed: () => void
  onClose: () => void
}) => {
  const prove = useMutation({
    mutationFn: async () =>
      api('POST /api/account/confirm/passkey', { body: await provePasskey() }),
    onSuccess: onConfirmed,
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Confirm that it is you"
      description="You signed in a while ago. To protect your account, please use your passkey once more."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={prove.isPending} onClick={() => prove.mutate()}>
            {LOGIN_TEXT.continueWithPasskey}
          </Button>
        </>
      }
    >
      {prove.error && !isPasskeyCancelled(prove.error) && (
        <p className="problem" role="alert">
          {prove.error.message}
        </p>
      )}
    </Dialog>
  )
}

export const ConfirmIdentity = ({
  provider,
  onContinue,
  onConfirmed,
  onClose,
}: ConfirmIdentityProps) => {
  const nameOf = useMethodName()
  const [query] = useSearchParams()
  // The page says it too, but this dialog covers the page.
  const wasSomebodyElse = query.get('error') === ACCOUNT_ERRORS.notConfirmedCode
  if (provider === 'passkey') return <WithPasskey onConfirmed={onConfirmed} onClose={onClose} />
  return provider === 'email' ? (
    <Dialog
      isOpen
      onClose={onClose}
      title="Confirm that it is you"
      description="You signed in a while ago. To protect your account, please enter the code that we have just sent to your email."
    >
      <WithCode onConfirmed={onConfirmed} />
    </Dialog>
  ) : (
    <Dialog
      isOpen={provider !== null}
      onClose={onClose}
      title="Confirm that it is you"
      description="You signed in a while ago. To protect your account, please sign in once more. You will come straight back here."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onContinue}>
            {continueText(provider ?? 'google', nameOf)}
          </Button>
        </>
      }
    >
      {wasSomebodyElse && (
        <p className="problem" role="alert">
          {ACCOUNT_ERRORS.notConfirmed}
        </p>
      )}
    </Dialog>
  )
}
