import { useQuery } from '@tanstack/react-query'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { ProductCard } from '#client/catalog/product-card.tsx'
import { ratesQuery, similarQuery } from '#client/catalog/queries.ts'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { byPrice } from '#shared/domain/money.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { parsePrice } from '#shared/domain/price.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import page from './product-page.module.css'

const SHOWN = 12

/** By likeness. What is cheaper is chosen among the same, in one currency. */
export const Similar = ({ product }: { product: ProductDetail }) => {
  const { data = [], isPending } = useQuery(similarQuery(product.id))
  const { data: rates } = useQuery(ratesQuery)
  const [best] = product.offers
  const others = data.filter(({ id }) => id !== product.card.id && id !== product.id)
  const isCheaper =
    rates &&
    best &&
    ((price: string) => {
      const parsed = parsePrice(price)
      return parsed !== null && parsed.currency !== null && byPrice(rates)(parsed, best) < 0
    })
  const cheaper = isCheaper ? others.filter(({ price }) => isCheaper(price)) : []
  const isSoldOut = best !== undefined && !isBuyable(best)
  return (
    <>
      {(isPending || others.length > 0) && (
        <section className={page.section} aria-labelledby="similar">
          <h2 className={page.heading} id="similar">
            {isSoldOut ? PRODUCT_TEXT.nearest : PRODUCT_TEXT.similar}
          </h2>
          <CardGrid
            kind="products"
            items={others.slice(0, SHOWN)}
            isLoading={isPending}
            label={PRODUCT_TEXT.similar}
            renderCard={(item) => <ProductCard product={item} />}
          />
        </section>
      )}
      {cheaper.length > 0 && (
        <section className={page.section} aria-labelledby="cheaper">
          <h2 className={page.heading} id="cheaper">
            {PRODUCT_TEXT.cheaper}
          </h2>
          <CardGrid
            kind="products"
            items={cheaper.slice(0, SHOWN)}
            label={PRODUCT_TEXT.cheaper}
            renderCard={(item) => <ProductCard product={item} />}
          />
        </section>
      )}
    </>
  )
}
