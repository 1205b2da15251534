import { type FormEvent, useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toast } from '#client/ui/toast.ts'
import { FIELD_LIMITS } from '#shared/constants.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { bestView } from '#shared/domain/best-view.ts'
import { CATEGORIES, CATEGORY_LABELS, type Category } from '#shared/domain/category.ts'
import { manualSaveProblem } from '#shared/domain/detection-rules.ts'
import { EDIT_DETECTION_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import { pictureUrl } from '#shared/pictures.ts'
import { copyText } from './copy-text.ts'
import styles from './edit-detection-dialog.module.css'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { PhotoCrop } from './photo-crop.tsx'

export type DetectionEdit = {
  title: string
  price: string
  productLink: string
  category: Category
  /** A picture chosen instead of the old one. */
  image: File | null
}

type EditDetectionDialogProps = {
  detection: ScanDetection
  /** Shows what is inside the box where the product has no picture of its own. */
  photo: Photo | null
  onSave: (edit: DetectionEdit) => void
  onClose: () => void
}

const PICTURE_PX = 256
const FORM_ID = 'edit-detection'

/** §2, §5: the edit modal; Save and Cancel both close it, unless something required is missing. */
export const EditDetectionDialog = ({
  detection,
  photo,
  onSave,
  onClose,
}: EditDetectionDialogProps) => {
  const imageId = useId()
  const [fields, setFields] = useState({
    title: detection.title ?? '',
    price: detection.price ?? '',
    productLink: detection.productLink ?? '',
    category: detection.category,
  })
  const [image, setImage] = useState<{ file: File; url: string } | null>(null)
  const [isPictureBroken, setIsPictureBroken] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const kept = detection.imageUrl ?? detection.thumbnail
  const picture = image?.url ?? (kept && pictureUrl(kept, PICTURE_PX))

  const handleImage = (file: File | undefined) => {
    if (!file) return
    if (image) URL.revokeObjectURL(image.url)
    setIsPictureBroken(false)
    setImage({ file, url: URL.createObjectURL(file) })
  }

  const handleCopy = async () => {
    if (await copyText(fields.productLink)) toast.show(FINDER_TEXT.copied, { kind: 'success' })
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const found = manualSaveProblem(fields)
    setProblem(found)
    if (found) return
    onSave({
      title: fields.title.trim(),
      price: fields.price.trim(),
      productLink: fields.productLink.trim(),
      category: fields.category,
      image: image?.file ?? null,
    })
  }

  const write = (name: 'title' | 'price' | 'productLink') => ({
    value: fields[name],
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
          <Button variant="primary" type="submit" form={FORM_ID}>
            {EDIT_DETECTION_TEXT.saveChanges}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className={styles.form} onSubmit={handleSubmit} noValidate>
        <label className={styles.image} htmlFor={imageId}>
          {picture && !isPictureBroken && (
            <img src={picture} alt="" onError={() => setIsPictureBroken(true)} />
          )}
          {!picture && photo && <PhotoCrop photo={photo} bbox={bestView(detection)} />}
          <span className={styles.change}>{FINDER_TEXT.changeImage}</span>
          <input
            id={imageId}
            className={styles.file}
            type="file"
            accept="image/*"
            onChange={(event) => handleImage(event.target.files?.[0])}
          />
        </label>
        <div className={styles.fields}>
          {detection.isManual && (
            <label className={styles.category}>
              <span>{EDIT_DETECTION_TEXT.category}</span>
              <select
                value={fields.category}
                onChange={(event) =>
                  setFields({ ...fields, category: event.target.value as Category })
                }
              >
                {CATEGORIES.map((category) => (
                  <option key={category} value={category}>
                    {CATEGORY_LABELS[category]}
                  </option>
                ))}
              </select>
            </label>
          )}
          <TextField
            label={EDIT_DETECTION_TEXT.productTitle}
            maxLength={FIELD_LIMITS.nameChars}
            required
            {...write('title')}
          />
          <TextField
            label={EDIT_DETECTION_TEXT.price}
            maxLength={FIELD_LIMITS.priceChars}
            required
            {...write('price')}
          />
          <TextField
            label={EDIT_DETECTION_TEXT.productLink}
            type="url"
            inputMode="url"
            maxLength={FIELD_LIMITS.linkChars}
            required
            {...write('productLink')}
            action={<IconButton icon="copy" label="Copy link" onClick={() => void handleCopy()} />}
          />
          {problem && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  )
}
