import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshOwnLists } from '#client/account/own-products.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import styles from './delete-product.module.css'

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
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title="Delete this product?">
        <p className={styles.text}>{record.title} leaves My Products, and your saved ones too.</p>
        <div className={styles.actions}>
          <Button onClick={() => setIsAsking(false)}>Keep</Button>
          <Button variant="primary" isBusy={isPending} onClick={() => mutate()}>
            Delete
          </Button>
        </div>
      </Dialog>
    </>
  )
}
