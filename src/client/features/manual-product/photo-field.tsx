import { useEffect, useId, useMemo } from 'react'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { MANUAL_PRODUCT_TEXT } from '#shared/account-messages.ts'
import styles from './add-product-manual-page.module.css'

type PhotoFieldProps = {
  photo: File | null
  /** The address of a picture that is ours already. */
  kept: string | null
  problem: string | null
  onChange: (photo: File | null) => void
}

/** §2: an image file with a preview. */
export const PhotoField = ({ photo, kept, problem, onChange }: PhotoFieldProps) => {
  const id = useId()
  const chosen = useMemo(() => photo && URL.createObjectURL(photo), [photo])
  useEffect(
    () => () => {
      if (chosen) URL.revokeObjectURL(chosen)
    },
    [chosen],
  )
  const preview = chosen ?? kept

  return (
    <div className={styles.photo}>
      <label className={classNames('frame', styles.area)} htmlFor={id}>
        {preview && !problem ? (
          <img src={preview} alt={MANUAL_PRODUCT_TEXT.photoPreview} />
        ) : (
          <span className={classNames('quiet label', styles.prompt)}>
            <Icon name="picture" size={28} />
            {MANUAL_PRODUCT_TEXT.photo}
          </span>
        )}
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-label={MANUAL_PRODUCT_TEXT.photo}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => onChange(event.target.files?.[0] ?? null)}
        />
      </label>
      {problem && (
        <p id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </p>
      )}
      {preview && (
        <Button variant="quiet" onClick={() => onChange(null)}>
          {MANUAL_PRODUCT_TEXT.removePhoto}
        </Button>
      )}
    </div>
  )
}
