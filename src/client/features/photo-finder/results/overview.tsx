import { hoverHandlers, useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { ANSWER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import type { Answer } from './answers.ts'
import { MatchCard } from './match-card.tsx'
import { ObjectHead } from './object-head.tsx'
import { PhotoCrop, shortName } from './object-view.tsx'
import styles from './results.module.css'

const AT_A_GLANCE = 3

type ObjectRowProps = { detection: ScanDetection; matches: readonly Answer[]; isWaiting: boolean }

/** The card of an object: its crop, and beside it what comes nearest. */
const ObjectRow = ({ detection, matches, isWaiting }: ObjectRowProps) => {
  const { state, litId, onHover, onSelect } = useFinderView()
  const { id } = detection
  const isPending = state.pendingIds.includes(id)
  const shown = matches.slice(0, AT_A_GLANCE)
  const isLoading = isPending || (isWaiting && shown.length === 0)
  return (
    // Hovering only highlights the box on the photo; every action has a button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classNames('stack gap-3', styles.object, id === litId && styles.objectLit)}
      aria-busy={isLoading || undefined}
      {...hoverHandlers(id, onHover)}
    >
      <ObjectHead detection={detection} />
      {detection.noneOfKind !== undefined && shown.length > 0 && (
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
          ? Array.from({ length: AT_A_GLANCE }, (_, index) => (
              <li key={index}>
                <Skeleton ratio={1.25} />
              </li>
            ))
          : shown.map((answer) => (
              <li key={answer.id}>
                <MatchCard answer={answer} isSmall />
              </li>
            ))}
        {!isLoading && shown.length === 0 && (
          <li className="quiet label">
            {isWaiting ? null : detection.products.length > 0 ? ANSWER_TEXT.noneLeft : null}
          </li>
        )}
      </ul>
    </li>
  )
}

type OverviewProps = { matches: ReadonlyMap<string, Answer[]>; isWaiting: boolean }

/** Every object at a glance. Those without complete products are only in the strip above. */
export const Overview = ({ matches, isWaiting }: OverviewProps) => {
  const { state } = useFinderView()
  const { detections, pendingIds } = state
  const listed = detections.filter(
    (detection) => isCardListed(detection) || pendingIds.includes(detection.id),
  )
  return (
    listed.length > 0 && (
      <ul aria-label={PHOTO_TEXT.detectedObjects}>
        {listed.map((detection) => (
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
