import { lazy, Suspense, useEffect, useState } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { Icon } from '#client/ui/icon.tsx'
import styles from './search-button.module.css'

const loadOverlay = () => import('#client/features/search/search-overlay.tsx')
const SearchOverlay = lazy(loadOverlay)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** Looks like the field it opens; `/` also opens it. */
export const SearchButton = () => {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setIsOpen(true)
    setWasOpened(true)
  }

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  })

  return (
    <>
      <button
        type="button"
        className={classNames('target ghost gap-2', styles.button)}
        aria-label="Search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={open}
        onPointerEnter={() => void loadOverlay()}
        onFocus={() => void loadOverlay()}
      >
        <Icon name="search" size={22} />
        <span className={styles.words} aria-hidden="true">
          Search <kbd className={styles.key}>/</kbd>
        </span>
      </button>
      {wasOpened && (
        <Suspense>
          <SearchOverlay isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
