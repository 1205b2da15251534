import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, inlinedReply } from '#client/lib/api.ts'
import { useVisitorCurrency } from '#client/lib/visitor-currency.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { DETECTION } from '#shared/constants.ts'
import { type Comparable, convertedPrice } from '#shared/domain/money.ts'
import { displayPrice, parsePrice } from '#shared/domain/price.ts'
import { PRICE_TEXT } from '#shared/messages.ts'
import styles from './price.module.css'

/** Apart from the other queries of the catalogue, which Home does not need. */
export const ratesQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async ({ signal }) => (await api('GET /api/rates', { signal })).data,
  initialData: () => inlinedReply('GET /api/rates')?.data,
  staleTime: Infinity,
})

/** An amount in the visitor's currency; null if it is in that already, or cannot be converted. */
export const useConverted = ({ amount, currency }: Comparable): string | null => {
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
    <span className={styles.price} title={converted ? PRICE_TEXT.inShop(own) : undefined}>
      {/* As converted prices beside it are written. */}
      {converted ?? own.replace(/\.00$/, '')}
      {converted && <VisuallyHidden>, {PRICE_TEXT.inShop(own)}</VisuallyHidden>}
    </span>
  )
}
