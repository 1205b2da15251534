import type { ReactNode } from 'react'
import type { OwnList } from '#client/account/own-products.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Spinner } from '#client/ui/icon.tsx'
import { EmptyState, ErrorState } from '#client/ui/state.tsx'
import { PROFILE_TEXT } from '#shared/account-messages.ts'
import styles from './product-list.module.css'
import { RecordGrid } from './record-grid.tsx'

type ProductListProps = {
  list: OwnList
  label: string
  emptyText: string
  emptyHint: string
  emptyAction: ReactNode
  isOwn?: boolean
}

export const ProductList = ({
  list,
  label,
  emptyText,
  emptyHint,
  emptyAction,
  isOwn = false,
}: ProductListProps) => {
  if (list.isLoading)
    return (
      <output className={classNames('row gap-3 quiet', styles.loading)}>
        <Spinner />
        {PROFILE_TEXT.loading}
      </output>
    )
  if (list.products.length === 0 && list.problem)
    return <ErrorState title={emptyText} message={list.problem} onRetry={list.retry} />
  if (list.products.length === 0)
    return (
      <EmptyState title={emptyText} action={emptyAction}>
        {emptyHint}
      </EmptyState>
    )
  return <RecordGrid label={label} records={list.products} isOwn={isOwn} />
}
