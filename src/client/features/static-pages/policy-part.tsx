import type { ReactNode } from 'react'
import type { PolicyAnchor } from '#shared/paths.ts'
import styles from './policy-part.module.css'

type PolicyPartProps = { anchor: PolicyAnchor; title: string; children: ReactNode }

export const PolicyPart = ({ anchor, title, children }: PolicyPartProps) => (
  <section id={anchor} className={styles.part} aria-labelledby={`${anchor}-title`}>
    <h2 id={`${anchor}-title`} className={styles.title} tabIndex={-1}>
      {title}
    </h2>
    <div className={styles.text}>{children}</div>
  </section>
)
