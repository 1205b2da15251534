import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#client/lib/api.ts'
import { useIsHydrating } from '#client/lib/use-media-query.ts'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { DETECTION } from '#shared/constants.ts'
import type { Offer } from '#shared/contract/catalog.ts'
import { type Comparable, convertedPrice } from '#shared/domain/money.ts'
import { displayPrice, parsePrice } from '#shared/domain/price.ts'
import { PRODUCT_TEXT } from '#shared/messages.ts'
import styles from './offer-price.module.css'

/** What a buyer has to know before following the link; null if there is nothing. */
export const offerState = ({
  availability,
}: {
  availability?: Offer['availability'] | undefined
}): string | null => {
  if (availability === 'out_of_stock') return PRODUCT_TEXT.soldOut
  if (availability === 'removed') return PRODUCT_TEXT.gone
  if (availability === 'preorder') return 'Pre-order'
  return availability === 'backorder' ? 'Ships later' : null
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'checked 3 h ago' */
export const checkedAgo = (checkedAt: string | null, now: number): string | null => {
  if (checkedAt === null) return null
  const ago = Math.max(0, now - Date.parse(checkedAt))
  if (ago < HOUR) return `checked ${Math.max(1, Math.round(ago / MINUTE))} min ago`
  if (ago < 2 * DAY) return `checked ${Math.round(ago / HOUR)} h ago`
  return `checked ${Math.round(ago / DAY)} days ago`
}

/** 'checked 3 h ago', in the visitor's time: the server's clock and the page's age would disagree. */
export const useCheckedAgo = (): ((checkedAt: string | null | undefined) => string | null) => {
  const isHydrating = useIsHydrating()
  const [now] = useState(() => Date.now())
  return (checkedAt) => (isHydrating ? null : checkedAgo(checkedAt ?? null, now))
}

/** Apart from the other queries of the catalogue, which Home does not need. */
export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async ({ signal }) => (await api('GET /api/rates', { signal })).data,
  staleTime: Infinity,
})

/** An amount in the visitor's currency; null if it is in that already, or cannot be converted. */
const useConverted = ({ amount, currency }: Comparable): string | null => {
  const wanted = useVisitorCurrency()
  const isForeign = wanted !== null && currency !== null && currency !== wanted
  const { data: rates } = useQuery({ ...ratesQuery, enabled: isForeign })
  return isForeign && rates ? convertedPrice({ amount, currency }, wanted, rates) : null
}

type PriceProps = { price: string | null | undefined; currency?: string | undefined }

/** On a card: in the visitor's currency. Screen readers also hear the shop's own price. */
export const Price = ({ price, currency = DETECTION.defaultCurrency }: PriceProps) => {
  const parsed = parsePrice(price)
  const own = displayPrice(price, currency)
  const converted = useConverted({
    amount: parsed?.amount ?? null,
    currency: parsed?.currency ?? currency,
  })
  if (own === null) return null
  return (
    <span className={styles.price} title={converted ? PRODUCT_TEXT.inShop(own) : undefined}>
      {converted ?? own}
      {converted && <VisuallyHidden>, {PRODUCT_TEXT.inShop(own)}</VisuallyHidden>}
    </span>
  )
}

/** On the product's page: the shop's own price first; beside it, what the visitor will pay. */
export const OfferPrice = ({ offer }: { offer: Pick<Offer, 'price' | 'amount' | 'currency'> }) => {
  const converted = useConverted(offer)
  return (
    <>
      {displayPrice(offer.price, offer.currency ?? undefined)}
      {converted && <span className={styles.about}> about {converted}</span>}
    </>
  )
}
