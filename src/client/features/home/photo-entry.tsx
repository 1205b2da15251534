import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  choosePhoto,
  type ChosenPhoto,
  SamplePhotos,
  usePhotoEntry,
} from '#client/catalog/choose-photo.tsx'
import buttons from '#client/ui/button.module.css'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { FIND_TEXT, FIND_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './home.module.css'

/** Starts /find with a file, the camera, a sample, a link, or a photo pasted or dropped anywhere. */
export const PhotoEntry = () => {
  const id = useId()
  const navigate = useNavigate()
  const [hasLinkField, setHasLinkField] = useState(false)
  const find = (photo: ChosenPhoto) => {
    choosePhoto(photo)
    void navigate(paths.find.href())
  }
  const { isOver } = usePhotoEntry((file) => find({ file }), {
    isWholePage: true,
    onAddress: (address) => find({ address }),
  })

  const chooser = (name: string, label: string, icon: 'picture' | 'camera', isCamera = false) => (
    <label
      className={classNames(
        buttons.button,
        isCamera ? buttons.secondary : buttons.primary,
        isCamera && styles.camera,
        styles.chooser,
      )}
      htmlFor={`${id}-${name}`}
    >
      <Icon name={icon} size={20} />
      {label}
      <input
        id={`${id}-${name}`}
        type="file"
        accept={isCamera ? 'image/*' : 'image/*,.heic,.heif'}
        {...(isCamera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) find({ file })
        }}
      />
    </label>
  )
  return (
    <div className={styles.entry}>
      <div className="row wrap gap-3">
        {chooser('file', FIND_TITLE, 'picture')}
        {chooser('camera', FIND_TEXT.takePhoto, 'camera', true)}
        <Button
          variant="quiet"
          aria-expanded={hasLinkField}
          onClick={() => setHasLinkField(!hasLinkField)}
        >
          {FIND_TEXT.pasteLink}
        </Button>
      </div>
      {hasLinkField && (
        <Form className={styles.link} onSubmit={(text) => find({ address: text('address') })}>
          <input
            name="address"
            type="url"
            inputMode="url"
            required
            pattern="https?://.+"
            placeholder="https://"
            aria-label={FIND_TEXT.link}
            // Whoever opens the field is about to type into it.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
          <Button type="submit">{FIND_TEXT.load}</Button>
        </Form>
      )}
      <SamplePhotos className={styles.samples} onChoose={(sample) => find({ sample })} />
      {isOver && (
        <p className={styles.drop}>
          <Icon name="picture" size={32} />
          {FIND_TEXT.dropNow}
        </p>
      )}
    </div>
  )
}
