import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshOwnLists } from '#client/account/own-products.ts'
import { api } from '#client/lib/api.ts'
import { ConfirmDelete } from '#client/ui/dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ProductRecord } from '#shared/contract/products.ts'

export const DeleteProduct = ({ record }: { record: ProductRecord }) => {
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
