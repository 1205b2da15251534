import { InviteRequest } from '#client/account/invite-request.tsx'
import { useSession } from '#client/account/session.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import { paths } from '#shared/paths.ts'

/** My Products needs an invitation: how to use one, or to ask for one. */
export const KeepDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { user } = useSession()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={INVITE_REQUEST_TEXT.title}>
      <div className="stack gap-5">
        <p className="quiet">{INVITE_REQUEST_TEXT.lead}</p>
        <InviteRequest />
        {user ? (
          <ButtonLink variant="quiet" to={paths.invitation.href()}>
            {INVITE_REQUEST_TEXT.haveCode}
          </ButtonLink>
        ) : (
          <ButtonLink
            variant="quiet"
            replace
            to={paths.login.href({ redirect: paths.find.href() })}
          >
            {INVITE_REQUEST_TEXT.haveOne}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}
