import type { ReactNode } from 'react'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: ReactNode
  /** A small line above the title. */
  kicker?: ReactNode
  /** A line below the title. */
  lead?: ReactNode
  /** Controls next to the title. */
  actions?: ReactNode
}

export const PageHead = ({ title, kicker, lead, actions }: PageHeadProps) => (
  <div className={styles.head}>
    <div className={styles.words}>
      {kicker && <p className={styles.kicker}>{kicker}</p>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <div className={styles.lead}>{lead}</div>}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
)
