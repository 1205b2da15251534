import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshOwnLists } from '#client/account/own-products.ts'
import { EditProductDialog, type ProductWords } from '#client/catalog/edit-product-dialog.tsx'
import { api } from '#client/lib/api.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { ProductRecord } from '#shared/contract/products.ts'

export const EditProduct = ({ record }: { record: ProductRecord }) => {
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
