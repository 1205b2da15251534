import type { ReactNode } from 'react'
import styles from './report-page.module.css'

/** A statement that has to be agreed to. */
export const Confirmation = ({ name, children }: { name: string; children: ReactNode }) => (
  <label className={styles.confirmation}>
    <input type="checkbox" name={name} required />
    <span>{children}</span>
  </label>
)
