import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu as Base } from '@base-ui/react/menu'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './menu-popup.module.css'
import { UI_TEXT } from './ui-messages.ts'

export type MenuItem = {
  label: string
  icon?: IconName
  /** Where it leads; without it, `onSelect` runs. */
  to?: string
  onSelect?: () => unknown
  /** Attributes of the link, for one that opens a new tab. */
  target?: { target?: '_blank'; rel?: string }
  /** Separated from the items above by a line. */
  isApart?: boolean
}

type MenuPopupProps = {
  isOpen: boolean
  onClose: () => void
  anchor: RefObject<HTMLButtonElement | null>
  label: string
  /** Keeps the popup in the same landmark as its button. */
  host: RefObject<HTMLSpanElement | null>
  items: readonly MenuItem[]
}

const MenuPopup = ({ isOpen, onClose, anchor, label, host, items }: MenuPopupProps) => (
  <CSPProvider disableStyleElements>
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={host}>
        <Base.Positioner className={styles.positioner} anchor={anchor} sideOffset={8} align="end">
          <Base.Popup className={styles.popup} aria-label={label} finalFocus={anchor}>
            {items.map((item) => (
              <Entry key={item.label} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  </CSPProvider>
)

const Entry = ({ item }: { item: MenuItem }) => {
  const className = classNames('row gap-3 label', styles.item, item.isApart && styles.apart)
  const content = (
    <>
      {item.icon && <Icon name={item.icon} size={18} />}
      {item.label}
      {item.target?.target && <span className="visually-hidden"> {UI_TEXT.opensInNewTab}</span>}
    </>
  )
  return item.to === undefined ? (
    <Base.Item className={className} onClick={item.onSelect}>
      {content}
    </Base.Item>
  ) : (
    <Base.LinkItem
      className={className}
      render={<Link to={item.to} {...item.target} />}
      closeOnClick
    >
      {content}
    </Base.LinkItem>
  )
}

export default MenuPopup
