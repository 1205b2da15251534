import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import type { Phase } from './finder-state.ts'
import styles from './scan-progress.module.css'

/** How much of the current step is done, 0 to 100; null if that cannot be known. */
const percentOf = (phase: Phase): number | null => {
  if (phase.name === 'uploading') return phase.percent
  if (phase.name === 'searching' && phase.total > 0) return (100 * phase.searched) / phase.total
  return null
}

const wordsOf = (phase: Phase): string => {
  switch (phase.name) {
    case 'preparing':
      return FINDER_TEXT.preparing
    case 'uploading':
      return FINDER_TEXT.uploading(phase.percent)
    case 'waiting':
      return FINDER_TEXT.waiting(phase.ahead)
    case 'finding':
      return FINDER_TEXT.findingObjects
    case 'searching':
      return FINDER_TEXT.searching(phase.searched, phase.total)
    default:
      return ''
  }
}

export const ScanProgress = ({ phase }: { phase: Phase }) => {
  const percent = percentOf(phase)
  return (
    <div className="stack gap-2">
      <p className={styles.words}>
        <span>{PHOTO_TEXT.scanning}</span>
        <output className={styles.step}>{wordsOf(phase)}</output>
      </p>
      <div
        className={styles.line}
        // <progress> cannot be styled alike in every browser.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        aria-label={PHOTO_TEXT.scanning}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === null ? undefined : Math.round(percent)}
        data-unknown={percent === null || undefined}
      >
        <span style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }} />
      </div>
      {phase.name !== 'waiting' && <p className="quiet small">{PHOTO_TEXT.analyzing}</p>}
    </div>
  )
}
