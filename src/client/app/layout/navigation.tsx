import { Link, useLocation } from 'react-router'
import { signOutAndLeave, useSession } from '#client/account/session.ts'
import { matchesRoute } from '#client/app/guard.tsx'
import {
  chooseCurrency,
  CURRENCY_CODES,
  toggleTheme,
  useTheme,
  useVisitorCurrency,
} from '#client/lib/preferences.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { DETECTION } from '#shared/finder-constants.ts'
import { isAllowed, getRole } from '#shared/contract/permissions.ts'
import type { Account } from '#shared/contract/session.ts'
import { NAVIGATION_TEXT } from '#shared/messages.ts'
import { EVERYONE, paths } from '#shared/paths.ts'
import { LAYOUT_TEXT } from './layout-messages.ts'

/** The header's navigation. */
const NAVIGATION = [
  { label: NAVIGATION_TEXT.home, to: paths.home.href() },
  { label: NAVIGATION_TEXT.allCelebrities, to: paths.allCelebrities.href() },
  { label: NAVIGATION_TEXT.trendingFeed, to: paths.celebritySearchResult.href(EVERYONE) },
  { label: NAVIGATION_TEXT.termsAndPolicy, to: paths.termsPolicy.href() },
  { label: NAVIGATION_TEXT.contactUs, to: paths.contactUs.href() },
] as const

export const ADD_PRODUCT_ITEMS = [
  { label: NAVIGATION_TEXT.addManually, to: paths.addProductManual.href(), icon: 'edit' },
  { label: NAVIGATION_TEXT.addByUploadingPhoto, to: paths.addProductPhoto.href(), icon: 'camera' },
] as const

/** The screens with people, looks and products, and with what users add to them; they have the demo's note. */
const CATALOG = [
  paths.home,
  paths.allCelebrities,
  paths.celebritySearchResult,
  paths.searchResult,
  paths.celebrity,
  paths.celebrityImage,
  paths.tag,
  paths.event,
  paths.show,
  paths.product,
  paths.sharedLook,
  paths.creator,
  paths.sharedBoard,
  paths.following,
  paths.creatorClicks,
  paths.studio,
  paths.admin,
]
export const isCatalogPath = (pathname: string) =>
  CATALOG.some(({ pattern }) => matchesRoute(pattern, pathname))

type NavLinksProps = {
  className?: string | undefined
  /** Closes the overlay that contains the links; they then replace its history entry. */
  onFollow?: () => void
}

/** Ignores other parameters of the address, such as the `fbclid` of a shared link. */
const isCurrentLink = (to: string, { pathname, search }: { pathname: string; search: string }) => {
  const [path, query = ''] = to.split('?')
  if (path !== pathname) return false
  const current = new URLSearchParams(search)
  return [...new URLSearchParams(query)].every(([name, value]) => current.get(name) === value)
}

/** The index of the navigation link for this location; -1 if there is none. */
export const findCurrentLink = (location: { pathname: string; search: string }) =>
  NAVIGATION.findIndex(({ to }) => isCurrentLink(to, location))

export const NavLinks = ({ className, onFollow }: NavLinksProps) => {
  const current = findCurrentLink(useLocation())
  return (
    <ul className={className}>
      {NAVIGATION.map(({ label, to }, index) => (
        <li key={to}>
          <Link
            to={to}
            replace={onFollow !== undefined}
            aria-current={index === current ? 'page' : undefined}
            onClick={onFollow}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The Invitation link is hidden once the user has an invite code. */
export const listAccountItems = (
  user: Pick<Account, 'hasInviteCode' | 'isAdmin' | 'publisherRole'>,
): MenuItem[] => [
  { label: NAVIGATION_TEXT.myProfile, to: paths.profile.href() },
  { label: NAVIGATION_TEXT.alerts, to: paths.alerts.href() },
  { label: NAVIGATION_TEXT.following, to: paths.following.href() },
  { label: NAVIGATION_TEXT.boards, to: paths.boards.href() },
  { label: NAVIGATION_TEXT.accountSettings, to: paths.accountSettings.href() },
  ...(user.hasInviteCode
    ? []
    : [{ label: NAVIGATION_TEXT.invitation, to: paths.invitation.href() }]),
  ...(getRole(user) === 'creator'
    ? [{ label: NAVIGATION_TEXT.yourPage, to: paths.ownCreatorPage.href() }]
    : []),
  ...(isAllowed(getRole(user), 'publish-own')
    ? [{ label: NAVIGATION_TEXT.studio, to: paths.studio.href() }]
    : []),
  ...(user.isAdmin ? [{ label: NAVIGATION_TEXT.administration, to: paths.admin.href() }] : []),
  { label: NAVIGATION_TEXT.uploadProduct, to: paths.addProductPhoto.href() },
  { label: NAVIGATION_TEXT.signOut, onSelect: signOutAndLeave, isApart: true },
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
    <Menu
      label={LAYOUT_TEXT.accountOf(user.displayName)}
      className={className}
      items={listAccountItems(user)}
    >
      <Icon name="person" size={22} />
      <Icon name="chevron-down" size={14} />
    </Menu>
  )
}

export const ThemeSwitch = ({ className }: { className?: string | undefined }) => {
  const { theme } = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? LAYOUT_TEXT.lightTheme : LAYOUT_TEXT.darkTheme}
      className={className}
      onClick={toggleTheme}
    />
  )
}

/** The currency of all prices. The server renders the default, because it does not know the visitor. */
export const CurrencySelect = ({ className }: { className?: string | undefined }) => {
  const currency = useVisitorCurrency() ?? DETECTION.defaultCurrency
  return (
    <select
      className={className}
      aria-label={NAVIGATION_TEXT.currency}
      title={NAVIGATION_TEXT.currency}
      value={currency}
      onChange={(event) => chooseCurrency(event.target.value)}
    >
      {CURRENCY_CODES.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </select>
  )
}
