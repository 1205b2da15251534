import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '#client/lib/api.ts'
import { createTabNote } from '#client/lib/browser-storage.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import { ACCOUNT_ERRORS, LOGIN_TEXT } from '#shared/account-messages.ts'
import type { ProviderId, SignInMethod } from '#shared/domain/sign-in-methods.ts'
import { CodeForm } from './account-forms.tsx'
import { isPasskeyCancelled, provePasskey } from './passkeys.ts'
import { continueText, useMethodName } from './sign-in.ts'

type Proof = { onConfirmed: () => void; onClose: () => void }

type ConfirmDialogProps = {
  /** What to do, as the rest of a sentence. */
  please: string
  problem?: string | null | undefined
  /** The button that does it, if there is one. */
  action?: ReactNode
  children?: ReactNode
  onClose: () => void
}

const ConfirmDialog = ({ please, problem, action, children, onClose }: ConfirmDialogProps) => (
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
    {problem && (
      <p className="problem" role="alert">
        {problem}
      </p>
    )}
    {children}
  </Dialog>
)

const WithCode = ({ onConfirmed, onClose }: Proof) => {
  const enter = useMutation({
    mutationFn: (code: string) => api('POST /api/account/confirm/email', { body: { code } }),
    onSuccess: onConfirmed,
  })
  return (
    <ConfirmDialog please="enter the code we just emailed you." onClose={onClose}>
      <CodeForm
        submit="Confirm"
        isBusy={enter.isPending}
        problem={enter.error?.message}
        onSubmit={enter.mutate}
      />
    </ConfirmDialog>
  )
}

const WithPasskey = ({ onConfirmed, onClose }: Proof) => {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      api('POST /api/account/confirm/passkey', { body: await provePasskey() }),
    onSuccess: onConfirmed,
  })
  return (
    <ConfirmDialog
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
  const wasSomebodyElse = query.get('error') === ACCOUNT_ERRORS.notConfirmedCode
  return (
    <ConfirmDialog
      please="sign in once more. You will come straight back."
      problem={wasSomebodyElse ? ACCOUNT_ERRORS.notConfirmed : null}
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
 * The action that waits while its user signs in again, with what was filled in for it. In this tab only,
 * so that no link from elsewhere can start an action.
 */
const continued = createTabNote<{ action: string; draft: string }>('wearabouts.account.continue')

/** The action to come back to; null if none waits. */
export const continuedAction = (): string | null => continued.read()?.action ?? null

/** What was filled in before an action was interrupted; null if it was not. */
export const continuedDraft = (action: string): string | null =>
  continuedAction() === action ? (continued.read()?.draft ?? null) : null

/** Where the action is, without what an earlier attempt has left in the address. */
const here = () => {
  const { pathname, hash } = window.location
  return pathname + hash
}

const takeContinued = (action: string): boolean => {
  if (continuedAction() !== action) return false
  continued.forget()
  return true
}

type Interruption = {
  /** What was filled in, for `continuedDraft` to bring back. */
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
  const [way, setWay] = useState<{ url: string | null; provider: SignInMethod } | null>(null)
  const { mutate: start, isPending } = useMutation({
    mutationFn: () => api('POST /api/account/confirm', { query: { redirect: here() } }),
    onSuccess: ({ data }) => (data ? setWay(data) : run()),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
  })
  // Asks again instead of running: the user may have come back without signing in.
  const handleReturn = useEffectEvent(() => {
    if (takeContinued(action)) start()
  })
  useEffect(() => handleReturn(), [])

  const handleContinue = async () => {
    continued.write({ action, draft })
    await onLeave?.()
    window.location.assign(way?.url ?? '')
  }
  const close = () => setWay(null)
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
    dialog: way && dialogFor(way.provider),
  }
}
