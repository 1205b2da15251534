import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './narrow-page.module.css'

type Props = { title: string; lead: ReactNode; children: ReactNode }

/** One column in the middle of the screen, for the few steps of signing in and invitations. */
export const NarrowPage = ({ title, lead, children }: Props) => (
  <div className={styles.page}>
    <div className={classNames('stack gap-4', styles.column)}>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
    </div>
  </div>
)
