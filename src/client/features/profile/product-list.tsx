import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { recordToFavorite } from '#client/account/favorite.tsx'
import { type OwnList, refreshOwnLists } from '#client/account/own-products.ts'
import { CardGrid } from '#client/catalog/products/card-grid.tsx'
import {
  EditProductDialog,
  type ProductEdit,
} from '#client/catalog/products/edit-product-dialog.tsx'
import { type CardProduct, ProductCard } from '#client/catalog/products/product-card.tsx'
import { api } from '#client/lib/api.ts'
import { useGrowingCount } from '#client/lib/use-paged-list.ts'
import { classNames } from '#client/ui/class-names.ts'
import { ConfirmDialog } from '#client/ui/dialog.tsx'
import { Spinner } from '#client/ui/icon.tsx'
import type { MenuItem } from '#client/ui/menu-popup.tsx'
import { EmptyState, ErrorState } from '#client/ui/state.tsx'
import { useAction } from '#client/ui/use-action.ts'
import { PROFILE_TEXT } from '#shared/account-messages.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import { paths } from '#shared/paths.ts'
import { PRODUCT_TEXT } from '#shared/product-messages.ts'
import styles from './profile.module.css'
import { UI_TEXT } from '#client/ui/ui-messages.ts'

/** A saved product that is in the catalogue has a page of its own. */
const isInCatalog = ({ type, id }: ProductRecord) => type === 'product' && /^\d+$/.test(id)

const toCardProduct = (record: ProductRecord): CardProduct => ({
  name: record.title,
  picture: { url: record.thumbnail ?? record.image_url ?? record.original_image_url ?? '' },
  price: record.price,
  currency: record.currency,
  website: record.product_link,
  seller: record.seller,
  ...(isInCatalog(record) ? { pageId: record.id } : {}),
  favorite: recordToFavorite(record),
  tag: record.is_price_edited ? PROFILE_TEXT.priceEditedByYou : null,
})

const createLookActions = ({ celebrity_name, celebrity_image }: ProductRecord): MenuItem[] =>
  celebrity_name && celebrity_image
    ? [
        {
          label: PRODUCT_TEXT.wornByPerson(celebrity_name),
          to: paths.celebrityImage.href(celebrity_image),
        },
      ]
    : []

type DialogProps = { record: ProductRecord; onClose: () => void }

const EditProduct = ({ record, onClose }: DialogProps) => {
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ title, price, productLink }: ProductEdit) =>
      api('PATCH /api/my-products/:id', {
        params: { id: record.id },
        body: { title, price, product_link: productLink },
      }),
    onSuccess: async () => {
      await refreshOwnLists(queries)
      onClose()
    },
  })
  return (
    <EditProductDialog
      product={{
        title: record.title,
        price: record.price ?? '',
        productLink: record.product_link ?? '',
      }}
      isSaving={isPending}
      problem={error?.message ?? null}
      onSave={mutate}
      onClose={onClose}
    />
  )
}

const DeleteProduct = ({ record, isOpen, onClose }: DialogProps & { isOpen: boolean }) => {
  const queries = useQueryClient()
  const { mutate, isPending } = useAction(
    () => api('DELETE /api/my-products/:id', { params: { id: record.id } }),
    {
      onSettled: () => {
        onClose()
        return refreshOwnLists(queries)
      },
    },
  )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={PROFILE_TEXT.deleteQuestion(record.title)}
      description={PROFILE_TEXT.deleteExplanation}
      isBusy={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  )
}

type RecordCardProps = {
  record: ProductRecord
  isPriority: boolean
  /** Own products can be edited and deleted; saved ones can only be unsaved. */
  isOwn: boolean
}

const RecordCard = ({ record, isPriority, isOwn }: RecordCardProps) => {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const ownerActions: MenuItem[] = [
    { label: PROFILE_TEXT.edit, icon: 'edit', onSelect: () => setDialog('edit') },
    { label: UI_TEXT.delete, icon: 'trash', onSelect: () => setDialog('delete') },
  ]
  return (
    <>
      <ProductCard
        product={toCardProduct(record)}
        actions={[...(isOwn ? ownerActions : []), ...createLookActions(record)]}
        isPriority={isPriority}
      />
      {dialog === 'edit' && <EditProduct record={record} onClose={close} />}
      {isOwn && <DeleteProduct record={record} isOpen={dialog === 'delete'} onClose={close} />}
    </>
  )
}

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
