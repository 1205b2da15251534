import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { refreshOwnLists } from '#client/account/own-products.ts'
import { api } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { FIELD_LIMITS } from '#shared/constants.ts'
import type { ProductRecord } from '#shared/contract/products.ts'
import { manualSaveProblem } from '#shared/domain/detection-rules.ts'
import { EDIT_DETECTION_TEXT } from '#shared/finder-messages.ts'
import styles from './edit-product.module.css'

/** The photo screen's own words and rules, for a product that is already kept. */
export const EditProduct = ({ record }: { record: ProductRecord }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="edit"
        label={`Edit ${record.title}`}
        variant="raised"
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <EditProductDialog record={record} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const EditProductDialog = ({ record, onClose }: { record: ProductRecord; onClose: () => void }) => {
  const formId = useId()
  const queries = useQueryClient()
  const [fields, setFields] = useState({
    title: record.title,
    price: record.price ?? '',
    productLink: record.product_link ?? '',
  })
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api('PATCH /api/my-products/:id', {
        params: { id: record.id },
        body: {
          title: fields.title.trim(),
          price: fields.price.trim(),
          product_link: fields.productLink.trim(),
        },
      }),
    onSuccess: async () => {
      await refreshOwnLists(queries)
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = manualSaveProblem(fields)
    setProblem(found)
    if (!found) mutate()
  }

  const write = (name: keyof typeof fields) => ({
    value: fields[name],
    required: true,
    onChange: (event: { target: { value: string } }) =>
      setFields({ ...fields, [name]: event.target.value }),
  })

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={EDIT_DETECTION_TEXT.title}
      footer={
        <>
          <Button onClick={onClose}>{EDIT_DETECTION_TEXT.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isPending}>
            {EDIT_DETECTION_TEXT.saveChanges}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <TextField
          label={EDIT_DETECTION_TEXT.productTitle}
          maxLength={FIELD_LIMITS.nameChars}
          {...write('title')}
        />
        <TextField
          label={EDIT_DETECTION_TEXT.price}
          maxLength={FIELD_LIMITS.priceChars}
          {...write('price')}
        />
        <TextField
          label={EDIT_DETECTION_TEXT.productLink}
          type="url"
          maxLength={FIELD_LIMITS.linkChars}
          {...write('productLink')}
        />
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}
