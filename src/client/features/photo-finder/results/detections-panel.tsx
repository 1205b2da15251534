import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { type LookChoice, NO_CHOICE, useLook } from '#client/features/photo-finder/look/use-look.ts'
import { WholeLook } from '#client/features/photo-finder/look/whole-look.tsx'
import { ALL_OBJECTS, isBusy, viewOf } from '#client/features/photo-finder/scan/finder-state.ts'
import { SendQuestion } from '#client/features/photo-finder/scan/send-question.tsx'
import { ScanProgress } from '#client/features/photo-finder/scan/upload-area.tsx'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { ErrorState } from '#client/ui/state.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { FINDER_TEXT, LOOK_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { answersQuery, useOverview } from './answers.ts'
import { ObjectMatches } from './object-matches.tsx'
import { ObjectStrip } from './object-strip.tsx'
import { Overview } from './overview.tsx'
import { RefineBar } from './refine-bar.tsx'
import styles from './results.module.css'

type RefinementProps = Pick<ReturnType<typeof useOverview>, 'applied' | 'relaxed'> & {
  selected: ScanDetection | undefined
}

/** The words and filters of what is shown below: one object, or all of them. */
const Refinement = ({ selected, applied, relaxed }: RefinementProps) => {
  const { finder, state } = useFinderView()
  const key = selected ? selected.embedding : ALL_OBJECTS
  const view = viewOf(state.views, key ?? ALL_OBJECTS)
  const { data } = useQuery({
    ...answersQuery(key ?? '', view, { views: state.views, currency: useVisitorCurrency() }),
    enabled: Boolean(key),
    placeholderData: keepPreviousData,
  })
  if (key === undefined) return null
  const embeddings = state.detections.flatMap(({ embedding }) => embedding ?? [])
  return (
    <RefineBar
      // Another object has other words.
      key={key}
      embeddings={selected ? [key] : embeddings}
      {...(selected ? { label: selected.label } : {})}
      wish={view.wish}
      applied={selected ? (data?.applied ?? []) : applied}
      relaxed={selected ? (data?.relaxed ?? []) : relaxed}
      onChange={(wish) => finder.view(key, { ...view, wish })}
    />
  )
}

/** A look is more than one piece. */
const LEAST_PIECES = 2

type DetectionsPanelProps = { onScanAgain: () => void; onAnotherPhoto: () => void }

/** The results panel. */
export const DetectionsPanel = ({ onScanAgain, onAnotherPhoto }: DetectionsPanelProps) => {
  const { finder, state, selectedId } = useFinderView()
  const { phase, detections } = state
  const selected = detections.find(({ id }) => id === selectedId)
  // A single object needs no overview.
  const shownObject = selected ?? (detections.length === 1 ? detections[0] : undefined)
  const isDone = phase.name === 'done'
  const isQuiet = !isBusy(state) && phase.name !== 'failed' && phase.name !== 'asking'
  // Not while answers are on their way.
  const isAnswered = isQuiet && state.pendingIds.length === 0 && detections.length > 0
  const hasNoCard = isAnswered && !detections.some(isCardListed) && !selected
  const [look, setLook] = useState<LookChoice | null>(null)
  const { matches, isFetching, ...understood } = useOverview(detections, state.views)
  const { chosen, amount, display } = useLook(matches, look ?? NO_CHOICE)
  const hasLook = isDone && detections.length > 1 && (isFetching || chosen.size >= LEAST_PIECES)

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

  // What is shown next starts at its top, wherever the last was left; the photo is not scrolled away.
  const pinned = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const isLook = look !== null && !shownObject
  const shown = shownObject?.id ?? (isLook ? 'look' : 'all')
  const lastShown = useRef(shown)
  useLayoutEffect(() => {
    if (lastShown.current === shown || !pinned.current || !results.current) return
    lastShown.current = shown
    const hidden = pinned.current.getBoundingClientRect().bottom
    const above = hidden - results.current.getBoundingClientRect().top
    if (above > 1) window.scrollBy(0, -above)
  }, [shown])

  return (
    <section className={styles.panel} aria-labelledby="detected-objects">
      <header className={styles.panelHead}>
        <div className="row wrap gap-2">
          <h1 ref={title} id="detected-objects" className={styles.panelTitle} tabIndex={-1}>
            {PHOTO_TEXT.detectedObjects}
          </h1>
          <p className="quiet label" aria-live="polite">
            {isDone || detections.length > 0
              ? PHOTO_TEXT.objectsFound(detections.length)
              : phase.name === 'failed' && FINDER_TEXT.afterFailure}
          </p>
        </div>
        <Button variant="quiet" onClick={onAnotherPhoto}>
          {FINDER_TEXT.anotherPhoto}
        </Button>
      </header>
      {isBusy(state) && (
        <ScanProgress phase={phase} place={state.place} onSend={() => void finder.sendPhoto()} />
      )}
      {phase.name === 'asking' && (
        <SendQuestion
          key={phase.reason}
          reason={phase.reason}
          onSend={() => void finder.sendPhoto()}
          onScanHere={() => void finder.scanHere()}
        />
      )}
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
      {detections.length > 0 && (
        <div ref={pinned} className={styles.pinned}>
          <ObjectStrip
            shownId={shownObject?.id ?? null}
            look={hasLook || isLook ? LOOK_TEXT.summary(chosen.size, display(amount)) : null}
            isLookShown={isLook}
            onShowLook={(isShown) => setLook(isShown ? (look ?? NO_CHOICE) : null)}
          />
          {isDone && !isLook && <Refinement selected={shownObject} {...understood} />}
        </div>
      )}
      <div ref={results} className={classNames('stack gap-5', styles.results)}>
        {hasNoCard && (
          <p className={styles.nothing}>
            {PHOTO_TEXT.noneComplete} {FINDER_TEXT.selectDot}
          </p>
        )}
        {shownObject ? (
          <ObjectMatches detection={shownObject} />
        ) : look ? (
          <WholeLook matches={matches} choice={look} onChange={setLook} />
        ) : (
          <Overview matches={matches} isWaiting={isFetching} />
        )}
        {isQuiet && (
          <footer className={classNames('stack gap-4', styles.foot)}>
            <CommissionNote />
            <Button variant="secondary" icon="refresh" onClick={onScanAgain}>
              {FINDER_TEXT.scanAgain}
            </Button>
          </footer>
        )}
      </div>
    </section>
  )
}
