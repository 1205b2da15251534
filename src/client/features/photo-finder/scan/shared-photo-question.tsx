import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { FINDER_TEXT } from '#shared/finder-messages.ts'
import styles from './shared-photo-question.module.css'

type SharedPhotoQuestionProps = { photo: Blob; onScan: () => void; onCancel: () => void }

/**
 * Any site can post a form to the share target, so that a photo may arrive that the user never
 * chose. Nothing is uploaded before they agree.
 */
export const SharedPhotoQuestion = ({ photo, onScan, onCancel }: SharedPhotoQuestionProps) => {
  const title = useRef<HTMLHeadingElement>(null)
  const [isShown, setIsShown] = useState(true)
  const preview = useMemo(() => URL.createObjectURL(photo), [photo])
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])

  // Not on a button: a key pressed on another page must not start the scan.
  useEffect(() => title.current?.focus(), [])

  return (
    <section className={styles.question} aria-labelledby="shared-photo-title">
      {isShown && (
        // A HEIC photo may not be shown by this browser; the question stands without it.
        <img
          className={styles.photo}
          src={preview}
          alt={FINDER_TEXT.sharedPhoto}
          onError={() => setIsShown(false)}
        />
      )}
      <div className={styles.text}>
        <h1 ref={title} id="shared-photo-title" className={styles.title} tabIndex={-1}>
          {FINDER_TEXT.scanShared}
        </h1>
        <p className={styles.lead}>{FINDER_TEXT.scanSharedLead}</p>
        <div className={styles.actions}>
          <Button variant="primary" onClick={onScan}>
            {FINDER_TEXT.scanSharedYes}
          </Button>
          <Button onClick={onCancel}>{FINDER_TEXT.scanSharedNo}</Button>
        </div>
      </div>
    </section>
  )
}
