import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { type LookChoice, NO_CHOICE, useLook } from '#client/features/photo-finder/look/use-look.ts'
import { WholeLook } from '#client/features/photo-finder/look/whole-look.tsx'
import {
  adviceFor,
  ALL_OBJECTS,
  isBusy,
  viewOf,
} from '#client/features/photo-finder/scan/finder-state.ts'
import { ScanProgress, SendQuestion } from '#client/features/photo-finder/scan/upload-area.tsx'
import { hoverHandlers, useFinderView } from '#client/features/photo-finder/scan/use-finder.ts'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ErrorState } from '#client/ui/state.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/detection-rules.ts'
import { ANSWER_TEXT, FINDER_TEXT, LOOK_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { answersQuery, useOverview } from './answers.ts'
import { ObjectMatches } from './object-matches.tsx'
import { PhotoCrop, shortName } from './object-view.tsx'
import { Overview } from './overview.tsx'
import { RefineBar } from './refine-bar.tsx'
import styles from './results.module.css'

type TileProps = {
  label: string
  caption?: string
  isShown: boolean
  onShow: () => void
  children: ReactNode
}

/** A tile that leads to the results of all objects, or to the look. */
const Tile = ({ label, caption, isShown, onShow, children }: TileProps) => (
  <li>
    <button
      type="button"
      className={styles.stripObject}
      aria-pressed={isShown}
      aria-label={label}
      onClick={onShow}
    >
      <span className={styles.stripTile}>{children}</span>
      <span className={classNames('small', styles.stripCaption)}>{caption}</span>
    </button>
  </li>
)

type ObjectStripProps = {
  /** The object whose results are visible; null for the results of all. */
  shownId: string | null
  /** The price of the whole look; null if there is no look. */
  look: string | null
  isLookShown: boolean
  onShowLook: (isShown: boolean) => void
}

/** Every object as a crop, which leads to its results. */
const ObjectStrip = ({ shownId, look, isLookShown, onShowLook }: ObjectStripProps) => {
  const { state, selectedId, litId, onSelect, onHover } = useFinderView()
  const { photo, detections } = state
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const selector = `[data-object="${CSS.escape(shownId ?? '')}"]`
    const crop = strip.current?.querySelector<HTMLElement>(selector)
    // Not scrollIntoView, which would also scroll the page.
    if (strip.current && crop)
      strip.current.scrollLeft =
        crop.offsetLeft - (strip.current.clientWidth - crop.offsetWidth) / 2
  }, [shownId])
  const show = (isLook: boolean) => {
    onShowLook(isLook)
    if (selectedId !== null) onSelect(selectedId)
  }
  return (
    <ul ref={strip} className={styles.strip} aria-label={ANSWER_TEXT.strip} data-keeps-selection>
      {detections.length > 1 && (
        <Tile
          label={ANSWER_TEXT.everything}
          isShown={shownId === null && !isLookShown}
          onShow={() => show(false)}
        >
          All
        </Tile>
      )}
      {look !== null && (
        <Tile
          label={`${LOOK_TEXT.title}, ${look}`}
          caption={LOOK_TEXT.short}
          isShown={isLookShown}
          onShow={() => show(true)}
        >
          <Icon name="bag" size={24} />
        </Tile>
      )}
      {detections.map((detection) => (
        <li key={detection.id}>
          <button
            type="button"
            className={classNames(styles.stripObject, detection.id === litId && styles.stripLit)}
            data-object={detection.id}
            aria-pressed={detection.id === shownId}
            onClick={() => detection.id !== selectedId && onSelect(detection.id)}
            {...hoverHandlers(detection.id, onHover)}
          >
            <PhotoCrop photo={photo} detection={detection} ratio={1} />
            <span className="small one-line">{shortName(detection)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type RefinementBarProps = Pick<ReturnType<typeof useOverview>, 'applied' | 'relaxed'> & {
  selected: ScanDetection | undefined
}

/** The words and filters for the results below: those of one object, or of all. */
const RefinementBar = ({ selected, applied, relaxed }: RefinementBarProps) => {
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
      // The field must not keep the words of another object.
      key={key}
      embeddings={selected ? [key] : embeddings}
      {...(selected ? { label: selected.label } : {})}
      refinement={view.refinement}
      applied={selected ? (data?.applied ?? []) : applied}
      relaxed={selected ? (data?.relaxed ?? []) : relaxed}
      onChange={(refinement) => finder.view(key, { ...view, refinement })}
    />
  )
}

/** A look has more than one piece. */
const MIN_PIECES = 2

type DetectionsPanelProps = { onScanAgain: () => void; onAnotherPhoto: () => void }

/** The results panel. */
export const DetectionsPanel = ({ onScanAgain, onAnotherPhoto }: DetectionsPanelProps) => {
  const { finder, state, selectedId } = useFinderView()
  const { phase, detections } = state
  const selected = detections.find(({ id }) => id === selectedId)
  // A single object needs no overview.
  const shownObject = selected ?? (detections.length === 1 ? detections[0] : undefined)
  const isDone = phase.name === 'done'
  const advice = phase.name === 'failed' ? adviceFor(phase, FINDER_TEXT.afterFailure) : null
  const isQuiet = !isBusy(state) && phase.name !== 'failed' && phase.name !== 'asking'
  // Not while answers are being loaded.
  const isAnswered = isQuiet && state.pendingIds.length === 0 && detections.length > 0
  const hasNoCard = isAnswered && !detections.some(isCardListed) && !selected
  const [look, setLook] = useState<LookChoice | null>(null)
  const { matches, isFetching, ...refinement } = useOverview(detections, state.views)
  const { productIds, amount, display } = useLook(matches, look ?? NO_CHOICE)
  const hasLook = isDone && detections.length > 1 && (isFetching || productIds.size >= MIN_PIECES)

  const title = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef('')
  const step = `${phase.name} ${detections.length}`
  useEffect(() => {
    const hasMovedOn = lastStep.current !== step
    lastStep.current = step
    // The focus was on a button or card that has disappeared.
    if (hasMovedOn && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
  }, [step])

  // Other results start at their top, wherever the last ones were scrolled to, without moving the photo.
  const pinned = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const isLook = look !== null && !shownObject
  const resultsKey = shownObject?.id ?? (isLook ? 'look' : 'all')
  const lastResultsKey = useRef(resultsKey)
  useLayoutEffect(() => {
    if (lastResultsKey.current === resultsKey || !pinned.current || !results.current) return
    lastResultsKey.current = resultsKey
    const { bottom } = pinned.current.getBoundingClientRect()
    const hiddenPx = bottom - results.current.getBoundingClientRect().top
    if (hiddenPx > 1) window.scrollBy(0, -hiddenPx)
  }, [resultsKey])

  return (
    <section className={styles.panel} aria-labelledby="detected-objects">
      <header className="row between gap-4">
        <div className="row wrap gap-2">
          <h1 ref={title} id="detected-objects" className={styles.panelTitle} tabIndex={-1}>
            {PHOTO_TEXT.detectedObjects}
          </h1>
          <p className="quiet label" aria-live="polite">
            {(isDone || detections.length > 0) && PHOTO_TEXT.objectsFound(detections.length)}
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
          title={advice ?? phase.message}
          {...(advice === null ? {} : { message: phase.message })}
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
            look={hasLook || isLook ? LOOK_TEXT.summary(productIds.size, display(amount)) : null}
            isLookShown={isLook}
            onShowLook={(isShown) => setLook(isShown ? (look ?? NO_CHOICE) : null)}
          />
          {isDone && !isLook && <RefinementBar selected={shownObject} {...refinement} />}
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
