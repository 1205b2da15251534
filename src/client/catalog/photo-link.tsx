import { Link } from 'react-router'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { FIND_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'

type PhotoLinkProps = { className?: string | undefined; onFollow?: () => void }

/** The camera in the search field. */
export const PhotoLink = ({ className, onFollow }: PhotoLinkProps) =>
  isFinderPublic() ? (
    <Link
      className={classNames('target ghost', className)}
      to={paths.find.href()}
      aria-label={FIND_TITLE}
      title={FIND_TITLE}
      onClick={onFollow}
    >
      <Icon name="camera" size={22} />
    </Link>
  ) : null
