import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { CommissionNote } from '#client/catalog/products/shop-link.tsx'
import { useOverview } from '#client/features/photo-finder/state/answers.ts'
import { getFailureAdvice, isBusy } from '#client/features/photo-finder/state/finder-state.ts'
import { Button } from '#client/ui/button.tsx'
import { OfferList } from '#client/ui/canvas/missed-objects.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ErrorState } from '#client/ui/state.tsx'
import { isCardListed } from '#shared/domain/detection-rules.ts'
import { listOfferedObjects } from '#shared/domain/tapped-object.ts'
import { ANSWER_TEXT, FINDER_TEXT, LOOK_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import styles from './finder.module.css'
import { ObjectMatches, Overview } from './object-matches.tsx'
import { PhotoCrop, shortName } from './object-view.tsx'
import { RefinementBar } from './refine-bar.tsx'
import { ScanProgress, SendQuestion } from './upload-area.tsx'
import { hoverHandlers, newId, useFinderView } from './use-finder.ts'
import { type LookChoice, NO_CHOICE, useLook, WholeLook } from './whole-look.tsx'

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
  const { state, send, sendCanvas, selectedId } = useFinderView()
  const { photo, detections, litId } = state
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
    if (selectedId !== null) sendCanvas({ type: 'deselect' })
  }
  return (
    <ul ref={strip} className={styles.strip} aria-label={ANSWER_TEXT.strip} data-keeps-selection>
      {detections.length > 1 && (
        <Tile
          label={ANSWER_TEXT.everything}
          isShown={shownId === null && !isLookShown}
          onShow={() => show(false)}
        >
          {ANSWER_TEXT.all}
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
            onClick={() => sendCanvas({ type: 'select', id: detection.id })}
            {...hoverHandlers(detection.id, send)}
          >
            <PhotoCrop photo={photo} detection={detection} ratio={1} />
            <span className="small one-line">{shortName(detection)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const Offers = () => {
  const { state, send } = useFinderView()
  const { photo, detections, candidates } = state
  return (
    <OfferList
      offers={listOfferedObjects(candidates, detections)}
      renderCrop={(bbox) => <PhotoCrop photo={photo} detection={{ bbox }} ratio={1} />}
      onAdd={({ box: bbox, kind }) => send({ type: 'add-box', id: newId(), bbox, kind })}
    />
  )
}

/** A look has more than one piece. */
const MIN_PIECES = 2

type ResultsPanelProps = { onScanAgain: () => void; onAnotherPhoto: () => void }

/** How the scan is getting on, and what it asks or complains about. */
const ScanStatus = ({ onScanAgain }: Pick<ResultsPanelProps, 'onScanAgain'>) => {
  const { state, send } = useFinderView()
  const { phase, notices } = state
  const advice = phase.name === 'failed' ? getFailureAdvice(phase, FINDER_TEXT.afterFailure) : null
  const handleSend = () => send({ type: 'agree', to: 'send' })
  return (
    <>
      {isBusy(state) && <ScanProgress state={state} onSend={handleSend} />}
      {phase.name === 'asking' && (
        <SendQuestion
          key={phase.reason}
          reason={phase.reason}
          onSend={handleSend}
          onScanHere={() => send({ type: 'agree', to: 'download' })}
        />
      )}
      {notices.map((notice) => (
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
    </>
  )
}

/** The title takes the focus from a button or card that has disappeared with a step of the scan. */
const useTitleFocus = (step: string) => {
  const title = useRef<HTMLHeadingElement>(null)
  const lastStep = useRef('')
  useEffect(() => {
    const hasMovedOn = lastStep.current !== step
    lastStep.current = step
    if (hasMovedOn && document.activeElement === document.body)
      title.current?.focus({ preventScroll: true })
  }, [step])
  return title
}

/** Other results start at their top, wherever the last ones were scrolled to, without moving the photo. */
const useResultsTop = (resultsKey: string) => {
  const pinned = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const lastResultsKey = useRef(resultsKey)
  useLayoutEffect(() => {
    if (lastResultsKey.current === resultsKey || !pinned.current || !results.current) return
    lastResultsKey.current = resultsKey
    const { bottom } = pinned.current.getBoundingClientRect()
    const hiddenPx = bottom - results.current.getBoundingClientRect().top
    if (hiddenPx > 1) window.scrollBy(0, -hiddenPx)
  }, [resultsKey])
  return { pinned, results }
}

/** The results panel. */
export const ResultsPanel = ({ onScanAgain, onAnotherPhoto }: ResultsPanelProps) => {
  const { state, selectedId } = useFinderView()
  const { phase, detections } = state
  const selected = detections.find(({ id }) => id === selectedId)
  // A single object needs no overview.
  const shownObject = selected ?? (detections.length === 1 ? detections[0] : undefined)
  const isDone = phase.name === 'done'
  const isQuiet = !isBusy(state) && phase.name !== 'failed' && phase.name !== 'asking'
  // Not while answers are being loaded.
  const isAnswered = isQuiet && state.pendingIds.length === 0 && detections.length > 0
  const hasNoCard = isAnswered && !detections.some(isCardListed) && !selected
  const [look, setLook] = useState<LookChoice | null>(null)
  const { matches, isFetching, ...refinement } = useOverview(detections, state.views)
  const { productIds, amount, display } = useLook(matches, look ?? NO_CHOICE)
  const hasLook = isDone && detections.length > 1 && (isFetching || productIds.size >= MIN_PIECES)
  const isLook = look !== null && !shownObject
  const title = useTitleFocus(`${phase.name} ${detections.length}`)
  const { pinned, results } = useResultsTop(shownObject?.id ?? (isLook ? 'look' : 'all'))

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
      <ScanStatus onScanAgain={onScanAgain} />
      {isQuiet && detections.length === 0 && (
        <p className={styles.nothing}>{PHOTO_TEXT.noneDetected}</p>
      )}
      {isQuiet && detections.length === 0 && <Offers />}
      {detections.length > 0 && (
        <div ref={pinned} className={styles.pinned}>
          <ObjectStrip
            shownId={shownObject?.id ?? null}
            look={hasLook || isLook ? LOOK_TEXT.summary(productIds.size, display(amount)) : null}
            isLookShown={isLook}
            onShowLook={(isShown) => setLook(isShown ? (look ?? NO_CHOICE) : null)}
          />
          <Offers />
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
