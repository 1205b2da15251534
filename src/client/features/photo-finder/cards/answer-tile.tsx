import { FavoriteButton } from '#client/account/favorite-button.tsx'
import { ProductTile, SimilarLinks } from '#client/catalog/product-tile.tsx'
import { useIsMobile } from '#client/lib/use-media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Picture } from '#client/ui/picture.tsx'
import { CATALOG_SOURCE } from '#shared/constants.ts'
import type { ScanProduct } from '#shared/contract/scan.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from './object-answers.module.css'

type AnswerTileProps = {
  product: ScanProduct
  /** Has a page of its own. */
  isInCatalogue: boolean
  onUse?: ((product: ScanProduct) => void) | undefined
  onNotThis?: ((productId: string) => void) | undefined
}

const favoriteOf = (
  { id, title, price, imageUrl, productLink, seller, category, brand }: ScanProduct,
  isInCatalogue: boolean,
) => ({
  name: title,
  product: {
    name: title,
    ...(isInCatalogue ? { id } : {}),
    price,
    image_url: imageUrl,
    product_link: productLink,
    seller,
    category,
    brand,
  },
})

/** One result as a picture. */
export const AnswerTile = ({ product, isInCatalogue, onUse, onNotThis }: AnswerTileProps) => {
  // On a phone the product's page would take the place of the finder, and the scan would be gone.
  const isMobile = useIsMobile()
  const { id, title, brand, price, productLink, seller, source } = product
  return (
    <ProductTile
      picture={
        <Picture
          url={product.imageUrl ?? product.thumbnail ?? ''}
          shape="product"
          frameRatio={1.25}
        />
      }
      controls={<FavoriteButton favorite={favoriteOf(product, isInCatalogue)} />}
      brand={brand}
      name={title}
      price={price}
      website={productLink}
      seller={seller}
      heading="h5"
      {...(isInCatalogue && !isMobile ? { productId: id } : {})}
      similar={isInCatalogue && <SimilarLinks id={id} name={title} isApart />}
    >
      {source !== CATALOG_SOURCE && <p className="quiet small">{FINDER_TEXT.fromSource(source)}</p>}
      {product.sureness === 'added by you' && <p className="quiet small">{product.sureness}</p>}
      {(onUse || onNotThis) && (
        <p className={classNames('row wrap', styles.actions)}>
          {onUse && (
            <Button
              variant="quiet"
              aria-label={`${FINDER_TEXT.takeThis}: ${title}`}
              onClick={() => onUse(product)}
            >
              {FINDER_TEXT.takeThis}
            </Button>
          )}
          {onNotThis && (
            <Button
              variant="quiet"
              aria-label={`${FINDER_TEXT.notThis}: ${title}`}
              onClick={() => onNotThis(id)}
            >
              {FINDER_TEXT.notThis}
            </Button>
          )}
        </p>
      )}
    </ProductTile>
  )
}
