import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Tabs as Base } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { LOCALE_TEXT } from '#shared/locale-messages.ts'
import styles from './tabs.module.css'

type Tab<Value extends string> = { value: Value; label: string }

type TabsProps<Value extends string> = {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

export const Tabs = <Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: TabsProps<Value>) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // There may be more tabs than fit on a phone: the selected one must be fully visible.
    list.current
      ?.querySelector(`[data-tab="${value}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [value])
  return (
    // Its arrow keys go to the tab on their side.
    <DirectionProvider direction={LOCALE_TEXT.direction}>
      <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
        <Base.List ref={list} className={styles.list} aria-label={label} activateOnFocus>
          {tabs.map((tab) => (
            <Base.Tab key={tab.value} value={tab.value} data-tab={tab.value} className={styles.tab}>
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        <Base.Panel value={value} className={styles.panel} tabIndex={-1}>
          {children}
        </Base.Panel>
      </Base.Root>
    </DirectionProvider>
  )
}
