import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: ReactNode
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

export const PageHead = ({ title, kicker, lead, actions }: PageHeadProps) => (
  <div className={styles.head}>
    <div className={classNames('stack gap-3', styles.words)}>
      {kicker && <p className="quiet label">{kicker}</p>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <div className={classNames('quiet', styles.lead)}>{lead}</div>}
    </div>
    {actions && <div className="row wrap gap-4">{actions}</div>}
  </div>
)

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
