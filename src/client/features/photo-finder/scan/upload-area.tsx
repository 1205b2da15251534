import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { SamplePhotos } from '#client/catalog/photo-links.tsx'
import buttons from '#client/ui/button.module.css'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { isHttpLink } from '#shared/domain/product-link.ts'
import { FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { FIND_TITLE } from '#shared/messages.ts'
import type { ScanFailure } from './scan-failure.ts'
import styles from './upload-area.module.css'

type UploadAreaProps = {
  isOver: boolean
  /** Why the last photo could not be used. */
  failure: ScanFailure | null
  /** The controls of the last photo are gone, and the focus with them. */
  takesFocus: boolean
  onFile: (file: File) => void
  onAddress: (address: string) => void
  /** Nothing is kept, and there are samples for those without a photo. */
  isVisit: boolean
  onSample: (src: string) => void
}

/** §2: the empty state: upload, camera, drop, paste or image link. */
export const UploadArea = ({
  isOver,
  failure,
  takesFocus,
  onFile,
  onAddress,
  isVisit,
  onSample,
}: UploadAreaProps) => {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [address, setAddress] = useState('')
  const [addressProblem, setAddressProblem] = useState<string | null>(null)

  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])

  const handleFiles = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    // Without this, choosing the same photo again after a failure would be no change.
    input.value = ''
    if (file) onFile(file)
  }

  const handleAddress = (event: FormEvent) => {
    event.preventDefault()
    const isAddress = isHttpLink(address.trim()) && URL.canParse(address.trim())
    setAddressProblem(isAddress ? null : FINDER_TEXT.invalidAddress)
    if (isAddress) onAddress(address.trim())
  }

  return (
    <section className={styles.empty}>
      <header className="stack gap-4">
        <h1 ref={title} className={styles.title} tabIndex={-1}>
          {isVisit ? FIND_TITLE : FINDER_TEXT.title}
        </h1>
        <p className="lead">{FINDER_TEXT.lead}</p>
        {isVisit && <p className="quiet">{FINDER_TEXT.notKept}</p>}
      </header>
      {failure && (
        <p className={styles.problem} role="alert">
          <Icon name="warning" size={20} />
          {[failure.message, failure.advice].filter(Boolean).join(' ')}
        </p>
      )}
      <div className="stack gap-6">
        <label className={classNames(styles.area, isOver && styles.over)} htmlFor={`${id}-file`}>
          <span className={styles.corners} aria-hidden="true" />
          <Icon name="upload" size={32} />
          <span className={styles.upload}>{PHOTO_TEXT.upload}</span>
          <span className={classNames('quiet label', styles.hint)}>
            {isOver ? FINDER_TEXT.dropNow : FINDER_TEXT.dropHint}
          </span>
          <input
            id={`${id}-file`}
            type="file"
            accept="image/*,.heic,.heif"
            onChange={(event) => handleFiles(event.target)}
          />
        </label>
        <div className={classNames('stack gap-5', styles.others)}>
          <label
            className={classNames(buttons.button, buttons.secondary, styles.camera)}
            htmlFor={`${id}-camera`}
          >
            <Icon name="camera" size={20} />
            {FINDER_TEXT.takePhoto}
            <input
              id={`${id}-camera`}
              type="file"
              accept="image/*"
              capture="environment"
              onChange={(event) => handleFiles(event.target)}
            />
          </label>
          <form className={styles.address} onSubmit={handleAddress} noValidate>
            <TextField
              label={FINDER_TEXT.addressLabel}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={address}
              problem={addressProblem}
              onChange={(event) => setAddress(event.target.value)}
              action={
                <Button type="submit" variant="quiet">
                  {FINDER_TEXT.addressAction}
                </Button>
              }
            />
          </form>
        </div>
        {isVisit && <SamplePhotos onChoose={onSample} />}
      </div>
    </section>
  )
}
