import { classNames } from '#client/ui/class-names.ts'
import type { Hotspot } from './dot-places.ts'
import styles from './hotspots.module.css'
import type { Lights } from './use-lights.ts'

type HotspotsProps = {
  hotspots: readonly Hotspot[]
  lights: Lights
  onPick: (id: string) => void
}

const percent = (fraction: number) => `${fraction * 100}%`

/** A dot on each product whose place is known; a dot and its card highlight each other. */
export const Hotspots = ({ hotspots, lights, onPick }: HotspotsProps) => (
  <ul className={styles.layer} aria-label="Products in this picture">
    {hotspots.map(({ id, name, box, dot }) => (
      <li key={id}>
        {lights.isLit(id) && (
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
          className={classNames(styles.dot, lights.isLit(id) && styles.lit)}
          style={{ left: percent(dot.x), top: percent(dot.y) }}
          aria-label={name}
          {...lights.handlers(id)}
          onClick={() => onPick(id)}
        />
      </li>
    ))}
  </ul>
)
