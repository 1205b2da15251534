import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { IconName } from './icon.tsx'

export type MenuItem = {
  label: string
  icon?: IconName
  /** A place to go, or … */
  to?: string
  /** … a thing to do. */
  onSelect?: () => unknown
  /** Set apart from the items above by a rule. */
  isApart?: boolean
}

type MenuProps = {
  /** Names the button; its own words, if any, should begin the same way. */
  label: string
  items: readonly MenuItem[]
  className?: string | undefined
  children: ReactNode
}

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(loadPopup)

/** The button is light and there at once; the popup behind it is fetched when a hand comes near. */
export const Menu = ({ label, items, className, children }: MenuProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const host = useRef<HTMLSpanElement>(null)
  const id = useId()

  const handleNear = () => void loadPopup()
  const handleClick = () => {
    setWasOpened(true)
    setIsOpen((open) => !open)
  }
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={handleClick}
        onPointerEnter={handleNear}
        onFocus={handleNear}
      >
        {children}
      </button>
      {wasOpened && (
        <Suspense>
          <MenuPopup
            host={host}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            anchor={button}
            labelledBy={id}
            items={items}
          />
        </Suspense>
      )}
      <span ref={host} />
    </>
  )
}
