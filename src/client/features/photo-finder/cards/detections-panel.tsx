import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { isCardListed } from '#shared/domain/completeness.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { type CardActions, DetectionCard } from './detection-card.tsx'
import styles from './detections-panel.module.css'
import {
  type FinderState,
  isBusy,
  type Photo,
} from '#client/features/photo-finder/scan/finder-state.ts'
import { ProductResult } from './product-result.tsx'
import { ScanProgress } from '#client/features/photo-finder/scan/scan-progress.tsx'

type DetectionsPanelProps = CardActions & {
  state: FinderState & { photo: Photo }
  selectedId: string | null
  litId: string | null
  favoriteNames: ReadonlySet<string>
  savingIds: ReadonlySet<string>
  onScanAgain: () => void
  /** Stands beside the title: another photo. */
  aside: ReactNode
}

/** §2: the results panel. */
export const DetectionsPanel = ({
  state,
  selectedId,
  litId,
  favoriteNames,
  savingIds,
  onScanAgain,
  aside,
  ...actions
}: DetectionsPanelProps) => {
  const { phase, detections, pendingIds, photo } = state
  const listed = detections.filter(
    (detection) => isCardListed(detection) || pendingIds.includes(detection.id),
  )
  const unlisted = detections.find(
    ({ id }) => id === selectedId && !listed.some((l) => l.id === id),
  )
  const isQuiet = !isBusy(state) && phase.name !== 'failed'
  return (
    <section className={styles.panel} aria-labelledby="detected-objects">
      <header className={styles.head}>
        <div>
          <h1 id="detected-objects" className={styles.title}>
            {PHOTO_TEXT.detectedObjects}
          </h1>
          <p className={styles.count} aria-live="polite">
            {phase.name === 'done' || detections.length > 0
              ? PHOTO_TEXT.objectsFound(detections.length)
              : PHOTO_TEXT.beforeScan}
          </p>
        </div>
        {aside}
      </header>
      {isBusy(state) && <ScanProgress phase={phase} />}
      {state.notices.map((notice) => (
        <p key={notice} className={styles.notice}>
          {notice}
        </p>
      ))}
      {phase.name === 'failed' && (
        <ErrorState
          title={phase.message}
          {...(phase.detail ? { message: phase.detail } : {})}
          onRetry={onScanAgain}
        />
      )}
      {unlisted && (
        <div className={styles.unlisted}>
          <p>
            <strong>{CATEGORY_LABELS[unlisted.category]}.</strong> {FINDER_TEXT.noMatch}
          </p>
          <Button variant="quiet" onClick={() => actions.onEdit(unlisted.id)}>
            {FINDER_TEXT.addYourself}
          </Button>
          <ul className={styles.results} aria-label={FINDER_TEXT.byWords}>
            {unlisted.products.map((product) => (
              <ProductResult
                key={product.id}
                product={product}
                onUse={() => actions.onUse(unlisted, product)}
                onNotThis={() => actions.onNotThis(unlisted, product)}
              />
            ))}
          </ul>
        </div>
      )}
      {isQuiet && detections.length === 0 && (
        <p className={styles.nothing}>{PHOTO_TEXT.noneDetected}</p>
      )}
      {isQuiet && detections.length > 0 && listed.length === 0 && (
        <p className={styles.nothing}>
          {PHOTO_TEXT.noneComplete} {FINDER_TEXT.selectDot}
        </p>
      )}
      <ul className={styles.cards} aria-label={PHOTO_TEXT.detectedObjects}>
        {listed.map((detection) => (
          <DetectionCard
            key={detection.id}
            {...actions}
            photo={photo}
            detection={detection}
            isSelected={detection.id === selectedId}
            isLit={detection.id === litId}
            isPending={pendingIds.includes(detection.id)}
            isFavorite={favoriteNames.has(detection.title ?? '')}
            isSaving={savingIds.has(detection.id)}
          />
        ))}
      </ul>
      {isQuiet && (
        <footer className={styles.foot}>
          <Button variant="secondary" icon="refresh" onClick={onScanAgain}>
            {FINDER_TEXT.scanAgain}
          </Button>
          <p className={styles.small}>{FINDER_TEXT.commission}</p>
        </footer>
      )}
    </section>
  )
}
