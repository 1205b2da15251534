import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import { manualSaveProblem } from '#shared/domain/detection-rules.ts'
import { EDIT_DETECTION_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import { copyText } from './copy-text.ts'
import styles from './edit-product-dialog.module.css'

export type ProductWords = { title: string; price: string; productLink: string }

type EditProductDialogProps = {
  product: ProductWords
  /** Beside the fields: the image of a detection. */
  image?: ReactNode
  /** Above the other fields: the category of a manual detection. */
  category?: ReactNode
  isSaving?: boolean
  problem?: string | null
  onSave: (words: ProductWords) => void
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
  const [words, setWords] = useState(product)
  const [fieldProblem, setFieldProblem] = useState<string | null>(null)
  const shownProblem = fieldProblem ?? problem

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = manualSaveProblem(words)
    setFieldProblem(found)
    if (found) return
    const { title, price, productLink } = words
    onSave({ title: title.trim(), price: price.trim(), productLink: productLink.trim() })
  }

  const handleCopy = async () => {
    if (await copyText(words.productLink)) toast.show(FINDER_TEXT.copied, { kind: 'success' })
  }

  const field = (name: keyof ProductWords) => ({
    value: words[name],
    required: true,
    onChange: (event: { target: { value: string } }) =>
      setWords({ ...words, [name]: event.target.value }),
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
      <form
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
                onClick={() => void handleCopy()}
              />
            }
          />
          {shownProblem && (
            <p className="problem" role="alert">
              {shownProblem}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  )
}
