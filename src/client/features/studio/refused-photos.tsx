import { STUDIO_TEXT } from '#shared/studio-messages.ts'
import type { RefusedPhoto } from './photo-upload.ts'
import styles from './studio.module.css'

const MAX_SHOWN = 50

/** The photos that did not become drafts, each with its reason. */
export const RefusedPhotos = ({ photos }: { photos: readonly RefusedPhoto[] }) =>
  photos.length > 0 && (
    <div className="stack gap-2 small" role="alert">
      <p className="problem">{STUDIO_TEXT.refusedPhotos(photos.length)}</p>
      <ul className={styles.refused}>
        {photos.slice(0, MAX_SHOWN).map(({ name, reason }) => (
          <li key={name}>
            <bdi>{name}</bdi>: {reason}
          </li>
        ))}
      </ul>
      {photos.length > MAX_SHOWN && (
        <p className="quiet">{STUDIO_TEXT.moreRefused(photos.length - MAX_SHOWN)}</p>
      )}
    </div>
  )
