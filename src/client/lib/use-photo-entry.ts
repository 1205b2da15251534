import { useEffect, useRef, useState } from 'react'
import { isHttpLink } from '#shared/domain/product-link.ts'

/** A photo for the finder: a file, the link of a picture on the web, or one of our samples. */
export type ChosenPhoto = { file: Blob } | { address: string } | { sample: string }

let chosenPhoto: ChosenPhoto | null = null

/** Hands a photo to /find, to which the caller then navigates. It is kept in memory only. */
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

const firstFile = (transfer: DataTransfer | null): File | null =>
  [...(transfer?.files ?? [])].find(({ type }) => type.startsWith('image/')) ??
  transfer?.files[0] ??
  null

/** Whether a key or a paste belongs to a field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

type Options = {
  /** Accepts drops anywhere in the window, not only on the element with the handlers. */
  isWholePage?: boolean
  /** Called with the link of a picture that is pasted from the clipboard. */
  onAddress?: (address: string) => void
}

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false

/** Accepts a photo dropped on the page or pasted from the clipboard. */
export const usePhotoEntry = (
  onFile: (file: File) => void,
  { isWholePage = false, onAddress }: Options = {},
) => {
  const [isOver, setIsOver] = useState(false)
  const depth = useRef(0)

  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      const file = firstFile(event.clipboardData)
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (file) onFile(file)
      else if (onAddress && isHttpLink(text) && URL.canParse(text)) onAddress(text)
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
      if (!holdsFiles(dataTransfer)) return
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
      const file = firstFile(event.dataTransfer)
      if (file) onFile(file)
    },
  }

  useEffect(() => {
    const { onDragEnter, onDragOver, onDragLeave, onDrop } = handlers
    const listeners = [
      ['dragenter', onDragEnter],
      ['dragover', onDragOver],
      ['dragleave', onDragLeave],
      ['drop', onDrop],
    ] as const
    if (isWholePage)
      for (const [name, handler] of listeners) document.addEventListener(name, handler)
    return () => {
      for (const [name, handler] of listeners) document.removeEventListener(name, handler)
    }
  })
  return { isOver, handlers }
}
