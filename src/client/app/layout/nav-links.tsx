import { Link, useLocation } from 'react-router'
import { NAVIGATION } from './navigation.ts'

type NavLinksProps = {
  className?: string | undefined
  /** In an overlay, whose history entry is replaced. */
  onFollow?: () => void
}

/** Whatever else the address has, such as the `fbclid` of a shared link. */
const leadsTo = (to: string, { pathname, search }: { pathname: string; search: string }) => {
  const [path, query = ''] = to.split('?')
  if (path !== pathname) return false
  const here = new URLSearchParams(search)
  return [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
}

/** Which of the navigation's links leads here; -1 if none does. */
export const currentLink = (location: { pathname: string; search: string }) =>
  NAVIGATION.findIndex(({ to }) => leadsTo(to, location))

export const NavLinks = ({ className, onFollow }: NavLinksProps) => {
  const current = currentLink(useLocation())
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
