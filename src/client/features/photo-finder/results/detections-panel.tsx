import { useEffect, useRef } from 'react'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { hoverHandlers, useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { isBusy } from '#client/features/photo-finder/scan/finder-state.ts'
import { ScanProgress } from '#client/features/photo-finder/scan/upload-area.tsx'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ErrorState } from '#client/ui/state.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { DetectionCard } from './detection-card.tsx'
import { ObjectAnswers } from './object-answers.tsx'
import { cardName, PhotoCrop, useScrollIntoView } from './object-view.tsx'
import { OneObject } from './one-object.tsx'
import styles from './results.module.css'

/** The objects without a card, in a row, so that the count above adds up. */
const OtherObjects = ({ detections }: { detections: readonly ScanDetection[] }) => {
  const { state, isVisit, selectedId, onSelect, onHover, onEdit } = useFinderView()
  const selected = detections.find(({ id }) => id === selectedId)
  const section = useScrollIntoView<HTMLDivElement>(selected?.id ?? null)
  return (
    <div ref={section} className={classNames('stack gap-2', styles.others)}>
      <h2 className="quiet-heading">{FINDER_TEXT.withoutCard}</h2>
      <ul className="row wrap gap-2" aria-label={FINDER_TEXT.withoutCard}>
        {detections.map((detection) => (
          <li key={detection.id}>
            <button
              type="button"
              className={classNames('row gap-2 label', styles.other)}
              aria-expanded={detection.id === selectedId}
              onClick={() => onSelect(detection.id)}
              {...hoverHandlers(detection.id, onHover)}
            >
              <span className={styles.otherPicture}>
                <PhotoCrop photo={state.photo} detection={detection} />
              </span>
              {cardName(detection)}
            </button>
          </li>
        ))}
      </ul>
      {selected && (
        <div className="stack gap-1 label">
          <h3 className={styles.cardTitle}>{cardName(selected)}</h3>
          {!isVisit && (
            <Button className="start" variant="quiet" onClick={() => onEdit(selected.id)}>
              {FINDER_TEXT.addYourself}
            </Button>
          )}
          <ObjectAnswers detection={selected} />
        </div>
      )}
    </div>
  )
}

type DetectionsPanelProps = { onScanAgain: () => void; onAnotherPhoto: () => void }

/** The results panel. */
export const DetectionsPanel = ({ onScanAgain, onAnotherPhoto }: DetectionsPanelProps) => {
  const { state, selectedId } = useFinderView()
  const { phase, detections, pendingIds } = state
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
      <header className={classNames(styles.panelHead, alone && styles.panelHeadHidden)}>
        <div className="stack gap-1">
          <h1 ref={title} id="detected-objects" className={styles.panelTitle} tabIndex={-1}>
            {PHOTO_TEXT.detectedObjects}
          </h1>
          <p className="quiet label" aria-live="polite">
            {phase.name === 'done' || detections.length > 0
              ? PHOTO_TEXT.objectsFound(detections.length)
              : phase.name === 'failed' && FINDER_TEXT.afterFailure}
          </p>
        </div>
        {!alone && (
          <Button variant="quiet" onClick={onAnotherPhoto}>
            {FINDER_TEXT.anotherPhoto}
          </Button>
        )}
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
        <OneObject selected={alone} />
      ) : (
        <>
          {listed.length > 0 && (
            <ul aria-label={PHOTO_TEXT.detectedObjects}>
              {listed.map((detection) => (
                <DetectionCard key={detection.id} detection={detection} />
              ))}
            </ul>
          )}
          {others.length > 0 && <OtherObjects detections={others} />}
          {isQuiet && (
            <footer className={classNames('stack gap-4', styles.foot)}>
              <Button variant="secondary" icon="refresh" onClick={onScanAgain}>
                {FINDER_TEXT.scanAgain}
              </Button>
              <CommissionNote />
            </footer>
          )}
        </>
      )}
    </section>
  )
}
