import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: ReactNode
  kicker?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** Smaller on a phone, so that the pictures of the list begin near the top. */
  isOfList?: boolean
}

export const PageHead = ({ title, kicker, lead, actions, isOfList = false }: PageHeadProps) => (
  <div className={classNames(styles.head, isOfList && styles.ofList)}>
    <div className={classNames('stack gap-3', styles.words)}>
      {kicker && <p className={classNames('quiet label', styles.kicker)}>{kicker}</p>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <div className={classNames('quiet', styles.lead)}>{lead}</div>}
    </div>
    {actions && <div className="row wrap gap-4">{actions}</div>}
  </div>
)

type NarrowPageProps = { title: string; lead: ReactNode; children: ReactNode }

/** One column in the middle of the screen, for sign-in and invitations. */
export const NarrowPage = ({ title, lead, children }: NarrowPageProps) => (
  <div className={styles.page}>
    <div className={classNames('stack gap-4', styles.column)}>
      <h1>{title}</h1>
      <p className="lead">{lead}</p>
      {children}
    </div>
  </div>
)
