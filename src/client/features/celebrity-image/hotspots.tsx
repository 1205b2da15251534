import { classNames } from '#client/ui/class-names.ts'
import type { Hotspot } from './dot-places.ts'
import styles from './hotspots.module.css'

type HotspotsProps = {
  hotspots: readonly Hotspot[]
  litId: string | null
  onLight: (id: string | null) => void
  /** Scrolls the card of a product into view. */
  onPick: (id: string) => void
}

const percent = (fraction: number) => `${fraction * 100}%`

/** A dot on each product whose place is known; a dot and its card highlight each other. */
export const Hotspots = ({ hotspots, litId, onLight, onPick }: HotspotsProps) => (
  <ul className={styles.layer} aria-label="Products in this picture">
    {hotspots.map(({ id, name, box, dot }) => (
      <li key={id}>
        {litId === id && (
          <span
            className={styles.box}
            style={{
              left: percent(box.x),
              top: percent(box.y),
              width: percent(box.width),
              height: percent(box.height),
            }}
          />
        )}
        <button
          type="button"
          className={classNames(styles.dot, litId === id && styles.lit)}
          style={{ left: percent(dot.x), top: percent(dot.y) }}
          aria-label={name}
          onPointerEnter={() => onLight(id)}
          onPointerLeave={() => onLight(null)}
          onFocus={() => onLight(id)}
          onBlur={() => onLight(null)}
          onClick={() => onPick(id)}
        />
      </li>
    ))}
  </ul>
)
