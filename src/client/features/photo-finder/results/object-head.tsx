import { useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { Button, HeartButton, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { isCardListed } from '#shared/domain/completeness.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { cardName, objectName, shortName } from './object-view.tsx'
import styles from './results.module.css'

type ObjectHeadProps = {
  detection: ScanDetection
  /** The only object on the screen, with all its actions. */
  isAlone?: boolean
}

/** The name and certainty of an object, with the buttons of its card. */
export const ObjectHead = ({ detection, isAlone = false }: ObjectHeadProps) => {
  const { finder, state, isVisit, likedNames, onSelect, onEdit, onDelete, onKeep } = useFinderView()
  const { id, isManual, products, category, title, description, embedding } = detection
  const name = cardName(detection)
  const isPending = state.pendingIds.includes(id)
  const isLiked = likedNames.has(title ?? '')
  const isKept = state.keptIds.includes(id)
  const isListed = isCardListed(detection)
  const sureness = isManual ? 'added by you' : products[0]?.sureness
  const keepText = isKept ? FINDER_TEXT.isKept : FINDER_TEXT.keep
  const isNamed = !isPending || objectName(detection) !== null
  const caption = isNamed ? shortName(detection) : PHOTO_TEXT.findingObjects
  return (
    <header className={classNames(styles.head, isAlone && styles.headAlone)}>
      <div className={styles.headWords}>
        <h2 className={styles.headName}>
          {isAlone ? (
            caption
          ) : (
            <button type="button" onClick={() => onSelect(id)}>
              {caption}
              <Icon name="chevron-down" size={18} />
            </button>
          )}
        </h2>
        <p className="row wrap gap-2 small">
          <strong>{CATEGORY_LABELS[category]}</strong>
          {!isPending && isListed && sureness && (
            <span className={classNames('quiet', styles.sureness)}>{sureness}</span>
          )}
        </p>
        {isListed && description && <p className="quiet small one-line">{description}</p>}
        {isManual && !title && !isPending && !isVisit && (
          <p className="quiet small">{FINDER_TEXT.describeBox(embedding !== undefined)}</p>
        )}
      </div>
      {!isPending && (
        <div className="row">
          {isListed && (
            <HeartButton
              label={`Save ${name}`}
              isPressed={isLiked}
              isBusy={state.likingIds.includes(id)}
              onPress={() => void finder.setLiked(id, !isLiked)}
            />
          )}
          {!isVisit && <IconButton icon="edit" label={`Edit ${name}`} onClick={() => onEdit(id)} />}
          <IconButton icon="trash" label={`Delete ${name}`} onClick={() => onDelete(id)} />
        </div>
      )}
      {isAlone && !isPending && (
        <div className={classNames('row wrap', styles.choices)}>
          {isListed && (!isManual || title) && (
            <Button
              variant="quiet"
              icon={isKept ? 'check' : 'plus'}
              aria-label={`${keepText}: ${name}`}
              disabled={isKept}
              onClick={() => onKeep(id)}
            >
              {keepText}
            </Button>
          )}
          {!isListed && !isVisit && (
            <Button variant="quiet" icon="plus" onClick={() => onEdit(id)}>
              {FINDER_TEXT.addYourself}
            </Button>
          )}
        </div>
      )}
    </header>
  )
}
