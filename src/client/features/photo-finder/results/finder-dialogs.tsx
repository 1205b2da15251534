import { useId, useState } from 'react'
import { InviteRequestForm } from '#client/account/account-forms.tsx'
import { useSession } from '#client/account/session.ts'
import { EditProductDialog } from '#client/catalog/edit-product-dialog.tsx'
import type { ShownPhoto } from '#client/features/photo-finder/scan/finder-state.ts'
import type { DetectionEdit } from '#client/features/photo-finder/scan/finder.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { ChoiceField } from '#client/ui/form.tsx'
import { INVITE_REQUEST_TEXT } from '#shared/account-messages.ts'
import type { ScanDetection } from '#shared/contract/scan.ts'
import { CATEGORY_LABELS } from '#shared/domain/category.ts'
import { EDIT_DETECTION_TEXT, FINDER_TEXT } from '#shared/finder-messages.ts'
import { paths } from '#shared/paths.ts'
import { buildPictureUrl } from '#shared/pictures.ts'
import { PhotoCrop } from './object-view.tsx'
import styles from './results.module.css'

type EditDetectionDialogProps = {
  detection: ScanDetection
  /** Its crop is shown for a product without a picture. */
  photo: ShownPhoto | null
  onSave: (edit: DetectionEdit) => void
  onClose: () => void
}

const PICTURE_PX = 256

/** The edit modal of the photo screen, with the image and a manual detection's category. */
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
  const picture = image?.url ?? (current && buildPictureUrl(current, PICTURE_PX))

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
          {!picture && photo && <PhotoCrop photo={photo} detection={detection} />}
          <span className={styles.changeImage}>{FINDER_TEXT.changeImage}</span>
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
          <ChoiceField
            label={EDIT_DETECTION_TEXT.category}
            options={CATEGORY_LABELS}
            value={category}
            onChange={setCategory}
          />
        )
      }
      onSave={(edit) => onSave({ ...edit, category, image: image?.file ?? null })}
      onClose={onClose}
    />
  )
}

/** Explains that My Products needs an invitation, and how to use or request one. */
export const KeepDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { user } = useSession()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={INVITE_REQUEST_TEXT.title}>
      <div className="stack gap-5">
        <p className="quiet">{INVITE_REQUEST_TEXT.lead}</p>
        <InviteRequestForm />
        {user ? (
          <ButtonLink variant="quiet" to={paths.invitation.href()}>
            {INVITE_REQUEST_TEXT.haveCode}
          </ButtonLink>
        ) : (
          <ButtonLink
            variant="quiet"
            replace
            to={paths.login.href({ redirect: paths.find.href() })}
          >
            {INVITE_REQUEST_TEXT.haveOne}
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}
