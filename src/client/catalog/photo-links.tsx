import { Link } from 'react-router'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { FIND_TEXT, FIND_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './photo-links.module.css'

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

/** Drawings from the demo with several products each, in public/samples. */
const SAMPLES = [
  { name: '1', label: 'Sample: a mint jacket and red pants' },
  { name: '2', label: 'Sample: a trench coat and jeans' },
  { name: '3', label: 'Sample: two people in a street' },
]

type SamplePhotosProps = { onChoose: (src: string) => void; className?: string | undefined }

/** For visitors who have no photo at hand. */
export const SamplePhotos = ({ onChoose, className }: SamplePhotosProps) => (
  <div className={classNames('row wrap gap-3', className)}>
    <span className="quiet label">{FIND_TEXT.samples}</span>
    <ul className={classNames('row gap-2', styles.samples)}>
      {SAMPLES.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.sample}
            onClick={() => onChoose(`/samples/${name}.jpg`)}
          >
            <img
              src={`/samples/${name}-small.jpg`}
              alt={label}
              width={48}
              height={60}
              loading="lazy"
              decoding="async"
            />
          </button>
        </li>
      ))}
    </ul>
  </div>
)
