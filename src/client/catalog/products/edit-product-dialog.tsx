import { type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextField } from '#client/ui/fields.tsx'
import { Form, Problem } from '#client/ui/form.tsx'
import { copyLink } from '#client/ui/share-link.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { findManualSaveProblem } from '#shared/domain/detection-rules.ts'
import { EDIT_DETECTION_TEXT } from '#shared/finder-messages.ts'
import styles from './edit-product-dialog.module.css'

export type ProductEdit = { title: string; price: string; productLink: string }

type EditProductDialogProps = {
  product: ProductEdit
  /** The product's picture, beside the fields. */
  image?: ReactNode
  /** Shown above the other fields, for a manual detection. */
  category?: ReactNode
  isSaving?: boolean
  problem?: string | null
  onSave: (edit: ProductEdit) => void
  onClose: () => void
}

/** 'Edit Product Information'. Nothing is saved while a required field is missing. */
export const EditProductDialog = ({
  product,
  image,
  category,
  isSaving = false,
  problem = null,
  onSave,
  onClose,
}: EditProductDialogProps) => {
  const formId = useId()
  const [edit, setEdit] = useState(product)
  const [fieldProblem, setFieldProblem] = useState<string | null>(null)

  const handleSubmit = () => {
    const newProblem = findManualSaveProblem(edit)
    setFieldProblem(newProblem)
    if (newProblem) return
    const { title, price, productLink } = edit
    onSave({ title: title.trim(), price: price.trim(), productLink: productLink.trim() })
  }

  const field = (name: keyof ProductEdit) => ({
    value: edit[name],
    required: true,
    onChange: (value: string) => setEdit({ ...edit, [name]: value }),
  })

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={EDIT_DETECTION_TEXT.title}
      footer={
        <>
          <Button onClick={onClose}>{EDIT_DETECTION_TEXT.cancel}</Button>
          <Button variant="primary" type="submit" form={formId} isBusy={isSaving}>
            {EDIT_DETECTION_TEXT.saveChanges}
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className={classNames('stack gap-5', styles.form)}
        onSubmit={handleSubmit}
        noValidate
      >
        {image}
        <div className="stack gap-4">
          {category}
          <TextField
            label={EDIT_DETECTION_TEXT.productTitle}
            maxLength={FIELD_LIMITS.nameChars}
            {...field('title')}
          />
          <TextField
            label={EDIT_DETECTION_TEXT.price}
            maxLength={FIELD_LIMITS.priceChars}
            {...field('price')}
          />
          <TextField
            label={EDIT_DETECTION_TEXT.productLink}
            type="url"
            inputMode="url"
            maxLength={FIELD_LIMITS.linkChars}
            {...field('productLink')}
            action={
              <IconButton
                icon="copy"
                label={EDIT_DETECTION_TEXT.copyLink}
                onClick={() => void copyLink(edit.productLink)}
              />
            }
          />
          <Problem>{fieldProblem ?? problem}</Problem>
        </div>
      </Form>
    </Dialog>
  )
}
