import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#client/account/session.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import { formatPrice } from '#shared/domain/price.ts'
import { findPricedOffer, suggestPrice } from './suggested-price.ts'

/** Sets an alert on a lower price in one step, for users; everything else is in the form. */
export const QuickAlert = ({ product: { id, offers } }: { product: ProductDetail }) => {
  const queries = useQueryClient()
  const { user } = useSession()
  const best = findPricedOffer(offers)
  const amount = suggestPrice(best)
  const currency = best?.currency ?? null
  const set = useMutation({
    mutationFn: (condition: { kind: 'below'; amount: number; currency: string }) =>
      api('POST /api/alerts', { body: { on: { product: id }, condition } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['alerts'] })
      toast.success(ALERT_TEXT.active)
    },
    onError: toast.failure,
  })
  if (!user || !best || !isBuyable(best) || set.isSuccess) return null
  if (amount === null || currency === null || amount >= (best.amount ?? 0)) return null
  return (
    <Button
      icon="bell"
      variant="quiet"
      isBusy={set.isPending}
      onClick={() => set.mutate({ kind: 'below', amount, currency })}
    >
      {ALERT_TEXT.quick(formatPrice(amount, currency))}
    </Button>
  )
}
