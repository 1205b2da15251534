import { useState } from 'react'
import { focusOnBox } from '#client/catalog/focus-on-box.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import styles from './gallery.module.css'

const FRAME_RATIO = 5 / 4

/** The product's own pictures; without any, the look in which it is worn. */
export const Gallery = ({ product: { card, pictures } }: { product: ProductDetail }) => {
  const [chosen, setChosen] = useState(0)
  const own = pictures.length > 0 ? pictures : card.product_image ? [card.product_image] : []
  const shown = own[chosen] ?? card.celebrity_image
  return (
    <div className={styles.gallery}>
      {shown !== '' && (
        <Picture
          url={shown}
          alt={card.name}
          width={null}
          height={null}
          frameRatio={FRAME_RATIO}
          shape="look"
          isPriority
          {...(own.length === 0 && card.box ? { focus: focusOnBox(card.box) } : {})}
        />
      )}
      {own.length > 1 && (
        <ul className={styles.thumbnails} aria-label="Pictures">
          {own.map((url, index) => (
            <li key={url}>
              <button
                type="button"
                className={classNames(styles.thumbnail, index === chosen && styles.chosen)}
                aria-label={`Picture ${index + 1} of ${own.length}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <Picture
                  url={url}
                  alt=""
                  width={null}
                  height={null}
                  frameRatio={1}
                  shape="avatar"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
