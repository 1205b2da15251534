import { useState } from 'react'
import { useIsHydrating } from '#client/lib/use-media-query.ts'
import type { Offer } from '#shared/contract/catalog.ts'
import { stockOf } from '#shared/domain/offer.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import styles from './price.module.css'
import { useConverted } from './price.tsx'

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

/** The same with the two states that need no warning: a shop that does not say is not in stock. */
export const stockText = (offer: Pick<Offer, 'availability'>): string =>
  offerState(offer) ??
  (stockOf(offer) === 'in-stock' ? PRODUCT_TEXT.inStock : PRODUCT_TEXT.stockUnknown)

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
