import { useQuery } from '@tanstack/react-query'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import type { Offer } from '#shared/contract/catalog.ts'
import { aboutPrice } from '#shared/domain/money.ts'
import { displayPrice } from '#shared/domain/price.ts'
import { ratesQuery } from './queries.ts'
import styles from './offer-price.module.css'

/** The shop's own price first; beside it, what that is about in the visitor's currency. */
export const OfferPrice = ({ offer }: { offer: Pick<Offer, 'price' | 'amount' | 'currency'> }) => {
  const wanted = useVisitorCurrency()
  const isForeign = wanted !== null && offer.currency !== null && offer.currency !== wanted
  const { data: rates } = useQuery({ ...ratesQuery, enabled: isForeign })
  const about = isForeign && rates ? aboutPrice(offer, wanted, rates) : null
  return (
    <>
      {displayPrice(offer.price, offer.currency ?? undefined)}
      {about && <span className={styles.about}> {about}</span>}
    </>
  )
}
