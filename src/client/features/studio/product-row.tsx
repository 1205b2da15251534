import type { ReactNode } from 'react'
import { Price } from '#client/catalog/price.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import type { CatalogProduct } from '#shared/contract/catalog.ts'
import type { DraftProduct } from '#shared/contract/studio.ts'
import { CATEGORIES } from '#shared/domain/category.ts'
import { displaySeller } from '#shared/domain/seller.ts'
import styles from './studio.module.css'

/** A product of the catalogue in the form in which drafts store it. */
export const draftProduct = (card: CatalogProduct): DraftProduct => ({
  id: card.id,
  title: card.name,
  brand: card.brand,
  price: card.price,
  shop: card.shop ?? null,
  link: card.website,
  category: CATEGORIES.find((category) => category === card.category) ?? null,
  picture: card.product_image ?? (card.celebrity_image || null),
})

type ProductRowProps = { product: DraftProduct; tag?: string | null; children?: ReactNode }

/** Picture, title, price and shop in one line. */
export const ProductRow = ({ product, tag, children }: ProductRowProps) => (
  <div className={classNames('row gap-3', styles.product)}>
    <span className={styles.thumb}>
      {product.picture && <Picture url={product.picture} frameRatio={1} shape="avatar" />}
    </span>
    <span className={classNames('stack', styles.productWords)}>
      {tag && <span className={classNames('small', styles.tag)}>{tag}</span>}
      <span className="label">{product.title}</span>
      <span className="quiet small">
        <Price price={product.price} />{' '}
        {displaySeller({ seller: product.shop ?? undefined, productLink: product.link })}
      </span>
    </span>
    {children}
  </div>
)
