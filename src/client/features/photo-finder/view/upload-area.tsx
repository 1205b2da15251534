import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { type ChosenPhoto, SamplePhotos } from '#client/catalog/photo-search/choose-photo.tsx'
import { chooseLocation, useScanLocation } from '#client/features/photo-finder/scan/device.ts'
import type { DeviceReason } from '#client/features/photo-finder/scan/scan-engine.ts'
import type { ScanFailure } from '#client/features/photo-finder/scan/server-engine.ts'
import {
  getFailureAdvice,
  type FinderState,
  type Phase,
} from '#client/features/photo-finder/state/finder-state.ts'
import buttons from '#client/ui/button.module.css'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { handleFiles, TextField } from '#client/ui/fields.tsx'
import { Form } from '#client/ui/form.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { isHttpLink } from '#shared/domain/links.ts'
import { DEVICE_TEXT, FINDER_TEXT, PHOTO_TEXT } from '#shared/finder-messages.ts'
import { FIND_TEXT, FIND_TITLE } from '#shared/messages.ts'
import styles from './finder.module.css'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'

type UploadAreaProps = {
  isOver: boolean
  /** Why the last photo could not be used. */
  failure: ScanFailure | null
  /** The focus was on the controls of the last photo, which are gone. */
  takesFocus: boolean
  /** Nothing of a visit is stored, and there are samples for visitors without a photo. */
  isPublic: boolean
  /** Called when the visitor is about to choose a photo. */
  onExpect: () => void
  onChoose: (photo: ChosenPhoto) => void
}

/** Says where a photo will be scanned, with a button to change that. */
const LocationNote = () => {
  const isOnDevice = useScanLocation() === 'device'
  return (
    <div className={classNames('stack gap-2', styles.location)}>
      <p>
        {FINDER_TEXT.noAccount}{' '}
        <strong>{isOnDevice ? DEVICE_TEXT.stays : DEVICE_TEXT.isSent}</strong>
      </p>
      <Button
        variant="quiet"
        className="start"
        onClick={() => chooseLocation(isOnDevice ? 'server' : 'device')}
      >
        {isOnDevice ? DEVICE_TEXT.preferServer : DEVICE_TEXT.preferDevice}
      </Button>
    </div>
  )
}

/** The screen without a photo: upload, camera, drop, paste or image link. */
export const UploadArea = (props: UploadAreaProps) => {
  const { isOver, failure, takesFocus, isPublic, onExpect, onChoose } = props
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [address, setAddress] = useState('')
  const [addressProblem, setAddressProblem] = useState<string | null>(null)

  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])

  const handleFile = handleFiles(([file]) => onChoose({ file }))

  const handleAddress = () => {
    const isAddress = isHttpLink(address.trim())
    setAddressProblem(isAddress ? null : FINDER_TEXT.invalidAddress)
    if (isAddress) onChoose({ address: address.trim() })
  }

  return (
    <section className={styles.empty}>
      <header className="stack gap-4">
        <h1 ref={title} className={styles.title} tabIndex={-1}>
          {isPublic ? FIND_TITLE : FINDER_TEXT.title}
        </h1>
        <p className="lead">{FINDER_TEXT.lead}</p>
        {isPublic ? <LocationNote /> : <p className="quiet">{PHOTO_TEXT.beforeScan}</p>}
      </header>
      {failure && (
        <p className={styles.problem} role="alert">
          <Icon name="warning" size={20} />
          {[failure.message, getFailureAdvice(failure)].filter(Boolean).join(' ')}
        </p>
      )}
      <div className="stack gap-6">
        <label className={classNames(styles.area, isOver && styles.over)} htmlFor={`${id}-file`}>
          <span className={styles.corners} aria-hidden="true" />
          <Icon name="upload" size={32} />
          <span className={styles.upload}>{PHOTO_TEXT.upload}</span>
          <span className={classNames('quiet label', styles.hint)}>
            {isOver ? FIND_TEXT.dropNow : FINDER_TEXT.dropHint}
          </span>
          <input
            id={`${id}-file`}
            type="file"
            accept="image/*,.heic,.heif"
            onClick={onExpect}
            onChange={handleFile}
          />
        </label>
        <div className={classNames('stack gap-5', styles.others)}>
          <label
            className={classNames(buttons.button, buttons.secondary, styles.camera)}
            htmlFor={`${id}-camera`}
          >
            <Icon name="camera" size={20} />
            {FIND_TEXT.takePhoto}
            <input
              id={`${id}-camera`}
              type="file"
              accept="image/*"
              capture="environment"
              onClick={onExpect}
              onChange={handleFile}
            />
          </label>
          <Form className={styles.address} onSubmit={handleAddress} noValidate>
            <TextField
              label={FINDER_TEXT.addressLabel}
              type="url"
              inputMode="url"
              placeholder="https://"
              value={address}
              problem={addressProblem}
              onChange={setAddress}
              action={
                <Button type="submit" variant="quiet">
                  {FIND_TEXT.load}
                </Button>
              }
            />
            {isPublic && <p className="quiet small">{DEVICE_TEXT.linkNote}</p>}
          </Form>
        </div>
        {isPublic && <SamplePhotos onChoose={(sample) => onChoose({ sample })} />}
      </div>
    </section>
  )
}

type SharedPhotoQuestionProps = { photo: Blob; onScan: () => void; onCancel: () => void }

/**
 * Asks before it scans a shared photo: any site can post a form to the share target, so the user may
 * never have chosen it.
 */
export const SharedPhotoQuestion = ({ photo, onScan, onCancel }: SharedPhotoQuestionProps) => {
  const title = useRef<HTMLHeadingElement>(null)
  const [isShown, setIsShown] = useState(true)
  const preview = useMemo(() => URL.createObjectURL(photo), [photo])
  useEffect(() => () => URL.revokeObjectURL(preview), [preview])

  // The focus is not on a button, because a key pressed on another page must not start the scan.
  useEffect(() => title.current?.focus(), [])

  return (
    <section
      className={classNames(styles.empty, styles.question)}
      aria-labelledby="shared-photo-title"
    >
      {isShown && (
        // Not every browser can show a HEIC photo.
        <img
          className={styles.shared}
          src={preview}
          alt={FINDER_TEXT.sharedPhoto}
          onError={() => setIsShown(false)}
        />
      )}
      <div className={classNames('stack gap-4', styles.questionWords)}>
        <h1 ref={title} id="shared-photo-title" className={styles.title} tabIndex={-1}>
          {FINDER_TEXT.scanShared}
        </h1>
        <p className="quiet">{FINDER_TEXT.scanSharedLead}</p>
        <div className="row wrap gap-3">
          <Button variant="primary" onClick={onScan}>
            {FINDER_TEXT.scanSharedYes}
          </Button>
          <Button onClick={onCancel}>{FINDER_TEXT.scanSharedNo}</Button>
        </div>
      </div>
    </section>
  )
}

/** The step of a scan in words, and its percentage, where that is known. */
const describeProgress = (phase: Phase): [step: string, percent: number | null] => {
  switch (phase.name) {
    case 'preparing':
      return [FINDER_TEXT.preparing, null]
    case 'uploading':
      return [FINDER_TEXT.uploading(phase.percent), phase.percent]
    case 'waiting':
      return [FINDER_TEXT.waiting(phase.ahead), null]
    case 'loading':
      return [DEVICE_TEXT.loading(phase.percent), phase.percent]
    case 'offline':
      return [DEVICE_TEXT.offline, null]
    case 'finding':
      return [FINDER_TEXT.findingObjects, null]
    case 'searching': {
      const { searched, total } = phase
      return [FINDER_TEXT.searching(searched, total), total > 0 ? (100 * searched) / total : null]
    }
    default:
      return ['', null]
  }
}

/** A note for the time of waiting. */
const progressNote = (phase: Phase): string | null => {
  if (phase.name === 'waiting') return null
  if (phase.name === 'loading') return DEVICE_TEXT.loadingOnce
  if (phase.name !== 'offline') return PHOTO_TEXT.analyzing
  return phase.lists.length > 0
    ? DEVICE_TEXT.offlineProductsNote(new Intl.ListFormat(LOCALE_TEXT.locale).format(phase.lists))
    : DEVICE_TEXT.offlineNote
}

const PERCENT = / \d+%$/

type ScanProgressProps = {
  state: Pick<FinderState, 'phase' | 'location'>
  /** Sends the photo instead of waiting for a download. */
  onSend?: () => void
}

export const ScanProgress = ({ state, onSend }: ScanProgressProps) => {
  const { phase, location } = state
  const [step, percent] = describeProgress(phase)
  const note = progressNote(phase)
  return (
    <div className="stack gap-2">
      <p className={styles.progressWords}>
        <span>{PHOTO_TEXT.scanning}</span>
        <output className={styles.step}>
          {step.replace(PERCENT, '')}
          {/* Not announced, because each percent would interrupt the last; the bar has the value. */}
          <span aria-hidden="true">{PERCENT.exec(step)?.[0]}</span>
        </output>
      </p>
      <div
        className={styles.line}
        // <progress> cannot be styled alike in every browser.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="progressbar"
        aria-label={PHOTO_TEXT.scanning}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent === null ? undefined : Math.round(percent)}
        data-unknown={percent === null || undefined}
      >
        <span style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }} />
      </div>
      {note !== null && <p className="quiet small">{note}</p>}
      {location === 'device' && <p className="quiet small">{DEVICE_TEXT.stays}</p>}
      {phase.name === 'loading' && onSend && (
        <Button variant="quiet" className="start" onClick={onSend}>
          {DEVICE_TEXT.preferServer}
        </Button>
      )}
    </div>
  )
}

type SendQuestionProps = {
  reason: DeviceReason
  onSend: () => void
  /** Scans on the device after all. */
  onScanHere: () => void
}

/** The label of the button that avoids sending the photo; null if nothing else could help. */
const labelDeviceRetry = (reason: DeviceReason): string | null => {
  if (reason === 'unsupported' || reason === 'memory') return null
  if (reason === 'outdated') return DEVICE_TEXT.reload
  return reason === 'save-data' ? DEVICE_TEXT.download : DEVICE_TEXT.tryAgain
}

/** Asks whether to send a photo that the device cannot scan to the server. */
export const SendQuestion = ({ reason, onSend, onScanHere }: SendQuestionProps) => {
  const title = useRef<HTMLHeadingElement>(null)
  // The focus is not on a button, because a key that was meant for something else must not send the photo.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const other = labelDeviceRetry(reason)
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
            onClick={reason === 'outdated' ? () => window.location.reload() : onScanHere}
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
