import { useLoginOverlay } from '#client/account/login-overlay-store.ts'
import { useSession } from '#client/account/session.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ACCESS_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'

/** §4: opened by pressing a heart while signed out; locks page scroll. */
const LoginOverlay = () => {
  const { isOpen, isEarly, isForSaving, returnTo, close, leave } = useLoginOverlay()
  const { user, isChecking } = useSession()
  const isShown = isOpen && !(isEarly && (isChecking || user))
  return (
    <Dialog
      isOpen={isShown}
      onClose={close}
      title={isForSaving ? ACCESS_TEXT.logInToSave : 'Your session has ended.'}
    >
      <div className="stack gap-5">
        <p className="quiet">
          {isForSaving
            ? 'Saved products are available on all your devices. You do not need an account to browse.'
            : 'Please log in again to save anything. Until then, this page stays as it is.'}
        </p>
        <ButtonLink
          variant="primary"
          replace
          to={paths.login.href({ redirect: returnTo })}
          onClick={leave}
        >
          Log in
        </ButtonLink>
      </div>
    </Dialog>
  )
}

export default LoginOverlay
