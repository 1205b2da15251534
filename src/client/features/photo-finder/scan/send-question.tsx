import { useEffect, useRef } from 'react'
import type { DeviceReason } from '#client/features/photo-finder/device/device-messages.ts'
import { Button } from '#client/ui/button.tsx'
import { DEVICE_TEXT } from '#shared/finder-messages.ts'
import styles from './upload-area.module.css'

type SendQuestionProps = {
  reason: DeviceReason
  onSend: () => void
  /** Scans on the device after all. */
  onScanHere: () => void
}

/** The label of the button that avoids sending the photo; null if nothing else could help. */
const alternative = (reason: DeviceReason): string | null => {
  if (reason === 'unsupported' || reason === 'memory') return null
  if (reason === 'outdated') return DEVICE_TEXT.reload
  return reason === 'save-data' ? DEVICE_TEXT.download : DEVICE_TEXT.tryAgain
}

/** Asks whether to send a photo that the device cannot scan to the server. */
export const SendQuestion = ({ reason, onSend, onScanHere }: SendQuestionProps) => {
  const title = useRef<HTMLHeadingElement>(null)
  // The focus is not on a button, because a key that was meant for something else must not send the photo.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const other = alternative(reason)
  return (
    <section className="stack gap-4" aria-labelledby="send-question">
      <h2
        ref={title}
        id="send-question"
        className={styles.title}
        tabIndex={-1}
        aria-describedby="send-reason"
      >
        {DEVICE_TEXT.question}
      </h2>
      <p id="send-reason">
        {DEVICE_TEXT.reasons[reason]} {DEVICE_TEXT.serverNote}
      </p>
      <div className="row wrap gap-3">
        {other !== null && (
          <Button
            variant="primary"
            onClick={reason === 'outdated' ? () => location.reload() : onScanHere}
          >
            {other}
          </Button>
        )}
        <Button variant={other === null ? 'primary' : 'secondary'} onClick={onSend}>
          {DEVICE_TEXT.send}
        </Button>
      </div>
    </section>
  )
}
