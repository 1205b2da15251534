import { FIRST_VIEW } from '#client/features/photo-finder/scan/answer-view.ts'
import type { FinderState, Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { CommissionNote } from '#client/catalog/shop-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { type CardActions, DetectionCard } from './detection-card.tsx'
import { ObjectAnswers } from './object-answers.tsx'
import { ObjectHead } from './object-head.tsx'

type OneObjectProps = {
  state: FinderState & { photo: Photo }
  selected: ScanDetection
  likedNames: ReadonlySet<string>
  actions: CardActions
}

/** The selected object alone: results first, then its card with the tools. */
export const OneObject = ({ state, selected, likedNames, actions }: OneObjectProps) => {
  const { photo, detections, pendingIds, likingIds, keptIds, views } = state
  const { id, embedding } = selected
  const { onEdit, onUse } = actions
  const isPending = pendingIds.includes(id)
  return (
    <>
      <ObjectHead
        photo={photo}
        detections={detections}
        selected={selected}
        onSelect={actions.onSelect}
        onLeave={() => actions.onSelect(id)}
      />
      <h3>
        <VisuallyHidden>
          {selected.isManual ? FINDER_TEXT.inYourBox : FINDER_TEXT.moreLikeIt}
        </VisuallyHidden>
      </h3>
      {isPending && <p className="quiet">{PHOTO_TEXT.findingObjects}</p>}
      {embedding !== undefined && !isPending && (
        <ObjectAnswers
          key={embedding}
          detection={{ ...selected, embedding }}
          view={views.get(embedding) ?? FIRST_VIEW}
          onView={(view) => actions.onView(embedding, view)}
          onUse={onUse && ((product) => onUse(id, product))}
          onNotThis={onUse && ((productId) => actions.onNotThis(id, productId))}
        />
      )}
      {isCardListed(selected) ? (
        <ul aria-label={PHOTO_TEXT.detectedObjects}>
          <DetectionCard
            actions={actions}
            photo={photo}
            detection={selected}
            isSelected
            isAlone
            isLit={false}
            isPending={isPending}
            isLiked={likedNames.has(selected.title ?? '')}
            isLiking={likingIds.includes(id)}
            isKept={keptIds.includes(id)}
            views={views}
          />
        </ul>
      ) : (
        onEdit && (
          <Button className="start" variant="quiet" onClick={() => onEdit(id)}>
            {FINDER_TEXT.addYourself}
          </Button>
        )
      )}
      <CommissionNote />
    </>
  )
}
