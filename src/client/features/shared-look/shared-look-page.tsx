import { useQueries } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { sumPrices, useMoney } from '#client/catalog/products/money.ts'
import { toCardProduct, ProductCard } from '#client/catalog/products/product-card.tsx'
import { createProductQuery } from '#client/catalog/queries.ts'
import { CommissionNote } from '#client/catalog/products/shop-link.tsx'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/state.tsx'
import { LOOK_TEXT } from '#shared/finder-messages.ts'
import { paths, parseSharedLookProducts } from '#shared/paths.ts'

/** The products of a shared look, without the photo. Products that no longer exist are left out. */
const SharedLookPage = () => {
  usePageTitle(LOOK_TEXT.title)
  const [search] = useSearchParams()
  const { amountOf, display } = useMoney()
  const ids = parseSharedLookProducts(search.get('products'))
  const queries = useQueries({ queries: ids.map((id) => createProductQuery(id)) })
  const isLoading = queries.some(({ isPending }) => isPending)
  const cards = queries.flatMap(({ data }) => data?.card ?? [])
  const { amount, unpriced } = sumPrices(
    cards.map(({ id, price }) => ({ id, amount: amountOf(price) })),
  )
  const findYours = isFinderPublic() && (
    <ButtonLink className="start" variant="primary" to={paths.find.href()}>
      {LOOK_TEXT.findYours}
    </ButtonLink>
  )
  if (!isLoading && cards.length === 0)
    return (
      <EmptyState isPage title={LOOK_TEXT.title} action={findYours}>
        {LOOK_TEXT.empty}
      </EmptyState>
    )
  return (
    <div className="page stack gap-5">
      <header className="stack gap-2">
        <h1>{LOOK_TEXT.title}</h1>
        <p className="quiet lead">
          {!isLoading && LOOK_TEXT.summary(cards.length, display(amount))}{' '}
          {unpriced > 0 && LOOK_TEXT.unpriced(unpriced)}
        </p>
      </header>
      <CardGrid
        kind="products"
        label={LOOK_TEXT.title}
        isLoading={isLoading}
        items={isLoading ? [] : cards}
        renderCard={(product) => <ProductCard product={toCardProduct(product)} />}
      />
      {findYours}
      <CommissionNote />
    </div>
  )
}

export default SharedLookPage
