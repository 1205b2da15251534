import { Link } from 'react-router'
import { useSession } from '#client/account/session.ts'
import { signOut } from '#client/account/sign-out.ts'
import { Icon } from '#client/ui/icon.tsx'
import { Menu } from '#client/ui/menu.tsx'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import type { Account } from '#shared/contract/session.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'

/** §2: the Invitation link is hidden once the user has an invite code. */
export const accountItems = (user: Pick<Account, 'hasInviteCode' | 'isAdmin'>): MenuItem[] => [
  { label: NAVIGATION_TEXT.myProfile, to: paths.profile.href() },
  { label: NAVIGATION_TEXT.accountSettings, to: paths.accountSettings.href() },
  ...(user.hasInviteCode
    ? []
    : [{ label: NAVIGATION_TEXT.invitation, to: paths.invitation.href() }]),
  ...(user.isAdmin ? [{ label: NAVIGATION_TEXT.administration, to: paths.admin.href() }] : []),
  { label: NAVIGATION_TEXT.uploadProduct, to: paths.addProductPhoto.href() },
  { label: NAVIGATION_TEXT.signOut, onSelect: signOut, isApart: true },
]

export const AccountMenu = ({ className }: { className?: string | undefined }) => {
  const { user } = useSession()
  if (!user)
    return (
      <Link className={className} to={paths.login.href()}>
        <Icon name="person" size={22} />
        <span>{NAVIGATION_TEXT.myAccount}</span>
      </Link>
    )
  return (
    <Menu label={`Account: ${user.displayName}`} className={className} items={accountItems(user)}>
      <Icon name="person" size={22} />
      <Icon name="chevron-down" size={14} />
    </Menu>
  )
}
