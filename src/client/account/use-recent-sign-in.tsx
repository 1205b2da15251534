import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#client/lib/api.ts'
import { createExpiringEntry } from '#client/lib/browser-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Problem } from '#client/ui/form.tsx'
import { toast } from '#client/ui/toast.tsx'
import { ACCOUNT_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import type { SignInMethod } from '#shared/domain/sign-in-methods.ts'
import { CodeForm } from './account-forms.tsx'
import { formatContinueLabel, isPasskeyCanceled, askForPasskey, useMethodName } from './sign-in.ts'
import { CONFIRM_TEXT } from './account-form-messages.ts'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

type ProofDialogProps = {
  method: SignInMethod
  /** Leaves for the provider's page. */
  onLeave: () => void
  onConfirmed: () => void
  onClose: () => void
}

/** Asks the user to prove with a code, a passkey or at the provider that it is them. */
const ProofDialog = ({ method, onLeave, onConfirmed, onClose }: ProofDialogProps) => {
  const nameOf = useMethodName()
  const [query] = useSearchParams()
  const confirm = useMutation({
    mutationFn: async (code: string | null) =>
      code === null
        ? api('POST /api/account/confirm/passkey', { body: await askForPasskey() })
        : api('POST /api/account/confirm/email', { body: { code } }),
    onSuccess: onConfirmed,
  })
  const { error, isPending } = confirm
  const isProvider = method !== 'email' && method !== 'passkey'
  // The page shows the same message, but this dialog covers it.
  const wasOtherAccount = isProvider && query.get('error') === ACCOUNT_ERRORS.notConfirmedCode
  const problem = wasOtherAccount
    ? ACCOUNT_ERRORS.notConfirmed
    : isPasskeyCanceled(error)
      ? null
      : error?.message
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={CONFIRM_TEXT.title}
      description={CONFIRM_TEXT.explanation[isProvider ? 'provider' : method]}
      footer={
        method !== 'email' && (
          <>
            <Button onClick={onClose}>{UI_TEXT.cancel}</Button>
            <Button
              variant="primary"
              isBusy={isPending}
              onClick={isProvider ? onLeave : () => confirm.mutate(null)}
            >
              {isProvider ? formatContinueLabel(method, nameOf) : LOGIN_TEXT.continueWithPasskey}
            </Button>
          </>
        )
      }
    >
      {method === 'email' ? (
        <CodeForm
          submit={CONFIRM_TEXT.confirm}
          isBusy={isPending}
          problem={problem}
          onSubmit={confirm.mutate}
        />
      ) : (
        <Problem>{problem}</Problem>
      )}
    </Dialog>
  )
}

/**
 * The action that waits while its user signs in again, with the values of its form. It is stored in
 * this tab only, so that no link from another site can start an action.
 */
const interruptedEntry = createExpiringEntry<{ action: string; draft: string }>(
  'wearabouts.account.continue',
)

/** The action to come back to; null if none waits. */
export const readInterruptedAction = (): string | null => interruptedEntry.read()?.action ?? null

/** What was filled in before this action was interrupted; null if it was not. */
export const readInterruptedDraft = (action: string): string | null =>
  readInterruptedAction() === action ? (interruptedEntry.read()?.draft ?? null) : null

/** The page of the action, without the error that an earlier attempt has left in its query. */
const getReturnPath = () => {
  const { pathname, hash } = window.location
  return pathname + hash
}

type Interruption = {
  /** What was filled in, for `readInterruptedDraft` to bring back. */
  draft?: string
  /** Runs before the page is left. */
  onLeave?: () => Promise<void>
}

/**
 * Runs an action that needs a recent sign-in. If the last one is older, the user signs in again and
 * comes back to this page, where the action continues.
 */
export const useRecentSignIn = (
  action: string,
  run: () => void,
  { draft = '', onLeave }: Interruption = {},
) => {
  const [proof, setProof] = useState<{ url: string | null; provider: SignInMethod } | null>(null)
  const { mutate: start, isPending } = useMutation({
    mutationFn: () => api('POST /api/account/confirm', { query: { redirect: getReturnPath() } }),
    onSuccess: ({ data }) => (data ? setProof(data) : run()),
    onError: toast.failure,
  })
  const handleReturn = useEffectEvent(() => {
    if (readInterruptedAction() !== action) return
    interruptedEntry.forget()
    // Asks again instead of running: the user may have come back without signing in.
    start()
  })
  useEffect(() => handleReturn(), [])

  const handleContinue = async () => {
    interruptedEntry.write({ action, draft })
    await onLeave?.()
    window.location.assign(proof?.url ?? '')
  }
  const close = () => setProof(null)
  const handleConfirmed = () => {
    close()
    run()
  }
  return {
    start: () => start(),
    isChecking: isPending,
    dialog: proof && (
      <ProofDialog
        method={proof.provider}
        onLeave={() => void handleContinue()}
        onConfirmed={handleConfirmed}
        onClose={close}
      />
    ),
  }
}

type RecentSignInButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> &
  Pick<Interruption, 'draft'> & {
    /** Names the action, so that it continues after the sign-in. */
    action: string
    run: () => void
  }

/** A button for an action that needs a recent sign-in. */
export const RecentSignInButton = ({
  action,
  run,
  draft = '',
  isBusy = false,
  ...rest
}: RecentSignInButtonProps) => {
  const { start, isChecking, dialog } = useRecentSignIn(action, run, { draft })
  return (
    <>
      <Button {...rest} isBusy={isChecking || isBusy} onClick={start} />
      {dialog}
    </>
  )
}
