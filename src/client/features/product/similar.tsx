import { useQuery } from '@tanstack/react-query'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { ProductCard } from '#client/catalog/product-card.tsx'
import { similarQuery } from '#client/catalog/queries.ts'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import page from './product-page.module.css'

type RankedProps = {
  heading: string
  /** For what is only the closest there is. */
  closestHeading: string
  products: readonly RankedProduct[]
}

/** What is similar first; what is only the closest there is says so. */
const RankedSection = ({ heading, closestHeading, products }: RankedProps) => {
  const parts: [string, RankedProduct[]][] = [
    [heading, products.filter(({ certainty }) => certainty !== null)],
    [closestHeading, products.filter(({ certainty }) => certainty === null)],
  ]
  return parts.map(
    ([label, shown]) =>
      shown.length > 0 && (
        <section key={label} className={page.section} aria-label={label}>
          <h2 className={page.heading}>{label}</h2>
          <CardGrid
            kind="products"
            items={shown}
            label={label}
            renderCard={(item) => <ProductCard product={item} />}
          />
        </section>
      ),
  )
}

/** By likeness; below it, what costs less than this product now does. */
export const Similar = ({ product }: { product: ProductDetail }) => {
  const { data = [], isPending } = useQuery(similarQuery(product.id))
  const [best] = product.offers
  const below =
    best && isBuyable(best) && best.amount !== null && best.currency !== null
      ? { amount: best.amount, currency: best.currency }
      : undefined
  const cheaper = useQuery({ ...similarQuery(product.id, below), enabled: below !== undefined })
  return (
    <>
      {isPending ? (
        <CardGrid
          kind="products"
          items={[]}
          isLoading
          label={PRODUCT_TEXT.similar}
          renderCard={() => null}
        />
      ) : (
        <RankedSection
          heading={PRODUCT_TEXT.similar}
          closestHeading={PRODUCT_TEXT.closest}
          products={data}
        />
      )}
      <RankedSection
        heading={PRODUCT_TEXT.cheaper}
        closestHeading={PRODUCT_TEXT.closestCheaper}
        // Without a price to stay below, its query would be that of the list above.
        products={(below && cheaper.data) ?? []}
      />
    </>
  )
}
