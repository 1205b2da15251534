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
  const here = new URLSearchParams(search)
  return (
    path === pathname &&
    [...new URLSearchParams(query)].every(([name, value]) => here.get(name) === value)
  )
}

export const NavLinks = ({ className, onFollow }: NavLinksProps) => {
  const location = useLocation()
  return (
    <ul className={className}>
      {NAVIGATION.map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            replace={onFollow !== undefined}
            aria-current={leadsTo(to, location) ? 'page' : undefined}
            onClick={onFollow}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
