import type { ReactNode } from 'react'
import type { OwnList } from '#client/account/own-products.ts'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { useGrowingCount } from '#client/lib/use-paged-list.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Spinner } from '#client/ui/icon.tsx'
import { EmptyState, ErrorState } from '#client/ui/state.tsx'
import { PROFILE_TEXT } from '#shared/account-messages.ts'
import styles from './profile.module.css'
import { RecordCard } from './record-card.tsx'

const FIRST_ROW = 4

type ProductListProps = {
  list: OwnList
  label: string
  emptyText: string
  emptyHint: string
  emptyAction: ReactNode
  isOwn?: boolean
}

/** The list grows by 12 products when the visitor nears its end. */
export const ProductList = ({
  list: { products, isLoading, problem, retry },
  label,
  emptyText,
  emptyHint,
  emptyAction,
  isOwn = false,
}: ProductListProps) => {
  const { count, sentinel } = useGrowingCount(products.length)
  if (isLoading)
    return (
      <output className={classNames('row gap-3 quiet', styles.loading)}>
        <Spinner />
        {PROFILE_TEXT.loading}
      </output>
    )
  if (products.length === 0 && problem)
    return <ErrorState title={emptyText} message={problem} onRetry={retry} />
  if (products.length === 0)
    return (
      <EmptyState title={emptyText} action={emptyAction}>
        {emptyHint}
      </EmptyState>
    )
  return (
    <div className={styles.grid}>
      <CardGrid
        kind="products"
        label={label}
        items={products.slice(0, count).map((record) => ({
          id: `${record.type} ${record.id}`,
          name: record.title,
          record,
        }))}
        renderCard={({ record }, index) => (
          <RecordCard record={record} isPriority={index < FIRST_ROW} isOwn={isOwn} />
        )}
      />
      <div ref={sentinel} />
    </div>
  )
}
