import { Link, useLocation } from 'react-router'
import { NAVIGATION } from './navigation.ts'

type NavLinksProps = {
  className?: string | undefined
  /** In an overlay, whose history entry is replaced. */
  onFollow?: () => void
}

export const NavLinks = ({ className, onFollow }: NavLinksProps) => {
  const { pathname, search } = useLocation()
  const here = pathname + search
  return (
    <ul className={className}>
      {NAVIGATION.map(({ label, to }) => (
        <li key={to}>
          <Link
            to={to}
            replace={onFollow !== undefined}
            aria-current={here === to ? 'page' : undefined}
            onClick={onFollow}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
