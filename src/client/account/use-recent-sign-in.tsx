import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#client/lib/api.ts'
import { createExpiringEntry } from '#client/lib/browser-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Problem } from '#client/ui/form.tsx'
import { toast } from '#client/ui/toast.tsx'
import { ACCOUNT_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import type { ProviderId, SignInMethod } from '#shared/domain/sign-in-methods.ts'
import { CodeForm } from './account-forms.tsx'
import { continueText, isPasskeyCancelled, provePasskey, useMethodName } from './sign-in.ts'

type ProofProps = { onConfirmed: () => void; onClose: () => void }

type ProofDialogProps = {
  /** What to do, as the rest of a sentence. */
  please: string
  problem?: string | null | undefined
  /** The button that does it, if there is one. */
  action?: ReactNode
  children?: ReactNode
  onClose: () => void
}

const ProofDialog = ({ please, problem, action, children, onClose }: ProofDialogProps) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="Confirm that it is you"
    description={`You signed in a while ago. To protect your account, please ${please}`}
    footer={
      action && (
        <>
          <Button onClick={onClose}>Cancel</Button>
          {action}
        </>
      )
    }
  >
    <Problem>{problem}</Problem>
    {children}
  </Dialog>
)

const WithCode = ({ onConfirmed, onClose }: ProofProps) => {
  const confirm = useMutation({
    mutationFn: (code: string) => api('POST /api/account/confirm/email', { body: { code } }),
    onSuccess: onConfirmed,
  })
  return (
    <ProofDialog please="enter the code we just emailed you." onClose={onClose}>
      <CodeForm
        submit="Confirm"
        isBusy={confirm.isPending}
        problem={confirm.error?.message}
        onSubmit={confirm.mutate}
      />
    </ProofDialog>
  )
}

const WithPasskey = ({ onConfirmed, onClose }: ProofProps) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      api('POST /api/account/confirm/passkey', { body: await provePasskey() }),
    onSuccess: onConfirmed,
  })
  return (
    <ProofDialog
      please="use your passkey once more."
      problem={isPasskeyCancelled(error) ? null : error?.message}
      action={
        <Button variant="primary" isBusy={isPending} onClick={() => mutate()}>
          {LOGIN_TEXT.continueWithPasskey}
        </Button>
      }
      onClose={onClose}
    />
  )
}

type AtProviderProps = { provider: ProviderId; onContinue: () => void; onClose: () => void }

const AtProvider = ({ provider, onContinue, onClose }: AtProviderProps) => {
  const nameOf = useMethodName()
  const [query] = useSearchParams()
  // The page says it too, but this dialog covers the page.
  const wasOtherAccount = query.get('error') === ACCOUNT_ERRORS.notConfirmedCode
  return (
    <ProofDialog
      please="sign in once more. You will come straight back."
      problem={wasOtherAccount ? ACCOUNT_ERRORS.notConfirmed : null}
      action={
        <Button variant="primary" onClick={onContinue}>
          {continueText(provider, nameOf)}
        </Button>
      }
      onClose={onClose}
    />
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
export const interruptedAction = (): string | null => interruptedEntry.read()?.action ?? null

/** What was filled in before this action was interrupted; null if it was not. */
export const interruptedDraft = (action: string): string | null =>
  interruptedAction() === action ? (interruptedEntry.read()?.draft ?? null) : null

/** The page of the action, without the error that an earlier attempt has left in its query. */
const returnPath = () => {
  const { pathname, hash } = window.location
  return pathname + hash
}

const takeInterrupted = (action: string): boolean => {
  if (interruptedAction() !== action) return false
  interruptedEntry.forget()
  return true
}

type Interruption = {
  /** What was filled in, for `interruptedDraft` to bring back. */
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
    mutationFn: () => api('POST /api/account/confirm', { query: { redirect: returnPath() } }),
    onSuccess: ({ data }) => (data ? setProof(data) : run()),
    onError: toast.failure,
  })
  // Asks again instead of running: the user may have come back without signing in.
  const handleReturn = useEffectEvent(() => {
    if (takeInterrupted(action)) start()
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
  const dialogFor = (provider: SignInMethod) => {
    if (provider === 'email') return <WithCode onConfirmed={handleConfirmed} onClose={close} />
    if (provider === 'passkey') return <WithPasskey onConfirmed={handleConfirmed} onClose={close} />
    return (
      <AtProvider provider={provider} onContinue={() => void handleContinue()} onClose={close} />
    )
  }
  return {
    start: () => start(),
    isChecking: isPending,
    dialog: proof && dialogFor(proof.provider),
  }
}
