import { type ReactNode, useEffect, useRef } from 'react'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import {
  type FinderState,
  isBusy,
  type Photo,
} from '#client/features/photo-finder/scan/finder-state.ts'
import { ScanProgress } from '#client/features/photo-finder/scan/scan-progress.tsx'
import { Button } from '#client/ui/button.tsx'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ErrorState } from '#client/ui/state.tsx'
import { isCardListed } from '#shared/domain/completeness.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { type CardActions, DetectionCard } from './detection-card.tsx'
import styles from './detections-panel.module.css'
import { OneObject } from './one-object.tsx'
import { OtherObjects } from './other-objects.tsx'

type DetectionsPanelProps = {
  actions: CardActions
  state: FinderState & { photo: Photo }
  selectedId: string | null
  litId: string | null
  likedNames: ReadonlySet<string>
  onScanAgain: () => void
  /** Beside the title: another photo. */
  aside: ReactNode
}

/** §2: the results panel. */
export const DetectionsPanel = ({
  state,
  selectedId,
  litId,
  likedNames,
  onScanAgain,
  aside,
  actions,
}: DetectionsPanelProps) => {
  const { phase, detections, pendingIds, photo } = state
  const listed = detections.filter(
    (detection) => isCardListed(detection) || pendingIds.includes(detection.id),
  )
  const others = detections.filter((detection) => !listed.includes(detection))
  const selected = detections.find(({ id }) => id === selectedId)
  // A phone shows the selected object alone.
  const alone = useIsMobile() ? selected : undefined
  const isQuiet = !isBusy(state) && phase.name !== 'failed'

  const title = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef('')
  const step = `${phase.name} ${detections.length}`
  useEffect(() => {
    const hasMovedOn = lastStep.current !== step
    lastStep.current = step
    // A button that started a scan, or a deleted card, takes the focus with it when it goes.
    if (hasMovedOn && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
  }, [step])

  return (
    <section className="stack gap-4" aria-labelledby="detected-objects">
      <header className={classNames(styles.head, alone && styles.aside)}>
        <div>
          <h1 ref={title} id="detected-objects" className={styles.title} tabIndex={-1}>
            {PHOTO_TEXT.detectedObjects}
          </h1>
          <p className={classNames('quiet label', styles.count)} aria-live="polite">
            {phase.name === 'done' || detections.length > 0
              ? PHOTO_TEXT.objectsFound(detections.length)
              : phase.name === 'failed' && PHOTO_TEXT.beforeScan}
          </p>
        </div>
        {!alone && aside}
      </header>
      {isBusy(state) && <ScanProgress phase={phase} />}
      {state.notices.map((notice) => (
        <p key={notice} className="quiet small">
          {notice}
        </p>
      ))}
      {phase.name === 'failed' && (
        <ErrorState
          title={phase.advice ?? phase.message}
          {...(phase.advice ? { message: phase.message } : {})}
          onRetry={onScanAgain}
        />
      )}
      {isQuiet && detections.length === 0 && (
        <p className={styles.nothing}>{PHOTO_TEXT.noneDetected}</p>
      )}
      {isQuiet && detections.length > 0 && listed.length === 0 && (
        <p className={styles.nothing}>
          {PHOTO_TEXT.noneComplete} {FINDER_TEXT.selectDot}
        </p>
      )}
      {alone ? (
        <OneObject state={state} selected={alone} likedNames={likedNames} actions={actions} />
      ) : (
        <ul className={styles.cards} aria-label={PHOTO_TEXT.detectedObjects}>
          {listed.map((detection) => (
            <DetectionCard
              key={detection.id}
              actions={actions}
              photo={photo}
              detection={detection}
              isSelected={detection.id === selectedId}
              isLit={detection.id === litId}
              isPending={pendingIds.includes(detection.id)}
              isLiked={likedNames.has(detection.title ?? '')}
              isLiking={state.likingIds.includes(detection.id)}
              isKept={state.keptIds.includes(detection.id)}
              views={state.views}
            />
          ))}
        </ul>
      )}
      {!alone && others.length > 0 && (
        <OtherObjects
          actions={actions}
          photo={photo}
          detections={others}
          selectedId={selectedId}
          views={state.views}
        />
      )}
      {isQuiet && !alone && (
        <footer className={classNames('stack gap-4', styles.foot)}>
          <Button variant="secondary" icon="refresh" onClick={onScanAgain}>
            {FINDER_TEXT.scanAgain}
          </Button>
          <CommissionNote />
        </footer>
      )}
    </section>
  )
}
