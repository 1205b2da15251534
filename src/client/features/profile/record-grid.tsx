import { useState } from 'react'
import { CardGrid } from '#client/catalog/card-grid.tsx'
import { useSentinel } from '#client/lib/use-paged-list.ts'
import { GRID } from '#shared/constants.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import { DeleteProduct } from './delete-product.tsx'
import { EditProduct } from './edit-product.tsx'
import styles from './profile-page.module.css'
import { RecordCard } from './record-card.tsx'

const FIRST_ROW = 4

type RecordGridProps = {
  label: string
  records: readonly ProductRecord[]
  /** Own products can be edited and deleted; saved ones can only be unsaved. */
  isOwn: boolean
}

/** §9: pages of 12, loaded near the end. */
export const RecordGrid = ({ label, records, isOwn }: RecordGridProps) => {
  const [shown, setShown] = useState<number>(GRID.productPageSize)
  const sentinel = useSentinel(GRID.productSentinelPx, () => {
    if (shown < records.length) setShown(shown + GRID.productPageSize)
  })
  return (
    <div className={styles.grid}>
      <CardGrid
        kind="products"
        label={label}
        items={records.slice(0, shown).map((record) => ({
          id: `${record.type} ${record.id}`,
          name: record.title,
          record,
        }))}
        renderCard={({ record }, index) => (
          <RecordCard record={record} isPriority={index < FIRST_ROW}>
            {isOwn && <EditProduct record={record} />}
            {isOwn && <DeleteProduct record={record} />}
          </RecordCard>
        )}
      />
      <div ref={sentinel} />
    </div>
  )
}
