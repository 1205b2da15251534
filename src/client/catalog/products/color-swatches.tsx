import { SWATCHES } from '#client/catalog/filters/swatches.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import { ProductLink } from './product-link.tsx'
import styles from './color-swatches.module.css'

type ColorSwatchesProps = {
  /** The page of the product, where all its colours are. */
  pageId: string
  name: string
  colours: NonNullable<CatalogProduct['colours']>
  isApart: boolean
}

/** The first colours of a product as dots, each of which leads to the product in that colour. */
export const ColorSwatches = ({ pageId, name, colours, isApart }: ColorSwatchesProps) => (
  <ul className={styles.swatches} aria-label={PRODUCT_TEXT.colours}>
    {colours.first.map((color) => (
      <li key={color.id}>
        <ProductLink className={styles.swatch} id={color.id} name={color.name} isApart={isApart}>
          <span
            className={styles.dot}
            title={color.colour}
            style={{ background: SWATCHES[color.family ?? ''] }}
          />
          <span className="visually-hidden">{color.colour}</span>
        </ProductLink>
      </li>
    ))}
    {colours.more > 0 && (
      <li>
        <ProductLink
          className={classNames('quiet small', styles.more)}
          id={pageId}
          name={name}
          isApart={isApart}
        >
          {PRODUCT_TEXT.moreColours(colours.more)}
        </ProductLink>
      </li>
    )}
  </ul>
)
