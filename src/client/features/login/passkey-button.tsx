import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import {
  canSuggestPasskeys,
  canUsePasskeys,
  isPasskeyCancelled,
  provePasskey,
  proveSuggestedPasskey,
} from '#client/account/passkeys.ts'
import { noteSigningIn } from '#client/account/sign-in.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { LOGIN_TEXT } from '#shared/account-messages.ts'
import styles from './login-page.module.css'

type PasskeyButtonProps = {
  target: string
  /** Whether the page has a field for the address, which suggests passkeys. */
  hasEmailField: boolean
}

/** Sign-in with a passkey, also from the suggestions of the field for the address. */
export const PasskeyButton = ({ target, hasEmailField }: PasskeyButtonProps) => {
  const signIn = useMutation({
    mutationFn: async (proof: Awaited<ReturnType<typeof provePasskey>> | null) =>
      api('POST /api/sign-in/passkey', { body: proof ?? (await provePasskey()) }),
    onSuccess: () => {
      noteSigningIn()
      // A full load, as after a provider's redirect, because all data now belongs to the user.
      window.location.assign(target)
    },
  })
  const suggest = useEffectEvent(async () => {
    if (!(await canSuggestPasskeys())) return
    // Nobody has to choose one of the suggestions, so ending without one is no failure.
    const proof = await proveSuggestedPasskey().catch(() => null)
    if (proof) signIn.mutate(proof)
  })
  useEffect(() => {
    if (hasEmailField) void suggest()
  }, [hasEmailField])

  if (!canUsePasskeys()) return null
  const { error } = signIn
  return (
    <>
      <Button
        className={styles.provider}
        icon="key"
        isBusy={signIn.isPending || signIn.isSuccess}
        onClick={() => signIn.mutate(null)}
      >
        {LOGIN_TEXT.continueWithPasskey}
      </Button>
      {error && !isPasskeyCancelled(error) && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
    </>
  )
}
