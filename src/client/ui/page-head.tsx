import type { ReactNode } from 'react'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: ReactNode
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

export const PageHead = ({ title, kicker, lead, actions }: PageHeadProps) => (
  <div className={styles.head}>
    <div className={styles.words}>
      {kicker && <p className="quiet label">{kicker}</p>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <div className={styles.lead}>{lead}</div>}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
)
