import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isFinderPublic } from '#client/lib/initial-data.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import { isHttpLink } from '#shared/domain/links.ts'
import { FIND_TEXT, FIND_TITLE } from '#shared/messages.ts'
import { paths } from '#shared/paths.ts'
import styles from './choose-photo.module.css'
import { SAMPLE_TEXT } from './photo-messages.ts'

/** A photo for the finder: a file, the link of a picture on the web, or one of our samples. */
export type ChosenPhoto = { file: Blob } | { address: string } | { sample: string }

let chosenPhoto: ChosenPhoto | null = null

/** Passes a photo to /find, to which the caller then navigates. It is kept in memory only. */
export const choosePhoto = (photo: ChosenPhoto) => {
  chosenPhoto = photo
}

export const takeChosenPhoto = (): ChosenPhoto | null => {
  const photo = chosenPhoto
  chosenPhoto = null
  return photo
}

/** A drag event of the browser or of React. */
type Drag = { dataTransfer: DataTransfer | null; preventDefault: () => void }

const getFirstFile = (transfer: DataTransfer | null): File | null =>
  [...(transfer?.files ?? [])].find(({ type }) => type.startsWith('image/')) ??
  transfer?.files[0] ??
  null

/** Whether a key or a paste belongs to a field. */
export const isTextInput = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

type ChoosePhotoOptions = {
  /** Accepts drops anywhere in the window, not only on the element with the handlers. */
  isWholePage?: boolean
  /** Called with the link of a picture that is pasted from the clipboard. */
  onAddress?: (address: string) => void
}

const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

/** Accepts a photo dropped on the page or pasted from the clipboard. */
export const usePhotoEntry = (
  onFile: (file: File) => void,
  { isWholePage = false, onAddress }: ChoosePhotoOptions = {},
) => {
  const [isOver, setIsOver] = useState(false)
  const depth = useRef(0)

  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      if (isTextInput(event.target)) return
      const file = getFirstFile(event.clipboardData)
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (file) onFile(file)
      else if (onAddress && isHttpLink(text)) onAddress(text)
      else return
      event.preventDefault()
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  })

  const leave = () => {
    depth.current = 0
    setIsOver(false)
  }
  const handlers = {
    onDragEnter: ({ dataTransfer }: Drag) => {
      if (!hasFiles(dataTransfer)) return
      // Child elements fire these events too: only the last leave counts.
      depth.current += 1
      setIsOver(true)
    },
    onDragOver: (event: Drag) => event.preventDefault(),
    onDragLeave: () => {
      depth.current -= 1
      if (depth.current <= 0) leave()
    },
    onDrop: (event: Drag) => {
      event.preventDefault()
      leave()
      const file = getFirstFile(event.dataTransfer)
      if (file) onFile(file)
    },
  }

  useEffect(() => {
    if (!isWholePage) return undefined
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('dragenter', handlers.onDragEnter, { signal })
    document.addEventListener('dragover', handlers.onDragOver, { signal })
    document.addEventListener('dragleave', handlers.onDragLeave, { signal })
    document.addEventListener('drop', handlers.onDrop, { signal })
    return () => listening.abort()
  })
  return { isOver, handlers }
}

type PhotoLinkProps = { className?: string | undefined; onFollow?: () => void }

/** The camera in the search field. */
export const PhotoLink = ({ className, onFollow }: PhotoLinkProps) =>
  isFinderPublic() ? (
    <Link
      className={classNames('target ghost', className)}
      to={paths.find.href()}
      aria-label={FIND_TITLE}
      title={FIND_TITLE}
      onClick={onFollow}
    >
      <Icon name="camera" size={22} />
    </Link>
  ) : null

/** Two flat lays of garments that the demo shop lacks, and a drawn scene, in public/samples. */
const SAMPLES = [
  { name: '1', label: 'jacket' },
  { name: '2', label: 'dress' },
  { name: '3', label: 'street' },
] as const

type SamplePhotosProps = { onChoose: (src: string) => void; className?: string | undefined }

/** For visitors who have no photo of their own to try. */
export const SamplePhotos = ({ onChoose, className }: SamplePhotosProps) => (
  <div className={classNames('row wrap gap-3', className)}>
    <span className="quiet label">{FIND_TEXT.samples}</span>
    <ul className={classNames('row gap-2', styles.samples)}>
      {SAMPLES.map(({ name, label }) => (
        <li key={name}>
          <button
            type="button"
            className={styles.sample}
            onClick={() => onChoose(`/samples/${name}.jpg`)}
          >
            <img
              src={`/samples/${name}-small.jpg`}
              alt={SAMPLE_TEXT[label]}
              width={48}
              height={60}
              loading="lazy"
              decoding="async"
            />
          </button>
        </li>
      ))}
    </ul>
  </div>
)
