import { classNames } from '#client/ui/class-names.ts'
import { centre, type Placed } from './hotspot-order.ts'
import styles from './hotspots.module.css'

type HotspotsProps = {
  products: readonly Placed[]
  litId: string | null
  onLight: (id: string | null) => void
  /** Brings the card of a product into view. */
  onPick: (id: string) => void
}

const percent = (fraction: number) => `${fraction * 100}%`

/** A dot on each product of known place; it lights the product's card, and the card lights it. */
export const Hotspots = ({ products, litId, onLight, onPick }: HotspotsProps) => (
  <ul className={styles.layer} aria-label="Products in this picture">
    {products.map(({ id, name, box }) => {
      const { x, y } = centre(box)
      return (
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
            style={{ left: percent(x), top: percent(y) }}
            aria-label={name}
            onPointerEnter={() => onLight(id)}
            onPointerLeave={() => onLight(null)}
            onFocus={() => onLight(id)}
            onBlur={() => onLight(null)}
            onClick={() => onPick(id)}
          />
        </li>
      )
    })}
  </ul>
)
