import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
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
}: TabsProps<Value>) => (
  <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
    <Base.List className={styles.list} aria-label={label} activateOnFocus>
      {tabs.map((tab) => (
        <Base.Tab key={tab.value} value={tab.value} className={styles.tab}>
          {tab.label}
        </Base.Tab>
      ))}
    </Base.List>
    <Base.Panel value={value} className={styles.panel} tabIndex={-1}>
      {children}
    </Base.Panel>
  </Base.Root>
)
