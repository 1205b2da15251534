import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import { Price, ratesQuery } from '#client/catalog/products/price.tsx'
import {
  toCardProduct,
  choosePicture,
  ProductCard,
} from '#client/catalog/products/product-card.tsx'
import { ProductLink } from '#client/catalog/products/product-link.tsx'
import { createSimilarQuery } from '#client/catalog/queries.ts'
import { Picture } from '#client/ui/picture.tsx'
import { Skeleton } from '#client/ui/state.tsx'
import { Verbatim } from '#client/ui/verbatim.tsx'
import { DETECTION } from '#shared/finder-constants.ts'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import type { RankedProduct } from '#shared/contract/vision.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { parsePrice } from '#shared/domain/price.ts'
import { computeSavingPercent } from '#shared/domain/price-comparison.ts'
import { formatDisplaySeller } from '#shared/domain/seller.ts'
import type { ProductPart } from '#shared/paths.ts'
import { PRODUCT_PAGE_TEXT } from '#shared/product-page-messages.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import styles from './product.module.css'

const PARTS: readonly ProductPart[] = ['similar', 'cheaper']

type RankedProps = {
  heading: string
  /** The heading above products that are not really similar. */
  closestHeading: string
  products: readonly RankedProduct[]
  /** How much a product saves, for cheaper products. */
  tagOf?: (product: RankedProduct) => string | null
}

/** Similar products, then those that are only the closest, under their own heading. */
const RankedSection = ({ heading, closestHeading, products, tagOf }: RankedProps) => {
  const parts: [string, RankedProduct[]][] = [
    [heading, products.filter(({ certainty }) => certainty !== null)],
    [closestHeading, products.filter(({ certainty }) => certainty === null)],
  ]
  return parts.map(
    ([label, items]) =>
      items.length > 0 && (
        <section key={label} className={styles.section} aria-label={label}>
          <h2>{label}</h2>
          <CardGrid
            kind="products"
            items={items}
            label={label}
            renderCard={(item) => (
              <ProductCard
                product={{ ...toCardProduct(item), ...(tagOf ? { tag: tagOf(item) } : {}) }}
              />
            )}
          />
        </section>
      ),
  )
}

/** Scrolls to the section that the hash names, once it has loaded. */
const useScrollToSection = (isReady: boolean) => {
  const { hash } = useLocation()
  useEffect(() => {
    const part = PARTS.find((name) => hash === `#${name}`)
    const section = part && isReady ? document.getElementById(part) : null
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }, [hash, isReady])
}

const Placeholder = ({ label }: { label: string }) => (
  <CardGrid kind="products" items={[]} isLoading label={label} renderCard={() => null} />
)

/** Similar products that cost clearly less, and how much each of them saves. */
const useCheaper = ({ id, offers: [best] }: ProductDetail) => {
  const below =
    best && isBuyable(best) && best.amount !== null && best.currency !== null
      ? { amount: best.amount, currency: best.currency }
      : undefined
  const cheaper = useQuery({ ...createSimilarQuery(id, below), enabled: below !== undefined })
  const { data: rates } = useQuery({ ...ratesQuery, enabled: below !== undefined })
  const computeSaving = ({ price }: RankedProduct) => {
    const parsed = parsePrice(price)
    const now = {
      amount: parsed?.amount ?? null,
      currency: parsed?.currency ?? DETECTION.defaultCurrency,
    }
    const percent = below && rates ? computeSavingPercent(now, { before: below, rates }) : null
    return percent === null ? null : PRODUCT_PAGE_TEXT.saves(percent)
  }
  return { below, cheaper, computeSaving }
}

/** The most similar product that costs less, beside the price. */
export const CheaperInstead = ({ product }: { product: ProductDetail }) => {
  const { below, cheaper, computeSaving } = useCheaper(product)
  const [first] = cheaper.data ?? []
  if (!below) return null
  return (
    <aside
      className={styles.nearest}
      aria-label={PRODUCT_TEXT.cheaper}
      aria-busy={cheaper.isPending}
    >
      <div>
        {cheaper.isPending ? (
          <Skeleton ratio={5 / 4} />
        ) : (
          <Picture
            {...(first ? choosePicture(first) : { url: '' })}
            frameRatio={5 / 4}
            shape="avatar"
          />
        )}
      </div>
      <div className="stack gap-1">
        <p className="quiet small">{PRODUCT_TEXT.cheaper}</p>
        {first && (
          <>
            <ProductLink className={styles.open} id={first.id} name={first.name}>
              <Verbatim>{first.name}</Verbatim>
            </ProductLink>
            <p className="small">
              <Price price={first.price} />
              {[
                '',
                computeSaving(first),
                formatDisplaySeller({ seller: first.shop, productLink: first.website }),
              ]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </>
        )}
        {cheaper.data && !first && (
          <p className="quiet small">{PRODUCT_PAGE_TEXT.nothingCheaper}</p>
        )}
      </div>
    </aside>
  )
}

/** Similar products, and below them those that cost less, which are not listed twice. */
export const Similar = ({ product }: { product: ProductDetail }) => {
  const { data = [], isPending } = useQuery(createSimilarQuery(product.id))
  const { below, cheaper, computeSaving } = useCheaper(product)
  const isReady = !isPending && (below === undefined || !cheaper.isPending)
  // Without a price to compare with, that query is the one of all similar products.
  const cheaperIds = new Set(below && cheaper.data?.map(({ id }) => id))
  useScrollToSection(isReady)
  return (
    <>
      <div id={'similar' satisfies ProductPart} className={styles.part} tabIndex={-1}>
        {isReady ? (
          <RankedSection
            heading={PRODUCT_TEXT.similar}
            closestHeading={PRODUCT_PAGE_TEXT.closest}
            products={data.filter(({ id }) => !cheaperIds.has(id))}
          />
        ) : (
          <Placeholder label={PRODUCT_TEXT.similar} />
        )}
      </div>
      {below && (
        <div id={'cheaper' satisfies ProductPart} className={styles.part} tabIndex={-1}>
          {cheaper.isPending && <Placeholder label={PRODUCT_TEXT.cheaper} />}
          {cheaper.data?.length === 0 && (
            <section className={styles.section} aria-label={PRODUCT_TEXT.cheaper}>
              <h2>{PRODUCT_TEXT.cheaper}</h2>
              <p className="quiet">{PRODUCT_PAGE_TEXT.nothingCheaper}</p>
            </section>
          )}
          <RankedSection
            heading={PRODUCT_TEXT.cheaper}
            closestHeading={PRODUCT_PAGE_TEXT.closestCheaper}
            products={cheaper.data ?? []}
            tagOf={computeSaving}
          />
        </div>
      )}
    </>
  )
}
