import { useId, useState } from 'react'
import { EditProductDialog } from '#client/catalog/edit-product-dialog.tsx'
import type { DetectionEdit } from '#client/features/photo-finder/scan/detection-actions.ts'
import type { Photo } from '#client/features/photo-finder/scan/finder-state.ts'
import { classNames } from '#client/ui/class-names.ts'
import { TextField } from '#client/ui/text-field.tsx'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { bestView } from '#shared/domain/detection-rules.ts'
import { CATEGORY_LABELS, type Category } from '#shared/domain/category.ts'
import { EDIT_DETECTION_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import { pictureUrl } from '#shared/pictures.ts'
import styles from './edit-detection-dialog.module.css'
import { PhotoCrop } from './photo-crop.tsx'

type EditDetectionDialogProps = {
  detection: ScanDetection
  /** Its crop stands in for a product without a picture. */
  photo: Photo | null
  onSave: (edit: DetectionEdit) => void
  onClose: () => void
}

const PICTURE_PX = 256

/** §2: the edit modal of the photo screen, with the image and a manual detection's category. */
export const EditDetectionDialog = ({
  detection,
  photo,
  onSave,
  onClose,
}: EditDetectionDialogProps) => {
  const imageId = useId()
  const [category, setCategory] = useState(detection.category)
  const [image, setImage] = useState<{ file: File; url: string } | null>(null)
  const [isPictureBroken, setIsPictureBroken] = useState(false)
  const current = detection.imageUrl ?? detection.thumbnail
  const picture = image?.url ?? (current && pictureUrl(current, PICTURE_PX))

  const handleImage = (file: File | undefined) => {
    if (!file) return
    if (image) URL.revokeObjectURL(image.url)
    setIsPictureBroken(false)
    setImage({ file, url: URL.createObjectURL(file) })
  }

  return (
    <EditProductDialog
      product={{
        title: detection.title ?? '',
        price: detection.price ?? '',
        productLink: detection.productLink ?? '',
      }}
      image={
        <label className={classNames('frame', styles.image)} htmlFor={imageId}>
          {picture && !isPictureBroken && (
            <img src={picture} alt="" onError={() => setIsPictureBroken(true)} />
          )}
          {!picture && photo && <PhotoCrop photo={photo} bbox={bestView(detection)} />}
          <span className={styles.change}>{FINDER_TEXT.changeImage}</span>
          <input
            id={imageId}
            type="file"
            accept="image/*"
            onChange={(event) => handleImage(event.target.files?.[0])}
          />
        </label>
      }
      category={
        detection.isManual && (
          <TextField
            label={EDIT_DETECTION_TEXT.category}
            options={CATEGORY_LABELS}
            value={category}
            onChange={(event) => setCategory(event.target.value as Category)}
          />
        )
      }
      onSave={(words) => onSave({ ...words, category, image: image?.file ?? null })}
      onClose={onClose}
    />
  )
}
