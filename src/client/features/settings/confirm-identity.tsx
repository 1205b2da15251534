import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { ProviderId } from '#shared/contract/session.ts'
import { LOGIN_TEXT } from '#shared/account-messages.ts'

const CONTINUE: Record<ProviderId, string> = {
  google: LOGIN_TEXT.continueWithGoogle,
  facebook: LOGIN_TEXT.continueWithFacebook,
}

type ConfirmIdentityProps = {
  /** Null: nothing to confirm. */
  provider: ProviderId | null
  onContinue: () => void
  onClose: () => void
}

export const ConfirmIdentity = ({ provider, onContinue, onClose }: ConfirmIdentityProps) => (
  <Dialog
    isOpen={provider !== null}
    onClose={onClose}
    title="Confirm that it is you"
    description="You signed in a while ago. To protect your account, please sign in once more. You will come straight back here."
    footer={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={onContinue}>
          {CONTINUE[provider ?? 'google']}
        </Button>
      </>
    }
  />
)
