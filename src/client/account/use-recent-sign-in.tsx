import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { api } from '#client/lib/api.ts'
import { tabStorage } from '#client/lib/browser-storage.ts'
import { toast } from '#client/ui/toast.ts'
import type { SignInMethod } from '#shared/contract/session.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

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
