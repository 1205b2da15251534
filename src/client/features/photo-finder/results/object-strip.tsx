import { type ReactNode, useEffect, useRef } from 'react'
import { hoverHandlers, useFinderView } from '#client/features/photo-finder/finder-context.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { ANSWER_TEXT, LOOK_TEXT } from '#shared/finder-messages.ts'
import { PhotoCrop, shortName } from './object-view.tsx'
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
export const ObjectStrip = ({ shownId, look, isLookShown, onShowLook }: ObjectStripProps) => {
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
