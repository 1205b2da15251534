import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { favoriteFromRecord } from '#client/account/favorite.ts'
import { FavoriteButton } from '#client/account/favorite-button.tsx'
import { refreshOwnLists } from '#client/account/own-products.ts'
import { EditProductDialog, type ProductWords } from '#client/catalog/edit-product-dialog.tsx'
import { ProductTile } from '#client/catalog/product-tile.tsx'
import { api } from '#client/lib/api.ts'
import { ConfirmDelete } from '#client/ui/dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import { priceIfAny } from '#shared/domain/detection-rules.ts'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import { paths } from '#shared/paths.ts'

const FRAME_RATIO = 5 / 4

/** A saved product that is in the catalogue has a page of its own. */
const isOfCatalog = ({ type, id }: ProductRecord) => type === 'product' && /^\d+$/.test(id)

type RecordProps = { record: ProductRecord }

const EditProduct = ({ record }: RecordProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: ({ title, price, productLink }: ProductWords) =>
      api('PATCH /api/my-products/:id', {
        params: { id: record.id },
        body: { title, price, product_link: productLink },
      }),
    onSuccess: async () => {
      await refreshOwnLists(queries)
      setIsOpen(false)
    },
  })
  const handleOpen = () => {
    reset()
    setIsOpen(true)
  }
  return (
    <>
      <IconButton
        icon="edit"
        label={`Edit ${record.title}`}
        variant="raised"
        onClick={handleOpen}
      />
      {isOpen && (
        <EditProductDialog
          product={{
            title: record.title,
            price: record.price ?? '',
            productLink: record.product_link ?? '',
          }}
          isSaving={isPending}
          problem={error?.message ?? null}
          onSave={mutate}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

const DeleteProduct = ({ record }: RecordProps) => {
  const queries = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('DELETE /api/my-products/:id', { params: { id: record.id } }),
    onError: (error) => toast.show(error.message, { kind: 'error' }),
    onSettled: () => {
      setIsAsking(false)
      return refreshOwnLists(queries)
    },
  })
  return (
    <>
      <IconButton
        icon="trash"
        label={`Delete ${record.title}`}
        variant="raised"
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDelete
        isOpen={isAsking}
        title={`Delete ${record.title}?`}
        description="It is removed from My Products and from your saved products."
        isBusy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

type RecordCardProps = RecordProps & {
  isPriority: boolean
  /** Own products can be edited and deleted; saved ones can only be unsaved. */
  isOwn: boolean
}

export const RecordCard = ({ record, isPriority, isOwn }: RecordCardProps) => (
  <ProductTile
    picture={
      <Picture
        url={record.thumbnail ?? record.image_url ?? record.original_image_url ?? ''}
        frameRatio={FRAME_RATIO}
        shape="product"
        isPriority={isPriority}
      />
    }
    controls={
      <>
        <FavoriteButton favorite={favoriteFromRecord(record)} />
        {isOwn && <EditProduct record={record} />}
        {isOwn && <DeleteProduct record={record} />}
      </>
    }
    brand={record.brand}
    name={record.title}
    price={priceIfAny(record.price)}
    currency={record.currency}
    website={record.product_link}
    {...(isOfCatalog(record) ? { productId: record.id } : {})}
  >
    {record.is_price_edited && <p className="quiet small">Price {FINDER_TEXT.editedByYou}</p>}
    {record.celebrity_name && record.celebrity_image && (
      <p className="quiet small">
        Seen on{' '}
        <Link to={paths.celebrityImage.href(record.celebrity_image)}>{record.celebrity_name}</Link>
      </p>
    )}
  </ProductTile>
)
