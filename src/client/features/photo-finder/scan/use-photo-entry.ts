import { type DragEvent, useEffect, useRef, useState } from 'react'

const firstFile = (transfer: DataTransfer | null): File | null =>
  [...(transfer?.files ?? [])].find(({ type }) => type.startsWith('image/')) ??
  transfer?.files[0] ??
  null

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** Accepts a photo dropped anywhere on the page or pasted from the clipboard. */
export const usePhotoEntry = (onFile: (file: File) => void) => {
  const [isOver, setIsOver] = useState(false)
  const depth = useRef(0)

  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const file = firstFile(event.clipboardData)
      if (!file || isTyping(event.target)) return
      event.preventDefault()
      onFile(file)
    }
    document.addEventListener('paste', handlePaste)
    return () => document.removeEventListener('paste', handlePaste)
  })

  const leave = () => {
    depth.current = 0
    setIsOver(false)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        // Child elements fire these events too: only the last leave counts.
        depth.current += 1
        setIsOver(true)
      },
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDragLeave: () => {
        depth.current -= 1
        if (depth.current <= 0) leave()
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        leave()
        const file = firstFile(event.dataTransfer)
        if (file) onFile(file)
      },
    },
  }
}
