import { useMutation, useQuery } from '@tanstack/react-query'
import {
  cancelLogin,
  closeLoginOverlay,
  useLoginOverlay,
} from '#client/account/login-overlay-store.ts'
import { signInWaysQuery, signInWith } from '#client/account/sign-in.ts'
import { useSession } from '#client/account/session.ts'
import { ProviderButtons } from '#client/features/login/provider-buttons.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Problem } from '#client/ui/form.tsx'
import type { ProviderId } from '#shared/domain/sign-in-methods.ts'
import { ACCESS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import { LOGIN_OVERLAY_TEXT } from './login-overlay-messages.ts'

/** The providers as buttons, which saves a step; the other ways to sign in are on the login page. */
const Providers = ({ returnTo, onLeave }: { returnTo: string; onLeave: () => void }) => {
  const { data: ways } = useQuery(signInWaysQuery)
  const signIn = useMutation({ mutationFn: (id: ProviderId) => signInWith(id, returnTo) })
  return (
    <>
      <ProviderButtons providers={ways?.providers ?? []} signIn={signIn} />
      <Problem>{signIn.error?.message}</Problem>
      <ButtonLink replace to={paths.login.href({ redirect: returnTo })} onClick={onLeave}>
        {ways?.providers.length ? LOGIN_OVERLAY_TEXT.moreWays : LOGIN_OVERLAY_TEXT.signIn}
      </ButtonLink>
    </>
  )
}

/** Opened by pressing a heart while signed out; locks page scroll. */
const LoginOverlay = () => {
  const { isOpen, isEarly, reason, returnTo } = useLoginOverlay()
  const { user, isChecking } = useSession()
  const isShown = isOpen && !(isEarly && (isChecking || user))
  return (
    <Dialog
      isOpen={isShown}
      onClose={cancelLogin}
      title={reason === 'ended' ? LOGIN_OVERLAY_TEXT.sessionEnded : ACCESS_TEXT.logInToSave}
    >
      <div className="stack gap-3">
        <p className="quiet">{LOGIN_OVERLAY_TEXT.reasons[reason]}</p>
        {isShown && <Providers returnTo={returnTo} onLeave={closeLoginOverlay} />}
      </div>
    </Dialog>
  )
}

export default LoginOverlay
