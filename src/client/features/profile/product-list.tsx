import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import type { ProductRecord } from '#shared/contract/products.ts'
import { PROFILE_TEXT } from '#shared/account-messages.ts'
import styles from './product-list.module.css'
import { RecordGrid } from './record-grid.tsx'

type ProductListProps = {
  list: {
    products: readonly ProductRecord[]
    isLoading: boolean
    hasFailed: boolean
    retry: () => void
  }
  label: string
  failedText: string
  emptyText: string
  /** What to do next, in words and as a link. */
  emptyHint: string
  emptyAction: ReactNode
  isOwn?: boolean
}

/** Each state a list can be in: loading, failed, empty, or there. */
export const ProductList = ({
  list,
  label,
  failedText,
  emptyText,
  emptyHint,
  emptyAction,
  isOwn = false,
}: ProductListProps) => {
  if (list.isLoading)
    return (
      <output className={styles.loading}>
        <Spinner />
        {PROFILE_TEXT.loading}
      </output>
    )
  if (list.products.length === 0 && list.hasFailed)
    return <ErrorState title={emptyText} message={failedText} onRetry={list.retry} />
  if (list.products.length === 0)
    return (
      <EmptyState title={emptyText} action={emptyAction}>
        {emptyHint}
      </EmptyState>
    )
  return <RecordGrid label={label} records={list.products} isOwn={isOwn} />
}
