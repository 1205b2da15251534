import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#client/lib/api.ts'
import { tabStorage } from '#client/lib/browser-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import { ACCOUNT_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import type { SignInMethod } from '#shared/contract/session.ts'
import { CodeForm } from './account-forms.tsx'
import { isPasskeyCancelled, provePasskey } from './passkeys.ts'
import { continueText, useMethodName } from './sign-in.ts'

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

const ConfirmIdentity = ({ provider, onContinue, onConfirmed, onClose }: ConfirmIdentityProps) => {
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
      description="You signed in a while ago. To protect your account, please enter the code we just emailed you."
    >
      <WithCode onConfirmed={onConfirmed} />
    </Dialog>
  ) : (
    <Dialog
      isOpen={provider !== null}
      onClose={onClose}
      title="Confirm that it is you"
      description="You signed in a while ago. To protect your account, please sign in once more. You will come straight back."
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

/** In this tab only, so that no link from elsewhere can start an action. */
const CONTINUE_KEY = 'wearabouts.account.continue'

const takeContinued = (action: string | null): boolean => {
  if (action === null || tabStorage.read(CONTINUE_KEY) !== action) return false
  tabStorage.remove(CONTINUE_KEY)
  return true
}

/**
 * Runs an action that needs a recent sign-in. If the last one is older, the user signs in again, and
 * the action continues when they come back to Account Settings. With a null action it does not, for
 * other pages: they start it again.
 */
export const useRecentSignIn = (action: string | null, run: () => void) => {
  const [way, setWay] = useState<{ url: string | null; provider: SignInMethod } | null>(null)
  const { mutate: start, isPending } = useMutation({
    mutationFn: () => api('POST /api/account/confirm'),
    onSuccess: ({ data }) => (data ? setWay(data) : run()),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
  })
  // Asks again instead of running: the user may have come back without signing in.
  const handleReturn = useEffectEvent(() => {
    if (takeContinued(action)) start()
  })
  useEffect(() => handleReturn(), [])

  const handleContinue = () => {
    if (action !== null) tabStorage.write(CONTINUE_KEY, action)
    window.location.assign(way?.url ?? '')
  }
  return {
    start: () => start(),
    isChecking: isPending,
    dialog: (
      <ConfirmIdentity
        provider={way?.provider ?? null}
        onContinue={handleContinue}
        onConfirmed={() => {
          setWay(null)
          run()
        }}
        onClose={() => setWay(null)}
      />
    ),
  }
}
