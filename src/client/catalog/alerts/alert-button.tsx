import { lazy, Suspense, useState } from 'react'
import { useVisitorCurrency } from '#client/lib/preferences.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ALERT_TEXT } from '#shared/alert-messages.ts'
import type { SavedSearch } from '#shared/contract/alerts.ts'
import type { ProductDetail } from '#shared/contract/catalog.ts'
import { isBuyable } from '#shared/domain/offer.ts'
import type { ProductFilters } from '#shared/product-filters.ts'
import type { AlertSubject } from './alert-form.tsx'
import type { ListSubject } from '#client/catalog/queries.ts'

const AlertForm = lazy(() => import('./alert-form.tsx'))

type AlertButtonProps = { label: string; subject: AlertSubject; isPrimary?: boolean }

const AlertButton = ({ label, subject, isPrimary = false }: AlertButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        icon="bell"
        variant={isPrimary ? 'primary' : 'secondary'}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={label}>
        <Suspense>
          <AlertForm subject={subject} onDone={close} />
        </Suspense>
      </Dialog>
    </>
  )
}

/** An alert on the stock of a product that is sold out, otherwise on its price. */
export const ProductAlert = ({ product }: { product: ProductDetail }) => {
  const { id, offers } = product
  const isSoldOut = offers.length > 0 && !offers.some(isBuyable)
  return (
    <AlertButton
      label={isSoldOut ? ALERT_TEXT.ofSoldOut : ALERT_TEXT.ofProduct}
      isPrimary={isSoldOut}
      subject={{ product: id, offers, isSoldOut }}
    />
  )
}

type SearchAlertProps = { subject: ListSubject; filters?: ProductFilters; label?: string }

export const SearchAlert = ({
  subject,
  filters,
  label = ALERT_TEXT.ofSearch,
}: SearchAlertProps) => {
  const { sort: _sort, ...unsorted } = filters ?? {}
  const currency = useVisitorCurrency()
  const search: SavedSearch = { ...subject, ...unsorted, ...(currency !== null && { currency }) }
  return <AlertButton label={label} subject={{ search }} />
}
