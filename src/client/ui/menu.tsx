import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useStaysMounted } from '#client/lib/use-overlay.ts'
import type { MenuItem } from './menu-popup.tsx'

type MenuProps = {
  /** Names the button; a visible text must start with the same words. */
  label: string
  items: readonly MenuItem[]
  className?: string | undefined
  children: ReactNode
}

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(loadPopup)

/**
 * The popup's code loads when the pointer or focus reaches the button. It does without `useId`, so that
 * the server can reuse its markup at any position of a page.
 */
export const Menu = ({ label, items, className, children }: MenuProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const isMounted = useStaysMounted(isOpen)
  const button = useRef<HTMLButtonElement>(null)
  const host = useRef<HTMLSpanElement>(null)

  const handleNear = () => void loadPopup()
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        onPointerEnter={handleNear}
        onFocus={handleNear}
      >
        {children}
      </button>
      {isMounted && (
        <Suspense>
          <MenuPopup
            host={host}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            anchor={button}
            label={label}
            items={items}
          />
        </Suspense>
      )}
      <span ref={host} />
    </>
  )
}
