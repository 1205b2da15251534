import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { productQuery } from '#client/catalog/queries.ts'
import { ReportLink } from '#client/catalog/report-link.tsx'
import { SearchElsewhere } from '#client/catalog/search-elsewhere.tsx'
import { ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/state.tsx'
import { NAVIGATION_TEXT, PRODUCT_TEXT } from '#shared/messages.ts'
import { FEED, paths } from '#shared/paths.ts'
import { Details } from './details.tsx'
import { Gallery } from './gallery.tsx'
import { Nearest } from './nearest.tsx'
import { PriceHistory } from './price-history.tsx'
import { ProductHead } from './product-head.tsx'
import styles from './product-page.module.css'
import { Sellers } from './sellers.tsx'
import { Similar } from './similar.tsx'
import { WornIn } from './worn-in.tsx'

/** Everything about one product: what it costs where, who wears it, what is similar. */
const ProductPage = () => {
  const { id = '' } = useParams()
  const query = useQuery(productQuery(id))
  const { data, error } = query
  usePageTitle(data?.card.name ?? null)
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return (
      <EmptyState
        isPage
        title={PRODUCT_TEXT.notFound}
        action={
          <ButtonLink to={paths.celebritySearchResult.href(FEED)}>
            {NAVIGATION_TEXT.trendingFeed}
          </ButtonLink>
        }
      >
        It may have been removed.
      </EmptyState>
    )
  if (error) return <QueryError title="The product could not be loaded." query={query} />
  return (
    <div className={styles.page}>
      {data ? (
        <>
          <div className={styles.top}>
            <Gallery key={data.id} product={data} />
            <div className={styles.facts}>
              <ProductHead product={data} />
              <Nearest product={data} />
              <Sellers offers={data.offers} />
              <PriceHistory history={data.history} offer={data.offers[0]} />
              <Details product={data} />
              <SearchElsewhere links={data.elsewhere} heading="h2" />
            </div>
          </div>
          <WornIn tiles={data.wornIn} />
          <Similar key={data.id} product={data} />
          <ReportLink about={paths.product.href(data.id, data.card.name)} />
        </>
      ) : (
        <div className={styles.top}>
          <Skeleton ratio={5 / 4} />
          <Skeleton width="60%" />
        </div>
      )}
    </div>
  )
}

export default ProductPage
