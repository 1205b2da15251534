import { hoverHandlers, useFinderView } from '#client/features/photo-finder/scan/use-finder.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/state.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/detection-rules.ts'
import { ANSWER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import type { Answer } from './answers.ts'
import { MatchCard } from './object-matches.tsx'
import { ObjectHead, PhotoCrop, shortName } from './object-view.tsx'
import styles from './results.module.css'

const MATCHES_PER_ROW = 3

type ObjectRowProps = { detection: ScanDetection; matches: readonly Answer[]; isWaiting: boolean }

/** The card of an object: its crop, and beside it the best matches. */
const ObjectRow = ({ detection, matches, isWaiting }: ObjectRowProps) => {
  const { state, litId, onHover, onSelect } = useFinderView()
  const { id } = detection
  const isPending = state.pendingIds.includes(id)
  const bestMatches = matches.slice(0, MATCHES_PER_ROW)
  const isLoading = isPending || (isWaiting && bestMatches.length === 0)
  return (
    // Hovering only highlights the box on the photo; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classNames('stack gap-3', styles.object, id === litId && styles.objectLit)}
      aria-busy={isLoading || undefined}
      {...hoverHandlers(id, onHover)}
    >
      <ObjectHead detection={detection} />
      {detection.noneOfKind !== undefined && bestMatches.length > 0 && (
        <p className="quiet label">
          {ANSWER_TEXT.noneLikeThis(detection.noneOfKind)}. {ANSWER_TEXT.nearest}
        </p>
      )}
      <ul
        className={classNames(styles.matches, styles.glance)}
        aria-label={ANSWER_TEXT.matches(shortName(detection))}
      >
        <li>
          <button
            type="button"
            className={styles.cropButton}
            aria-label={ANSWER_TEXT.matches(shortName(detection))}
            onClick={() => onSelect(id)}
          >
            <PhotoCrop photo={state.photo} detection={detection} />
          </button>
        </li>
        {isLoading
          ? Array.from({ length: MATCHES_PER_ROW }, (_, index) => (
              <li key={index}>
                <Skeleton ratio={1.25} />
              </li>
            ))
          : bestMatches.map((answer) => (
              <li key={answer.id}>
                <MatchCard answer={answer} detection={detection} isSmall />
              </li>
            ))}
        {!isLoading && bestMatches.length === 0 && (
          <li className="quiet label">{detection.products.length > 0 && ANSWER_TEXT.noneLeft}</li>
        )}
      </ul>
    </li>
  )
}

type OverviewProps = { matches: ReadonlyMap<string, Answer[]>; isWaiting: boolean }

/** All objects with their best matches. Those without complete products are only in the strip above. */
export const Overview = ({ matches, isWaiting }: OverviewProps) => {
  const { state } = useFinderView()
  const { detections, pendingIds } = state
  const visibleDetections = detections.filter(
    (detection) => isCardListed(detection) || pendingIds.includes(detection.id),
  )
  return (
    visibleDetections.length > 0 && (
      <ul aria-label={PHOTO_TEXT.detectedObjects}>
        {visibleDetections.map((detection) => (
          <ObjectRow
            key={detection.id}
            detection={detection}
            matches={matches.get(detection.id) ?? []}
            isWaiting={isWaiting}
          />
        ))}
      </ul>
    )
  )
}
