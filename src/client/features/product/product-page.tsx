import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { FeedLink } from '#client/catalog/feed-link.tsx'
import { createProductQuery } from '#client/catalog/queries.ts'
import { ReportLink, SearchElsewhere } from '#client/catalog/products/shop-link.tsx'
import { ApiError } from '#client/lib/api.ts'
import { usePageTitle } from '#client/lib/use-page-title.ts'
import { EmptyState, QueryError, Skeleton } from '#client/ui/state.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import type { Offer, ProductDetail } from '#shared/contract/catalog.ts'
import { showPrice } from '#shared/domain/price.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import { paths } from '#shared/paths.ts'
import { PRODUCT_PAGE_TEXT } from '#shared/product-page-messages.ts'
import { Colors, Gallery, Nearest, ProductHead, Sellers, WornIn } from './product-parts.tsx'
import styles from './product.module.css'
import { CheaperInstead, Similar } from './similar.tsx'

type Point = { at: string; amount: number }

const WIDTH = 100
const HEIGHT = 40

/** The plot has steps, because a price holds until the next change. */
export const plotPrices = (history: readonly Point[]) => {
  const amounts = history.map(({ amount }) => amount)
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]
  const times = history.map(({ at }) => Date.parse(at))
  const [start = 0, end = 0] = [times[0], times.at(-1)]
  const x = (time: number) => (end === start ? 0 : ((time - start) / (end - start)) * WIDTH)
  const y = (amount: number) =>
    highest === lowest ? HEIGHT / 2 : HEIGHT - ((amount - lowest) / (highest - lowest)) * HEIGHT
  const points = history.flatMap(({ amount }, index) => {
    const left = x(times[index] ?? 0)
    const before = history[index - 1]
    return [...(before ? [[left, y(before.amount)]] : []), [left, y(amount)]]
  })
  return {
    lowest,
    highest,
    points: points.map((point) => point.map((part) => part.toFixed(2)).join(',')).join(' '),
  }
}

const MIN_POINTS = 3

type PriceHistoryProps = { history: ProductDetail['history']; offer: Offer | undefined }

/** A small plot of the price; with too few points there is nothing to see. */
const PriceHistory = ({ history, offer }: PriceHistoryProps) => {
  if (history.length < MIN_POINTS || !offer) return null
  const formatPrice = (amount: number) => showPrice(amount, offer.currency ?? undefined) ?? ''
  const { points, lowest, highest } = plotPrices(history)
  return (
    <section className={styles.section} aria-labelledby="price-history">
      <h2 className={styles.subheading} id="price-history">
        {PRODUCT_PAGE_TEXT.priceHistory}
      </h2>
      <figure className={styles.figure}>
        <svg
          className={styles.plot}
          viewBox="0 0 100 40"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <polyline points={points} vectorEffect="non-scaling-stroke" />
        </svg>
        <figcaption className="quiet small">
          {PRODUCT_PAGE_TEXT.priceRange(
            formatPrice(lowest),
            formatPrice(highest),
            formatDisplaySeller({ seller: offer.shop, productLink: offer.url }),
          )}
        </figcaption>
      </figure>
    </section>
  )
}

const Details = ({ product }: { product: ProductDetail }) => {
  const { description, attributes, credits } = product
  if (description === null && attributes.length === 0 && credits.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="details">
      <h2 className={styles.subheading} id="details">
        {PRODUCT_PAGE_TEXT.details}
      </h2>
      {description && (
        <p className={styles.description}>
          <Verbatim>{description}</Verbatim>
        </p>
      )}
      {attributes.length > 0 && (
        <dl className="stack gap-1">
          {attributes.map(({ name, value, isSeen }) => (
            <div key={name} className={styles.attribute}>
              <dt className="quiet">{name}</dt>
              <dd>
                {value}
                {isSeen && <span className="quiet small"> ({PRODUCT_PAGE_TEXT.seen})</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {credits.map((credit) => (
        <p key={credit} className="quiet small">
          <Verbatim>{credit}</Verbatim>
        </p>
      ))}
    </section>
  )
}

/** The page of a product: its offers, the looks it is worn in, and similar products. */
const ProductPage = () => {
  const { id = '' } = useParams()
  const query = useQuery(createProductQuery(id))
  const { data, error } = query
  usePageTitle(data?.card.name ?? null)
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return (
      <EmptyState isPage title={PRODUCT_PAGE_TEXT.notFound} action={<FeedLink />}>
        {PRODUCT_PAGE_TEXT.notFoundHint}
      </EmptyState>
    )
  if (error) return <QueryError title={PRODUCT_PAGE_TEXT.notLoaded} query={query} />
  return (
    <div className={styles.page}>
      {data ? (
        <>
          <div className={styles.top}>
            <Gallery key={data.id} product={data} />
            <div className={styles.facts}>
              <ProductHead product={data} />
              <Colors product={data} />
              <Nearest product={data} />
              <CheaperInstead key={data.id} product={data} />
              <WornIn tiles={data.wornIn} />
              <Sellers product={data} />
              <PriceHistory history={data.history} offer={data.offers[0]} />
              <Details product={data} />
              <SearchElsewhere links={data.elsewhere} heading="h2" />
            </div>
          </div>
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
